#!/usr/bin/env python3
"""The sheets of the example Coupons, made with PyMuPDF: what its time, memory and length are measured beside.

    coupons_pymupdf.py make TEMPLATE.pdf TABLE.csv LAYOUT.json OUT [--plain]
        OUT is a .pdf for all sheets, else a folder for a file each; --plain sets text without shaping
    coupons_pymupdf.py redeem FILE CODE NAME
    coupons_pymupdf.py history FILE
"""

import csv
import ctypes
import datetime
import html
import json
import pathlib
import resource
import sys
import time

import pymupdf

PLAIN = "--plain" in sys.argv

qrencode = ctypes.CDLL("libqrencode.so.4")


class QRcode(ctypes.Structure):
    _fields_ = [("version", ctypes.c_int), ("width", ctypes.c_int), ("data", ctypes.POINTER(ctypes.c_ubyte))]


qrencode.QRcode_encodeString.restype = ctypes.POINTER(QRcode)
qrencode.QRcode_free.argtypes = [ctypes.POINTER(QRcode)]


def modules(text, level):
    code = qrencode.QRcode_encodeString(text.encode(), 0, "LMQH".index(level), 2, 1)
    if not code:
        raise SystemExit("the text is too long for a QR code")
    width = code.contents.width
    rows = [[code.contents.data[y * width + x] & 1 for x in range(width)] for y in range(width)]
    qrencode.QRcode_free(code)
    return rows


def color(text):
    return tuple(int(text[i : i + 2], 16) / 255 for i in (0, 2, 4))


def draw_code(page, item, text, rect):
    rows = modules(text, item.get("level", "M"))
    count = len(rows) + 8
    module = int(min(rect.width, rect.height) / count * 10) / 10
    left, top = (rect.x0 + rect.x1 - count * module) / 2, (rect.y0 + rect.y1 - count * module) / 2
    if item.get("background", "FFFFFF") != "none":
        page.draw_rect(pymupdf.Rect(left, top, left + count * module, top + count * module), color=None, fill=(1, 1, 1))
    shape = page.new_shape()
    for y, row in enumerate(rows, 4):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                a = pymupdf.Point(left + (x + 4) * module, top + y * module)
                shape.draw_rect(pymupdf.Rect(a, a + ((end - x) * module, module)))
            x = end + 1
    shape.finish(color=None, fill=color(item.get("color", "000000")))
    shape.commit()


def draw_text(page, item, text, rect, line):
    font = item.get("font", {})
    size = font.get("size", 12)
    style = (
        f"* {{font-family: {font.get('family', 'Helvetica')}, sans-serif; font-size: {size}px; color: #{item.get('color', '000000')};"
        f" font-weight: {'bold' if font.get('bold') else 'normal'}; text-align: {item.get('align', 'left')}; margin: 0}}"
    )
    low = item.get("leastSize", min(8, size)) / size
    spare, _ = page.insert_htmlbox(rect, html.escape(text), css=style, scale_low=low)
    if spare < 0:
        raise SystemExit(f"line {line}: '{text}' does not fit")


def draw_plain_text(page, item, text, rect, line):
    """Quicker, with one font for all sheets, but without scripts whose letters join, and without other fonts for what it lacks."""
    font = item.get("font", {})
    size, low = font.get("size", 12), item.get("leastSize", min(8, font.get("size", 12)))
    name = "DejaVuSansMono" if "Mono" in font.get("family", "") else "DejaVuSans"
    name += "-Bold" if font.get("bold") else ""
    path = f"/usr/share/fonts/truetype/dejavu/{name}.ttf"
    align = ["left", "center", "right"].index(item.get("align", "left"))
    while True:
        spare = page.insert_textbox(
            rect, text, fontsize=size, fontname=name, fontfile=path, color=color(item.get("color", "000000")), align=align)
        if spare >= 0:
            return
        if size <= low:
            raise SystemExit(f"line {line}: '{text}' does not fit")
        size = max(size - 0.5, low)


def fill(page, layout, row, folder, images, line):
    height = page.rect.height
    for item in layout["items"]:
        if item.get("page", 1) != 1:
            continue
        x, y, w, h = item["rect"]
        rect = pymupdf.Rect(x, height - y - h, x + w, height - y)
        kind = next(kind for kind in ("text", "image", "qr") if kind in item)
        value = item[kind].format(**row)
        if not value:
            continue
        if kind == "text":
            (draw_plain_text if PLAIN else draw_text)(page, item, value, rect, line)
        elif kind == "image":
            # The same image is embedded once if it is named by its number.
            if value in images:
                page.insert_image(rect, xref=images[value])
            else:
                images[value] = page.insert_image(rect, filename=str(folder / value))
        else:
            draw_code(page, item, value, rect)


def place_names(document, codes):
    """Named places are not in the interface of PyMuPDF: the objects are written by hand."""
    entries = "".join(
        f"({code})[{document.page_xref(number)} 0 R/Fit]" for code, number in sorted((c, n) for n, c in enumerate(codes))
    )
    document.xref_set_key(document.pdf_catalog(), "Names", f"<</Dests<</Names[{entries}]>>>>")


def make(template, table, layout, out):
    layout = json.loads(pathlib.Path(layout).read_text())
    folder, out = pathlib.Path(table).parent, pathlib.Path(out)
    source = pymupdf.open(template)
    merged = pymupdf.open() if out.suffix == ".pdf" else None
    if merged is None:
        out.mkdir()
    images, codes = {}, []
    with open(table, newline="", encoding="utf-8-sig") as file:
        for row in csv.DictReader(file):
            line = len(codes) + 2
            codes.append(layout["code"].format(**row))
            document = merged if merged is not None else pymupdf.open(template)
            if merged is None:
                images = {}
                page = document[0]
            else:
                page = document.new_page(width=source[0].rect.width, height=source[0].rect.height)
                page.show_pdf_page(page.rect, source, 0)
            fill(page, layout, row, folder, images, line)
            if merged is None:
                place_names(document, [code])
                document.subset_fonts()
                document.save(out / layout["file"].format(**row), garbage=3, deflate=True)
                document.close()
            if len(codes) % 1000 == 0:
                print(len(codes), "sheets,", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, "MB")
    if merged is not None:
        place_names(merged, codes)
        merged.subset_fonts()
        merged.save(out, garbage=3, deflate=True, use_objstms=1)
    return len(codes)


def redeem(path, code, name):
    document = pymupdf.open(path)
    place = document.resolve_names().get(code)
    if place is None:
        raise SystemExit(f"there is no coupon '{code}'")
    page = document[place["page"]]
    if any(annot.info["id"] == f"redeemed/{code}" for annot in page.annots()):
        raise SystemExit("the coupon is redeemed already")
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    annot = page.add_freetext_annot(
        pymupdf.Rect(40, 124, 260, 220), f"REDEEMED\n{date} {name}", fontsize=18, text_color=(0.8, 0.1, 0.1), align=1
    )
    annot.set_info(title=name, subject=code, content=f"REDEEMED\n{date} {name}")
    document.xref_set_key(annot.xref, "NM", f"(redeemed/{code})")
    annot.update()
    document.saveIncr()


def history(path):
    document = pymupdf.open(path)
    for page in document:
        for annot in page.annots():
            if annot.info["id"].startswith("redeemed/"):
                print(annot.info["subject"], annot.info["title"], annot.info["creationDate"])


if __name__ == "__main__":
    command, *words = [word for word in sys.argv[1:] if word != "--plain"]
    start = time.monotonic()
    count = {"make": make, "redeem": redeem, "history": history}[command](*words)
    if count:
        seconds = time.monotonic() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{count} sheets, {seconds:.2f} s, {count / seconds:.0f} sheets a second, at most {peak} MB of memory")
