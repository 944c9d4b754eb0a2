#!/usr/bin/env python3
"""Draws every kind of annotation on turned and cropped pages, and looks at them in three viewers.

Pages turned by 0, 90, 180 and 270 degrees, with boxes that begin at 0,0, elsewhere, and below 0,
get one annotation each: line, rectangle, ellipse, polygon, cloud, polyline, ink of one width and of several, caret, redaction, marked text, text
in a box, a stamp, a note, an attached file and measurements, open and filled, opaque and half transparent, dashed if the tool can. Text and stamps stand
upright on turned pages; notes and attachments stay so by themselves, turned about their corner. Each page is rendered at 144 dpi by poppler (pdftocairo),
MuPDF and PDFium. The rectangle that holds the ink must be where the PDF's coordinates say, which
is computed here by other means than Postil's, and must agree between the viewers, within 1.5
pixels. How many pixels differ by more than 64 levels is reported.

Marked text is looked at once more without the appearances that Postil made (/AP), which pikepdf takes out: each
viewer then draws it by its quadrilaterals, whose order decides on which side of the text a line is. What it draws must
be within the quadrilateral by a few points, reach from one end of the text to the other, and be on the right side; a
table tells what each viewer drew.

Exit status 1 if ink is missing or misplaced anywhere.
"""

import itertools
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

import numpy
import pikepdf
import postil_tool as tool
import pymupdf
import pypdfium2
from PIL import Image

SCALE = 2
TOLERANCE = 1.5
#: Width and height of the part of the page that is shown.
SHOWN = (300, 200)
#: Media box, crop box if there is one; the part that is shown begins at 0,0 or elsewhere.
BOXES = {
    "plain": ([0, 0, 300, 200], None),
    "cropped": ([0, 0, 500, 450], [120, 150, 420, 350]),
    "negative": ([-200, -100, 100, 100], None),
    "negative, cropped": ([-300, -250, 200, 200], [-250, -150, 50, 50]),
    "fractions": ([10.5, 20.25, 310.5, 220.25], None),
}
ROTATIONS = (0, 90, 180, 270)
WIDTH = 3
#: The kinds of marked text, and what each fills: parts of the text's height above its lower edge.
MARKS = {
    "highlight": (0, 1),
    "underline": (1 / 7 - 1 / 32, 1 / 7 + 1 / 32),
    "strikeout": (3 / 7 - 1 / 32, 3 / 7 + 1 / 32),
    "squiggly": (0, 1 / 7 + 2**0.5 / 32),
}
#: What stands upright, in a frame that is as large as its rectangle, or larger by half the frame's width.
UPRIGHT = {
    "freeText": {"text": "Upright Текст שלום नमस्ते 你好", "font": {"family": "DejaVu Sans", "size": 14}},
    "stamp": {"text": "Проверено", "detail": "Ada, 5 May"},
}
#: What stays upright by itself, by its upper left corner: its icon fills a square from 1 to 19 points from there.
ICONS = {
    "note": {"icon": "Insert"},
    "fileAttachment": {"icon": "PushPin", "file": {"name": "a.txt", "data": "aGk="}},
}
ICON = (1, 19)
#: How far a mark without appearance may stand out of the ends of its text, and on other sides, in points: highlights
#: bulge at their ends by three sixteenths of their height. And how much of the text it may leave out at an end.
BULGE, OUTSIDE, LEFT_OUT = 7, 2.5, 1
#: What a mark without appearance may fill, as parts of the text's height above its lower edge.
BANDS = {"highlight": (0, 1), "underline": (0, 0.35), "strikeout": (0.2, 0.8), "squiggly": (0, 0.35)}
#: What viewers draw as if all text ran to the right, when there is no appearance: it need only be within the bounds.
NOT_TURNED = {
    ("PDFium", "underline"), ("PDFium", "strikeout"), ("PDFium", "squiggly"), ("poppler", "squiggly")}
#: Ink whose width changes.
SWELLING = "swelling ink"
#: Kinds that are made by 'postil apply'.
SCRIPTED = [*MARKS, "caret", "redaction", "freeText", "stamp", SWELLING, *ICONS]
#: How much of the tip and of the other two corners of a caret 60 points long is too thin to be seen, in points.
CARET_TIP, CARET_CORNER = 13.5, 3.25
#: Text that runs to the right, and text that runs up its page: the corners of its quadrilateral.
TO_THE_RIGHT = (60, 150, 260, 150, 60, 118, 260, 118)
UPWARDS = (60, 20, 60, 180, 92, 20, 92, 180)


@dataclass(frozen=True)
class Kind:
    """An annotation to draw: its shape relative to the corner of what is shown, and its style."""

    name: str
    shape: str
    numbers: tuple
    options: tuple = ()
    opacity: float = 1.0

    def edit(self, number, origin, rotation):
        """The annotation of a kind that 'postil draw' has not, as 'postil apply' takes it."""
        if self.shape in UPRIGHT:
            x, y, width, height = self.numbers
            annotation = {
                "kind": self.shape, "rect": [x + origin[0], y + origin[1], width, height], "rotation": rotation,
                "color": "C00000", "lineWidth": WIDTH, "opacity": self.opacity, **UPRIGHT[self.shape]}
            return {"edit": "addAnnotation", "page": number, "annotation": annotation}
        if self.shape in ICONS:
            x, y = self.numbers
            annotation = {
                "kind": self.shape, "at": [x + origin[0], y + origin[1]], "color": "C00000", "opacity": self.opacity,
                **ICONS[self.shape]}
            return {"edit": "addAnnotation", "page": number, "annotation": annotation}
        points = [
            [self.numbers[i] + origin[0], self.numbers[i + 1] + origin[1]] for i in range(0, len(self.numbers), 2)]
        annotation = {"kind": self.shape, "color": "C00000", "opacity": self.opacity}
        if self.shape == SWELLING:
            widths = [2, *[0.5, 1.5] * len(points)][:len(points) - 1] + [2]
            stroke = {"points": points, "widths": widths}
            annotation |= {"kind": "ink", "lineWidth": WIDTH, "strokes": [stroke]}
        elif self.shape == "caret":
            (left, low), (right, high) = points
            annotation |= {"rect": [left, low, right - left, high - low], "turn": 90}
        else:
            annotation["quads"] = [points]
        return {"edit": "addAnnotation", "page": number, "annotation": annotation}

    def marked(self):
        """What a mark of text fills, as parts of the text's height above its lower edge."""
        return MARKS[self.shape]

    def quad_bounds(self, low, high):
        """The rectangle of a band along the text, between two parts of its height."""
        n = self.numbers
        left, right = n[4:6], n[6:8]
        up = (n[0] - n[4], n[1] - n[5])
        corners = [(x + up[0] * part, y + up[1] * part) for x, y in (left, right) for part in (low, high)]
        xs, ys = zip(*corners)
        return min(xs), min(ys), max(xs), max(ys)

    def is_upwards(self):
        return self.numbers == UPWARDS

    def quad_height(self):
        n = self.numbers
        return ((n[0] - n[4]) ** 2 + (n[1] - n[5]) ** 2) ** 0.5

    def outside(self, found):
        """How far a rectangle stands out of marked text at its start, its end, below and above; less than 0 if inside."""
        own = self.quad_bounds(0, 1)
        left, low, right, high = own[0] - found[0], own[1] - found[1], found[2] - own[2], found[3] - own[3]
        return (low, high, right, left) if self.is_upwards() else (left, right, low, high)

    def arguments(self, origin):
        x, y = origin
        if self.shape in ("rect", "ellipse"):
            value = f"{x + self.numbers[0]},{y + self.numbers[1]},{self.numbers[2]},{self.numbers[3]}"
        else:
            pairs = [
                f"{x + self.numbers[i]},{y + self.numbers[i + 1]}" for i in range(0, len(self.numbers), 2)]
            value = ("," if self.shape in ("line", "distance") else " ").join(pairs)
        style = ["--color", "C00000", "--width", str(WIDTH), "--opacity", str(self.opacity), *self.options]
        return [*style, f"--{self.shape}", value]

    def bounds(self):
        """The rectangle that the ink fills, relative to the corner of what is shown."""
        half, n = WIDTH / 2, self.numbers
        if self.shape == "stamp":
            return n[0], n[1], n[0] + n[2], n[1] + n[3]
        if "--cloud-intensity" in self.options:  # The bulges stand out by as much on every side.
            radius = 5 * float(self.options[-1]) + half
            xs, ys = (n[::2], n[1::2]) if self.shape == "cloud" else ((n[0], n[0] + n[2]), (n[1], n[1] + n[3]))
            return min(xs) - radius - half, min(ys) - radius - half, max(xs) + radius + half, max(ys) + radius + half
        if self.shape == "redaction":  # Its outline is a point wide.
            return min(n[::2]) - 0.5, min(n[1::2]) - 0.5, max(n[::2]) + 0.5, max(n[1::2]) + 0.5
        if self.shape == "caret":
            return n[0], n[1] + CARET_CORNER, n[2] - CARET_TIP, n[3] - CARET_CORNER
        if self.shape in ("area", "perimeter"):  # Their captions are within what their sides reach.
            return Kind("", {"area": "polygon", "perimeter": "polyline"}[self.shape], n).bounds()
        if self.shape in ("rect", "ellipse", "freeText"):
            return n[0] - half, n[1] - half, n[0] + n[2] + half, n[1] + n[3] + half
        if self.shape == SWELLING:  # It is twice as wide at its ends.
            return min(n[::2]) - WIDTH, min(n[1::2]) - WIDTH, max(n[::2]) + WIDTH, max(n[1::2]) + WIDTH
        if self.shape == "ink":  # Its points rise from end to end, and its ends are round.
            return min(n[::2]) - half, min(n[1::2]) - half, max(n[::2]) + half, max(n[1::2]) + half
        if self.shape in MARKS:
            return self.quad_bounds(*self.marked())
        if self.shape == "polygon":  # Its sides are level or upright.
            return min(n[::2]) - half, min(n[1::2]) - half, max(n[::2]) + half, max(n[1::2]) + half
        if self.shape == "polyline":  # It goes up, right and up again: its ends are cut off square.
            return min(n[::2]) - half, min(n[1::2]), max(n[::2]) + half, max(n[1::2])
        # The ends of a line are cut off square.
        dx, dy = n[2] - n[0], n[3] - n[1]
        length = (dx * dx + dy * dy) ** 0.5
        across, up = half * abs(dy) / length, half * abs(dx) / length
        return min(n[0], n[2]) - across, min(n[1], n[3]) - up, max(n[0], n[2]) + across, max(n[1], n[3]) + up


def kinds(dash):
    shapes = [
        ("line", "line", (40, 30, 200, 90), ()),
        ("rectangle", "rect", (30, 120, 90, 50), ()),
        ("filled rectangle", "rect", (30, 120, 90, 50), ("--fill-color", "C00000")),
        ("ellipse", "ellipse", (170, 110, 100, 60), ()),
        ("filled ellipse", "ellipse", (170, 110, 100, 60), ("--fill-color", "C00000")),
        ("polygon", "polygon", (40, 20, 140, 20, 140, 60, 90, 60, 90, 110, 40, 110), ()),
        ("filled polygon", "polygon", (40, 20, 140, 20, 140, 60, 90, 60, 90, 110, 40, 110), ("--fill-color", "C00000")),
        ("cloud", "cloud", (60, 40, 240, 40, 240, 90, 120, 90, 120, 160, 60, 160), ("--cloud-intensity", "1")),
        ("cloudy rectangle", "rect", (60, 60, 150, 70), ("--cloud-intensity", "2")),
        ("area", "area", (40, 20, 240, 20, 240, 140, 40, 140), ("--scale", "1 in = 10 ft")),
        ("perimeter", "perimeter", (150, 20, 150, 70, 240, 70, 240, 150), ("--precision", "1/16")),
        ("distance", "distance", (40, 120, 240, 120), ("--leader", "20", "--scale", "1:50 m")),
        ("redaction", "redaction", TO_THE_RIGHT, ()),
        ("caret", "caret", (120, 80, 180, 140), ()),
        ("polyline", "polyline", (150, 20, 150, 70, 240, 70, 240, 150), ()),
        ("ink", "ink", (20, 20, 60, 24, 90, 60, 140, 66, 190, 120), ()),
        ("ink of several widths", SWELLING, (20, 20, 60, 24, 90, 60, 140, 66, 190, 120), ()),
    ]
    result = [
        Kind(f"{name}{', half transparent' if opacity < 1 else ''}", shape, numbers, options, opacity)
        for name, shape, numbers, options in shapes for opacity in (1.0, 0.5)]
    result += [
        Kind(f"{shape}{direction}{', half transparent' if opacity < 1 else ''}", shape, quad, (), opacity)
        for shape in MARKS for quad, direction in ((TO_THE_RIGHT, ""), (UPWARDS, " of text upwards"))
        for opacity in (1.0, 0.5)]
    result += [
        Kind(f"{name}{', half transparent' if opacity < 1 else ''}", shape, (40, 30, 150, 120), (), opacity)
        for name, shape in (("text in a box", "freeText"), ("stamp", "stamp")) for opacity in (1.0, 0.5)]
    result += [
        Kind(f"{name}{', half transparent' if opacity < 1 else ''}", shape, (120, 100), (), opacity)
        for name, shape in (("note", "note"), ("attachment", "fileAttachment")) for opacity in (1.0, 0.5)]
    if dash:
        result += [
            Kind(f"{name}, dashed", shape, numbers, (dash, "9,4")) for name, shape, numbers, _ in shapes[:2]]
    return result


def make_pages(path, pages):
    with pikepdf.new() as pdf:
        for box, rotation, _ in pages:
            media, crop = BOXES[box]
            page = pikepdf.Dictionary(Type=pikepdf.Name.Page, MediaBox=media, Rotate=rotation)
            if crop:
                page.CropBox = crop
            pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
        pdf.save(path)


def expected_box(box, rotation, kind):
    """Where the ink must be, in pixels: left, top, right, bottom."""
    if kind.shape in ICONS:
        left, top = place_on(rotation, (*kind.numbers, *kind.numbers))[:2]
        return [edge + part * SCALE for part in ICON for edge in (left, top)]
    return place_on(rotation, kind.bounds())


def place_on(rotation, rectangle):
    """A rectangle, relative to the corner of what is shown, in pixels of the turned page: left, top, right, bottom."""
    left, low, right, high = rectangle
    width, height = SHOWN
    # Written out a second time on purpose: this is what Postil's own transform is held against.
    turned = {
        0: (left, height - high, right, height - low),
        90: (low, left, high, right),
        180: (width - right, low, width - left, high),
        270: (height - high, width - right, height - low, width - left),
    }[rotation]
    return [edge * SCALE for edge in turned]


# Viewers: each gives the pages as arrays of height × width × 3, in order.


def by_poppler(path, folder):
    command = ["pdftocairo", "-png", "-cropbox", "-r", str(72 * SCALE), str(path), str(folder / "page")]
    done = subprocess.run(command, check=True, capture_output=True)
    for line in sorted(set(tool.text(done.stderr).splitlines())):
        print(f"poppler says: {line}")
    for image in sorted(folder.glob("page-*.png")):
        yield numpy.asarray(Image.open(image).convert("RGB"), dtype=int)


def by_mupdf(path, _):
    with pymupdf.open(path) as document:
        for page in document:
            picture = page.get_pixmap(matrix=pymupdf.Matrix(SCALE, SCALE))
            samples = numpy.frombuffer(picture.samples, dtype=numpy.uint8)
            yield samples.reshape(picture.height, picture.width, 3).astype(int)


def by_pdfium(path, _):
    document = pypdfium2.PdfDocument(path)
    for page in document:
        yield numpy.asarray(page.render(scale=SCALE).to_pil().convert("RGB"), dtype=int)
    document.close()


VIEWERS = {"poppler": by_poppler, "MuPDF": by_mupdf, "PDFium": by_pdfium}


def ink_box(image):
    """The rectangle that holds the ink, its edges placed by how much of a pixel is covered; None without ink."""
    darkness = (255 - image[:, :, 1]) / 255
    darkest = darkness.max()
    if darkest < 0.2:
        return None
    ys, xs = numpy.nonzero(darkness > darkest * 0.25)
    return [xs.min(), ys.min(), xs.max() + 1, ys.max() + 1]


def distance(a, b):
    return max(abs(one - other) for one, other in zip(a, b))


def difference(a, b):
    """The share of pixels that differ by more than 64 levels."""
    if a.shape != b.shape:
        return 1.0
    return float((numpy.abs(a - b).max(axis=2) > 64).mean())


class Comparison:
    def __init__(self):
        self.failures = []
        #: How far marks without appearance stand out of their text, by viewer, kind and direction.
        self.without_appearance = {}
        self.worst_pixels = {pair: (0.0, "none") for pair in itertools.combinations(VIEWERS, 2)}
        self.worst_box = {pair: (0.0, "none") for pair in itertools.combinations(VIEWERS, 2)}
        self.worst_place = {viewer: (0.0, "none") for viewer in VIEWERS}

    def add(self, page, images):
        box, rotation, kind = page
        name = f"{kind.name}, {box}, turned by {rotation}"
        self.check_size(name, rotation, images)
        boxes = {viewer: ink_box(image) for viewer, image in images.items()}
        for viewer, found in boxes.items():
            if found is None:
                self.failures.append(f"{name}: {viewer} shows no ink")
                continue
            if kind.shape == "distance":  # Arrows and leader lines: that the viewers agree is enough.
                continue
            off = distance(found, expected_box(box, rotation, kind))
            self.worst_place[viewer] = max(self.worst_place[viewer], (off, name))
            if off > TOLERANCE:
                self.failures.append(f"{name}: {viewer} shows it {off:.1f} px from where it should be")
        self.check_opacity(name, kind, images)
        for pair in self.worst_pixels:
            a, b = pair
            share = difference(images[a], images[b])
            self.worst_pixels[pair] = max(self.worst_pixels[pair], (share, name))
            if boxes[a] and boxes[b]:
                off = distance(boxes[a], boxes[b])
                self.worst_box[pair] = max(self.worst_box[pair], (off, name))
                if off > TOLERANCE:
                    self.failures.append(f"{name}: {a} and {b} differ by {off:.1f} px")

    def check_size(self, name, rotation, images):
        width, height = SHOWN if rotation % 180 == 0 else SHOWN[::-1]
        for viewer, image in images.items():
            if distance(image.shape[:2], (height * SCALE, width * SCALE)) > 1:
                self.failures.append(f"{name}: {viewer} shows {image.shape[1]} × {image.shape[0]} px")

    def add_stripped(self, page, images):
        """A mark that viewers draw themselves: all along the text, on the right side of it, and nowhere else."""
        box, rotation, kind = page
        name = f"{kind.name}, {box}, turned by {rotation}, without appearance"
        for viewer, image in images.items():
            found = ink_box(image)
            if found is None:
                self.failures.append(f"{name}: {viewer} shows no ink")
                continue
            sides = kind.outside(taken_back(rotation, found))
            self.without_appearance.setdefault((viewer, kind.shape, kind.is_upwards()), []).append(sides)
            if wrong := wrong_sides(viewer, kind, sides):
                self.failures.append(f"{name}: {viewer} shows it {wrong}")

    def check_opacity(self, name, kind, images):
        wanted = round(255 * (1 - kind.opacity))
        for viewer, image in images.items():
            found = int(image[:, :, 1].min())
            if abs(found - wanted) > 6:
                self.failures.append(f"{name}: in {viewer} the darkest green is {found}, should be {wanted}")

    def report(self, count):
        print(f"{count} pages, one annotation each, at {72 * SCALE} dpi\n")
        rows = [
            (f"{a} – {b}", f"{self.worst_pixels[a, b][0]:.3%}", self.worst_pixels[a, b][1],
             f"{self.worst_box[a, b][0]:.1f}", self.worst_box[a, b][1])
            for a, b in self.worst_pixels]
        tool.table(rows, ["viewers", "pixels > 64", "on", "box off, px", "on "])
        print()
        rows = [(viewer, f"{off:.1f}", name) for viewer, (off, name) in self.worst_place.items()]
        tool.table(rows, ["viewer", "off its place, px", "on"])
        self.report_without_appearance()
        print(f"\n{len(self.failures)} failures" if self.failures else "\nNothing missing, nothing misplaced.")
        for failure in self.failures:
            print("  " + failure)


    def report_without_appearance(self):
        if not self.without_appearance:
            return
        print("\nWithout appearances, of text 200 or 160 points long and 32 high:\n")
        rows = []
        for (viewer, shape, upwards), found in sorted(self.without_appearance.items()):
            start, end, below, above = zip(*found)
            length, height = (160 if upwards else 200), 32
            rows.append((
                viewer, shape, "up" if upwards else "right", len(found),
                f"{0.0 - max(start):.1f} … {length + max(end):.1f}", f"{0.0 - max(below):.1f} … {height + max(above):.1f}",
                "not turned" if upwards and (viewer, shape) in NOT_TURNED else ""))
        tool.table(rows, ["viewer", "mark", "text runs", "pages", "along, pt", "above lower edge, pt", ""], numbers=["pages"])


def taken_back(rotation, box):
    """A rectangle in pixels of the turned page, as points of the page as the file has it: the other way of `place_on`."""
    left, top, right, bottom = [edge / SCALE for edge in box]
    width, height = SHOWN
    return {
        0: (left, height - bottom, right, height - top),
        90: (top, left, bottom, right),
        180: (width - right, top, width - left, bottom),
        270: (width - bottom, height - right, width - top, height - left),
    }[rotation]


def wrong_sides(viewer, kind, sides):
    """What is wrong with a mark that stands out of its text by that much, in words; None if nothing is."""
    start, end, below, above = sides
    words = f"out of the text by {', '.join(f'{side:.1f}' for side in sides)} pt (start, end, below, above)"
    bulge = BULGE if kind.shape == "highlight" else OUTSIDE
    if max(start, end) > bulge or max(below, above) > OUTSIDE:
        return words
    if kind.is_upwards() and (viewer, kind.shape) in NOT_TURNED:
        return None
    if min(start, end) < -LEFT_OUT:
        return words
    height = kind.quad_height()
    low, high = BANDS[kind.shape]
    if -below < low * height - OUTSIDE or height + above > high * height + OUTSIDE:
        return words
    return words if kind.shape == "highlight" and min(below, above) < -LEFT_OUT else None


def draw(postil, path, pages):
    edits = []
    for number, (box, rotation, kind) in enumerate(pages, 1):
        media, crop = BOXES[box]
        origin = (crop or media)[:2]
        if kind.shape in SCRIPTED:
            edits.append(kind.edit(number, origin, rotation))
            continue
        run = postil.run("draw", path, "--page", number, *kind.arguments(origin), "--in-place")
        if run.status != 0:
            raise SystemExit(f"postil draw: {run.crash() or run.err.strip()}")
    script = path.with_suffix(".json")
    script.write_text(json.dumps(edits))
    run = postil.run("apply", path, script, "--in-place")
    if run.status != 0:
        raise SystemExit(f"postil apply: {run.crash() or run.err.strip()}")


def strip(path, numbers):
    """A document of some of the pages, with annotations that have no appearance."""
    stripped = path.with_name("stripped.pdf")
    with pikepdf.open(path) as pdf, pikepdf.new() as result:
        for number in numbers:
            result.pages.append(pdf.pages[number])
        for page in result.pages:
            for annotation in page.Annots:
                del annotation.AP
        result.save(stripped)
    return stripped


def make_folder(path):
    path.mkdir()
    return path


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("--keep", type=pathlib.Path, help="keep the annotated document here")
    parser.add_argument("--only", metavar="WORD", help="only kinds whose names have this word")
    arguments = parser.parse_args()
    postil = tool.Postil(arguments.postil)
    wanted = [kind for kind in kinds(postil.option("draw", "--dash")) if (arguments.only or "") in kind.name]
    pages = list(itertools.product(BOXES, ROTATIONS, wanted))
    comparison = Comparison()
    with tempfile.TemporaryDirectory(prefix="postil-viewers-") as folder:
        folder = pathlib.Path(folder)
        path = folder / "pages.pdf"
        make_pages(path, pages)
        draw(postil, path, pages)
        if arguments.keep:
            shutil.copy(path, arguments.keep)
        renderings = [viewer(path, folder) for viewer in VIEWERS.values()]
        for page, images in zip(pages, zip(*renderings)):
            comparison.add(page, dict(zip(VIEWERS, images)))
        marked = [(number, page) for number, page in enumerate(pages) if page[2].shape in MARKS]
        stripped = strip(path, [number for number, _ in marked]) if marked else path
        renderings = [viewer(stripped, make_folder(folder / name)) for name, viewer in VIEWERS.items()]
        for (_, page), images in zip(marked, zip(*renderings)):
            comparison.add_stripped(page, dict(zip(VIEWERS, images)))
    comparison.report(len(pages))
    return 1 if comparison.failures else 0


if __name__ == "__main__":
    sys.exit(main())
