"""Pages as poppler, MuPDF and PDFium draw them, and where they have ink."""

import subprocess

import draw_peer
import pikepdf
import pymupdf
from PIL import Image

RESOLUTION = 144
#: Left out at the edges of a rectangle, in pixels: borders.
MARGIN = 5


def images(path, folder, index=0):
    """A page as three readers draw it."""
    target, number = folder / "poppler", str(index + 1)
    subprocess.run(
        ["pdftoppm", "-cropbox", "-r", str(RESOLUTION), "-f", number, "-l", number, "-singlefile", "-png", path, target],
        capture_output=True, check=True)
    return {
        "poppler": Image.open(target.with_suffix(".png")).convert("RGB"),
        "MuPDF": draw_peer.picture(draw_peer.mupdf, path, index + 1, RESOLUTION / 72),
        "PDFium": draw_peer.picture(draw_peer.pdfium, path, index + 1, RESOLUTION / 72),
    }


def on_picture(path, rect, index=0):
    """A rectangle of a page (left, bottom, width, height; y up, as the file has it) in its pictures."""
    page = pymupdf.open(path)[index]
    device = pymupdf.Rect(rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3])
    return device * page.transformation_matrix * page.rotation_matrix * pymupdf.Matrix(RESOLUTION / 72, RESOLUTION / 72)


def ink(image, rect):
    """The box of what is dark inside a rectangle."""
    part = image.crop((rect.x0 + MARGIN, rect.y0 + MARGIN, rect.x1 - MARGIN, rect.y1 - MARGIN)).convert("L")
    return part.point(lambda level: 255 if level < 128 else 0).getbbox()


def is_comparable(path, index=0):
    """Whether readers draw a page alike: not in other units, nor where the file asks them to draw its fields anew."""
    with pikepdf.open(path) as pdf:
        form = pdf.Root.get("/AcroForm", {})
        return "/UserUnit" not in pdf.pages[index] and not form.get("/NeedAppearances", False)


def apart(boxes, part=20):
    """Whether the boxes of a text are at other places than the fonts of the readers explain: one part in so many of its extent."""
    most = max(abs(a - b) for one in boxes for other in boxes for a, b in zip(one, other))
    extent = max(side for box in boxes for side in (box[2] - box[0], box[3] - box[1]))
    return most > max(4, extent / part)
