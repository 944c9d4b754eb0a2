#!/usr/bin/env python3
"""Prints the manual page of the tool, made of its own help: man-page.py PROGRAM."""

import re
import subprocess
import sys


def text_of(*words):
    return subprocess.run([sys.argv[1], *words], check=True, capture_output=True, text=True).stdout


def escaped(line):
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + line if line[:1] in (".", "'") else line


def verbatim(text):
    return [".nf", *(escaped(line) for line in text.strip("\n").split("\n")), ".fi"]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: man-page.py PROGRAM")
    version = text_of("--version").strip()
    overview = text_of("help")
    commands = re.findall(r"^  ([a-z][a-z-]+) {2,}\S", overview.split("Options:")[0], flags=re.M)
    lines = [
        f'.TH POSTIL 1 "" "{escaped(version)}"', ".SH NAME", "postil \\- shows, marks up and rearranges PDF documents",
        ".SH SYNOPSIS", ".B postil", "COMMAND \\fR...", ".SH DESCRIPTION", *verbatim(overview),
    ]
    for command in commands:
        lines += [f'.SH "{escaped("postil " + command)}"', *verbatim(text_of("help", command))]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
