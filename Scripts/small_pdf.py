"""Writes small PDF files of which every byte is known: for scripts that look how readers draw something."""

import struct
import zlib


class SmallPDF:
    """One page, 100 x 100 points. Objects 1 to 4 are the catalog, the page tree, the page and its content; others from 10."""

    def __init__(self, content, resources="", page="", catalog="", objects=None):
        self.objects = {
            1: f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
            2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << {resources} >> {page} >>",
            4: stream("", content),
            **(objects or {}),
        }

    def data(self):
        out, places = bytearray(b"%PDF-2.0\n%\xe2\xe3\xcf\xd3\n"), {}
        for number, text in sorted(self.objects.items()):
            places[number] = len(out)
            out += b"%d 0 obj\n" % number + as_bytes(text) + b"\nendobj\n"
        start, size = len(out), max(places) + 1
        out += b"xref\n0 %d\n" % size
        for number in range(size):
            out += b"%010d 00000 n \n" % places[number] if number in places else b"0000000000 65535 f \n"
        out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, start)
        return bytes(out)


def as_bytes(text):
    return text if isinstance(text, bytes) else text.encode("latin-1")


def stream(dictionary, data):
    """A stream object with these entries and these bytes, encoded already if there is a filter."""
    data = as_bytes(data)
    return as_bytes(f"<< {dictionary} /Length {len(data)} >>\nstream\n") + data + b"\nendstream"


def flate(dictionary, data):
    return stream(f"{dictionary} /Filter /FlateDecode", zlib.compress(as_bytes(data)))


def form(content, group="", resources="", box="0 0 100 100", matrix="", data=""):
    """A form XObject; a transparency group with the entries of `group`, if that is not empty."""
    group = f"/Group << /S /Transparency {group} >>" if group else ""
    matrix = f"/Matrix [{matrix}]" if matrix else ""
    return stream(f"/Type /XObject /Subtype /Form /BBox [{box}] {matrix} {group} /Resources << {resources} >> {data}", content)


def image(width, height, space, data, bits=8, entries="", encode=True):
    space = f"/ColorSpace {space}" if space else ""
    dictionary = f"/Type /XObject /Subtype /Image /Width {width} /Height {height} {space} /BitsPerComponent {bits} {entries}"
    return flate(dictionary, data) if encode else stream(dictionary, data)


def png_rows(rows, pixel):
    """Rows of bytes as PNG's predictors have them, each row with another one; `pixel` is the bytes of a pixel."""
    out, above = bytearray(), bytes(len(rows[0]))
    for index, row in enumerate(rows):
        kind = index % 5
        out.append(kind)
        for at, value in enumerate(row):
            left = row[at - pixel] if at >= pixel else 0
            corner = above[at - pixel] if at >= pixel else 0
            out.append((value - predicted(kind, left, above[at], corner)) & 255)
        above = row
    return bytes(out)


def predicted(kind, left, above, corner):
    if kind < 4:
        return (0, left, above, (left + above) // 2)[kind]
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))


def tiff_row(samples, colors):
    """A row of 16-bit samples, each as its difference from the one before of the same color."""
    differences = [(value - (samples[at - colors] if at >= colors else 0)) & 0xFFFF for at, value in enumerate(samples)]
    return struct.pack(f">{len(samples)}H", *differences)
