#!/usr/bin/env python3
"""Prints a page about a program, made of its own help: help-pages.py man|markdown PROGRAM; or the editor's manual page: editor PROGRAM VERSION."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

SUMMARY = "shows, marks up and rearranges PDF documents"
# The folders of the commands' sources, in the order of the page.
AREAS = ["Annotations", "Pages", "Document", "Forms", "Exchange", "Redaction", "Signatures", "Revisions", "Showing", "Structure"]
ENVIRONMENT = [
    ("POSTIL_KEY_PASSWORD", "The password of the key with which sign signs."),
    ("POSTIL_RENDER", "The program that draws pages, postil-render, if it is to be another than the one that is found."),
    ("POSTIL_RENDER_PDFIUM", "The same of postil-render-pdfium, which draws with PDFium."),
    ("POSTIL_PDFIUM", "PDFium's library, libpdfium.so, if it is to be another than the one that is found."),
    ("POSTIL_RENDER_ERRORS", "If it is set, what that program and its libraries complain of goes to standard error."),
    ("POSTIL_RENDER_REMEDIES", "off has pages drawn by poppler's own code alone, which is slower."),
    ("TMPDIR", "The folder of temporary files, such as a result that goes to standard output when it is complete."),
    ("XDG_STATE_HOME", "Where postil/journal is, the edits that recover lists; ~/.local/state without it."),
]
# So many commands have a section in the same words: it stands once on the page.
SHARED_BY = 3


class Help:
    """The help of a command, or of the tool: as it is printed, and its parts."""

    def __init__(self, text):
        self.text = text.strip("\n")
        self.paragraphs = []
        self.sections = {}
        self.example = ""
        usage, *parts = self.text.split("\n\n")
        self.usage = usage.removeprefix("Usage: ")
        for part in parts:
            title, _, rows = part.partition("\n")
            if not (title.endswith(":") and rows.startswith("  ")):
                self.paragraphs.append(" ".join(part.split("\n")))
            elif title == "Example:":
                self.example = rows.strip()
            else:
                self.sections[title[:-1]] = self._rows(rows)

    @staticmethod
    def _rows(text):
        """Names with what they mean, which may begin on the next line and takes as many as it needs."""
        rows = []
        for line in text.split("\n"):
            head = re.fullmatch(r"  (\S.*?)(?: {2,}(.*))?", line)
            if head:
                rows.append((head[1], [head[2]] if head[2] else []))
            else:
                rows[-1][1].append(line.strip())
        return tuple((name, " ".join(lines)) for name, lines in rows)


class ToolHelp:
    """All help texts of a tool, each read once."""

    def __init__(self, program):
        def output(*words):
            return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout

        self.version = output("--version").strip()
        self.overview = Help(output("help"))
        self.commands = {name: Help(output("help", name)) for name, _ in self.overview.sections["Commands"]}


# The manual page


def escaped(line):
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + line if line[:1] in (".", "'") else line


def verbatim(text):
    return [".nf", *(escaped(line) for line in text.split("\n")), ".fi"]


def manual_page(tool):
    lines = [
        f'.TH POSTIL 1 "" "{escaped(tool.version)}"', ".SH NAME", f"postil \\- {SUMMARY}",
        ".SH SYNOPSIS", ".B postil", "COMMAND \\fR...", ".SH DESCRIPTION", *verbatim(tool.overview.text),
    ]
    for name, command in tool.commands.items():
        lines += [f'.SH "{escaped("postil " + name)}"', *verbatim(command.text)]
    lines.append(".SH ENVIRONMENT")
    for variable, meaning in ENVIRONMENT:
        lines += [".TP", f".B {escaped(variable)}", escaped(meaning)]
    return lines


def editor_page(program, version):
    help_text = subprocess.run([program, "--help"], check=True, capture_output=True, text=True, env={"LC_ALL": "C.UTF-8"}).stdout
    usage, description, rest = help_text.split("\n\n", 2)
    options, keys = rest.split("Keys:\n\n")
    options = options.removeprefix("Options:\n\n")
    return [
        f'.TH POSTIL-EDITOR 1 "" "{escaped(version)}"', ".SH NAME", "postil-editor \\- editor for PDF documents",
        ".SH SYNOPSIS", *verbatim(usage.removeprefix("Usage: ")), ".SH DESCRIPTION", escaped(description),
        ".SH OPTIONS", *verbatim(options.rstrip("\n")), ".SH KEYS", *verbatim(keys.rstrip("\n")), ".SH SEE ALSO", ".BR postil (1)",
    ]


# The page of the documentation


def plain(text):
    """Text that Markdown shows as it is, in a cell of a table too."""
    return re.sub(r"[\\`*_<|]", r"\\\g<0>", text)


def code(text):
    return "`" + text.replace("|", "\\|") + "`"


def table(rows):
    return ["| | |", "|---|---|", *(f"| {code(name)} | {plain(text)} |" for name, text in rows), ""]


def link(title, heading=None):
    anchor = re.sub(r"[^a-z0-9 -]", "", (heading or title).lower()).replace(" ", "-")
    return f"[{title}](#{anchor})"


def block(text, language=""):
    return ["```" + language, text, "```", ""]


def areas(names):
    """The commands of each area: those whose sources are in its folder. What belongs to none comes last."""
    folder = Path(__file__).parent.parent / "Sources/PostilCommand/Commands"
    found = {}
    for source in folder.glob("*/*.swift"):
        for name in re.findall(r'CommandDescription\(\s*name: "([^"]+)"', source.read_text()):
            found[name] = source.parent.name
    unknown = {*found.values()} - {*AREAS} or {*found} - {*names}
    if unknown:
        sys.exit(f"help-pages.py: neither an area nor a command: {', '.join(sorted(unknown))}")
    for area in AREAS:
        yield area, [name for name in names if found.get(name) == area]
    yield "The tool", [name for name in names if name not in found]


def shared_sections(commands):
    counts = Counter(section for command in commands for section in command.sections.items() if section[0] != "Arguments")
    shared = {}
    for (title, rows), count in counts.most_common():
        if count >= SHARED_BY:
            shared.setdefault(title, rows)
    return shared


def command_part(name, command, shared):
    lines = [f"### postil {name}", ""]
    summary, *discussion = map(plain, command.paragraphs)
    lines += [summary, "", *block(command.usage)]
    for paragraph in discussion:
        lines += [paragraph, ""]
    elsewhere = [title for title, rows in command.sections.items() if shared.get(title) == rows]
    for title, rows in command.sections.items():
        if title not in elsewhere:
            lines += [f"**{title}**", "", *table(rows)]
    if elsewhere:
        lines += ["More options: " + ", ".join(map(link, elsewhere)) + ".", ""]
    return [*lines, "Example:", "", *block(command.example, "sh")]


def markdown_page(tool):
    shared = shared_sections(tool.commands.values())
    by_area = [(area, names) for area, names in areas(tool.commands) if names]
    summaries = dict(tool.overview.sections["Commands"])
    lines = [
        "# The command line tool", "",
        f"`postil` {SUMMARY}. This page is what `postil help` and `postil help COMMAND` print;",
        "`make command-line` writes it.", "",
        "`-` as FILE is standard input and `-o -` standard output, so commands can be joined; `./-` is a file of that name:", "",
        *block("postil draw report.pdf --page 1 --rect 72,600,200,80 -o - | postil rotate - --pages 2 --by 90 -o marked.pdf", "sh"),
    ]
    for paragraph in tool.overview.paragraphs[1:]:
        lines += [plain(paragraph), ""]
    lines += ["## Commands", "", "| | | |", "|---|---|---|"]
    for area, names in by_area:
        for index, name in enumerate(names):
            first = link(area) if index == 0 else ""
            lines.append(f"| {first} | {link(code(name), f'postil {name}')} | {plain(summaries[name])} |")
    lines += ["", "## Exit status", "", *table(tool.overview.sections["Exit status"])]
    lines += ["## Environment", "", *table(ENVIRONMENT)]
    lines += ["## Options that many commands have", ""]
    for title, rows in shared.items():
        lines += [f"### {title}", "", *table(rows)]
    for area, names in by_area:
        lines += [f"## {area}", ""]
        for name in names:
            lines += command_part(name, tool.commands[name], shared)
    return lines[:-1]


def main():
    pages = {"man": manual_page, "markdown": markdown_page}
    if len(sys.argv) == 4 and sys.argv[1] == "editor":
        return print("\n".join(editor_page(*sys.argv[2:])))
    if len(sys.argv) != 3 or sys.argv[1] not in pages:
        sys.exit("usage: help-pages.py man|markdown PROGRAM, or editor PROGRAM VERSION")
    print("\n".join(pages[sys.argv[1]](ToolHelp(sys.argv[2]))))


if __name__ == "__main__":
    main()
