"""The cases of showing pages. They only read, so all run on the file itself.

What is warm: the process, the libraries, the document as the library has it, and the fonts of the
page, because the page was drawn before. What is cold: the page, which is read, interpreted and
painted every time, with nothing kept of it. The tiles' memory is that of tiles that are gone, as
while scrolling ("fresh": new from the system, as at the start); poppler's page goes into memory that
is used again, too.
"""

import sys

from edit_cases import HERE, Case, postil

SCALE = 4
ANNOTATIONS = ("--annotations", 5000)


def poppler(*words):
    return [str(HERE / ".build/poppler-page"), "{file}", *map(str, words)]


def peer(library, *words):
    return [sys.executable, str(HERE / "render_peers.py"), library, "{file}", *map(str, words)]


def page_case(file, name, page):
    return Case(
        f"rendering: tiles of {name}, page {page}, at scale {SCALE}", file, {
            "poppler, whole page": poppler(page, SCALE),
            "postil, tiles": postil("tiles", "--page", page, "--scale", SCALE),
            "mupdf, tiles": peer("mupdf-tiles", page, SCALE),
            "mupdf, whole page": peer("mupdf-page", page, SCALE),
            "pdfium, whole page": peer("pdfium-page", page, SCALE),
        }, "drawn_ms", copies=False)


def cached_cases(file, page):
    def cached(*options):
        return postil("cached-tile", "--page", page, *options)

    def stroke(*options):
        return postil("stroke", "--page", page, *ANNOTATIONS, *options)

    return [
        Case("rendering: a tile that is in memory", file, {
            "postil": cached(), "postil, 5,000 annotations": cached(*ANNOTATIONS),
            "postil, 5,000 in the file": cached(*ANNOTATIONS, "--in-file"),
        }, "tile_ns", copies=False),
        Case("rendering: a stroke on a page with 5,000 annotations", file, {
            "postil, of this session": stroke(), "postil, in the file": stroke("--in-file"),
        }, "stroke_ms", copies=False),
    ]


def preview_case(file, page, folder):
    seen = postil("preview", "--page", page, "--folder", folder)
    return Case("rendering: first picture of a page", file, {
        "postil, seen before": seen, "postil, never seen": postil("preview", "--page", page),
        "postil, renderer prepared": postil("preview", "--page", page, "--prepared"),
    }, "preview_ms", copies=False, before=(seen,))


def pages_case(file, count=200):
    return Case(f"rendering: {count} pages at 72 dpi", file, {
        "poppler, one by one": poppler("--first", count),
        "postil, 1 worker": postil("pages", "--count", count, "--workers", 1),
        "postil, 2 workers": postil("pages", "--count", count, "--workers", 2),
        "mupdf, one by one": peer("mupdf-page", "--first", count),
        "pdfium, one by one": peer("pdfium-page", "--first", count),
    }, "total_ms", copies=False)


def scroll_case(file):
    small = ("--tile-memory", 64, "--recording-memory", 32)
    return Case("rendering: scrolling through a document", file, {
        "postil": postil("scroll"), "postil, small caches": postil("scroll", *small),
        "postil, in haste": postil("scroll", "--patience", 30),
    }, "peak_bytes", copies=False, rounds=1)


def search_case(file, word="tikz"):
    return Case("rendering: search of a whole document", file, {
        "postil": postil("search", "--word", word), "mupdf": peer("mupdf-search", "--word", word),
    }, "all_ms", copies=False)


def thumbnails_case(file, width=128):
    return Case("rendering: thumbnails of a whole document", file, {
        "postil": postil("thumbnails", "--width", width),
        "mupdf": peer("mupdf-thumbnails", "--width", width),
    }, "all_ms", copies=False)


def render_cases(pages, long, photos, folder):
    """The cases for pages to be drawn, each a file and a number, and a document of many pages."""
    (first, _, number), *_ = pages
    return [
        *(page_case(file, name, page) for file, name, page in pages),
        page_case(photos, "four photographs", 1),
        *cached_cases(first, number),
        preview_case(first, number, folder),
        pages_case(long),
        search_case(long),
        thumbnails_case(long),
        scroll_case(long),
    ]
