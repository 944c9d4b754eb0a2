"""Chromium without a window, by its DevTools protocol: mouse, finger, pen, keys, pictures."""

import asyncio
import base64
import contextlib
import json
import pathlib
import tempfile

import aiohttp


class Browser:
    """A browser with a profile of its own and one page."""

    def __init__(self, name, width=1280, height=900):
        self.name, self.width, self.height = name, width, height
        self.answers, self.number, self.complaints = {}, 0, []

    async def __aenter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = await asyncio.create_subprocess_exec(
            "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--remote-debugging-port=0", f"--user-data-dir={self.profile.name}", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--touch-events=enabled",
            f"--window-size={self.width},{self.height}", "about:blank",
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL)
        port_file = pathlib.Path(self.profile.name, "DevToolsActivePort")
        while not port_file.exists() or not port_file.read_text().strip():
            if self.process.returncode is not None:
                raise RuntimeError(f"chromium ended with status {self.process.returncode}")
            await asyncio.sleep(0.05)
        port = port_file.read_text().split()[0]
        self.http = aiohttp.ClientSession()
        while True:
            async with self.http.get(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [target for target in await answer.json(content_type=None) if target["type"] == "page"]
            if pages:
                break
            await asyncio.sleep(0.05)
        self.socket = await self.http.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=1 << 27)
        self.listening = asyncio.create_task(self.listen())
        for domain in ("Page", "Runtime", "Log"):
            await self.call(f"{domain}.enable")
        await self.call("Emulation.setDeviceMetricsOverride", width=self.width, height=self.height,
                        deviceScaleFactor=1, mobile=False)
        return self

    async def __aexit__(self, *_):
        self.listening.cancel()
        with contextlib.suppress(Exception):
            await self.http.close()
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        await self.process.wait()
        self.profile.cleanup()

    async def listen(self):
        async for message in self.socket:
            message = json.loads(message.data)
            if "id" in message:
                self.answers.pop(message["id"]).set_result(message)
            elif message["method"] == "Runtime.exceptionThrown":
                details = message["params"]["exceptionDetails"]
                self.complaints.append(details.get("exception", {}).get("description") or details["text"])
            elif message["method"] == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                entry = message["params"]["entry"]
                self.complaints.append(f"{entry['text']} {entry.get('url', '')}")

    async def call(self, method, **parameters):
        self.number += 1
        answer = self.answers[self.number] = asyncio.get_running_loop().create_future()
        await self.socket.send_json({"id": self.number, "method": method, "params": parameters})
        message = await asyncio.wait_for(answer, 120)
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        return message["result"]

    async def open(self, address):
        await self.call("Page.navigate", url=address)

    async def evaluate(self, expression):
        result = await self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{self.name}: {expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    async def wait(self, expression, what):
        """Waits until something holds, half a minute at the most."""
        for _ in range(300):
            value = await self.evaluate(f"Boolean({expression})")
            if value:
                return value
            await asyncio.sleep(0.1)
        raise RuntimeError(f"{self.name}: {what} did not happen; complaints: {self.complaints}")

    async def box(self, selector):
        return await self.evaluate(
            f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            "return {x: b.x, y: b.y, width: b.width, height: b.height}; })()")

    async def click(self, selector):
        box = await self.box(selector)
        await self.mouse([(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)])

    async def mouse(self, points, pointer="mouse"):
        """Presses at the first point, moves along the others, and lets go."""
        common = {"button": "left", "buttons": 1, "clickCount": 1, "pointerType": pointer}
        x, y = points[0]
        await self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, pointerType=pointer)
        await self.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **common)
        for x, y in points[1:]:
            await self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, **common)
        await self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, **common)

    async def touch(self, *fingers):
        """Moves fingers along paths of equal lengths."""
        for number, places in enumerate(zip(*fingers)):
            points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(places)]
            kind = "touchMove" if number else "touchStart"
            await self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def key(self, key, control=False, shift=False):
        modifiers = (2 if control else 0) + (8 if shift else 0)
        common = {"key": key, "code": f"Key{key.upper()}", "modifiers": modifiers,
                  "windowsVirtualKeyCode": ord(key.upper())}
        await self.call("Input.dispatchKeyEvent", type="keyDown", **common)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    async def type(self, text):
        await self.call("Input.insertText", text=text)

    async def picture(self, path):
        data = base64.b64decode((await self.call("Page.captureScreenshot", format="png"))["data"])
        pathlib.Path(path).write_bytes(data)
        return data
