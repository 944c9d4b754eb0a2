#!/usr/bin/env python3
"""Judges 'postil tables' by tables whose cells are known: files of the competition of ICDAR 2013, NAME.pdf with NAME-str.xml.

As it was judged there, a table is the pairs of cells that stand beside each other: right of it and under it, cells without text
passed over. Pairs of the texts, as their letters and digits whatever their case, are counted for each document; recall, precision and F1 are over all pairs. With
--limit exit status 1 tells that F1 is lower.
"""

import pathlib
import re
import sys
import unicodedata
import xml.etree.ElementTree
from collections import Counter

import postil_tool as tool


def plain(text):
    """Letters and digits, as signs are told in different ways; signs if there is nothing else."""
    text = re.sub(r"\s", "", unicodedata.normalize("NFKC", text)).casefold()
    return re.sub(r"[\W_]", "", text) or re.sub(r"[\u2010-\u2015\u2212]", "-", text)


def pairs(cells):
    """Pairs of neighbors of one table: cells are (first row, last row, first column, last column, text)."""
    places = {}
    for cell in cells:
        for row in range(cell[0], cell[1] + 1):
            for column in range(cell[2], cell[3] + 1):
                places[row, column] = cell
    last_row, last_column = max(c[1] for c in cells), max(c[3] for c in cells)
    found = set()
    for cell in cells:
        for row in range(cell[0], cell[1] + 1):
            other = next((places[row, c] for c in range(cell[3] + 1, last_column + 1) if (row, c) in places), None)
            if other:
                found.add((cell, other, "right"))
        for column in range(cell[2], cell[3] + 1):
            other = next((places[r, column] for r in range(cell[1] + 1, last_row + 1) if (r, column) in places), None)
            if other:
                found.add((cell, other, "under"))
    return Counter((a[4], b[4], way) for a, b, way in found)


def truth(path):
    result = Counter()
    for table in xml.etree.ElementTree.parse(path).getroot().iter("table"):
        for region in table.iter("region"):
            cells = []
            for cell in region.iter("cell"):
                row, column = int(cell.get("start-row")), int(cell.get("start-col"))
                text = plain("".join(cell.findtext("content") or ""))
                if text:
                    cells.append((row, int(cell.get("end-row", row)), column, int(cell.get("end-col", column)), text))
            if cells:
                result += pairs(cells)
    return result


def found_by(postil, path, source):
    options = ["--by", source] if source else []
    run = postil.run("tables", path, "--json", *options, timeout=120)
    if run.status:
        raise tool.Failed(run.crash() or run.err.strip())
    result = Counter()
    for table in run.report["tables"]:
        cells = [(*cell["rows"], *cell["columns"], plain(cell["text"])) for cell in table["cells"]]
        if cells:
            result += pairs(cells)
    return result


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--by", help="what tables are known by: any, tags, layout")
    parser.add_argument("--limit", type=float, default=0, help="the lowest F1")
    arguments = parser.parse_args()
    postil, rows, failures, sums = tool.Postil(arguments.postil), [], [], Counter()
    for path in sorted(arguments.folder.glob("*.pdf")):
        known = path.with_name(path.stem + "-str.xml")
        if not known.exists():
            continue
        try:
            wanted, found = truth(known), found_by(postil, path, arguments.by)
        except (tool.Failed, xml.etree.ElementTree.ParseError) as error:
            failures.append(f"{path.name}: {error}")
            continue
        right = sum((wanted & found).values())
        counts = Counter(right=right, wanted=sum(wanted.values()), found=sum(found.values()))
        sums += counts
        rows.append((path.name, counts["wanted"], counts["found"], right))
    tool.table(rows, ["file", "pairs", "found", "right"], ["pairs", "found", "right"])
    recall, precision = sums["right"] / max(sums["wanted"], 1), sums["right"] / max(sums["found"], 1)
    f1 = 2 * recall * precision / max(recall + precision, 1e-9)
    if f1 < arguments.limit:
        failures.append(f"F1 is {f1:.4f}, not {arguments.limit}")
    return tool.conclude({}, failures, f"{len(rows)} files, recall {recall:.4f}, precision {precision:.4f}, F1 {f1:.4f}")


if __name__ == "__main__":
    sys.exit(main())
