"""An annotation of every kind that Postil makes, as steps of a script for 'postil apply'."""

import base64
import io
import struct
import zlib

import pikepdf

#: What the names of all annotations begin with that are made here.
PREFIX = "kinds-sweep "
FIRST_COLOR = "D00000"
SCALE = {"scale": "1 in = 10 ft"}


def encoded(data):
    return base64.b64encode(data).decode()


def small_image():
    """A PNG of 8 × 8 pixels."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + b"".join(bytes([x * 30, y * 30, 128]) for x in range(8)) for y in range(8))
    head = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def small_document():
    """A PDF of one page with a filled square."""
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(60, 40))
        page.Contents = pdf.make_stream(b"0 0.5 0 rg 10 10 20 20 re f")
        target = io.BytesIO()
        pdf.save(target)
        return target.getvalue()


#: The picture and the page that stamps show, in base 64.
IMAGE, DOCUMENT = encoded(small_image()), encoded(small_document())


class Cell:
    """A part of a page, in which one annotation is drawn."""

    def __init__(self, box, column, row, count):
        self.width, self.height = box["width"] / count, box["height"] / count
        self.x, self.y = box["x"] + column * self.width, box["y"] + row * self.height

    def point(self, across, up):
        return [self.x + across * self.width, self.y + up * self.height]

    def points(self, *pairs):
        return [self.point(*pair) for pair in pairs]

    def rect(self):
        return [*self.point(0.1, 0.1), 0.8 * self.width, 0.6 * self.height]

    def quads(self):
        """Two lines of text; the second is given by its corners."""
        return [
            [*self.point(0.1, 0.5), 0.8 * self.width, 0.3 * self.height],
            self.points((0.1, 0.4), (0.7, 0.4), (0.1, 0.1), (0.7, 0.1))]


#: Each kind: what it is called here, its subtype in the file, and how it is made in a cell.
KINDS = [
    ("line", "/Line", lambda c: {
        "kind": "line", "from": c.point(0.1, 0.1), "to": c.point(0.9, 0.8), "startEnding": "Circle",
        "endEnding": "OpenArrow"}),
    ("distance", "/Line", lambda c: {
        "kind": "line", "from": c.point(0.1, 0.2), "to": c.point(0.9, 0.2), "leaders": {"length": 9}, "measure": SCALE}),
    ("rectangle", "/Square", lambda c: {"kind": "rectangle", "rect": c.rect(), "fill": "FFFF00", "lineWidth": 2}),
    ("cloudy rectangle", "/Square", lambda c: {"kind": "rectangle", "rect": c.rect(), "cloudIntensity": 1}),
    ("ellipse", "/Circle", lambda c: {"kind": "ellipse", "rect": c.rect(), "opacity": 0.5}),
    ("ink", "/Ink", lambda c: {
        "kind": "ink", "strokes": [c.points((0.1, 0.1), (0.4, 0.7), (0.9, 0.3)), c.points((0.5, 0.5))]}),
    ("ink of several widths", "/Ink", lambda c: {
        "kind": "ink", "strokes": [{"points": c.points((0.1, 0.1), (0.4, 0.7), (0.9, 0.3)), "widths": [0.2, 1.8, 1]}]}),
    ("filled ink", "/Ink", lambda c: {
        "kind": "ink", "areas": [c.points((0.1, 0.1), (0.9, 0.1), (0.5, 0.8))], "strokes": [], "fill": FIRST_COLOR}),
    ("polygon", "/Polygon", lambda c: {
        "kind": "polygon", "vertices": c.points((0.1, 0.1), (0.9, 0.1), (0.5, 0.8)), "dash": [3, 2]}),
    ("cloud", "/Polygon", lambda c: {
        "kind": "polygon", "vertices": c.points((0.2, 0.2), (0.8, 0.2), (0.5, 0.7)), "cloudIntensity": 2}),
    ("area", "/Polygon", lambda c: {
        "kind": "polygon", "vertices": c.points((0.1, 0.1), (0.9, 0.1), (0.5, 0.8)), "measure": SCALE}),
    ("polyline", "/PolyLine", lambda c: {
        "kind": "polyline", "vertices": c.points((0.1, 0.1), (0.5, 0.8), (0.9, 0.1)), "endEnding": "Diamond"}),
    ("perimeter", "/PolyLine", lambda c: {
        "kind": "polyline", "vertices": c.points((0.1, 0.1), (0.5, 0.8), (0.9, 0.1)), "measure": SCALE}),
    ("highlight", "/Highlight", lambda c: {"kind": "highlight", "quads": c.quads()}),
    ("underline", "/Underline", lambda c: {"kind": "underline", "quads": c.quads()}),
    ("strikeout", "/StrikeOut", lambda c: {"kind": "strikeout", "quads": c.quads()}),
    ("squiggly", "/Squiggly", lambda c: {"kind": "squiggly", "quads": c.quads()}),
    ("caret", "/Caret", lambda c: {"kind": "caret", "rect": c.rect()}),
    ("replacement", "/Caret", lambda c: {"kind": "caret", "rect": c.rect(), "isReplacement": True, "turn": 90}),
    ("replaced text", "/StrikeOut", lambda c: {
        "kind": "strikeout", "quads": c.quads(), "isReplacement": True, "partOf": PREFIX + "replacement"}),
    ("redaction", "/Redact", lambda c: {"kind": "redaction", "quads": c.quads(), "overlayText": "secret"}),
    ("text in a box", "/FreeText", lambda c: {"kind": "freeText", "rect": c.rect(), "text": "Upright Текст", "lineWidth": 1}),
    ("typewriter", "/FreeText", lambda c: {
        "kind": "freeText", "rect": c.rect(), "text": "Typed", "form": "typewriter",
        "font": {"family": "Courier", "size": 9}}),
    ("callout", "/FreeText", lambda c: {
        "kind": "freeText", "rect": c.rect(), "text": "There", "callout": c.points((0.9, 0.9), (0.5, 0.8), (0.5, 0.7))}),
    ("standard stamp", "/Stamp", lambda c: {"kind": "stamp", "rect": c.rect(), "name": "Draft"}),
    ("stamp of a text", "/Stamp", lambda c: {"kind": "stamp", "rect": c.rect(), "text": "Проверено", "detail": "Ada"}),
    ("stamp of an image", "/Stamp", lambda c: {"kind": "stamp", "rect": c.rect(), "image": IMAGE}),
    ("stamp of a page", "/Stamp", lambda c: {"kind": "stamp", "rect": c.rect(), "document": DOCUMENT}),
    ("note", "/Text", lambda c: {"kind": "note", "at": c.point(0.1, 0.9), "contents": "A note", "icon": "Help"}),
    ("reply", "/Text", lambda c: {
        "kind": "note", "at": c.point(0.1, 0.9), "contents": "An answer", "replyTo": PREFIX + "note"}),
    ("state", "/Text", lambda c: {
        "kind": "note", "at": c.point(0.1, 0.9), "state": "Accepted", "author": "Ada", "replyTo": PREFIX + "reply"}),
    ("pop-up", "/Popup", lambda c: {"kind": "popup", "rect": c.rect(), "popupOf": PREFIX + "note"}),
    ("attached file", "/FileAttachment", lambda c: {
        "kind": "fileAttachment", "at": c.point(0.1, 0.9), "icon": "Paperclip",
        "file": {"name": "a.txt", "data": encoded(b"attached"), "type": "text/plain"}}),
    ("link to an address", "/Link", lambda c: {"kind": "link", "rect": c.rect(), "uri": "https://example.org/"}),
    ("link to a page", "/Link", lambda c: {"kind": "link", "rect": c.rect(), "to": {"page": 1, "fit": "page"}}),
]
#: How many rows and columns there are of cells.
CELLS = 6


def additions(box):
    """The script that adds one annotation of each kind."""
    return [
        {"edit": "addAnnotation", "page": 1, "annotation": {
            "id": PREFIX + name, "color": FIRST_COLOR, **make(Cell(box, index % CELLS, index // CELLS, CELLS))}}
        for index, (name, _, make) in enumerate(KINDS)]
