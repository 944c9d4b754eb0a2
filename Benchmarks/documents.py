"""The documents that the benchmarks make for themselves, kept in .cache."""

import csv
import io
import os
import pathlib
import random
import sys
import zlib

import numpy
import pikepdf
from PIL import Image

CACHE = pathlib.Path(__file__).resolve().parent / ".cache"
BIG = 300 << 20


def make_small(path):
    """400 pages of drawing commands, each with a picture of noise: some 10 MB."""
    noise = random.Random(1)
    with pikepdf.new() as pdf:
        for number in range(400):
            page = pdf.add_blank_page(page_size=(595, 842))
            lines = "".join(
                f"{noise.randrange(595)} {noise.randrange(842)} m {noise.randrange(595)} {noise.randrange(842)} l S\n"
                for _ in range(300))
            image = pdf.make_stream(
                zlib.compress(noise.randbytes(90 * 90 * 3)), Type=pikepdf.Name.XObject,
                Subtype=pikepdf.Name.Image, Width=90, Height=90, ColorSpace=pikepdf.Name.DeviceRGB,
                BitsPerComponent=8, Filter=pikepdf.Name.FlateDecode)
            page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=image))
            page.Contents = pdf.make_stream(f"{lines} q 90 0 0 90 72 {number} cm /I Do Q".encode())
        pdf.save(path)


def make_big(files, path):
    """Joins the files until the result is over 300 MB. Each copy brings its own objects."""
    with pikepdf.new() as pdf:
        size = 0
        while size <= BIG * 1.05:
            for file in files:
                with pikepdf.open(file) as other:
                    pdf.pages.extend(other.pages)
                size += os.path.getsize(file)
        pdf.save(path)
    if os.path.getsize(path) < BIG:
        sys.exit(f"{path} is smaller than 300 MB after joining: give other files with --join.")


def cached(name, make):
    path = CACHE / name
    if not path.exists():
        CACHE.mkdir(exist_ok=True)
        print(f"making {path.name} …", file=sys.stderr)
        unfinished = path.with_suffix(".unfinished")
        make(unfinished)
        unfinished.rename(path)
    return path


def big_name(files):
    """A name of its own for each list of files, so that other files make another document."""
    key = "\n".join(f"{file.resolve()} {file.stat().st_size}" for file in files)
    return f"big-{zlib.crc32(key.encode()):08x}.pdf"


def make_photos(path):
    """A page of four large photographs, as far as a decoder can tell: gradients with grain, as JPEG."""
    grain = numpy.random.default_rng(1)
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(595, 842))
        pictures = pikepdf.Dictionary()
        content = []
        for number in range(4):
            pictures[f"/I{number}"] = pdf.make_stream(
                photo(grain), Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=3000, Height=2000,
                ColorSpace=pikepdf.Name.DeviceRGB, BitsPerComponent=8, Filter=pikepdf.Name.DCTDecode)
            content.append(f"q 285 0 0 190 {10 + number % 2 * 290} {30 + number // 2 * 400} cm /I{number} Do Q")
        page.Resources = pikepdf.Dictionary(XObject=pictures)
        page.Contents = pdf.make_stream("\n".join(content).encode())
        pdf.save(path)


def photo(grain):
    height, width = 2000, 3000
    y, x = numpy.mgrid[0:height, 0:width]
    waves = [128 + 100 * numpy.sin(x / a + y / b) for a, b in ((210, 330), (170, -240), (-390, 150))]
    pixels = numpy.stack(waves, axis=2) + grain.normal(0, 12, (height, width, 1))
    file = io.BytesIO()
    Image.fromarray(pixels.clip(0, 255).astype(numpy.uint8)).save(file, "JPEG", quality=90)
    return file.getvalue()


def make_form(path):
    """Two pages with 24 texts and 6 check boxes, as form editors make them."""
    font = {"Type": "/Font", "Subtype": "/Type1", "BaseFont": "/Helvetica", "Encoding": "/WinAnsiEncoding"}
    with pikepdf.new() as pdf:
        helvetica = pdf.make_indirect(pikepdf.Dictionary({f"/{key}": _name(value) for key, value in font.items()}))
        mark, empty = (
            pdf.make_stream(content, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 16, 16])
            for content in (b"3 3 m 13 13 l 3 13 m 13 3 l S", b""))
        fields = []
        for number in range(2):
            page = pdf.add_blank_page(page_size=(595, 842))
            words = b"".join(b"BT /F 11 Tf 60 %d Td (Line %d) Tj ET\n" % (780 - 40 * line, line) for line in range(15))
            page.Contents = pdf.make_stream(words)
            page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=helvetica))
            page.Annots = pikepdf.Array()
            for line in range(15):
                base = {"Type": "/Annot", "Subtype": "/Widget", "F": 4, "T": f"field{number}.{line}".replace(".", "_")}
                widget = pikepdf.Dictionary({f"/{key}": _name(value) for key, value in base.items()})
                y = 776 - 40 * line
                if line % 5 == 4:
                    widget.FT, widget.AS, widget.Rect = pikepdf.Name.Btn, pikepdf.Name.Off, [160, y, 176, y + 16]
                    widget.AP = pikepdf.Dictionary(N=pikepdf.Dictionary(Yes=mark, Off=empty))
                else:
                    widget.FT, widget.DA, widget.Rect = pikepdf.Name.Tx, "/Helv 11 Tf 0 g", [160, y, 460, y + 18]
                    widget.MK = pikepdf.Dictionary(BC=[0.5])
                field = pdf.make_indirect(widget)
                page.Annots.append(field)
                fields.append(field)
        pdf.Root.AcroForm = pikepdf.Dictionary(
            Fields=fields, DA="/Helv 0 Tf 0 g", DR=pikepdf.Dictionary(Font=pikepdf.Dictionary(Helv=helvetica)))
        pdf.save(path)


def _name(value):
    return pikepdf.Name(value) if isinstance(value, str) and value.startswith("/") else value


def make_rows(form, path):
    """A table of 1,000 rows with values for up to 30 texts and check boxes of a form."""
    from pikepdf.form import CheckboxField, Form, TextField

    columns = []
    with pikepdf.open(form) as pdf:
        for name, field in Form(pdf).items():
            if getattr(field, "is_read_only", False):
                continue
            # A script may refuse the value.
            if isinstance(field, TextField) and "/AA" not in field._field.obj:
                columns.append((name, field.max_length))
            elif isinstance(field, CheckboxField):
                columns.append((name, None))
            if len(columns) == 30:
                break
        boxes = {name for name, field in Form(pdf).items() if isinstance(field, CheckboxField)}
    with open(path, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(name for name, _ in columns)
        for row in range(1000):
            table.writerow(
                ("yes" if (row + column) % 2 else "no") if name in boxes else f"Person {row} {column}"[:length]
                for column, (name, length) in enumerate(columns))
