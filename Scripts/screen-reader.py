#!/usr/bin/env python3
"""Reads documents in the GTK editor as a screen reader does, over AT-SPI, and says what was not told.

Of the first page of each document: whether every word of its text is told, once and in the order of the text or of the tags; how many headings,
lists, tables, figures, links, fields and comments there are, and how long reading the whole tree takes. Then the caret is moved with keys, and
what readers are told of it is looked at.

Needs GTK 4.14 or later, Xvfb, at-spi2-core, gir1.2-atspi-2.0, python3-gi, xdotool, and a session bus:

  dbus-run-session -- xvfb-run -a Scripts/screen-reader.py --editor .build/debug/postil-editor FOLDER
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

INLINE = {"link", "comment"}
FIELDS = {"entry", "check box", "radio button", "combo box", "push button", "button", "text"}
PATIENCE = 30


def iterate():
    context = GLib.MainContext.default()
    while context.pending():
        context.iteration(False)


def wait(find, patience=PATIENCE):
    """What `find` returns as soon as that is something; None if it never is."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        iterate()
        try:
            found = find()
        except GLib.Error:
            found = None
        if found:
            return found
        time.sleep(0.02)
    return None


def children(node):
    return [child for child in (node.get_child_at_index(i) for i in range(node.get_child_count())) if child]


def walk(node, depth=0):
    yield node, depth
    for child in children(node):
        yield from walk(child, depth + 1)


def find_document(node):
    return next((found for found, _ in walk(node) if found.get_role_name().startswith("document")), None)


def text_of(node):
    if "Text" not in node.get_interfaces():
        return None
    return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))


def application(pid):
    desktop = Atspi.get_desktop(0)
    desktop.clear_cache()
    return next((app for app in children(desktop) if app.get_process_id() == pid), None)


def is_part(words, rest):
    """Whether the words stand in the rest in their order."""
    rest = iter(rest)
    return all(word in rest for word in words)


class Editor:
    def __init__(self, program, file, folder):
        self.report = folder / "report.json"
        self.report.unlink(missing_ok=True)
        environment = os.environ | {"XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
        environment["XDG_DATA_HOME"] = str(folder)
        self.process = subprocess.Popen(
            [program, "--report", str(self.report), str(file)], env=environment, stderr=subprocess.PIPE, text=True
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.complaints = self.process.communicate()[1]

    @property
    def facts(self):
        try:
            return json.loads(self.report.read_text())
        except (OSError, ValueError):
            return {}

    def document(self):
        app = wait(lambda: application(self.process.pid))
        return app and wait(lambda: find_document(app))


def read(editor):
    """What is told of the first page; a text says why nothing is."""
    if not wait(lambda: editor.facts.get("state") in ("ready", "failed", "passwordNeeded")):
        return "not opened"
    if editor.facts["state"] != "ready":
        return editor.facts["state"]
    document = editor.document()
    if not document:
        return "no document"

    def first_page():
        document.clear_cache()
        pages = [child for child in children(document) if child.get_name() == "Page 1"]
        return pages[0] if pages else None

    page = wait(first_page)
    if not page:
        return "no page"
    expected = (text_of(document) or "").split()
    start = time.monotonic()
    roles, blocks, extra = collections.Counter(), [], 0
    names = []
    for node, depth in walk(page):
        if depth == 0:
            continue
        role = node.get_role_name()
        roles[role] += 1
        text = text_of(node)
        if text and role not in INLINE:
            blocks += text.split()
        if role in FIELDS:
            names.append(node.get_name())
    seconds = time.monotonic() - start
    told, wanted = collections.Counter(blocks), collections.Counter(expected)
    # Tags and fields may divide what the page's text has as one word.
    letters = collections.Counter("".join(expected)) - collections.Counter("".join(blocks))
    return {
        "words": len(expected),
        "missing": sum((wanted - told).values()),
        "extra": sum((told - wanted).values()),
        "missing letters": sum(letters.values()),
        "in order": blocks == expected,
        "roles": dict(roles),
        "nameless fields": sum(1 for name in names if not name),
        "seconds": round(seconds, 3),
    }


def tell_session():
    """Says that there is a screen reader, as Orca does."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    value = GLib.Variant("(ssv)", ("org.a11y.Status", "ScreenReaderEnabled", GLib.Variant("b", True)))
    bus.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", value, None,
        Gio.DBusCallFlags.NONE, -1, None,
    )


def caret(program, file, folder):
    """Moves the caret with keys. Returns what was told."""
    told = []

    def listen(event):
        text = ""
        if event.type.startswith("object:text-caret-moved"):
            line = Atspi.Text.get_string_at_offset(event.source, event.detail1, Atspi.TextGranularity.LINE)
            text = line.content
        told.append((event.type, event.detail1, text))

    listener = Atspi.EventListener.new(listen)
    for name in ("object:text-caret-moved", "object:text-selection-changed", "object:children-changed"):
        listener.register(name)
    with Editor(program, file, folder) as editor:
        result = read(editor)
        if isinstance(result, str):
            return result, told
        told.clear()
        for key in ("shift+F7", "Down", "Right", "ctrl+Right", "shift+Right"):
            count = len(told)
            subprocess.run(["xdotool", "key", key], check=True)
            wait(lambda: len(told) > count, 5)
        document = editor.document()
        ranges = [
            (part.start_offset, part.end_offset)
            for part in (
                Atspi.Text.get_selection(document, i) for i in range(Atspi.Text.get_n_selections(document))
            )
        ]
        places = Atspi.Text.get_range_extents(document, 0, 1, Atspi.CoordType.WINDOW)
        told.append(("selected", ranges, (places.x, places.y, places.width, places.height)))
    for name in ("object:text-caret-moved", "object:text-selection-changed", "object:children-changed"):
        listener.deregister(name)
    return result, told


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--editor", required=True, help="the program")
    parser.add_argument("--limit", type=int, default=100, help="how many documents are read; 100")
    parser.add_argument("--caret", help="the document in which the caret is moved; the first that has words")
    parser.add_argument("--json", help="where everything is written to")
    parser.add_argument("paths", nargs="+", help="documents, and folders of them")
    options = parser.parse_args()
    files = []
    for path in map(pathlib.Path, options.paths):
        files += sorted(path.rglob("*.pdf")) if path.is_dir() else [path]
    # Spread over all of them.
    step = max(len(files) // options.limit, 1)
    files = files[::step][: options.limit]

    Atspi.init()
    tell_session()
    # Without a cache of what was so once.
    Atspi.get_desktop(0).set_cache_mask(Atspi.Cache.NONE)
    results, moved = {}, options.caret
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in files:
            with Editor(options.editor, file, folder) as editor:
                try:
                    result = read(editor)
                except GLib.Error as error:
                    result = f"error: {error.message}"
            results[str(file)] = result
            print(f"{file.name}: {result}", flush=True)
            if not moved and isinstance(result, dict) and result["words"] > 20:
                moved = str(file)
        if moved:
            print(f"\nThe caret in {moved}:")
            result, told = caret(options.editor, moved, folder)
            for event in told:
                print("  ", event)

    read_ones = [result for result in results.values() if isinstance(result, dict)]
    words = sum(result["words"] for result in read_ones)
    missing = sum(result["missing"] for result in read_ones)
    roles = collections.Counter()
    for result in read_ones:
        roles.update(result["roles"])
    print(f"\n{len(read_ones)} of {len(results)} documents told; others:")
    print("  ", dict(collections.Counter(result for result in results.values() if isinstance(result, str))))
    letters = sum(result["missing letters"] for result in read_ones)
    print(f"{words} words, {missing} of them not told as one, {letters} letters not told")
    print(f"{sum(result['extra'] for result in read_ones)} words beside the text of the page, such as values of fields")
    print(f"{sum(result['in order'] for result in read_ones)} pages in the order of the text exactly")
    print("roles:", dict(roles))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1))
    sys.exit(1 if letters else 0)


if __name__ == "__main__":
    main()
