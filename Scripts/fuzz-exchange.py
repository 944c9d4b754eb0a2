#!/usr/bin/env python3
"""Damages files of annotations (XFDF, JSON), of values (FDF, XFDF, JSON, CSV) and of edits, and has a document take them in.

Each case is a file that Postil exported, or a script of all kinds of annotations, with one to eight mutations: bytes, numbers,
words of XML and JSON, names, nesting, entities, pieces of other files. In process (postil-fuzz) a document with a form takes it
in, is saved and opened again, exports its annotations and takes them in again, and undoes all.

What must never be: an end by a signal, a hang, an error without a word, a saved file or an undone document that is not what it
should be, an exported file that comes back as something else. What takes longer than a second on a quiet machine is worth a
look: the slowest case is told.

Findings are kept in a folder, made as small as they get within a minute each. The same seed gives the same cases. Exit
status 1 if there were findings.
"""

import hashlib
import json
import pathlib
import random
import re
import sys
import tempfile
import time
from collections import Counter

import every_kind
import fuzz
import postil_tool as tool

BILLION = (b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + b"".join(
    b'<!ENTITY %c "%s">' % (name, b"&%c;" % (name - 1) * 10) for name in range(ord("b"), ord("k"))) + b"]>")
XML_WORDS = [
    b"<", b">", b"/>", b"</annots>", b"<annots>", b"<text/>", b"<popup/>", b"&amp;", b"&#0;", b"&#xD800;", b"&#1114112;", b"&k;", b"&x;",
    b"<![CDATA[", b"]]>", b"<!--", b"-->", b"<?x", b"xmlns:p='u'", b'""', b"''", b"\xff\xfe", b"\xc3\x28", BILLION,
    b'<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>', b'<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">',
    b'<?xml version="1.0" encoding="UTF-16"?>', b'<?xml version="1.1"?>', b'page="1000000000"', b'page="-1"', b'page="NaN"',
    b'rect="NaN,0,1,1"', b'rect="0,0,1e39,5"', b'name="a"', b'inreplyto="a"', b'color="#GG0000"', b'opacity="7"', b'width="-3"',
    b'coords="1,2"', b"<vertices>1,2;nan</vertices>", b"<gesture>;;1,2</gesture>", b"<appearance>QUJD</appearance>",
    b"<data MODE=\"raw\" encoding=\"hex\">F</data>", b"<contents-richtext><body><p>x</p></body></contents-richtext>",
    b"<STREAM KEY=\"N\"><INT KEY=\"Length\" VAL=\"9999999999999999999\"/></STREAM>", b"<ARRAY>", b"<DICT KEY=\"AP\">",
]
JSON_WORDS = [
    b"{", b"}", b"[", b"]", b",", b":", b"null", b"true", b"\"", b"\\u0000", b"\\ud800", b"1e999", b"-0", b"NaN", b"\"page\": 1000000000",
    b"\"page\": 0", b"\"id\": \"\"", b"\"id\": \"a\"", b"\"replyTo\": \"a\"", b"\"kind\": \"ink\"", b"\"kind\": \"stamp\"", b"\"kind\": \"\"",
    b"\"dictionary\": {\"AP\": 1}", b"\"rect\": [1, 2]", b"\"rect\": [1e8, 0, 1, 1]", b"\"font\": {\"size\": 1e6}", b"\"text\": \"\\ud83d\\ude00\"",
    b"\"dash\": [0, 0]", b"\"lineWidth\": 1e9", b"\"image\": \"AAAA\"", b"\"edit\": \"group\"", b"\"edits\": []", b"\"undo\"", b"\"redo\"",
]
FDF_WORDS = [b"<<", b">>", b"/Fields", b"/Kids", b"/T", b"/V", b"(", b")", b"[", b"]", b"1 0 R", b"trailer", b"/Root", b"stream", b"endobj"]
CSV_WORDS = [b",", b";", b"\t", b'"', b"\r\n", b"\n", b'""', b"a.b", b"\xef\xbb\xbf", b"\xff"]


class TextMutator(fuzz.Mutator):
    """Mutations of a file of words: of one kind of file, with pieces of others of that kind."""

    def __init__(self, dice, others, words):
        super().__init__(dice, others)
        self.words = words
        self.kinds = [
            self.flip, self.overwrite, self.delete, self.delete, self.repeat, self.truncate, self.any_number, self.any_number,
            self.any_number, self.word, self.word, self.word, self.string, self.string, self.nest, self.splice, self.swap]

    def any_number(self, data):
        found = self.match(data, rb"-?\d+(?:\.\d+)?")
        return self.replace(data, found.start(), found.end(), self.dice.choice(fuzz.NUMBERS)) if found else self.flip(data)

    def word(self, data):
        at = self.place(data)
        # Where a word ends, so that the file often stays readable.
        found = re.compile(rb"[\s<>,;:{}\[\]]").search(data, at)
        at = found.start() if found else at
        return self.replace(data, at, at + self.dice.choice([0, 0, 1]), self.dice.choice(self.words))

    def string(self, data):
        """Another string of the file, nothing, or a long one, in the place of a string."""
        found = self.match(data, rb'"[^"]*"')
        strings = re.findall(rb'"[^"]{0,200}"', data)[:500]
        if not found or not strings:
            return self.word(data)
        new = self.dice.choice([self.dice.choice(strings), self.dice.choice(strings), b'""', b'"' + b"x" * 70_000 + b'"', b'"\xd7\xa9"'])
        return self.replace(data, found.start(), found.end(), new)

    def nest(self, data):
        depth = self.dice.choice([10, 100, 600, 20000])
        piece = self.dice.choice([b"[" * depth, b'{"a":' * depth, b"<DICT>" * depth, b"<ARRAY>" * depth + b"</ARRAY>" * depth,
                                  b"<text>" * depth, b"<<" * depth, b"[" * depth + b"]" * depth])
        at = self.place(data)
        return self.replace(data, at, at, piece)


class Seeds:
    """The document that takes files in, and the files, by their extension."""

    WORDS = {"xfdf": XML_WORDS, "json": JSON_WORDS, "edits": JSON_WORDS, "values": XML_WORDS + JSON_WORDS + FDF_WORDS, "csv": CSV_WORDS}

    def __init__(self, postil, folder, pdfs):
        self.document, self.files = folder / "document.pdf", {extension: [] for extension in self.WORDS}
        form, kinds = folder / "form.pdf", folder / "kinds.edits"
        form.write_bytes(fuzz.form_seed(is_signed=False))
        edits = every_kind.additions({"x": 0, "y": 0, "width": 300, "height": 400})
        kinds.write_text(json.dumps(edits + [
            {"edit": "erase", "page": 1, "along": [[0, 0], [300, 400]], "width": 12}, "undo", "redo",
            {"edit": "rotatePages", "pages": [1], "by": 90}]))
        self.files["edits"].append(kinds.read_bytes())
        self.run(postil, "apply", form, kinds, "-o", self.document)
        for extension in ("xfdf", "json"):
            for path in [self.document, *pdfs]:
                target = folder / f"seed.{extension}"
                done = postil.run("export", path, "-o", target)
                if done.status == 0 and target.stat().st_size < 400_000:
                    self.files[extension].append(target.read_bytes())
        values = [b'{"a.b": "x", "check": true, "list": ["2"], "combo": "y", "a.sum": "7"}']
        for extension in ("fdf", "xfdf"):
            target = folder / f"values.{extension}"
            self.run(postil, "form", self.document, "--values", target)
            values.append(target.read_bytes())
        self.files["values"] = values
        self.files["csv"].append(b'a.b,check,list\none,yes,2\n"t,wo",no,"one"\n"a""b",,\n')

    def run(self, postil, *words):
        done = postil.run(*words)
        if done.status != 0:
            sys.exit(f"The seeds cannot be made: {tool.first_line(done.err)}")


class Fuzz:
    def __init__(self, arguments, folder, seeds):
        self.arguments, self.folder, self.seeds = arguments, folder, seeds
        self.counts, self.findings, self.slowest = Counter(), {}, (0, None)
        self.inside = fuzz.InProcess(arguments.fuzz, arguments.limit, None if arguments.address else arguments.megabytes)

    def run(self):
        end, index = time.monotonic() + self.arguments.seconds, self.arguments.first
        while time.monotonic() < end:
            dice = random.Random(f"{self.arguments.seed}/{index}")
            extension = dice.choice(["xfdf", "xfdf", "xfdf", "json", "json", "values", "edits", "csv"])
            files = self.seeds.files[extension]
            data = TextMutator(dice, files, Seeds.WORDS[extension]).mutate(dice.choice(files))
            self.case(index, extension, data, dice.randrange(1 << 60))
            index += 1
        self.inside.stop()
        return index - self.arguments.first

    def faults(self, extension, data, seed):
        path = self.folder / f"case.{extension}"
        path.write_bytes(data)
        return self.inside.run(seed, f"into\t{path}", self.seeds.document)

    def case(self, index, extension, data, seed):
        outcome, faults = self.faults(extension, data, seed)
        self.counts[f"{extension}: {outcome.get('refusal') or outcome.get('strategy') or 'none'}"] += 1
        self.slowest = max(self.slowest, (outcome.get("seconds") or 0, index))
        for fault in faults:
            kind = re.sub(r"\d+", "N", fault)[:120]
            if kind in self.findings:
                self.findings[kind][1] += 1
                continue
            print(f"case {index}: {fault[:400]}", flush=True)
            small = self.minimised(extension, data, seed, kind)
            name = hashlib.sha1(small).hexdigest()[:10]
            self.arguments.keep.mkdir(parents=True, exist_ok=True)
            (self.arguments.keep / f"{name}.{extension}").write_bytes(small)
            (self.arguments.keep / f"{name}.txt").write_text(f"{fault}\nseed {seed}, case {index}\n")
            self.findings[kind] = [f"{name}.{extension}, {len(small)} bytes: {fault[:300]}", 1]

    def minimised(self, extension, data, seed, kind):
        def has(shorter):
            return any(re.sub(r"\d+", "N", fault)[:120] == kind for fault in self.faults(extension, shorter, seed)[1])
        return fuzz.minimised(data, has, self.arguments.minimise)


def main():
    parser = fuzz.options(__doc__, "real files, whose annotations are taken out and damaged")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="postil-fuzz-") as name:
        folder = pathlib.Path(name)
        pdfs = sorted(pathlib.Path(arguments.folder).rglob("*.pdf"))[:200] if arguments.folder else []
        seeds = Seeds(tool.Postil(arguments.postil), folder, pdfs)
        run = Fuzz(arguments, folder, seeds)
        cases = run.run()
    print(f"{cases} cases of {sum(map(len, seeds.files.values()))} files, seed {arguments.seed}")
    print(", ".join(f"{kind}: {count}" for kind, count in run.counts.most_common()))
    print(f"slowest: {run.slowest[0]:.2f} s, case {run.slowest[1]}")
    for text, count in run.findings.values():
        print(f"{count} x {text}")
    sys.exit(1 if run.findings else 0)


if __name__ == "__main__":
    main()
