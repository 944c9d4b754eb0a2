#!/usr/bin/env python3
"""Makes documents in twelve scripts with many producers, and judges what readers say is on their pages.

The texts are in Scripts/text_samples.py. LibreOffice, XeTeX, LuaTeX, Chromium, WeasyPrint, pango-view and Postil itself set
them: as paragraphs, in two columns, as a table, turned by 30, 90, 180 and 270 degrees, vertically (Chinese, Japanese), and all scripts
on one page. What 'postil extract-text' prints must be the source in the order in which it is read, apart from white space and Unicode's
normal form (NFC), and 'postil search' must find each word. pdftotext, MuPDF and PDFium say what they read of the same files.

A table has a row for each producer and script: how much of the text is right (100 % is all of it, in order), and in how many
words were not found. --details prints one row for each file. Producers that are not installed are passed over and told:

    apt-get install libreoffice-writer-nogui texlive-xetex texlive-luatex texlive-latex-recommended texlive-lang-arabic chromium \\
        weasyprint pango1.0-tools fonts-noto-core fonts-noto-cjk

KNOWN says of files what they themselves do not tell. Exit status 1 if Postil misreads anything else.
"""

import concurrent.futures
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from dataclasses import dataclass

import pikepdf
import postil_tool as tool
import pymupdf
import pypdfium2
from text_samples import MIXED, SAMPLES, TABLES

#: What files do not tell, by producer, script and layout ("" is any), with the reason. These are shown, and are no failures.
KNOWN = {
    ("WeasyPrint", script, ""): "glyphs that stand for several letters, or for a part of one, have the text of a whole run, or none (WeasyPrint 57)"
    for script in ("arabic", "hebrew", "devanagari", "bengali", "tamil", "thai", "mixed")
} | {
    ("XeTeX", script, ""): "glyphs stand in the order in which they are seen, and those of parts of letters have other letters' texts or none"
    for script in ("devanagari", "bengali", "tamil", "thai", "mixed")
}

ANGLES = (30, 90, 180, 270)
#: Lines that the documents are set in are at least so long, in letters of a script without spaces: a text with more ends of lines than
#: that was not read in lines.
SHORTEST_LINE = 8


@dataclass(frozen=True)
class Case:
    """A text to be set."""

    script: str
    #: plain, columns, table, vertical, mixed, or turned-ANGLE.
    layout: str

    @property
    def angle(self):
        return int(self.layout.split("-")[1]) if self.layout.startswith("turned") else 0

    @property
    def parts(self):
        """The paragraphs, each with its script."""
        if self.layout == "mixed":
            return [(SAMPLES[script], SAMPLES[script].paragraphs[0]) for script in MIXED]
        sample = SAMPLES[self.script]
        paragraphs = sample.paragraphs
        if self.angle:
            paragraphs = paragraphs[:2]
        return [(sample, paragraph) for paragraph in paragraphs]

    @property
    def rows(self):
        return TABLES[self.script]

    @property
    def source(self):
        if self.layout == "table":
            return "\n".join(" ".join(row) for row in self.rows)
        return "\n\n".join(text for _, text in self.parts)

    @property
    def name(self):
        return f"{self.script}-{self.layout}"


def cases():
    for script, sample in SAMPLES.items():
        yield Case(script, "plain")
        yield Case(script, "columns")
        yield Case(script, "table")
        if sample.is_vertical:
            yield Case(script, "vertical")
        for angle in ANGLES:
            yield Case(script, f"turned-{angle}")
    yield Case("mixed", "mixed")


# Producers: each makes a file of a case, and returns it; None if it cannot set that.


def run(command, folder, timeout=180, **options):
    return subprocess.run(
        [str(part) for part in command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout, **options)


def page_html(case):
    """A document as browsers take it."""
    style = "@page { size: A4; margin: 20mm } body { font-size: 12pt; margin: 0 } td { border: 1px solid; padding: 4px } table { border-collapse: collapse }"
    inner = "".join(
        f'<p lang="{s.language}" dir="{s.direction}" style="font-family: \'{s.font}\', \'Noto Serif\'">{html.escape(text)}</p>'
        for s, text in case.parts) if case.layout != "table" else ""
    box = ""
    if case.layout == "columns":
        box = "column-count: 2; column-gap: 10mm"
        sample = SAMPLES[case.script]
        box += f"; direction: {sample.direction}; height: {9 if len(case.source) < 900 else 12}cm; column-fill: auto"
    elif case.layout == "vertical":
        box = "writing-mode: vertical-rl; height: 12cm; width: 16cm"
    elif case.angle:
        box = f"width: 11cm; margin: 5cm 2cm; transform: rotate({case.angle}deg)"
    if case.layout == "table":
        s = SAMPLES[case.script]
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in case.rows)
        inner = f'<table lang="{s.language}" dir="{s.direction}" style="font-family: \'{s.font}\', \'Noto Serif\'">{rows}</table>'
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><style>{style}</style></head><body><div style="{box}">{inner}</div></body></html>'


def by_chromium(case, folder):
    source, out = folder / f"{case.name}.html", folder / f"{case.name}.pdf"
    source.write_text(page_html(case))
    run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
         f"--print-to-pdf={out}", "--no-pdf-header-footer", source], folder)
    return out


def by_weasyprint(case, folder):
    if case.layout == "vertical":
        return None
    source, out = folder / f"{case.name}.html", folder / f"{case.name}.pdf"
    source.write_text(page_html(case))
    run(["weasyprint", source, out], folder)
    return out


def by_pango(case, folder):
    if case.layout in ("columns", "table"):
        return None
    source, out = folder / f"{case.name}.txt", folder / f"{case.name}.pdf"
    source.write_text(case.source)
    options = ["--width=400", "--wrap=word-char", f"--rotate={case.angle}"]
    if case.layout == "vertical":
        options = ["--rotate=90", "--gravity=east", "--width=400", "--wrap=word-char"]
    sample = case.parts[0][0]
    run(
        ["pango-view", "--no-display", f"--font={sample.font}, Noto Serif 12", f"--language={sample.language}", "--pixels", *options,
         f"--output={out}", source], folder)
    return out


def by_postil(case, folder, postil):
    if case.layout in ("columns", "table", "vertical") or case.angle == 30:
        return None
    empty, written, out = (folder / f"{case.name}{end}.pdf" for end in ("-empty", "-written", ""))
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(800, 800)).Rotate = case.angle
        pdf.save(empty)
    sample = case.parts[0][0]
    done = postil.run(
        "write", empty, "--page", 1, "--rect", "50,50,700,700", "--text", case.source, "--font", sample.font, "-o", written)
    if done.status:
        return None
    return out if postil.run("flatten", written, "-o", out).status == 0 else written


def tex_escape(text, is_latin=True):
    """Letters of ASCII are set in a font that has them."""
    if not is_latin:
        parts = re.split(r"([!-~]+(?: +[!-~]+)*)", text)
        return "".join("{\\latinfont " + tex_escape(part) + "}" if index % 2 else part for index, part in enumerate(parts))
    return re.sub(r"([%&#_$])", r"\\\1", text).replace("\u00ad", "\\-")


def tex_body(case, begin, end):
    def paragraph(sample, text):
        return begin(sample) + escaped(sample, text) + end(sample)

    def escaped(sample, text):
        return tex_escape(text, sample.font in ("Noto Serif", "Noto Serif CJK SC", "Noto Serif CJK JP", "Noto Serif CJK KR"))

    if case.layout == "table":
        sample = SAMPLES[case.script]
        rows = "\\\\\n".join(" & ".join(escaped(sample, cell) for cell in row) for row in case.rows)
        return begin(sample) + "\\noindent\\begin{tabular}{" + "l" * len(case.rows[0]) + "}\n" + rows + "\n\\end{tabular}" + end(sample)
    text = "\n\n".join(paragraph(sample, text) for sample, text in case.parts)
    if case.layout == "columns":
        return "\\begin{multicols}{2}\n" + text + "\n\\end{multicols}"
    if case.angle:
        return f"\\vspace*{{4cm}}\\rotatebox{{{-case.angle}}}{{\\parbox{{10cm}}{{{text}}}}}"
    return text


TEX_HEAD = r"""\documentclass[12pt]{article}
\usepackage[a4paper,margin=20mm]{geometry}
\usepackage{fontspec,multicol,graphicx}
\pagestyle{empty}\setlength{\parindent}{0pt}\setlength{\parskip}{8pt}\emergencystretch=3em
\setmainfont{Noto Serif}\newfontfamily\latinfont{Noto Serif}
"""


def by_tex(engine, case, folder):
    if case.layout == "vertical":
        return None
    paper = "papersize={400mm,400mm},margin=100mm" if case.angle else "a4paper,margin=20mm"
    samples = {sample.font: sample for sample, _ in (case.parts if case.layout != "table" else [(SAMPLES[case.script], "")])}
    head, names = TEX_HEAD.replace("a4paper,margin=20mm", paper), {}
    for number, (font, sample) in enumerate(samples.items()):
        names[font] = f"\\script{'abcdefghijklmnop'[number]}"
        features = [f"Script={sample.tex_script}"] if sample.tex_script else []
        if engine == "lualatex":
            features.append("Renderer=HarfBuzz")
        head += f"\\newfontfamily{names[font]}{{{font}}}[{','.join(features)}]\n"
    if engine == "lualatex":
        # babel sets what is mixed of two directions.
        if case.layout == "mixed" or any(s.direction == "rtl" for s in samples.values()):
            main = "bidi=basic,layout=tabular"
            imports = {"ar": "arabic", "he": "hebrew"}
            first = next(iter(samples.values()))
            head += f"\\usepackage[{main}]{{babel}}\n"
            head += "\\babelprovide[import,main]{%s}\n" % (imports[first.language] if first.direction == "rtl" else "english")
            for sample in samples.values():
                if sample.direction == "rtl":
                    if sample is not first:
                        head += "\\babelprovide[import]{%s}\n" % imports[sample.language]
                    head += "\\babelfont[%s]{rm}[Renderer=HarfBuzz]{%s}\n" % (imports[sample.language], sample.font)

        def begin(sample):
            if sample.direction == "rtl":
                return "\\begin{otherlanguage}{%s}" % {"ar": "arabic", "he": "hebrew"}[sample.language]
            if sample.language in ("zh", "ja", "th"):
                return "{" + names[sample.font] + " "
            return "{" + names[sample.font] + " "

        def end(sample):
            return "\\end{otherlanguage}" if sample.direction == "rtl" else "\\par}"
    else:
        if any(s.direction == "rtl" for s in samples.values()):
            head += "\\usepackage{bidi}\n"

        def begin(sample):
            if sample.direction == "rtl":
                return "\\begin{RTL}" + names[sample.font] + " "
            return "{" + names[sample.font] + {"zh": "\\XeTeXlinebreaklocale \"zh\" \\XeTeXlinebreakskip=0pt plus 1pt ",
                "ja": "\\XeTeXlinebreaklocale \"ja\" \\XeTeXlinebreakskip=0pt plus 1pt ",
                "th": "\\XeTeXlinebreaklocale \"th\" \\XeTeXlinebreakskip=0pt plus 1pt "}.get(sample.language, " ")

        def end(sample):
            return "\\end{RTL}" if sample.direction == "rtl" else "\\par}"
    source = folder / f"{case.name}.tex"
    body = tex_body(case, begin, end)
    if engine == "lualatex":
        body = breakable(case, body)
    source.write_text(head + "\\begin{document}\n" + body + "\n\\end{document}\n")
    run([engine, "-interaction=nonstopmode", "-halt-on-error", source.name], folder)
    return folder / f"{case.name}.pdf"


def breakable(case, body):
    """LuaTeX knows nowhere to break lines without spaces: after each letter of Chinese and Japanese."""
    if not any(s.language in ("zh", "ja") for s in ([SAMPLES[case.script]] if case.script in SAMPLES else [SAMPLES[n] for n in MIXED])):
        return body
    return re.sub(r"([\u3000-\u30ff\u4e00-\u9fff])(?=[\u3040-\u30ff\u4e00-\u9fff])", r"\1\\hskip 0pt plus 0.3pt\\relax{}", body)


NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{path}:1.0"'
    for name, path in {"office": "office", "style": "style", "text": "text", "table": "table",
                       "fo": "xsl-fo-compatible", "draw": "drawing", "svg": "svg-compatible"}.items())


def open_document(case):
    """A text document as LibreOffice takes it."""
    samples = {}
    for sample, _ in case.parts if case.layout != "table" else [(SAMPLES[case.script], "")]:
        samples.setdefault(sample.language, sample)
    fonts = {"Noto Serif"} | {s.font for s in samples.values()}
    faces = "".join(f'<style:font-face style:name="{f}" svg:font-family="&apos;{f}&apos;"/>' for f in fonts)
    styles = ""
    for language, sample in samples.items():
        mode = "rl-tb" if sample.direction == "rtl" else "lr-tb"
        align = "right" if sample.direction == "rtl" else "left"
        western = sample.font if sample.kind == "western" else "Noto Serif"
        code = language
        kinds = (
            f'style:font-name="{western}" fo:font-size="12pt" fo:language="{code if sample.kind == "western" else "en"}" fo:country="none" '
            + f'style:font-name-asian="{sample.font}" style:font-size-asian="12pt" style:language-asian="{code}" style:country-asian="{sample.country}" '
            + f'style:font-name-complex="{sample.font}" style:font-size-complex="12pt" style:language-complex="{code}" style:country-complex="{sample.country}"')
        styles += (
            f'<style:style style:name="P{language}" style:family="paragraph"><style:paragraph-properties style:writing-mode="{mode}" '
            f'fo:text-align="{align}" fo:margin-bottom="8pt"/><style:text-properties {kinds}/></style:style>')
    first = next(iter(samples.values()))
    mode = "tb-rl" if case.layout == "vertical" else "rl-tb" if first.direction == "rtl" else "lr-tb"
    columns = '<style:columns fo:column-count="2" fo:column-gap="10mm"/>' if case.layout == "columns" else ""
    height = "130mm" if case.layout == "columns" else "297mm"
    page = (
        f'<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="210mm" fo:page-height="{height}" fo:margin="20mm" '
        f'style:writing-mode="{mode}">{columns}</style:page-layout-properties></style:page-layout>')
    if case.layout == "table":
        name = f"P{first.language}"
        width = len(case.rows[0])
        styles += '<style:style style:name="cell" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #000000" fo:padding="1mm"/></style:style>'
        styles += f'<style:style style:name="table" style:family="table"><style:table-properties style:width="150mm" table:align="margins" style:writing-mode="{mode}"/></style:style>'
        body = f'<table:table table:name="T" table:style-name="table"><table:table-column table:number-columns-repeated="{width}"/>'
        for index, row in enumerate(case.rows):
            cells = "".join(
                f'<table:table-cell office:value-type="string" table:style-name="cell"><text:p text:style-name="{name}">{html.escape(c)}</text:p></table:table-cell>' for c in row)
            row = f"<table:table-row>{cells}</table:table-row>"
            body += f"<table:table-header-rows>{row}</table:table-header-rows>" if index == 0 else row
        body += "</table:table>"
    else:
        body = "".join(f'<text:p text:style-name="P{s.language}">{html.escape(text)}</text:p>' for s, text in case.parts)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {NAMESPACES} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">'
        f"<office:font-face-decls>{faces}</office:font-face-decls><office:automatic-styles>{styles}{page}</office:automatic-styles>"
        f'<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="page"/></office:master-styles>'
        f"<office:body><office:text>{body}</office:text></office:body></office:document>")


def by_office(cases, folder, tagged):
    """All at once, as the program takes long to start."""
    sources = []
    for case in cases:
        if case.angle:
            continue
        path = folder / f"{case.name}.fodt"
        path.write_text(open_document(case))
        sources.append(path)
    if not sources:
        return {}
    options = json.dumps({"UseTaggedPDF": {"type": "boolean", "value": "true" if tagged else "false"}})
    run(
        ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to", f"pdf:writer_pdf_Export:{options}",
         "--outdir", folder, *sources], folder, timeout=1200)
    return {case: folder / f"{case.name}.pdf" for case in cases if not case.angle}


def each(make):
    def all_of(cases, folder):
        made = {case: make(case, folder) for case in cases}
        return {case: path for case, path in made.items() if path}
    return all_of


def producers(postil):
    """Each with the program that it needs."""
    return {
        "LibreOffice": ("soffice", lambda cases, folder: by_office(cases, folder, False)),
        "LibreOffice tagged": ("soffice", lambda cases, folder: by_office(cases, folder, True)),
        "XeTeX": ("xelatex", each(lambda case, folder: by_tex("xelatex", case, folder))),
        "LuaTeX": ("lualatex", each(lambda case, folder: by_tex("lualatex", case, folder))),
        "Chromium": ("chromium", each(by_chromium)),
        "WeasyPrint": ("weasyprint", each(by_weasyprint)),
        "pango-view": ("pango-view", each(by_pango)),
        "Postil": (str(postil.path), each(lambda case, folder: by_postil(case, folder, postil))),
    }


# Readers


def read_by(reader, path, postil):
    if reader == "postil":
        return postil.run("extract-text", path, timeout=60).out
    if reader == "pdftotext":
        return tool.text(subprocess.run(["pdftotext", path, "-"], capture_output=True).stdout)
    if reader == "MuPDF":
        with pymupdf.open(path) as document:
            return "\n".join(page.get_text() for page in document)
    document = pypdfium2.PdfDocument(path)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


READERS = ("postil", "pdftotext", "MuPDF", "PDFium")

# Judging


def is_spaceless(character):
    """Whether it is of a script that sets no spaces where lines end."""
    return "\u0e00" <= character <= "\u0e7f" or "\u2e80" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef" or "\uac00" <= character <= "\ud7a3"


def canonical(text):
    """Without what nobody sees: forms of direction, soft hyphens, which make ends of lines hyphens."""
    text = re.sub("[-\u2010\ufffe\u0002]?\u00ad?[-\u2010\ufffe\u0002\u00ad]\n+(?=[a-zà-ÿ])", "", text.replace("\r\n", "\n")).replace("\u00ad", "")
    text = unicodedata.normalize("NFC", text)
    text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    return text


def collapsed(text):
    """Ends of lines are spaces, or nothing between letters of scripts without spaces."""
    result = []
    for part in re.split(r"(\s+)", canonical(text).strip()):
        if part.isspace() and "\n" in part:
            result.append("\n")
        elif part.isspace():
            result.append(" ")
        else:
            result.append(part)
    return "".join(result)


def judge(case, text):
    """How alike the text is to the source from 0 to 1, and whether it is the same."""
    from rapidfuzz.distance import Indel

    source, text = collapsed(case.source), collapsed(text)
    if any(map(is_spaceless, source)):
        # Spaces at ends of lines cannot be told; the others must be right. Ends of lines that the source has not are as many as lines.
        wrong, ends, i, j = 0, 0, 0, 0
        plain_source, plain_text = re.sub(r"\s", "", source), re.sub(r"\s", "", text)
        if plain_source != plain_text:
            return Indel.normalized_similarity(plain_source, plain_text)
        while i < len(source) and j < len(text):
            a, b = source[i].isspace(), text[j].isspace()
            if a and b:
                i, j = i + 1, j + 1
            elif a or b:
                # A break between two letters of a script without spaces is none.
                if b and text[j] == "\n":
                    ends += is_spaceless(text[j - 1]) and j + 1 < len(text) and is_spaceless(text[j + 1])
                elif not (a and source[i] == "\n"):
                    wrong += 1
                i, j = i + a, j + b
            else:
                i, j = i + 1, j + 1
        is_in_lines = ends * SHORTEST_LINE <= sum(map(is_spaceless, source))
        return 1.0 if wrong == 0 and is_in_lines else Indel.normalized_similarity(source, text)
    return Indel.normalized_similarity(source.replace("\n", " "), text.replace("\n", " "))


def words_of(case):
    words = []
    for word in canonical(case.source).split():
        word = word.strip(".,;:!?()[]«»„“”\"'،؛؟。、，！？「」：；।%")
        if len(word) > 1:
            words.append(word[:12] if any(map(is_spaceless, word)) else word)
    return sorted(set(words))


def missing_words(case, texts, path, postil):
    """The words that each reader does not find."""
    words = words_of(case)
    result = {}
    for reader, text in texts.items():
        if reader == "postil":
            continue
        plain = collapsed(text).replace("\n", " ")
        dense = re.sub(r"\s", "", plain)
        result[reader] = [w for w in words if w not in plain and not (any(map(is_spaceless, w)) and w in dense)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = list(pool.map(lambda word: postil.run("search", path, word, "--json", timeout=60), words))
    result["postil"] = [word for word, run in zip(words, runs) if run.status or not run.report.get("matches")]
    return result


def main():
    parser = tool.parser(__doc__)
    parser.add_argument("--only", action="append", help="only producers, scripts and layouts that have one of these in their names")
    parser.add_argument("--out", type=pathlib.Path, help="where the documents are kept; what is there already is not made again")
    parser.add_argument("--details", action="store_true", help="a row for each file, and what is wrong with it")
    arguments = parser.parse_args()
    postil = tool.Postil(arguments.postil)
    failures, rows, details, skipped = [], [], [], {}
    wanted = arguments.only or [""]
    with tempfile.TemporaryDirectory(prefix="postil-text-") as name:
        base = (arguments.out or pathlib.Path(name)).resolve()
        for producer, (program, make) in producers(postil).items():
            chosen = [c for c in cases() if any(all(w in f"{producer} {c.name}" for w in one.split()) for one in wanted)]
            if not chosen:
                continue
            if not shutil.which(program):
                print(f"{producer}: passed over, there is no {program}")
                continue
            folder = base / producer.replace(" ", "-").lower()
            folder.mkdir(parents=True, exist_ok=True)
            made = {c: folder / f"{c.name}.pdf" for c in chosen if (folder / f"{c.name}.pdf").exists()}
            todo = [c for c in chosen if c not in made]
            if todo:
                made |= make(todo, folder)
            by_script = {}
            for case in chosen:
                path = made.get(case)
                if path is None:
                    continue
                if not path.exists():
                    print(f"{producer}: made no file of {case.name}")
                    continue
                texts = {reader: read_by(reader, path, postil) for reader in READERS}
                ratios = {reader: judge(case, text) for reader, text in texts.items()}
                missing = missing_words(case, texts, path, postil)
                by_script.setdefault(case.script, []).append((case, ratios, missing))
                details.append((producer, case, ratios, missing, texts["postil"]))
                reason = next((r for (p, s, l), r in KNOWN.items() if p in ("", producer) and s in ("", case.script) and l in ("", case.layout)), None)
                if reason is None and (ratios["postil"] < 1 or missing["postil"]):
                    failures.append(f"{producer} {case.name}: {100 * ratios['postil']:.1f} %, not found: {' '.join(missing['postil'][:6])}")
            for script, results in by_script.items():
                row = [producer, script, len(results)]
                for reader in READERS:
                    ratio = sum(r[reader] for _, r, _ in results) / len(results)
                    lost = sum(len(m[reader]) for _, _, m in results)
                    row.append(f"{int(1000 * ratio) / 10:.1f} / {lost}")
                rows.append(row)
    if arguments.details:
        for producer, case, ratios, missing, text in details:
            if ratios["postil"] < 1 or missing["postil"]:
                print(f"--- {producer} {case.name} " + " ".join(f"{r} {100 * v:.1f}" for r, v in ratios.items()))
                print("missing:", missing["postil"])
                print(difference(collapsed(case.source), collapsed(text)))
    tool.table(rows, ["producer", "script", "files", *[f"{reader} % / words" for reader in READERS]], ["files"])
    return tool.conclude(skipped, failures, f"{len(details)} files")


def difference(source, text):
    """The places where texts differ."""
    import difflib

    source, text = source.replace("\n", " "), text.replace("\n", " ")
    lines = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, source, text, autojunk=False).get_opcodes():
        if kind != "equal":
            lines.append(f"  {kind} at {a}: {source[max(0, a - 8):b + 8]!r} is read as {text[max(0, c - 8):d + 8]!r}")
    return "\n".join(lines[:12])


if __name__ == "__main__":
    sys.exit(main())
