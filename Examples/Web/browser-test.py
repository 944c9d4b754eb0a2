#!/usr/bin/env python3
"""Two browsers draw on one document, see each other's edits, take back their own, and save; other programs judge the file."""

import argparse
import asyncio
import io
import math
import pathlib
import shutil
import subprocess
import tempfile

from PIL import Image

import serving
from chromium import Browser
from network import Network

ADA, GRACE = (0xD8, 0x1B, 0x60), (0x1E, 0x88, 0xE5)
TEXT = ["Two people draw on this page.", "Their strokes have their colours,", "and the file keeps both of them."]


def make_document(path):
    """Three pages of text in Helvetica."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[4 0 R 6 0 R 8 0 R]/Count 3/MediaBox[0 0 595 842]>>",
               "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    for page in range(3):
        lines = " T* ".join(f"({line}) Tj" for line in [f"Page {page + 1}", *TEXT * 6])
        content = f"BT /F 20 Tf 30 TL 60 740 Td {lines} ET"
        objects.append(f"<</Type/Page/Parent 2 0 R/Contents {5 + 2 * page} 0 R/Resources<</Font<</F 3 0 R>>>>>>")
        objects.append(f"<</Length {len(content)}>>stream\n{content}\nendstream")
    file, offsets = b"%PDF-1.7\n", []
    for number, text in enumerate(objects, 1):
        offsets.append(len(file))
        file += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    path.write_bytes(file + f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<</Size {size}/Root 1 0 R>>\n"
                     f"startxref\n{len(file)}\n%%EOF\n".encode())


def count(picture, color):
    """How many pixels of a picture have a colour, more or less."""
    pixels = Image.open(io.BytesIO(picture)).convert("RGB").tobytes()
    return sum(all(abs(a - b) < 24 for a, b in zip(pixel, color)) for pixel in zip(*[iter(pixels)] * 3))


def check(condition, what):
    print(("ok      " if condition else "FAILED  ") + what)
    if not condition:
        raise SystemExit(1)


async def choose(browser, tool):
    await browser.click(f'[data-tool="{tool}"]')
    await browser.wait(f"""document.querySelector('[data-tool="{tool}"]').ariaPressed === "true" """, tool)


async def use(server, file, pictures):
    original = file.read_bytes()
    async with Browser("Ada") as ada, Browser("Grace") as grace, Network(server.port) as network:
        both = (ada, grace)
        for browser, port in ((ada, server.port), (grace, network.port)):
            await browser.open(f"http://127.0.0.1:{port}/?name={browser.name}")
            await browser.wait("document.querySelector('.page[data-shown][data-words]')", "the first page")
        await ada.wait("document.querySelectorAll('#participants li').length === 2", "two participants")
        check(True, "two browsers show the document and each other's names")

        async def sequence(number):
            for browser in both:
                await browser.wait(f"Number(document.body.dataset.sequence) >= {number}", f"edit {number}")

        # Drawing with mouse, finger and pen.
        page = await ada.box(".page")
        x, y = page["x"], page["y"]
        await choose(ada, "pen")
        await choose(grace, "pen")
        wave = [(x + 80 + 5 * i, y + 330 + 30 * math.sin(i / 4)) for i in range(60)]
        circle = [(x + 300 + 70 * math.cos(i / 6), y + 480 + 70 * math.sin(i / 6)) for i in range(39)]
        line = [(x + 420 + 3 * i, y + 560 - 3 * i) for i in range(30)]
        await asyncio.gather(ada.mouse(wave), grace.touch(circle))
        await sequence(2)
        await ada.mouse(line, pointer="pen")
        await sequence(3)
        for browser in both:
            picture = await browser.picture(pictures / f"1-drawn-{browser.name}.png")
            check(count(picture, ADA) > 400 and count(picture, GRACE) > 400, f"{browser.name} sees both drawings")
            check(await browser.evaluate("document.querySelectorAll('.ink path').length") == 0,
                  f"{browser.name}: the strokes are in the tiles")

        # Selecting and highlighting text.
        await choose(ada, "select")
        words = await ada.evaluate("[...document.querySelectorAll('.page .words span')].slice(2, 8).map("
                                   "(s) => { const b = s.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })")
        first, last = words[0], words[-1]
        await ada.mouse([(first[0] + 1, first[1] + first[3] / 2)] + [
            (first[0] + (last[0] + last[2] - 2 - first[0]) * i / 10, last[1] + last[3] / 2) for i in range(1, 11)])
        text = await ada.evaluate("getSelection().toString()")
        check("people draw on" in " ".join(text.split()), f"selected text: {' '.join(text.split())!r}")
        await ada.picture(pictures / "2-selected-Ada.png")
        await ada.click("#highlight")
        await sequence(4)

        # A note.
        await choose(grace, "note")
        await grace.mouse([(x + 500, y + 120)])
        await grace.wait("document.querySelector('#note').open", "the dialog")
        await grace.type("Is this the newest version?")
        await grace.picture(pictures / "3-note-Grace.png")
        await grace.click("#note [value=done]")
        await sequence(5)
        await ada.wait("document.querySelector('.marks button')?.title.includes('newest version')", "the note")
        check(True, "Ada can read Grace's note")
        for browser in both:
            await browser.picture(pictures / f"4-marked-{browser.name}.png")

        # Undo takes back one's own: first Ada's highlight, then her line, then her wave.
        for number in range(3):
            await ada.key("z", control=True)
            await sequence(6 + number)
        await ada.wait("document.querySelector('#undo').disabled", "an empty history")
        for browser in both:
            picture = await browser.picture(pictures / f"5-undone-{browser.name}.png")
            # The name in the list of participants has the colour, too.
            check(count(picture, GRACE) > 400, f"{browser.name} still sees what Grace drew")
            marks = await browser.evaluate("Number(document.querySelector('.page').dataset.marks)")
            check(marks == 2, f"{browser.name}: Ada's edits are gone, Grace's are there")
        await ada.key("z", control=True, shift=True)
        await sequence(9)

        # Searching.
        await ada.click("#search input")
        await ada.type("strokes have")
        await ada.call("Input.dispatchKeyEvent", type="rawKeyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13)
        await ada.call("Input.dispatchKeyEvent", type="char", key="Enter", text="\r", windowsVirtualKeyCode=13)
        await ada.wait("document.querySelectorAll('#results button').length === 18", "18 matches")
        await ada.picture(pictures / "6-search-Ada.png")
        check(True, "18 matches on three pages")

        # Scrolling and zooming, with two fingers too.
        zoom = await grace.evaluate("document.querySelector('#zoom').value")
        await choose(grace, "select")
        centre = (640, 500)
        await grace.touch([(centre[0] - 40 - 5 * i, centre[1]) for i in range(20)],
                          [(centre[0] + 40 + 5 * i, centre[1]) for i in range(20)])
        await grace.wait(f"parseFloat(document.querySelector('#zoom').value) > 2 * parseFloat('{zoom}')", "a pinch")
        await grace.wait("document.querySelectorAll('.layer').length === document.querySelectorAll('.page').length"
                         " && document.querySelectorAll('.page[data-shown]').length", "tiles at the new scale")
        await grace.picture(pictures / "7-zoomed-Grace.png")
        check(True, f"two fingers zoomed from {zoom}")
        await grace.click("#fit")
        await grace.evaluate("document.querySelector('#viewport').scrollTo(0, 1e6)")
        await grace.wait("document.querySelector('.page[data-page=\"2\"][data-shown]')", "the last page")
        await grace.picture(pictures / "8-last-page-Grace.png")
        check(True, "the last page is shown")

        # Saving.
        await grace.click("#save")
        for browser in both:
            await browser.wait("document.body.dataset.revision === '2'", "revision 2")
        saved = file.read_bytes()
        check(len(saved) > len(original) and saved.startswith(original), f"{len(saved) - len(original)} bytes were appended")
        await choose(ada, "pen")
        page = await ada.box('.page[data-page="0"]')
        await ada.mouse([(page["x"] + 60, 600), (page["x"] + 200, 620), (page["x"] + 300, 600)])
        await ada.click("#save")
        await ada.wait("document.body.dataset.revision === '3'", "revision 3")
        check(file.read_bytes().startswith(saved), "each save is a revision of its own")

        # Loading the page again, with what is in the tab: Ada is the same, and can take back what she did.
        await ada.call("Page.reload")
        await ada.wait("document.querySelector('.page[data-shown]') && !document.querySelector('#undo').disabled", "a way back")
        check(await ada.evaluate("document.querySelectorAll('#participants li').length") == 2, "Ada is there once")
        await ada.key("z", control=True)
        await sequence(11)
        await ada.key("z", control=True, shift=True)
        await sequence(12)
        check(True, "Ada loaded the page again, and took back what she had done")

        # The network of Grace is lost, and is there again: she is the same, too.
        await grace.key("z", control=True)
        await sequence(13)
        network.cut()
        await grace.wait("!document.querySelector('#message').hidden", "a lost connection")
        await ada.wait("document.querySelectorAll('#participants li').length === 1", "Grace's absence")
        network.mend()
        await grace.wait("document.querySelector('#message').hidden && !document.querySelector('#redo').disabled", "a new one")
        await grace.key("z", control=True, shift=True)
        await sequence(14)
        check(True, "Grace lost the connection, and did again what she had taken back")

        # The server is killed with edits that nobody saved, and starts again.
        page = await ada.box('.page[data-page="0"]')
        await choose(ada, "pen")
        await ada.mouse([(page["x"] + 60, 700), (page["x"] + 200, 640), (page["x"] + 300, 700)])
        await sequence(15)
        marks = await ada.evaluate("Number(document.querySelector('.page').dataset.marks)")
        await ada.picture(pictures / "9-before-kill-Ada.png")
        server.kill()
        for browser in both:
            await browser.wait("!document.querySelector('#message').hidden", "a lost connection")
        said = server.start_again()
        check(any(line.startswith("Recovered ") for line in said), f"after kill -9 the server says: {said}")
        for browser in both:
            await browser.wait("document.querySelector('#message').hidden && !document.querySelector('#save').disabled",
                               "something to save")
            await browser.evaluate("document.querySelector('#viewport').scrollTo(0, 0)")
            await browser.wait(f"Number(document.querySelector('.page[data-shown]')?.dataset.marks) === {marks}",
                               "the edits of before")
            await browser.picture(pictures / f"10-after-kill-{browser.name}.png")
        check(True, "both see what was not saved")

        # Tiles that are asked for too quickly are refused for a moment, and asked for again; so are lost connections.
        for browser in both:
            complaints = [one for one in browser.complaints
                          if not any(expected in one for expected in ("status of 429", "WebSocket connection to"))]
            check(not complaints, f"{browser.name}: no errors in the page {complaints}")


def judge(file, pictures):
    """What MuPDF and qpdf say of the file."""
    result = subprocess.run(["qpdf", "--check", file], capture_output=True, text=True)
    check(result.returncode == 0, f"qpdf: {result.stdout.splitlines()[-1]}")
    picture = pictures / "11-in-mupdf.png"
    result = subprocess.run(["mutool", "draw", "-r", "96", "-o", picture, file, "1"], capture_output=True, text=True)
    check(result.returncode == 0 and "error" not in result.stderr, f"mutool draws it {result.stderr.strip()}")
    data = picture.read_bytes()
    check(count(data, ADA) > 400 and count(data, GRACE) > 400, "both colours are in MuPDF's picture")
    listing = subprocess.run(["mutool", "show", file, "grep"], capture_output=True, text=True).stdout
    for kind, author in (("Ink", "Ada"), ("Ink", "Grace"), ("Text", "Grace")):
        check(any(f"/Subtype/{kind}" in line.replace(" ", "") and f"({author})" in line
                  for line in listing.splitlines()), f"MuPDF reads {kind} of {author}")


class Server:
    """The server, which is killed and started again at the same address."""

    def __init__(self, program, file, state):
        self.program, self.file, self.state = program, file, state
        self.process, address, _ = serving.start(program, file, state)
        self.port = int(address.rpartition(":")[2])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def start_again(self):
        self.process, _, said = serving.start(self.program, self.file, self.state, port=self.port)
        return said


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="postil-web")
    parser.add_argument("--pictures", default="pictures", type=pathlib.Path)
    options = parser.parse_args()
    options.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "shared.pdf")
        make_document(file)
        server = Server(options.program, file, folder)
        try:
            asyncio.run(use(server, file, options.pictures))
        finally:
            serving.end(server.process)
        check(file.read_bytes().count(b"startxref") == 4, "the end of the server saved what was recovered")
        judge(file, options.pictures)
        shutil.copy(file, options.pictures)
    print(f"All as it should be; the pictures are in {options.pictures}.")


if __name__ == "__main__":
    main()
