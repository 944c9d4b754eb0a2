#!/usr/bin/env python3
"""Writes Documentation/Reference: the signature and the documentation of every public declaration, as Markdown, a page for
each type and one for each module with their list.

Reads symbol graphs (Documentation/graphs.sh makes them). With --check writes nothing, and fails if what is there is
not what the code says, or if a type is in none of the topics of its module's article.
"""

import argparse
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Documentation" / "Reference"
ARTICLES = ROOT / "Documentation" / "Postil.docc"
# A type with more members has a list of them at its head.
FEW = 8

MODULES = {
    "Postil": "What `import Postil` brings: documents, pages, annotations, edits, text, rendering, saving.",
    "PDFKit": "What `import PDFKit` brings with the product `PDFKitCompatibility`: Apple's names over Postil.",
    "PostilSignatures": "What `import PostilSignatures` adds: signing documents, and verifying signatures.",
    "PostilLayout": "What `import PostilLayout` adds: documents that are written, of headings, paragraphs, tables and pictures.",
    "PostilLayoutSVG": "What `import PostilLayoutSVG` adds: pictures of drawings in SVG.",
    "PostilTools": "What `import PostilTools` adds: tools that turn the movement of a pen into annotations.",
    "PostilViewer": "What `import PostilViewer` brings besides: view models for viewers in any toolkit.",
}

# Headings of the members of a type, in their order.
SECTIONS = {
    "Cases": ["swift.enum.case"],
    "Initialisers": ["swift.init"],
    "Type properties": ["swift.type.property"],
    "Type methods": ["swift.type.method", "swift.type.subscript"],
    "Properties": ["swift.property"],
    "Subscripts": ["swift.subscript"],
    "Methods": ["swift.method"],
    "Operators": ["swift.func.op"],
    "Type aliases": ["swift.typealias"],
    "Associated types": ["swift.associatedtype"],
    "Functions": ["swift.func", "swift.var", "swift.macro"],
}
SECTION_OF = {kind: title for title, kinds in SECTIONS.items() for kind in kinds}
TYPES = {"swift.class", "swift.struct", "swift.enum", "swift.protocol", "swift.actor"}
# Protocols that the compiler adds by itself.
IMPLICIT = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}


class Module:
    def __init__(self, name, graphs):
        self.name = name
        self.symbols = {}
        self.conformances = {}
        if name == "PDFKit":
            graphs = graphs.with_name(f"{graphs.name}.{name}")
        files = [graphs / f"{name}.symbols.json", *sorted(graphs.glob(f"{name}@*.symbols.json"))]
        for file in files:
            graph = json.loads(file.read_text())
            for symbol in graph["symbols"]:
                self.symbols[symbol["identifier"]["precise"]] = symbol
            for relation in graph["relationships"]:
                if relation["kind"] == "conformsTo":
                    protocol = relation.get("targetFallback", relation["target"])
                    target = self.symbols.get(relation["target"])
                    name = target["names"]["title"] if target else protocol.split(".")[-1]
                    self.conformances.setdefault(relation["source"], set()).add(name)

    def pages(self):
        """The texts of the module's page and of those of its types, by their paths."""
        own = {path(s): s for s in self.symbols.values() if s["kind"]["identifier"] in TYPES}
        members = {}
        for symbol in self.symbols.values():
            if symbol["kind"]["identifier"] not in TYPES:
                members.setdefault(".".join(symbol["pathComponents"][:-1]), []).append(symbol)
        names = sorted(set(own) | set(members) - {""}, key=str.lower)
        index = [f"# {self.name}", "", MODULES[self.name], ""]
        index += ["Made from the code by `make reference`; `make test` holds both against each other.", ""]
        pages = {}
        for name in names:
            outer = name.split(".")[0]
            page = f"{self.name}/{outer}.md"
            summary = first_sentence(own[name]) if name in own else "Additions."
            index.append(f"- [`{name}`]({page}{'' if name == outer else '#' + anchor(name)}): {summary}")
            if name == outer:
                pages[page] = [f"# {name}", "", f"Of [{self.name}](../{self.name}.md).", ""]
            elif page not in pages:
                pages[page] = [f"# {outer}", "", f"Of [{self.name}](../{self.name}.md).", "", f"## {name}", ""]
            else:
                pages[page] += ["", f"## {name}", ""]
            if name in own:
                pages[page] += self.type(own[name])
            else:
                pages[page].append("Additions to a type of another module.")
            pages[page] += self.sections(members.get(name, []), "##" if name == outer else "###")
        for symbol in sorted(members.get("", []), key=order):
            index += ["", *self.member(symbol)]
        pages[f"{self.name}.md"] = index
        return {path: "\n".join(lines) + "\n" for path, lines in pages.items()}

    def types(self):
        """The types that are in no other."""
        return {s["names"]["title"] for s in self.symbols.values()
                if s["kind"]["identifier"] in TYPES and len(s["pathComponents"]) == 1}

    def unlisted(self):
        """The types that are in no topic of the module's article."""
        article = ARTICLES / f"{self.name}.md"
        if not article.exists():
            return []
        listed = set(re.findall(r"^- ``(?:\w+/)?(\w+)``$", article.read_text(), re.MULTILINE))
        return sorted(self.types() - listed)

    def type(self, symbol):
        conformances = sorted(self.conformances.get(symbol["identifier"]["precise"], set()) - IMPLICIT)
        lines = ["```swift", declaration(symbol), "```"]
        if conformances:
            lines += ["", "Conforms to " + ", ".join(f"`{name}`" for name in conformances) + "."]
        return lines + documentation(symbol)

    def sections(self, members, level):
        """Members by their kinds, with a list of their signatures before many."""
        lines = []
        kinds = {title: sorted((m for m in members if section(m) == title), key=order) for title in SECTIONS}
        if len(members) > FEW:
            lines += ["", "```swift"]
            lines += [" ".join(declaration(m).split()) for of_kind in kinds.values() for m in of_kind]
            lines += ["```"]
        for title, of_kind in kinds.items():
            if of_kind:
                lines += ["", f"{level} {title}"]
            for symbol in of_kind:
                lines += ["", *self.member(symbol)]
        return lines

    def member(self, symbol):
        return ["```swift", declaration(symbol), "```", *documentation(symbol)]


def section(symbol):
    kind = symbol["kind"]["identifier"]
    if kind not in SECTION_OF:
        sys.exit(f"reference: there is no section for {kind}: {path(symbol)}")
    return SECTION_OF[kind]


def path(symbol):
    return ".".join(symbol["pathComponents"])


def order(symbol):
    return (symbol["names"]["title"].lower(), symbol["names"]["title"], declaration(symbol))


def anchor(name):
    """The link that GitHub makes of a heading."""
    return re.sub(r"[^a-z0-9_-]", "", name.lower())


def declaration(symbol):
    return "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])


def comment(symbol):
    found = symbol.get("docComment", {})
    # What the compiler writes for raw values has the comment of the standard library.
    lines = [line["text"] for line in found.get("lines", []) if found.get("module") != "Swift"]
    # Links of DocC, with and without a module, to what is on these pages or elsewhere.
    # What tells overloads apart stays out.
    link = re.compile(rf"``(?:(?:{'|'.join(MODULES)})/)?([^`]+?)(?:-[a-z0-9>(_\[][^`/]*)?``")
    return [link.sub(lambda m: "`" + m[1].replace("/", ".") + "`", line) for line in lines]


def documentation(symbol):
    lines = [line.rstrip() for line in comment(symbol)]
    while lines and not lines[-1]:
        lines.pop()
    return ["", *lines] if lines else []


def first_sentence(symbol):
    text = " ".join(comment(symbol))
    return re.split(r"(?<=\.)\s", text.strip(), maxsplit=1)[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", type=Path, help="the folder with the symbol graphs")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    options = parser.parse_args()
    modules = [Module(name, options.graphs) for name in MODULES]
    pages = {FOLDER / path: text for module in modules for path, text in module.pages().items()}
    stale = [file for file, text in pages.items() if not file.exists() or file.read_text() != text]
    surplus = [file for file in FOLDER.rglob("*.md") if file not in pages]
    if not options.check:
        for file in surplus:
            file.unlink()
        for file in stale:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(pages[file])
        print(f"wrote {len(stale)} pages, removed {len(surplus)}")
        return
    if stale or surplus:
        names = " and ".join(str(file.relative_to(ROOT)) for file in (stale + surplus)[:5])
        sys.exit(f"{names}: not what the code says. Run 'make reference'.")
    unlisted = {module.name: module.unlisted() for module in modules}
    for name, types in unlisted.items():
        if types:
            print(f"reference: in no topic of {name}.md: {', '.join(types)}", file=sys.stderr)
    if any(unlisted.values()):
        sys.exit(1)


main()
