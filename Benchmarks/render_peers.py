#!/usr/bin/env python3
"""Draws pages with another PDF library, and prints a line of JSON as postil-bench does.

Usage: render_peers.py LIBRARY FILE PAGE SCALE, or LIBRARY FILE --first COUNT, or mupdf-search FILE
--word WORD, or mupdf-thumbnails FILE --width WIDTH, where LIBRARY is mupdf-tiles (a display list, replayed into tiles of 512 pixels), mupdf-page or pdfium-page. What was
drawn once before is warm: document, fonts, and with MuPDF also pictures that were decoded; "cold" is
with all that MuPDF keeps thrown away. The page itself is read and interpreted every time.
"""

import json
import statistics
import sys
import time

REPETITIONS = 5
TILE = 512


class MuPDF:
    def __init__(self, path):
        import pymupdf

        self.library = pymupdf
        self.document = pymupdf.open(path)
        self.count = self.document.page_count

    def forget(self):
        self.library.TOOLS.store_shrink(100)

    def draw(self, index, scale):
        matrix = self.library.Matrix(scale, scale)
        return self.document.load_page(index).get_pixmap(matrix=matrix, alpha=False)


class MuPDFTiles(MuPDF):
    def draw(self, index, scale):
        page, matrix = self.document.load_page(index), self.library.Matrix(scale, scale)
        pieces = page.get_displaylist()
        view = (page.rect * matrix).round()
        # Tiles that are seen are kept.
        return [
            pieces.get_pixmap(matrix=matrix, alpha=0, clip=self.library.IRect(x, y, x + TILE, y + TILE) & view)
            for y in range(0, view.y1, TILE) for x in range(0, view.x1, TILE)]


class PDFium:
    def __init__(self, path):
        import pypdfium2

        self.document = pypdfium2.PdfDocument(path)
        self.count = len(self.document)

    forget = None

    def draw(self, index, scale):
        page = self.document[index]
        bitmap = page.render(scale=scale)
        page.close()
        return bitmap


def time_of(library, index, scale):
    start = time.perf_counter()
    kept = library.draw(index, scale)
    end = time.perf_counter()
    del kept
    return (end - start) * 1e3


def measure_page(library, index, scale):
    library.draw(index, scale)
    figures = {"drawn_ms": statistics.median(time_of(library, index, scale) for _ in range(REPETITIONS))}
    if library.forget:
        cold = []
        for _ in range(REPETITIONS):
            library.forget()
            cold.append(time_of(library, index, scale))
        figures["cold_ms"] = statistics.median(cold)
    return figures


def measure_pages(library, count):
    count = min(count, library.count)
    start = time.perf_counter()
    for index in range(count):
        library.draw(index, 1)
    seconds = time.perf_counter() - start
    return {"total_ms": seconds * 1e3, "pages_per_second": count / seconds}


def measure_search(path, word):
    start = time.perf_counter()
    library = MuPDF(path)
    first, matches = 0, 0
    for index in range(library.count):
        found = len(library.document.load_page(index).search_for(word))
        if found and not matches:
            first = time.perf_counter() - start
        matches += found
    return {"first_ms": first * 1e3, "all_ms": (time.perf_counter() - start) * 1e3, "matches": matches}


def measure_thumbnails(path, width):
    start = time.perf_counter()
    library = MuPDF(path)
    size = 0
    for index in range(library.count):
        size += len(library.draw(index, width / library.document.load_page(index).rect.width).tobytes("png"))
    return {"all_ms": (time.perf_counter() - start) * 1e3, "png_bytes": size}


def main():
    libraries = {"mupdf-tiles": MuPDFTiles, "mupdf-page": MuPDF, "pdfium-page": PDFium}
    if len(sys.argv) == 5 and sys.argv[1] == "mupdf-search":
        return print(json.dumps(measure_search(sys.argv[2], sys.argv[4])))
    if len(sys.argv) == 5 and sys.argv[1] == "mupdf-thumbnails":
        return print(json.dumps(measure_thumbnails(sys.argv[2], int(sys.argv[4]))))
    if len(sys.argv) != 5 or sys.argv[1] not in libraries:
        sys.exit(__doc__)
    library = libraries[sys.argv[1]](sys.argv[2])
    if sys.argv[3] == "--first":
        figures = measure_pages(library, int(sys.argv[4]))
    else:
        figures = measure_page(library, int(sys.argv[3]) - 1, float(sys.argv[4]))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
