#!/usr/bin/env python3
"""Draws pages with MuPDF or PDFium, each in a process of its own, for scripts that compare pictures.

As a program: draw_peer.py mupdf|pdfium takes lines of JSON on standard input, the arguments of Peer.draw, and answers each with
a line {"width", "height", "scale", "pages"} or {"error"}. The library is loaded once; each page is drawn in a process that is
forked from there, so that a crash, a page without an end or a file that takes all memory ends that page alone.
"""

import json
import os
import pathlib
import resource
import select
import signal
import subprocess
import sys
import threading

#: What a page may take, in bytes of address space.
MEMORY = 4 << 30


class Peer:
    """A library that draws, for the threads of a script: one program, which answers one after the other."""

    def __init__(self, name):
        self.name = name
        self.lock = threading.Lock()
        self.process = None

    def draw(self, path, page, scale, pixels, password=None, limit=30, sides=None):
        """The answer of the program, which writes red, green and blue of each pixel into the file `pixels`.

        With `sides`, two numbers of pixels, the scale is changed so that the longer side of the page is between them. A new
        program takes the place of one that ended.
        """
        question = {
            "file": str(path), "page": page, "scale": scale, "pixels": str(pixels), "password": password, "limit": limit,
            "sides": sides}
        with self.lock:
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(
                    [sys.executable, __file__, self.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                    text=True)
            try:
                print(json.dumps(question), file=self.process.stdin, flush=True)
                line = self.process.stdout.readline()
            except BrokenPipeError:
                line = ""
        return json.loads(line) if line else {"error": "the program that draws ended"}

    def end(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()


def mupdf(question):
    """The answer and the pixels of a page as MuPDF draws it, with annotations and fields."""
    import pymupdf

    document = pymupdf.open(question["file"], filetype="pdf")
    if document.needs_pass and not document.authenticate(question["password"] or ""):
        raise ValueError("no known password")
    page = document[question["page"] - 1]
    scale = chosen_scale(question, page.rect.width, page.rect.height)
    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False)
    return {"width": pixmap.width, "height": pixmap.height, "scale": scale, "pages": document.page_count}, pixmap.samples


def pdfium(question):
    """The same as PDFium draws it."""
    import pypdfium2

    document = pypdfium2.PdfDocument(question["file"], password=question["password"])
    if document.get_formtype():
        document.init_forms()
    page = document[question["page"] - 1]
    scale = chosen_scale(question, *page.get_size())
    image = page.render(scale=scale, may_draw_forms=True, rev_byteorder=True).to_pil().convert("RGB")
    return {"width": image.width, "height": image.height, "scale": scale, "pages": len(document)}, image.tobytes()


def picture(draw, path, page, scale):
    """A page as an image of Pillow, drawn in this process: for files that are trusted not to end it."""
    from PIL import Image

    question = {"file": str(path), "page": page, "scale": scale, "password": None, "sides": None}
    answer, samples = draw(question)
    return Image.frombytes("RGB", (answer["width"], answer["height"]), samples)


def chosen_scale(question, width, height):
    scale, longest = question["scale"], max(width, height)
    if question["sides"] and longest > 0:
        least, most = question["sides"]
        scale = min(max(scale, least / longest), most / longest)
    return scale


DRAW = {"mupdf": mupdf, "pdfium": pdfium}


def answer(draw, question):
    """Draws, in a process that does nothing else."""
    try:
        result, samples = draw(question)
        pathlib.Path(question["pixels"]).write_bytes(samples)
        return result
    except BaseException as error:
        return {"error": f"{type(error).__name__}: {error}".splitlines()[0]}


def forked(draw, question):
    """The answer of a process of its own, or why there is none."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.write(write, json.dumps(answer(draw, question)).encode())
        finally:
            os._exit(0)
    os.close(write)
    ready, _, _ = select.select([read], [], [], question["limit"])
    if not ready:
        os.kill(child, signal.SIGKILL)
    data = os.read(read, 1 << 16)
    os.close(read)
    status = os.waitpid(child, 0)[1]
    if not ready:
        return {"error": f"not done after {question['limit']} s"}
    if not data:
        return {"error": f"killed by {signal.Signals(status & 0x7F).name}" if status & 0x7F else f"status {status >> 8}"}
    return json.loads(data)


def serve(name):
    # Loaded here once, for all that are forked.
    if name == "mupdf":
        import pymupdf

        pymupdf.TOOLS.mupdf_display_errors(False)
    else:
        import PIL.Image  # noqa: F401
        import pypdfium2  # noqa: F401
    for line in sys.stdin:
        print(json.dumps(forked(DRAW[name], json.loads(line))), flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
