"""What git says of the files of a folder, where the folder is a clone and git is installed."""

import shutil
import subprocess
from pathlib import Path


def tracked_files(root: Path, *flags: str) -> list[str] | None:
    """The files that `git ls-files` lists, as paths from the folder; None without git."""
    git = shutil.which("git") if (root / ".git").exists() else None
    if not git:
        return None
    run = subprocess.run([git, "ls-files", "-z", *flags], cwd=root, capture_output=True)
    return run.stdout.decode().split("\0")[:-1] if run.returncode == 0 else None
