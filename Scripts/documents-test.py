#!/usr/bin/env python3
"""Merges, inserts, deletes, duplicates and extracts documents with outlines, names, labels, attachments, form fields and hidden
layers, and looks at the results with pikepdf, qpdf and poppler: that every item, destination, label and file is where it has to be.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pikepdf
import postil_tool as tool
from pikepdf import Array, Dictionary, Name, OutlineItem, Pdf, String

FEATURES = ["outline", "tree", "old", "labels", "attachments", "fields", "layers", "metadata", "encrypted"]
PAGES = 4


def make(folder, name, features):
    """A document of four pages with some features."""
    pdf = Pdf.new()
    for number in range(PAGES):
        pdf.add_blank_page(page_size=(200, 200))
        pdf.pages[-1].Contents = pdf.make_stream(b"%f g %d 10 50 50 re f" % (number / 8, 10 + 20 * number))
    pages = [page.obj for page in pdf.pages]
    names = Dictionary()
    if "tree" in features:
        names.Dests = pdf.make_indirect(Dictionary(Names=Array([String("d1"), Array([pages[0], Name.Fit]), String("d2"),
                                                                Dictionary(D=Array([pages[3], Name.FitH, 100]))])))
    if "old" in features:
        pdf.Root.Dests = Dictionary(o1=Array([pages[1], Name.FitB]))
    if len(names):
        pdf.Root.Names = names
    if "outline" in features:
        with pdf.open_outline() as outline:
            for number in range(PAGES):
                item = OutlineItem(f"{name} {number + 1}", number, "XYZ", left=1, top=2, zoom=0)
                item.children.append(OutlineItem(f"{name} {number + 1}.1", number, "FitBH", top=9))
                item.is_closed = number % 2 == 1
                outline.root.append(item)
            if "tree" in features:
                outline.root.append(OutlineItem(f"{name} named", String("d2")))
            outline.root.append(OutlineItem(f"{name} web", action=Dictionary(S=Name.URI, URI=String("https://example.org"))))
    if "labels" in features:
        pdf.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.r), 2, Dictionary(S=Name.D, P=String("A-"))]))
    if "attachments" in features:
        pdf.attachments["a.txt"] = pikepdf.AttachedFileSpec(pdf, f"bytes of {name}".encode(), filename="a.txt")
    if "fields" in features:
        field = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T=String("name"), V=String(name),
                                             Rect=[20, 20, 80, 40], P=pages[1]))
        # Without an appearance it would get one when its page goes to another document, and look other.
        look = pdf.make_stream(b"1 0 0 rg 5 5 50 10 re f", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 60, 20])
        field.AP = Dictionary(N=look)
        pages[1].Annots = Array([field])
        pdf.Root.AcroForm = Dictionary(Fields=Array([field]))
    if "layers" in features:
        layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("hidden")))
        pages[0].Contents = pdf.make_stream(b"/OC /L BDC 0 0 1 rg 0 0 200 200 re f EMC")
        pages[0].Resources = Dictionary(Properties=Dictionary(L=layer))
        pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
    if "metadata" in features:
        with pdf.open_metadata() as metadata:
            metadata["dc:title"] = name
            metadata["{http://example.org/own/}thing"] = "kept"
    path = folder / f"{name}.pdf"
    encryption = pikepdf.Encryption(owner="o", user="") if "encrypted" in features else None
    pdf.save(path, encryption=encryption or False)
    return path


class Problem(Exception):
    pass


def require(condition, text):
    if not condition:
        raise Problem(text)


def tree(node, key, depth=0):
    """The entries of a name or number tree."""
    require(depth < 20, "a tree is too deep")
    entries = list(node.get(key, []))
    result = [(entries[i], entries[i + 1]) for i in range(0, len(entries), 2)]
    for kid in node.get("/Kids", []):
        inner = tree(kid, key, depth + 1)
        limits = [bytes(limit) for limit in kid.Limits]
        require(limits == [bytes(inner[0][0]), bytes(inner[-1][0])], "limits that lie")
        result += inner
    return result


def destinations(pdf):
    found = {}
    if "/Names" in pdf.Root and "/Dests" in pdf.Root.Names:
        names = tree(pdf.Root.Names.Dests, "/Names")
        keys = [bytes(key) for key, _ in names]
        require(keys == sorted(keys) and len(set(keys)) == len(keys), "names are not in order")
        found.update({str(key): value for key, value in names})
    for key, value in pdf.Root.get("/Dests", {}).items():
        found[key[1:]] = value
    return {key: value.D if isinstance(value, Dictionary) else value for key, value in found.items()}


def walk(pdf):
    """Checks an outline, and returns titles and places."""
    if "/Outlines" not in pdf.Root or "/First" not in pdf.Root.Outlines:
        return []
    numbers = {page.obj.objgen: index for index, page in enumerate(pdf.pages)}
    names = destinations(pdf)
    seen, result = set(), []

    def level(parent, depth):
        previous, item, shown = None, parent.get("/First"), 0
        while item is not None:
            require(item.objgen not in seen, "an item is listed twice")
            seen.add(item.objgen)
            require(item.Parent.objgen == parent.objgen, f"{item.Title}: wrong parent")
            require((item.get("/Prev").objgen if "/Prev" in item else None) == previous, f"{item.Title}: wrong /Prev")
            place = item.get("/Dest")
            action = item.get("/A")
            if action is not None and action.S == Name.GoTo:
                place = action.D
            if isinstance(place, String):
                require(str(place) in names, f"{item.Title}: no place {place}")
                place = names[str(place)]
            if place is not None:
                require(place[0].objgen in numbers, f"{item.Title}: leads to no page")
            result.append((depth, str(item.Title), numbers[place[0].objgen] if place is not None else None))
            below = level(item, depth + 1) if "/First" in item else 0
            count = int(item.get("/Count", 0))
            require(abs(count) == below, f"{item.Title}: /Count is {count} of {below}")
            shown += 1 + (below if count > 0 else 0)
            previous = item.objgen
            if "/Next" not in item:
                require(parent.Last.objgen == item.objgen, f"{item.Title}: not the last")
            item = item.get("/Next")
        return shown

    require(level(pdf.Root.Outlines, 0) == int(pdf.Root.Outlines.get("/Count", 0)), "the root's /Count is wrong")
    return result


def check(path, features, expected):
    """Checks a document: `expected` has, of each page, the document and the place that it comes from."""
    result = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    require(result.returncode == 0, f"qpdf: {result.stdout} {result.stderr}")
    with Pdf.open(path) as pdf:
        require(len(pdf.pages) == len(expected), f"{len(pdf.pages)} pages of {len(expected)}")
        objects = {page.obj.objgen for page in pdf.pages}
        for name, place in destinations(pdf).items():
            if place[0].is_indirect and place[0].objgen in objects:
                continue
            require(place[0].get("/Type") != Name.Page or place[0].objgen in objects or "delete" in path.stem,
                    f"the place {name} is on no page")
        outline = walk(pdf)
        if "outline" in features:
            first = {}
            for index, (name, place) in enumerate(expected):
                first.setdefault((name, place), index)
            wanted = {(f"{name} {place + 1}", index) for (name, place), index in first.items()}
            found = {(title, place) for depth, title, place in outline if depth == 0}
            require(wanted <= found, f"outline: {wanted - found} is missing")
            require(all(title.split(".")[0] in {w[0] for w in wanted} or " n" in title or " w" in title
                        for _, title, _ in outline), f"outline: {outline}")
        if "labels" in features:
            labels = ["i", "ii", "A-1", "A-2"]
            found = [page.label for page in pdf.pages]
            require(found == [labels[place] for _, place in expected], f"labels: {found}")
        fields = list(pdf.Root.AcroForm.Fields) if "/AcroForm" in pdf.Root else []
        widgets = [annotation for page in pdf.pages for annotation in page.get("/Annots", [])
                   if annotation.Subtype == Name.Widget]
        if "fields" in features:
            names = [str(field.T) for field in fields]
            require(len(set(names)) == len(names), f"fields: {names}")
            require(len(widgets) == sum(1 for _, place in expected if place == 1), f"{len(widgets)} widgets")
            for page in pdf.pages:
                for annotation in page.get("/Annots", []):
                    require("/P" not in annotation or annotation.P.objgen == page.obj.objgen, "a widget's /P is wrong")
        if "layers" in features:
            off = {layer.objgen for layer in pdf.Root.OCProperties.D.get("/OFF", [])} if "/OCProperties" in pdf.Root else set()
            for page in pdf.pages:
                for layer in page.get("/Resources", {}).get("/Properties", {}).values():
                    require(layer.objgen in off, "a hidden layer is shown")
        return [str(key) for key in pdf.attachments]


def pixels(path, page, folder):
    out = folder / "page"
    subprocess.run(["pdftoppm", "-r", "36", "-f", str(page), "-l", str(page), "-singlefile", path, out], check=True)
    return out.with_suffix(".ppm").read_bytes()


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("--folder", help="where the documents go (default: a temporary folder, which stays)")
    options = parser.parse_args()
    folder = Path(options.folder or tempfile.mkdtemp(prefix="postil-documents-"))
    folder.mkdir(parents=True, exist_ok=True)
    problems = runs = 0

    def run(*arguments):
        result = subprocess.run([options.postil, *map(str, arguments)], capture_output=True, text=True)
        require(result.returncode == 0, f"{' '.join(map(str, arguments))}: {result.stderr}")
        return result.stdout

    combinations = [[], FEATURES[:-1], FEATURES] + [[feature] for feature in FEATURES] + [["outline", feature] for feature in FEATURES[1:]]
    for number, features in enumerate(combinations):
        a, b = make(folder, f"a{number}", features), make(folder, f"b{number}", features)
        (x, y) = (a.stem, b.stem)
        own = [(x, place) for place in range(PAGES)]
        other = [(y, place) for place in range(PAGES)]
        jobs = {
            "insert": (["insert", a, "--from", b, "--at", "2"], own[:1] + other + own[1:]),
            "some": (["insert", a, "--from", b, "--pages", "4,2", "--at", "5"], own + [other[3], other[1]]),
            "duplicate": (["duplicate", a, "--pages", "2,4"], own[:2] + own[1:2] + own[2:] + own[3:]),
            "delete": (["delete", a, "--pages", "1,3"], [own[1], own[3]]),
            "deleted": (["delete", a, "--pages", "1,3", "--strategy", "rewrite"], [own[1], own[3]]),
            "extract": (["extract", a, "--pages", "4,2"], [own[3], own[1]]),
            "merge": (["merge", a, b], own + other),
            "itself": (["merge", a, a], own + own),
            "move": (["move", a, "--pages", "4", "--to", "1"], own[3:] + own[:3]),
        }
        for job, (arguments, expected) in jobs.items():
            out = folder / f"{number}-{job}.pdf"
            runs += 1
            try:
                run(*arguments, "-o", out)
                attachments = check(out, features, expected)
                whole = {"insert": 2, "merge": 2, "itself": 2, "extract": 0}.get(job, 1)
                require(len(attachments) == (whole if "attachments" in features else 0), f"attachments: {attachments}")
                for index, (name, place) in enumerate(expected):
                    source = folder / f"{name}.pdf"
                    require(pixels(out, index + 1, folder) == pixels(source, place + 1, folder), f"page {index + 1} looks other")
                shown = json.loads(run("outline", out, "--json"))["outline"]
                with Pdf.open(out) as pdf:
                    require(len(shown) == sum(1 for depth, _, _ in walk(pdf) if depth == 0), "the tool sees another outline")
            except Problem as problem:
                problems += 1
                print(f"{'+'.join(features) or 'plain'}: {job}: {problem}")
        if "metadata" in features:
            out = folder / f"{number}-titled.pdf"
            runs += 1
            try:
                run("metadata", a, "--set", "title=Other & ünusual", "--set", "created=2026-05-04T12:30:00Z", "-o", out)
                with Pdf.open(out) as pdf, pdf.open_metadata() as metadata:
                    require(metadata["dc:title"] == str(pdf.docinfo["/Title"]) == "Other & ünusual", "titles differ")
                    require(metadata["xmp:CreateDate"] == "2026-05-04T12:30:00Z", "dates differ")
                    require(metadata["{http://example.org/own/}thing"] == "kept", "a property is lost")
            except Problem as problem:
                problems += 1
                print(f"{'+'.join(features)}: metadata: {problem}")
    print(f"{runs} documents, {problems} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
