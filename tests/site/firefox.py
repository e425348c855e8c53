"""Firefox over WebDriver BiDi: the part of Playwright's pages that the tests of the site use.

Playwright drives a Firefox of its own make alone; every other one speaks this standard.
"""

import asyncio
import base64
import itertools
import json
import os
import re
import shutil
import subprocess
import threading
import time
from pathlib import Path
from types import SimpleNamespace

from tornado.websocket import websocket_connect

SECONDS = 60  # of patience with a busy machine
NOWHERE = 9  # the port of a proxy that is not there: what is not on this machine is not reached
PREFERENCES = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": NOWHERE,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": NOWHERE,
    "layout.css.prefers-color-scheme.content-override": 0,  # its reader likes it dark
    "accessibility.tabfocus": 7,  # the key Tab goes to links, too, on every system
}
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Control": "\ue009"}
KEYS |= {f"Arrow{way}": chr(0xE012 + k) for k, way in enumerate(("Left", "Up", "Right", "Down"))}
VISIBLE = """e => !!e && e.checkVisibility({ visibilityProperty: true })
    && e.getBoundingClientRect().width > 0"""
# The accessibility tree of a tab, which the browser itself may read: roles and names, in their order.
HEARD = """async address => {
    const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
    const tab = gBrowser.tabs.find(one => one.linkedBrowser.currentURI.spec === address);
    const walk = one => [[service.getStringRole(one.role), one.name ?? ''],
        ...Array.from({length: one.childCount}, (_, k) => walk(one.getChildAt(k))).flat()];
    for (let found = [], calm = 0; calm < 5; ) {  // it comes in pieces, from another process
        await new Promise(done => setTimeout(done, 500));
        const frame = service.getAccessibleFor(tab.linkedBrowser), before = found.length;
        found = frame ? walk(frame) : [];
        calm = found.length > 1 && found.length === before ? calm + 1 : 0;
        if (calm === 5) return JSON.stringify(found);
    } }"""
MIDDLE = """e => { e.scrollIntoView({ block: 'center' });
    const box = e.getBoundingClientRect();
    return { x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2) }; }"""


class Firefox:
    """A Firefox without a window and without a network, and the wire to it."""

    def __init__(self, path, profile):
        """Start it in an empty folder, which is its profile and its home."""
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in PREFERENCES.items())
        (profile / "user.js").write_text("".join(lines), "utf8")
        command = [path, "--headless", "--no-remote", "--profile", profile]
        with (profile / "said.txt").open("w") as log:
            self.process = subprocess.Popen(
                [*command, "--remote-debugging-port", "0", "--remote-allow-system-access"],
                env={**os.environ, "HOME": os.fspath(profile)},
                stdout=log,
                stderr=log,
            )
        self.numbers, self.events = itertools.count(), []
        # a loop of its own: that of this thread is Playwright's
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.socket = self.wait(connected(profile / "said.txt"))
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded", "network"])

    def wait(self, coroutine):
        """What a call returns that runs in that loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(SECONDS)

    def ask(self, method, **parameters):
        """The answer to a command; what is told in between is kept as events."""
        return self.wait(self.answer(method, parameters))

    async def answer(self, method, parameters):
        """The same, in that loop."""
        number = next(self.numbers)
        command = {"id": number, "method": method, "params": parameters}
        await self.socket.write_message(json.dumps(command))
        while (reply := json.loads(await self.socket.read_message())).get("id") != number:
            self.events.append(reply)
        if reply["type"] == "error":
            raise RuntimeError(f"{method}: {reply['error']}: {reply['message']}")
        return reply["result"]

    def new_page(self, viewport=None):
        """A window of its own, without what other windows stored."""
        user = self.ask("browser.createUserContext")["userContext"]
        context = self.ask("browsingContext.create", type="tab", userContext=user)["context"]
        page = Page(self, user, context)
        page.set_viewport_size(viewport or {"width": 1280, "height": 720})
        return page

    def close(self):
        """End it, and the wire."""
        self.ask("browser.close")
        self.process.wait(SECONDS)
        self.socket.close()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(SECONDS)
        self.loop.close()


async def connected(log):
    """The socket of a Firefox that says in this file where it listens."""
    deadline = time.monotonic() + SECONDS
    while not (address := re.search(r"BiDi listening on (ws:\S+)\n", log.read_text("utf8"))):
        if time.monotonic() > deadline:
            raise TimeoutError(f"Firefox does not listen: {log} may say why.")
        await asyncio.sleep(0.05)
    return await websocket_connect(f"{address[1]}/session")


class Page:
    """A window of Firefox, with names and meanings of Playwright."""

    def __init__(self, firefox, user, context):
        """The window that Firefox knows by this name, of the user with that name."""
        self.firefox, self.user, self.context = firefox, user, context
        self.keyboard = SimpleNamespace(press=self.press)

    def ask(self, method, **parameters):
        """The answer to a command about this window."""
        return self.firefox.ask(method, context=self.context, **parameters)

    def goto(self, url):
        """Open an address and wait until all of it has come."""
        self.ask("browsingContext.navigate", url=url, wait="complete")
        self.wait_for_function("document.readyState === 'complete'")  # the page, not the blank one

    def evaluate(self, script, arg=None):
        """What a script says: an expression, or a function of an argument."""
        call = f"async () => {{ const it = ({script}); const said = await (typeof it === 'function'"
        call += f" ? it({json.dumps(arg)}) : it); return JSON.stringify(said ?? null); }}"
        reply = self.firefox.ask(
            "script.callFunction",
            functionDeclaration=call,
            target={"context": self.context},
            awaitPromise=True,
            userActivation=True,
        )
        if reply["type"] == "exception":
            raise RuntimeError(reply["exceptionDetails"]["text"])
        return json.loads(reply["result"]["value"])

    def wait_for_function(self, script, timeout=1000 * SECONDS):
        """Wait until a script says something true."""
        deadline = time.monotonic() + timeout / 1000
        while not self.evaluate(script):
            if time.monotonic() > deadline:
                raise TimeoutError(script)
            time.sleep(0.05)

    def of(self, selector, function):
        """What a function says of the first element that a selector finds."""
        return self.evaluate(f"({function})(document.querySelector({json.dumps(selector)}))")

    def is_visible(self, selector):
        """Whether the element can be seen, here or further down the page."""
        return self.of(selector, VISIBLE)

    def focus(self, selector):
        """Give an element the focus."""
        self.of(selector, "e => e.focus()")

    def click(self, selector):
        """Press the mouse on the middle of an element."""
        move = {"type": "pointerMove", **self.of(selector, MIDDLE)}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        mouse = {"type": "pointer", "id": "mouse", "actions": [move, *press]}
        self.ask("input.performActions", actions=[mouse])

    def press(self, keys):
        """Press keys together, such as Control+C."""
        values = [KEYS.get(key, key.lower()) for key in keys.split("+")]
        down = [{"type": "keyDown", "value": value} for value in values]
        up = [{"type": "keyUp", "value": value} for value in reversed(values)]
        board = {"type": "key", "id": "keyboard", "actions": down + up}
        self.ask("input.performActions", actions=[board])

    def set_viewport_size(self, size):
        """Make the window so wide and high."""
        self.ask("browsingContext.setViewport", viewport=size)

    def screenshot(self, path=None, clip=None):
        """What the window shows, or a part of it, as PNG."""
        clip = {"clip": {"type": "box", **clip}} if clip else {}
        data = self.ask("browsingContext.captureScreenshot", **clip)["data"]
        picture = base64.b64decode(data)
        if path:
            Path(path).write_bytes(picture)
        return picture

    def heard(self):
        """Role and name of all that the accessibility tree holds, in the order of reading."""
        (chrome,) = self.firefox.ask("browsingContext.getTree", **{"moz:scope": "chrome"})[
            "contexts"
        ]
        reply = self.firefox.ask(
            "script.callFunction",
            functionDeclaration=HEARD,
            arguments=[{"type": "string", "value": self.evaluate("location.href")}],
            target={"context": chrome["context"]},
            awaitPromise=True,
        )
        return json.loads(reply["result"]["value"])

    def events_of(self, kind):
        """The events of a kind in this window."""
        return [
            event["params"]
            for event in self.firefox.events
            if event["method"] == kind
            and self.context in (event["params"].get("context"), source(event))
        ]

    def close(self):
        """Close the window and forget what its pages stored."""
        self.firefox.ask("browser.removeUserContext", userContext=self.user)


def source(event):
    """The window of which the console speaks, or None."""
    return event["params"].get("source", {}).get("context")


def firefox():
    """The browser's path, or None."""
    return next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
