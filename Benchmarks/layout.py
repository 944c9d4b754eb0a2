#!/usr/bin/env python3
"""Makes invoices, a report and a table with PostilLayout and with ReportLab, in turn, and prints times, memory and bytes beside each other.

Both embed subsets of DejaVu Sans. ReportLab's files are neither tagged nor PDF/A; Postil's are both.
"""

import argparse
import multiprocessing
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

WORDS = ("Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore "
         "magna aliqua. ")
FONTS = pathlib.Path("/usr/share/fonts/truetype/dejavu")


def reportlab():
    from reportlab.lib import styles
    from reportlab.pdfbase import pdfmetrics, ttfonts
    for name in ("DejaVuSans", "DejaVuSans-Bold"):
        pdfmetrics.registerFont(ttfonts.TTFont(name, str(FONTS / f"{name}.ttf")))
    plain = styles.ParagraphStyle("plain", fontName="DejaVuSans", fontSize=10, leading=12, spaceAfter=6)
    bold = styles.ParagraphStyle("bold", parent=plain, fontName="DejaVuSans-Bold", fontSize=18, leading=22)
    return plain, bold


def invoice(number, path):
    from reportlab import platypus
    from reportlab.lib import colors
    plain, bold = STYLES
    rows = [["No.", "Item", "Count", "Price"]]
    for row in range(1, 46):
        rows.append([str(row), f"Item number {row} of invoice {number}", str(row % 7 + 1), f"{row * 13}.{10 + row % 90}"])
    table = platypus.Table(rows, colWidths=[40, 303, 60, 80], repeatRows=1)
    table.setStyle([("FONT", (0, 0), (-1, -1), "DejaVuSans", 10), ("FONT", (0, 0), (-1, 0), "DejaVuSans-Bold", 10),
                    ("LINEBELOW", (0, 0), (-1, -1), 0.5, colors.lightgrey), ("ALIGN", (2, 0), (-1, -1), "RIGHT")])
    story = [platypus.Paragraph(f"Invoice {number}", bold),
             platypus.Paragraph("Paper and Pens Ltd<br/>12 Example Road<br/>Springfield", plain), table,
             platypus.Paragraph("Please pay within 14 days. " + WORDS, plain)]
    write(story, path)


def write(story, path):
    from reportlab import platypus

    def footer(canvas, document):
        canvas.setFont("DejaVuSans", 8)
        canvas.drawRightString(540, 40, f"Page {document.page}")
    platypus.SimpleDocTemplate(str(path), title="A title").build(story, onFirstPage=footer, onLaterPages=footer)


def run_invoices(arguments):
    global STYLES
    STYLES = reportlab()
    for number in arguments[0]:
        invoice(number, pathlib.Path(arguments[1]) / f"{number}.pdf")


def peer(kind, count, target):
    """Runs in a process of its own."""
    global STYLES
    from reportlab import platypus
    if kind == "invoices":
        with multiprocessing.Pool(os.cpu_count()) as pool:
            pool.map(run_invoices, [(range(part, count, os.cpu_count()), target) for part in range(os.cpu_count())])
        return
    STYLES = plain, bold = reportlab()
    if kind == "report":
        story = []
        for chapter in range(count // 2):
            story.append(platypus.Paragraph(f"Chapter {chapter}", bold))
            story += [platypus.Paragraph(WORDS * 4, plain) for _ in range(10)] + [platypus.PageBreak()]
        write(story, target)
    else:
        table = platypus.Table([[f"cell {row} {column}" for column in range(8)] for row in range(50)])
        table.setStyle([("FONT", (0, 0), (-1, -1), "DejaVuSans", 10)])
        platypus.SimpleDocTemplate(target).build([table])


def measured(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command[0]} failed")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - start, cpu, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="postil-layout of a release build")
    parser.add_argument("--invoices", type=int, default=1000)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--peer", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peer:
        return peer(options.peer[0], int(options.peer[1]), options.peer[2])
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        print(f"{'':24}{'seconds':>10}{'CPU':>10}{'MB':>8}{'bytes':>12}")
        for kind, count in (("invoices", options.invoices), ("report", options.pages), ("cells", 0)):
            best = {}
            for _ in range(options.runs):
                for name in ("Postil", "ReportLab"):
                    target = folder / f"{kind}-{name}"
                    if kind == "invoices":
                        target.mkdir(exist_ok=True)
                    numbers = [str(count)] if kind != "cells" else []
                    command = ([options.program, kind, *numbers, str(target)] if name == "Postil" else
                               [sys.executable, __file__, options.program, "--peer", kind, str(count), str(target)])
                    result = measured(command)
                    file = target / "0.pdf" if kind == "invoices" else target
                    best[name] = min(best.get(name, (1e9,)), (*result, file.stat().st_size))
            for name, (seconds, cpu, memory, size) in best.items():
                print(f"{kind + ' ' + (str(count) if count else '') + ' ' + name:24}{seconds:10.2f}{cpu:10.2f}{memory:8.0f}{size:12}")
            print(f"{'':24}{best['Postil'][0] / best['ReportLab'][0]:10.2f}{best['Postil'][1] / best['ReportLab'][1]:10.2f} of ReportLab")


if __name__ == "__main__":
    main()
