"""The cases of editing and saving, and what all cases are made of."""

import pathlib
import sys
from collections.abc import Callable
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
#: The name of each competitor, by case: what its process is called with.
ATOMIC, IN_PLACE = "postil, atomic copy", "postil, in place"
#: No more promised than the others do: without waiting for the disk, and with files mapped.
LEAST = "postil, in place, mapped, no sync"


@dataclass
class Case:
    """What is measured: on which file, by whom, and which figure counts."""

    name: str
    #: Gives the file when it is needed, so that none is made in vain; None for cases without a file.
    file: Callable | None
    #: The command of each competitor; "{file}" stands for the file's path.
    competitors: dict
    figure: str
    #: Whether each run works on a copy of its own.
    copies: bool = True
    #: Commands to be run once before, with figures that nobody wants.
    before: tuple = ()
    #: Run at the most that often: some take minutes.
    rounds: int = 1000


def postil(case, *options):
    return [str(HERE / ".build/release/postil-bench"), case, "{file}", *map(str, options)]


def peer(library, case):
    return [sys.executable, str(HERE / "peers.py"), library, case, "{file}"]


def whole(command):
    """A command that is timed from outside, from its start to its end."""
    return [sys.executable, str(HERE / "whole_process.py"), "{file}", *command]


def tool(*arguments):
    return whole([str(HERE.parent / ".build/release/postil"), *arguments])


def edit_case(case):
    return {
        ATOMIC: postil(f"{case}-atomic"), IN_PLACE: postil(f"{case}-in-place"),
        "pymupdf, incremental": peer("pymupdf", case), "pikepdf, rewrite": peer("pikepdf", case)}


def page_cases(long, big, merged):
    """Pages that come and go: in a long document and a big one, and with those of another."""
    other = ["--other", str(merged)]

    def peers(case):
        return {
            "pymupdf": [*peer("pymupdf", case), str(merged)], "pikepdf": [*peer("pikepdf", case), str(merged)],
            "qpdf": [*peer("qpdf", case), str(merged)]}

    def appending(case, name, *options):
        return {
            ATOMIC: postil(f"{name}-atomic", *options), IN_PLACE: postil(f"{name}-in-place", *options),
            LEAST: postil(f"{name}-least", *options), **peers(case)}

    return [
        Case("insert a page", long, appending("insert_page", "insert-page", *other), "total_ms", rounds=5),
        Case("delete every second page", long, appending("delete_half", "delete-half"), "total_ms", rounds=5),
        Case("insert a page, big file", big, appending("insert_page", "insert-page", *other), "total_ms", rounds=3),
        Case("delete every second page, big file", big, appending("delete_half", "delete-half"), "total_ms", rounds=3),
        Case("extract 100 pages", long, {"postil": postil("extract-pages"), **peers("extract_pages")}, "total_ms", rounds=5),
        Case("merge two documents", long, {"postil": postil("merge", *other), **peers("merge")}, "total_ms", rounds=3),
    ]


def form_cases(form, rows):
    """A document of its own for each row of a table."""
    table = str(rows())
    return [Case("1,000 fillings of a form", form, {
        "postil": postil("fill-rows", "--rows", table),
        # On all cores, with the start of the process.
        "postil, tool": tool("fill", "{file}", "--each", table, "-o", "{file}.new", "--json"), "pymupdf": [*peer("pymupdf", "fill_rows"), table],
        "pikepdf": [*peer("pikepdf", "fill_rows"), table]}, "document_ms", rounds=3)]


def edit_cases(small, big, long):
    memory = {
        "postil": postil("memory"), "pymupdf": peer("pymupdf", "memory"),
        "pikepdf": peer("pikepdf", "memory")}
    freehand = [word for word in postil("freehand") if word != "{file}"]
    return [
        Case("ink", small, edit_case("ink"), "total_ms"),
        Case("ink, big file", big, edit_case("ink"), "total_ms"),
        Case("first revision, big file", big, {"postil": postil("revisions")}, "open_first_ms", rounds=5),
        Case("move last page first", small, edit_case("move"), "total_ms"),
        Case("move last page first, big file", big, edit_case("move"), "total_ms"),
        Case("highlight every match of a word", long, {
            ATOMIC: postil("highlight-atomic"), IN_PLACE: postil("highlight-in-place"),
            "pymupdf, incremental": peer("pymupdf", "highlight")}, "total_ms", rounds=3),
        # As one has it who calls programs: search_for finds words without regard to capital letters.
        Case("highlight every match of a word, whole process", long, {
            ATOMIC: tool("highlight", "{file}", "tikz", "-i", "--in-place", "--json"),
            IN_PLACE: tool("highlight", "{file}", "tikz", "-i", "--in-place", "--safety", "append-in-place", "--json"),
            "pymupdf, incremental": whole(peer("pymupdf", "highlight"))}, "total_ms", rounds=5),
        Case("freehand, 100,000 points", None, {"postil": freehand}, "last_ns"),
        Case("undo and redo, 10,000 annotations", small, {"postil": postil("undo")}, "undo_redo_ms"),
        Case("selection, 2,000 annotations", small, {"postil": postil("selection")}, "rubber_band_ms"),
        Case("stroke of 2,000 points, with a journal", small, {"postil": postil("journal")}, "with_95th_ms"),
        Case("memory, big file", big, memory, "resident_bytes"),
    ]
