#!/usr/bin/env python3
"""Adds a field of every kind to the first page of each file of a folder, and has other readers look at the results.

The file must begin with the original, and qpdf must like it no less; pikepdf must find the fields (/FT, /T, /Ff, /Opt, /MaxLen,
/V), and poppler, MuPDF and PDFium must show the text of one at the same place. PyMuPDF and pikepdf fill fields in, and postil must
read that. Removing the fields must leave those that were there. Without a folder pages that are turned by each angle are made.
"""

import json
import pathlib
import tempfile

import pikepdf
import pymupdf
import postil_tool as tool
import three_readers as readers

GROUP = "postil.added"
#: The parts of the crop box that the fields are in: left, bottom, width, height.
CELLS = [(0.05, 0.05 + 0.1 * row, 0.5, 0.07) for row in range(8)]


def fields_for(box):
    """A field of every kind, inside a box."""
    left, bottom, right, top = box
    width, height = right - left, top - bottom
    rects = [[left + x * width, bottom + y * height, w * width, h * height] for x, y, w, h in CELLS]

    def field(index, kind, **more):
        place = {} if "widgets" in more else {"page": 1, "rect": rects[index]}
        return {"name": f"{GROUP}.{kind}{index}", "kind": kind, "border": {"color": "0000FF"}, **place, **more}

    half = rects[4][:2] + [rects[4][2] / 2, rects[4][3]]
    other = [half[0] + half[2], half[1], half[2], half[3]]
    return [
        field(0, "text", value="Wert", flags=["required"], maximumLength=20, background="FFFFFF", size=0),
        field(1, "text", flags=["multiline"], value="one\ntwo"),
        field(2, "text", flags=["comb"], maximumLength=4, value="12"),
        field(3, "checkBox", value=True),
        field(4, "radioButtons", value="b", widgets=[
            {"page": 1, "rect": half, "value": "a"}, {"page": 1, "rect": other, "value": "b"}]),
        field(5, "comboBox", options=["x", {"value": "y", "label": "Ypsilon"}], value="y"),
        field(6, "listBox", options=["p", "q"], value=["q"], flags=["multiSelect"]),
        field(7, "signature"),
    ]


def listed(postil, path):
    """The fields of a file by name."""
    return {field["name"]: field for field in postil.run("form", path, "--json").report.get("fields", [])}


def below(pdf):
    """The fields that were added, by the last part of their names, as pikepdf finds them."""
    result = {}
    for root in pdf.Root.AcroForm.Fields:
        if str(root.get("/T", "")) != "postil":
            continue
        for group in root.Kids:
            for field in group.Kids:
                result[str(field.T)] = field
    return result


def check_entries(path):
    """What pikepdf finds otherwise than it was added."""
    wrong = []
    with pikepdf.open(path) as pdf:
        found = below(pdf)

        def expect(name, key, value):
            entry = found[name].get(key)
            now = [str(item) for item in entry] if isinstance(entry, pikepdf.Array) else entry
            now = str(now) if isinstance(now, (pikepdf.String, pikepdf.Name)) else now
            if now != value:
                wrong.append(f"{name}{key} is {now!r}, not {value!r}")

        for name, kind in [
            ("text0", "/Tx"), ("text1", "/Tx"), ("text2", "/Tx"), ("checkBox3", "/Btn"), ("radioButtons4", "/Btn"),
            ("comboBox5", "/Ch"), ("listBox6", "/Ch"), ("signature7", "/Sig"),
        ]:
            if name not in found:
                return [f"pikepdf does not find {name}"]
            expect(name, "/FT", kind)
        expect("text0", "/V", "Wert")
        expect("text0", "/Ff", 2)
        expect("text0", "/MaxLen", 20)
        expect("text1", "/Ff", 1 << 12)
        expect("text2", "/Ff", 1 << 24)
        expect("checkBox3", "/V", "/Yes")
        expect("checkBox3", "/AS", "/Yes")
        expect("radioButtons4", "/V", "/b")
        expect("radioButtons4", "/Ff", 1 << 15)
        expect("comboBox5", "/V", "y")
        expect("comboBox5", "/Ff", 1 << 17)
        expect("listBox6", "/V", "q")
        expect("listBox6", "/Opt", ["p", "q"])
        expect("signature7", "/V", None)
        states = [str(kid.AS) for kid in found["radioButtons4"].Kids]
        if states != ["/Off", "/b"]:
            wrong.append(f"the radio buttons show {states}")
        for name, field in found.items():
            for widget in field.get("/Kids", [field]):
                if "/N" not in widget.get("/AP", {}):
                    wrong.append(f"{name} has no appearance")
    return wrong


def check_pictures(path, rect, folder):
    """Whether the text of a field is not at the same place in all readers."""
    if not readers.is_comparable(path):
        return []
    device = readers.on_picture(path, rect)
    boxes = {reader: readers.ink(image, device) for reader, image in readers.images(path, folder).items()}
    if None in boxes.values():
        return [f"a reader shows no text: {boxes}"]
    return [f"readers show the text at other places: {boxes}"] if readers.apart(list(boxes.values())) else []


def check_filling(postil, path, folder):
    """Whether what other programs fill in is not read."""
    wrong = []
    target = folder / "mupdf.pdf"
    document = pymupdf.open(path)
    for widget in document[0].widgets():
        if widget.field_name == f"{GROUP}.text0":
            widget.field_value = "by MuPDF"
            widget.update()
    document.save(target)
    # Of files that it repairs MuPDF saves the former value.
    saved = {widget.field_name: widget.field_value for widget in pymupdf.open(target)[0].widgets()}
    if saved[f"{GROUP}.text0"] == "by MuPDF" and listed(postil, target)[f"{GROUP}.text0"]["value"] != "by MuPDF":
        wrong.append("what MuPDF filled in is not read")
    with pikepdf.open(path) as pdf:
        below(pdf)["comboBox5"].V = pikepdf.String("x")
        pdf.save(folder / "pikepdf.pdf")
    if listed(postil, folder / "pikepdf.pdf")[f"{GROUP}.comboBox5"]["value"] != "x":
        wrong.append("what pikepdf filled in is not read")
    target = folder / "filled.pdf"
    run = postil.run("fill", path, "--set", f"{GROUP}.text0=Neu", "--set", f"{GROUP}.radioButtons4=a", "-o", target)
    if run.status != 0:
        return wrong + [f"fill: {run.crash() or run.err.strip()}"]
    with pikepdf.open(target) as pdf:
        found = below(pdf)
        if str(found["text0"].V) != "Neu" or str(found["radioButtons4"].V) != "/a":
            wrong.append("pikepdf does not find what postil filled in")
    return wrong


def try_one(postil, source, folder):
    """What is wrong, and why nothing was done."""
    try:
        with pikepdf.open(source) as pdf:
            box = [float(number) for number in pdf.pages[0].cropbox]
            had_form = "/AcroForm" in pdf.Root
    except Exception as error:
        return [], f"not opened by pikepdf: {type(error).__name__}"
    if min(box[2] - box[0], box[3] - box[1]) < 150:
        return [], "too small a page"
    fields, added = fields_for(box), folder / "added.pdf"
    (folder / "fields.json").write_text(json.dumps(fields))
    before = listed(postil, source)
    run = postil.run("form", source, "--add", folder / "fields.json", "-o", added, "--json", timeout=60)
    if run.status != 0:
        reason = run.err.strip().splitlines()[-1] if run.err.strip() else "no word"
        expected = any(word in reason for word in ("XFA alone", "certified", "is signed", "password", "damaged"))
        return ([] if expected and not run.crash() else [run.crash() or reason]), f"refused: {reason[:60]}"
    wrong = []
    if run.report.get("strategy") == "append" and not tool.is_prefix(source, added):
        wrong.append("the original is not the beginning")
    old, new = tool.qpdf_check(source), tool.qpdf_check(added)
    if new.worse_than(old):
        wrong.append(f"qpdf: {new}")
    wrong += check_entries(added)
    if not wrong:
        wrong += check_pictures(added, fields[0]["rect"], folder)
        wrong += check_filling(postil, added, folder)
    removed = folder / "removed.pdf"
    names = [option for field in fields for option in ("--remove", field["name"])]
    run = postil.run("form", added, *names, "-o", removed, "--json", timeout=60)
    if run.status != 0:
        return wrong + [f"remove: {run.crash() or run.err.strip()}"], ""
    after = listed(postil, removed)
    # A form that there is now lists widgets that belonged to none before.
    if had_form and {name: field["value"] for name, field in after.items()} != {
        name: field["value"] for name, field in before.items()
    }:
        wrong.append("after the removal there are other fields than before")
    if tool.qpdf_check(removed).worse_than(old):
        wrong.append("qpdf, after the removal")
    return wrong, ""


def make_turned(folder):
    """Files whose page is turned, with a crop box that does not begin at 0,0."""
    for angle in (0, 90, 180, 270):
        with pikepdf.new() as pdf:
            page = pdf.add_blank_page(page_size=(400, 500))
            page.Rotate = angle
            page.CropBox = [20, 30, 380, 460]
            pdf.save(folder / f"turned-{angle}.pdf")


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", type=pathlib.Path, nargs="?", help="the folder with the files")
    arguments = parser.parse_args()
    postil = tool.Postil(arguments.postil, timeout=30)
    made = tempfile.TemporaryDirectory(prefix="postil-fields-")
    make_turned(pathlib.Path(made.name))
    sources = sorted(pathlib.Path(made.name).glob("*.pdf"))
    if arguments.folder:
        sources += sorted(arguments.folder.rglob("*.pdf"))
    right, failures, skipped = 0, [], {}
    for source in sources:
        with tempfile.TemporaryDirectory(prefix="postil-fields-") as name:
            try:
                wrong, reason = try_one(postil, source, pathlib.Path(name))
            except Exception as error:  # of a reader
                wrong, reason = [], f"a reader gave up: {type(error).__name__} {str(error)[:60]}"
        if reason:
            skipped[reason] = skipped.get(reason, 0) + 1
        elif not wrong:
            right += 1
        failures += [f"{source}: {problem}" for problem in wrong]
    return tool.conclude(skipped, failures, f"{len(sources)} files, {right} right")


if __name__ == "__main__":
    raise SystemExit(main())
