#!/usr/bin/env python3
"""Fills in and flattens every form of a folder, and has other readers look at the results.

Each field that can be filled in gets a fitting value. The filled file must begin with the original, and qpdf must like it no
less; pikepdf must find the values (/V, /AS, /I), and poppler, MuPDF and PDFium show each text at the same place. In the flattened file no field may be left but signatures, and poppler, MuPDF and
PDFium must find the text of each field that a page shows.
"""

import json
import pathlib
import re
import sys
import tempfile

import pikepdf
import postil_tool as tool
import three_readers
import pymupdf
import pypdfium2
import subprocess

# Such fields are not drawn, or too small for a reader to find text in.
SMALLEST = 5
#: How many texts all readers show at the same place, by form.
PLACED = []


def value(field, index):
    """A value that a field takes, and the text that it shows; None for one that cannot be filled in."""
    kind, flags = field["kind"], field["flags"]
    if "readOnly" in flags or not field["widgets"]:
        return None
    if kind == "text":
        formats = " ".join(script["source"] for script in field["scripts"])
        if any(word in formats for word in ("AFNumber", "AFPercent")):
            return "7", None
        if "AFDate" in formats:
            return "2026-05-04", None
        text = f"Wert{index}"
        if field["maximumLength"] is not None:
            text = text[: max(field["maximumLength"], 0)]
        shown = None if "password" in flags or not text else text
        return text, shown
    values = [widget["value"] for widget in field["widgets"] if widget["value"]]
    if kind == "checkBox":
        return (True if len(set(values)) == 1 else values[-1]), None
    if kind == "radioButtons":
        return (values[-1], None) if values else None
    if kind in ("comboBox", "listBox") and field["options"]:
        option = field["options"][-1]
        answer = option["value"] if kind == "comboBox" else [option["value"]]
        if not option["value"]:
            return None
        return answer, option["label"]
    return None


def array(value):
    return list(value) if isinstance(value, pikepdf.Array) else []


def widgets_below(field, depth=0):
    """The widgets of a field; kids without a name may have kids themselves."""
    kids = array(field.get("/Kids")) if depth < 8 else []
    kids = [kid for kid in kids if isinstance(kid, pikepdf.Dictionary)]
    below = [widget for kid in kids for widget in widgets_below(kid, depth + 1)]
    return below + [field] if "/AS" in field or not below else below


def fields_of(pdf):
    """The dictionaries that have values, by full name."""
    result, seen = {}, set()
    stack = [(field, "", {}) for field in array(pdf.Root.AcroForm.get("/Fields"))]
    while stack:
        field, above, inherited = stack.pop()
        if not isinstance(field, pikepdf.Dictionary) or field.objgen in seen:
            continue
        seen.add(field.objgen)
        own = str(field.T) if "/T" in field else ""
        name = f"{above}.{own}" if above and own else above or own
        entries = {**inherited, **{key: field[key] for key in ("/V", "/I") if key in field}}
        kids = array(field.get("/Kids"))
        named = [kid for kid in kids if isinstance(kid, pikepdf.Dictionary) and "/T" in kid]
        stack += [(kid, name, entries) for kid in named]
        if len(named) < len(kids) or not kids:
            result.setdefault(name, []).append((entries, widgets_below(field)))
    return result


def check_values(path, filled, form):
    """What pikepdf finds otherwise than it was filled in."""
    wrong = []
    kinds = {field["name"]: field for field in form["fields"]}
    with pikepdf.open(path) as pdf:
        found = fields_of(pdf)
        for name, wanted in filled.items():
            field = kinds[name]
            # Fields that the form does not list are not found this way.
            for entries, widgets in found.get(name, []):
                stored = entries.get("/V")
                if field["kind"] == "text":
                    right = str(stored) == wanted
                elif field["kind"] == "comboBox":
                    right = str(stored) == wanted
                elif field["kind"] == "listBox":
                    right = [str(stored)] == wanted and ("/I" in entries or "multiSelect" not in field["flags"])
                else:
                    states = [str(widget.get("/AS", "/Off")) for widget in widgets]
                    right = str(stored) != "/Off" and str(stored) in states
                if not right:
                    wrong.append(f"{name}: pikepdf finds {stored!r}, not {wanted!r}")
    return wrong


def plain(text):
    return re.sub(r"\s+", "", text)


def texts(path):
    """All text of a document by three readers."""
    poppler = subprocess.run(["pdftotext", str(path), "-"], capture_output=True).stdout.decode("utf-8", "replace")
    mupdf = "".join(page.get_text() for page in pymupdf.open(path))
    document = pypdfium2.PdfDocument(path)
    pdfium = "".join(page.get_textpage().get_text_bounded() for page in document)
    return {"poppler": plain(poppler), "MuPDF": plain(mupdf), "PDFium": plain(pdfium)}


def is_seen(field, path, text):
    """Whether a page shows the text of a field: large enough, on the page, not hidden."""
    with pikepdf.open(path) as pdf:
        for widget in field["widgets"]:
            rect = widget["rect"]
            page = pdf.pages[widget["page"] - 1]
            box = [float(number) for number in page.cropbox]
            if rect["width"] < 4 * SMALLEST or rect["height"] < SMALLEST:
                continue
            # What is wider than its field is cut off, and left out by some readers.
            if rect["width"] < 6 * len(text):
                continue
            if rect["x"] < box[0] or rect["y"] < box[1] or rect["x"] + rect["width"] > box[2] or rect["y"] + rect["height"] > box[3]:
                continue
            for note in page.get("/Annots", []):
                if [round(float(n)) for n in note.get("/Rect", [])][:2] == [round(rect["x"]), round(rect["y"])]:
                    if int(note.get("/F", 0)) & 0x23 == 0:
                        return True
    return False


def check_pictures(path, shown, folder):
    """The texts that readers do not show at the same place, and how many they do."""
    wrong, right, pages = [], 0, {}
    for name, (text, field) in shown.items():
        for widget in field["widgets"]:
            pages.setdefault(widget["page"] - 1, []).append((name, widget["rect"]))
    for index, fields in sorted(pages.items())[:3]:
        if not three_readers.is_comparable(path, index):
            continue
        pictures = three_readers.images(path, folder, index)
        for name, rect in fields:
            device = three_readers.on_picture(path, [rect["x"], rect["y"], rect["width"], rect["height"]], index)
            if device.width < 40 or device.height < 20:
                continue
            boxes = {reader: three_readers.ink(picture, device) for reader, picture in pictures.items()}
            shown_by = [box for box in boxes.values() if box]
            # White on white, say. Fonts that the file does not have are others in each reader.
            if not shown_by:
                continue
            if len(shown_by) < len(boxes) or three_readers.apart(shown_by, 10):
                wrong.append(f"readers show {name} at other places: {boxes}")
            else:
                right += 1
    return wrong, right


def try_one(postil, source, folder):
    """What is wrong, how many fields were filled in, and why nothing was done."""
    listed = postil.run("form", source, "--json")
    if listed.status != 0:
        return ([listed.crash()] if listed.crash() else []), 0, "not opened"
    form = listed.report
    values, shown = {}, {}
    for index, field in enumerate(form.get("fields", [])):
        chosen = value(field, index)
        if chosen is not None:
            values[field["name"]] = chosen[0]
            if chosen[1]:
                shown[field["name"]] = (chosen[1], field)
    if not values:
        return [], 0, "no fields"
    data, filled, flat = folder / "values.json", folder / "filled.pdf", folder / "flat.pdf"
    data.write_text(json.dumps(values))
    run = postil.run("fill", source, "--data", data, "-o", filled, "--json", timeout=60)
    if run.status != 0:
        reason = run.err.strip().splitlines()[-1] if run.err.strip() else "no word"
        expected = any(word in reason for word in ("XFA alone", "certified", "is signed"))
        return ([] if expected and not run.crash() else [run.crash() or reason]), 0, f"refused: {reason[:60]}"
    wrong = []
    if run.report.get("strategy") == "append" and not tool.is_prefix(source, filled):
        wrong.append("the original is not the beginning")
    before, after = tool.qpdf_check(source), tool.qpdf_check(filled)
    if after.worse_than(before):
        wrong.append(f"qpdf: {after}")
    wrong += check_values(filled, values, form)
    seen = {name: pair for name, pair in shown.items() if is_seen(pair[1], filled, pair[0])}
    misplaced, placed = check_pictures(filled, seen, folder)
    PLACED.append(placed)
    wrong += misplaced
    run = postil.run("flatten", filled, "-o", flat, "--json", timeout=60)
    if run.status != 0:
        return wrong + [f"flatten: {run.crash() or run.err.strip()}"], len(values), ""
    after = tool.qpdf_check(flat)
    if after.worse_than(before):
        wrong.append(f"qpdf, flattened: {after}")
    left = [field["name"] for field in postil.run("form", flat, "--json").report.get("fields", [])
            if field["kind"] != "signature" and field["widgets"]]
    if left:
        wrong.append(f"fields that are left: {left[:5]}")
    readers = texts(flat)
    for name, (text, field) in shown.items():
        if not is_seen(field, filled, text):
            continue
        # The cells of a comb may be read between those of others.
        if "comb" in field["flags"] and any(plain(text) in found for found in readers.values()):
            continue
        for reader, found in readers.items():
            if plain(text) not in found:
                wrong.append(f"{reader} does not find {text!r} of {name}")
    return wrong, len(values), ""


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="the folder with the forms")
    arguments = parser.parse_args()
    postil = tool.Postil(arguments.postil, timeout=30)
    rows, failures, skipped = [], [], {}
    for source in sorted(arguments.folder.rglob("*.pdf")):
        if b"AcroForm" not in source.read_bytes() and b"ObjStm" not in source.read_bytes():
            continue
        with tempfile.TemporaryDirectory(prefix="postil-forms-") as name:
            try:
                wrong, count, reason = try_one(postil, source, pathlib.Path(name))
            except Exception as error:  # of a reader
                wrong, count, reason = [], 0, f"a reader gave up: {type(error).__name__}"
        if reason:
            skipped[reason] = skipped.get(reason, 0) + 1
        if count or wrong:
            rows.append((source.name[:60], count, "; ".join(wrong)[:80] if wrong else "right"))
        failures += [f"{source}: {problem}" for problem in wrong]
    tool.table(rows, ["form", "fields filled in", "in other readers"])
    return tool.conclude(skipped, failures, f"{len(rows)} forms, {sum(row[1] for row in rows)} fields, {sum(PLACED)} texts at the same place in three readers")


if __name__ == "__main__":
    sys.exit(main())
