#!/usr/bin/env python3
"""Uses the GTK editor at random, with mouse and keyboard, and looks for what goes wrong.

Each file is copied, and the copy opened on a screen that nobody sees. What is done there is drawn from
--seed, step by step: clicks, strokes, the wheel, keys, windows that change their size, pages that are
turned and moved, searches, saves. At the end the drawing is looked at, the window closed by "Done", and
the file opened once more: it must look the same.

A finding is: a crash; a main loop that does not answer; anything that GTK or Swift says on the standard
error; more memory than --memory; a saved file that does not begin with the original (unless it was
encrypted or damaged), that qpdf likes less than the original, that has other pages, or that looks
otherwise than what was closed. Any finding makes the exit status 1.
"""

import argparse
import pathlib
import random
import shutil
import sys
import tempfile
import time
from collections import Counter

import editor_run as run
import postil_tool as tool

TOOLS = ["freehand", "line", "rectangle", "ellipse", "eraser"]
SHORTCUTS = [
    "ctrl+z", "ctrl+shift+z", "ctrl+y", "ctrl+r", "ctrl+shift+r", "ctrl+f", "ctrl+g", "ctrl+shift+g", "F3",
    "shift+F3", "ctrl+l", "F9", "ctrl+plus", "ctrl+minus", "ctrl+0", "ctrl+1", "ctrl+2", "F1", "F10", "F11",
]
KEYS = [
    "Next", "Prior", "Home", "End", "Left", "Right", "Up", "Down", "Delete", "Escape", "space", "Tab",
    "shift+Tab", "Return", "ctrl+Left", "ctrl+Right", "ctrl+Home", "ctrl+End", "BackSpace", "a", "7", "Menu",
]
WORDS = ["the", "a", "figure", "PostScript", "zzz", "1", "e", "ü", "(", ".", " ", "page", "tikz"]
NUMBERS = ["1", "0", "-3", "2", "17", "1000", "99999999999999999999999", "1,2", "x", ""]
#: How often a step is what.
STEPS = {
    "stroke": 20, "click_widget": 12, "click_anywhere": 8, "wheel": 10, "key": 12, "shortcut": 14, "burst": 4,
    "take_tool": 9, "pan": 4, "style": 4, "scrub": 5, "move_page": 5, "search": 4, "page_number": 2,
    "size": 5, "menu": 2, "save": 4, "ask_for_file": 1, "save_elsewhere": 0.6, "broken_stroke": 5, "rest": 3,
    "reopen": 0.5,
}
#: Widgets that close the window or ask for a file: there are steps for that.
APART = {
    "done", "open", "start.open", "menu", "message.discard", "message.openAnother", "message.saveElsewhere"}


class Ended(Exception):
    """The editor is not there any more, or there is no use in going on."""


class Session:
    """One file, used at random for some time."""

    def __init__(self, arguments, screen, folder, original, seed):
        self.arguments, self.screen, self.folder, self.original = arguments, screen, folder, original
        self.seed = seed
        self.findings, self.steps, self.notes = [], [], Counter()
        self.file = folder / "Document.pdf"
        shutil.copyfile(original, self.file)
        self.password = None
        #: The most megabytes that were taken, and the longest time that an answer took, in seconds.
        self.most, self.slowest = 0, 0
        self.pages = 0
        self.editor = None

    def find(self, what):
        self.findings.append(what)

    # From the beginning to the end

    def run(self):
        chance = random.Random(f"{self.seed} size")
        end = time.monotonic() + self.arguments.seconds
        try:
            self.start((chance.randint(360, 1200), chance.randint(640, 900)))
            number = 0
            while time.monotonic() < end and number < self.arguments.steps:
                self.step(number)
                number += 1
            self.finish()
        except Ended as reason:
            if str(reason):
                self.notes[str(reason)] += 1
        finally:
            if self.editor:
                self.editor.kill()
        self.find_complaints()
        self.judge_file()

    def start(self, size):
        self.editor = run.Editor(
            self.arguments.editor, self.screen, self.folder, self.file, size, self.arguments.fatal)
        report = self.editor.wait(lambda r: r["state"] != "opening", 60)
        for password in self.arguments.password:
            if not report or report["state"] != "passwordNeeded":
                break
            refusals = report["refusals"]
            report = self.editor.wait(lambda r: "password.entry" in r["places"], 60)
            if not report:
                break
            self.screen.do("mousemove", 200, 300)
            self.click(report["places"]["password.entry"], 0.5, 0.5)
            self.screen.do("type", "--delay", "20", "--", password)
            self.screen.do("key", "Return")
            report = self.editor.wait(
                lambda r: r["state"] in ("ready", "failed") or r["refusals"] > refusals, 60)
            self.password = password
        if not report:
            self.lost("nothing was opened within 60 s")
        self.notes[report["state"]] += 1
        self.pages = report["pageCount"]
        self.editor.wait(lambda r: r["isComplete"], 10)

    def step(self, number):
        """One thing that a person may do. What it is depends on the seed, the number, and what is seen."""
        chance = random.Random(f"{self.seed} {number}")
        report = self.look()
        name = chance.choices(list(STEPS), list(STEPS.values()))[0]
        self.steps.append(f"{number} {name}")
        start, said = time.monotonic(), self.editor.error_file.stat().st_size
        getattr(self, name)(chance, report)
        # Whoever drags the bar at the top takes the window along.
        self.editor.move_home()
        self.close_dialogs()
        # So that whoever reads the list of steps sees which one it was.
        more = self.editor.error_file.read_bytes()[said:]
        seconds = time.monotonic() - start
        self.steps[-1] += f" {seconds:.2f} s {self.words_of_screen} {tool.text(more).strip()}"
        if number % 8 == 7:
            self.check_life()

    @property
    def words_of_screen(self):
        """What was done last, as xdotool was told."""
        words, self.screen.told = " | ".join(self.screen.told), []
        return words

    def look(self):
        """The present report; ends if the editor has ended."""
        if not self.editor.is_running():
            status = self.editor.wait_for_end(10)
            if run.death(status):
                self.find(f"the editor: {run.death(status)}")
                raise Ended("crashed")
            # Return may fall on "Done": the document is opened again.
            self.notes["closed by a step"] += 1
            self.steps.append("closed")
            self.find_complaints()
            self.start(self.editor.size)
        return self.editor.report()

    def lost(self, what):
        if self.editor.is_running():
            stacks = self.editor.stacks()
            self.picture("lost")
            if self.editor.window:
                self.steps.append(" ".join(self.screen.do("getwindowgeometry", self.editor.window)))
            (self.folder / "stacks.txt").write_text(stacks)
            self.find(f"{what}; where the threads are is in stacks.txt")
            raise Ended("hangs")
        self.look()

    def check_life(self):
        start = time.monotonic()
        answers = self.editor.answers(self.arguments.patience)
        self.slowest = max(self.slowest, time.monotonic() - start)
        if not answers:
            self.lost(f"the main loop did not answer within {self.arguments.patience} s")
        self.check_keys()
        memory = self.editor.megabytes()
        self.most = max(self.most, memory)
        if memory > self.arguments.memory:
            self.lost(f"it takes {memory} MB")

    def check_keys(self):
        """Whether keys come through: that for all pages shows them, or the document again."""
        if self.editor.report()["state"] != "ready":
            return
        for _ in range(3):
            shown = self.look()["shown"]
            self.press("F9")
            if self.editor.wait(lambda r: r["shown"] != shown, 3):
                return self.press("F9")
            # Something may be open that takes the keys.
            self.screen.do("mousemove", 5, 300, "key", "Escape", "sleep", 0.1, "key", "Escape")
        self.look()
        self.picture("keys")
        self.lost("keys do not come through")

    def close_dialogs(self):
        """Dialogs for files and questions are given up."""
        for _ in range(8):
            dialogs = self.editor.report().get("dialogs", [])
            if not dialogs or not self.editor.is_running():
                return
            self.screen.do("mousemove", 250, 200, "sleep", 0.1, "key", "Escape")
            self.editor.wait(lambda r: r["dialogs"] != dialogs, 3)
        if self.editor.is_running():
            self.lost(f"the dialog does not go: {self.editor.report()['dialogs']}")

    def finish(self, end=True):
        """Closes the window as a person does, and opens the file again to look at it."""
        self.settle()
        report = self.look()
        if report["state"] == "ready" and report["shown"] == "document":
            before = (self.picture("before"), report)
        else:
            before = None
        unsaved, bytes_then = report["unsaved"], self.bytes_now()
        self.end_by_done(report)
        if report["state"] == "ready" and report["file"]:
            self.file = pathlib.Path(report["file"])
            # What was drawn and wiped out again leaves nothing to be written.
            if unsaved and bytes_then == self.bytes_now():
                self.notes["nothing to write"] += 1
        self.find_complaints()
        if end and not before:
            raise Ended()
        self.start(self.editor.size)
        if before:
            self.compare(*before)
        if end:
            self.end_by_done(self.look())
            raise Ended()

    def bytes_now(self):
        return self.file.read_bytes() if self.file.exists() else None

    def settle(self):
        """Gives up what was begun, and waits until all is painted."""
        self.close_dialogs()
        self.screen.do("mouseup", 1, "mouseup", 2, "keyup", "shift", "keyup", "ctrl", "keyup", "space")
        for _ in range(8):
            self.screen.do("mousemove", 5, self.editor.size[1] // 2, "key", "Escape", "sleep", 0.1)
        self.close_dialogs()
        if self.look()["state"] != "ready":
            return
        report = self.editor.wait(lambda r: self.is_settled(r), 60)
        if not report and self.editor.is_running():
            now = self.editor.report()
            self.find(
                f"not all is painted after 60 s: complete {now['isComplete']}, settling {now['settling']}, "
                f"drawing {now['isDrawing']}, saving {now['isSaving']}")

    @staticmethod
    def is_settled(report):
        return report["isComplete"] and not (report["settling"] or report["isDrawing"] or report["isSaving"])

    def end_by_done(self, report):
        patience = 60
        self.screen.do("mousemove", 200, 300, "key", "ctrl+w")
        for _ in range(6):
            self.editor.wait(lambda r: r["message"], patience if report["state"] == "ready" else 10)
            if not self.editor.is_running():
                break
            now = self.editor.report()
            self.notes[now["message"] or "no message"] += 1
            for name in ("breakSignature", "overwrite", "discard"):
                if place := now["places"].get(f"message.{name}"):
                    self.notes["discarded" if name == "discard" else name] += 1
                    self.click(place, 0.5, 0.5)
                    time.sleep(1)
                    break
            else:
                self.screen.do("mousemove", 200, 300, "key", "Escape", "sleep", 0.2, "key", "ctrl+w")
        status = self.editor.wait_for_end(10)
        if status is None:
            self.lost("'Done' does not end it")
        if run.death(status):
            self.find(f"after 'Done': {run.death(status)}")

    # What was on the screen

    def picture(self, name):
        path = self.folder / f"{name}.xwd"
        time.sleep(0.3)
        self.screen.picture(path)
        return path

    def compare(self, picture, before):
        """Holds the page that was closed against the same after it was opened again."""
        self.settle()
        after = self.look()
        places = [r["places"].get("canvas") for r in (before, after)]
        pages = [r["places"].get("currentPage") for r in (before, after)]
        if after["state"] != "ready" or None in places + pages or after["shown"] != "document":
            return
        if after["pageCount"] != before["pageCount"]:
            self.find(f"{before['pageCount']} pages were closed, {after['pageCount']} opened")
        # What covers the canvas or takes room from it is not part of the page: a message, a toast, the search.
        if before["message"] or after["message"] or before["toast"] or places[0] != places[1]:
            return
        if before["page"] != after["page"] or any(abs(pages[0][k] - pages[1][k]) > 0.05 for k in pages[0]):
            self.find(f"closed at page {before['page']}, {pages[0]}; opened at {after['page']}, {pages[1]}")
            return
        box = common(places[0], pages[0])
        # Of a page as small as a stamp a letter is a good part.
        if box[2] * box[3] < 10_000:
            return
        share = difference(picture, self.picture("after"), box)
        self.notes["compared"] += 1
        if share > 0.001:
            self.find(f"{share:.2%} of the pixels differ after opening again: before.xwd, after.xwd")
            raise Ended("looks different")

    # Afterwards

    def find_complaints(self):
        for line, count in Counter(self.editor.complaints() if self.editor else []).most_common(12):
            self.find(f"stderr, {count} times: {line}")
        if self.editor:
            with open(self.folder / "all-errors.txt", "ab") as all_errors:
                all_errors.write(self.editor.error_file.read_bytes())
            self.editor.error_file.write_bytes(b"")

    def judge_file(self):
        if not self.file.exists():
            return
        was, now = (tool.qpdf_check(path, self.password) for path in (self.original, self.file))
        changed = self.file.read_bytes() != self.original.read_bytes()
        self.notes["changed" if changed else "unchanged"] += 1
        if not changed:
            return
        may_be_rewritten = was.status != 0 or self.password or b"/Encrypt" in self.original.read_bytes()
        if not tool.is_prefix(self.original, self.file):
            self.notes["rewritten"] += 1
            if not may_be_rewritten:
                self.find("the saved file does not begin with the original")
        if now.worse_than(was):
            self.find(f"qpdf --check: {was} before, {now} now")

    # Steps

    def click(self, place, x, y, button=1, count=1):
        point = (int(place["x"] + place["width"] * x), int(place["y"] + place["height"] * y))
        self.screen.do(
            "mousemove", *point, "sleep", 0.02, "click", "--repeat", count, "--delay", 40, button)

    def press(self, *keys):
        self.screen.do("key", "--delay", 15, *keys)

    def window(self):
        return {"x": 0, "y": 0, "width": self.editor.size[0], "height": self.editor.size[1]}

    def canvas(self, report):
        return report["places"].get("canvas") or report["places"].get("pages") or self.window()

    def point(self, chance, place, beyond=0.05):
        """A place in a rectangle, or a little outside."""
        x = place["x"] + place["width"] * chance.uniform(-beyond, 1 + beyond)
        y = place["y"] + place["height"] * chance.uniform(-beyond, 1 + beyond)
        return max(0, int(x)), max(0, int(y))

    def inside(self, point, top=16):
        """The place, away from the edges of the window: whoever pulls at those changes its size."""
        width, height = self.editor.size
        return min(max(point[0], 16), width - 18), min(max(point[1], top), height - 18)

    def way(self, chance, place, corners):
        """Movements from place to place, in small leaps."""
        points = [self.point(chance, place) for _ in range(corners)]
        # Nor by its title, which without a window manager takes it off the screen.
        points[0] = self.inside(points[0], top=72)
        words = []
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            pieces = chance.randint(2, 14)
            for i in range(1, pieces + 1):
                x, y = x0 + (x1 - x0) * i // pieces, y0 + (y1 - y0) * i // pieces
                words += ["mousemove", x, y, "sleep", chance.choice([0, 0.004, 0.01])]
        return points[0], words

    def drag(self, chance, place, button=1, key=None, last=()):
        start, way = self.way(chance, place, chance.randint(2, 5))
        words = ["mousemove", *start, "sleep", 0.02, "mousedown", button, "sleep", 0.01, *way, *last,
                 "mouseup", button]
        self.screen.do(*(["keydown", key, *words, "keyup", key] if key else words))

    def stroke(self, chance, report):
        place = report["places"].get("currentPage") if chance.random() < 0.6 else None
        key = chance.choice([None, None, None, "shift", "space"])
        self.drag(chance, place or self.canvas(report), key=key)

    def broken_stroke(self, chance, report):
        """Something comes in between while the button is held."""
        between = chance.choice([
            ["key", "Escape"], ["key", "ctrl+z"], ["key", "ctrl+s"], ["key", "ctrl+r"], ["key", "Next"],
            ["key", "F9"], ["click", 4], ["click", 5], ["keydown", "ctrl", "click", 4, "keyup", "ctrl"],
            ["click", 3], ["key", "ctrl+shift+z"], ["key", "Delete"], ["key", "ctrl+f"],
            ["windowsize", self.editor.window or 0, 700, 700] if self.editor.window else ["key", "ctrl+0"],
            ["key", "ctrl+plus", "key", "ctrl+z"], ["mousedown", 2, "sleep", 0.05, "mouseup", 2],
        ])
        start, more = self.way(chance, self.canvas(report), 3)
        self.drag(chance, self.canvas(report), last=[*between, "mousemove", *start, *more])

    def pan(self, chance, report):
        self.drag(chance, self.canvas(report), button=2)

    def click_anywhere(self, chance, report):
        point = self.inside(self.point(chance, self.window(), 0))
        for name in ("done", "open"):
            place = report["places"].get(name)
            sides = zip(point, "xy", ("width", "height"))
            if place and all(-4 <= p - place[k] <= place[s] + 4 for p, k, s in sides):
                return
        button, count = chance.choice([(1, 1), (1, 1), (1, 2), (1, 3), (3, 1), (2, 1)])
        self.screen.do("mousemove", *point, "sleep", 0.02, "click", "--repeat", count, "--delay", 30, button)

    def click_widget(self, chance, report):
        names = sorted(n for n, p in report["places"].items() if n not in APART and p.get("enabled", True))
        if names:
            place = report["places"][chance.choice(names)]
            self.click(place, chance.random(), chance.random(), count=chance.choice([1, 1, 1, 2]))

    def wheel(self, chance, report):
        point = self.point(chance, self.canvas(report) if chance.random() < 0.8 else self.window(), 0)
        key = chance.choice([None, None, "ctrl", "ctrl", "shift"])
        button = chance.choice([4, 5, 5, 6, 7])
        words = ["mousemove", *point, "click", "--repeat", chance.choice([1, 3, 10, 30]), "--delay",
                 chance.choice([1, 5, 20]), button]
        self.screen.do(*(["keydown", key, *words, "keyup", key] if key else words))

    def key(self, chance, report):
        self.screen.do("mousemove", *self.point(chance, self.canvas(report), 0))
        self.press(*[chance.choice(KEYS)] * chance.choice([1, 1, 1, 2, 8]))

    def shortcut(self, chance, report):
        self.press(chance.choice(SHORTCUTS))

    def burst(self, chance, report):
        """More than can be done in time."""
        keys = chance.choices(SHORTCUTS + ["Next", "Prior", "Delete", "ctrl+s"], k=chance.randint(3, 12))
        self.screen.do("key", "--delay", 1, *(keys if chance.random() < 0.5 else keys[:1] * len(keys)))

    def take_tool(self, chance, report):
        if place := report["places"].get(f"tool.{chance.choice(TOOLS)}"):
            self.click(place, 0.5, 0.5)

    def style(self, chance, report):
        if not report["places"].get("style"):
            return
        self.click(report["places"]["style"], 0.5, 0.5)
        self.editor.wait(lambda r: any(n.startswith(("colour.", "style.")) for n in r["places"]), 1)
        for _ in range(chance.randint(1, 4)):
            places = self.look()["places"]
            names = sorted(n for n in places if n.startswith(("colour.", "fill.", "style.")))
            if not names:
                return
            place = places[chance.choice(names)]
            if chance.random() < 0.3:
                self.drag(chance, place)
            else:
                self.click(place, chance.random(), chance.random())
        if chance.random() < 0.8:
            self.press("Escape")

    def scrub(self, chance, report):
        if place := report["places"].get("scrubber"):
            if chance.random() < 0.5:
                self.drag(chance, place)
            else:
                self.click(place, chance.random(), chance.random())

    def move_page(self, chance, report):
        """Drags a page of the grid, perhaps to the edge, where it scrolls."""
        if report["shown"] != "grid":
            self.press("F9")
            report = self.editor.wait(lambda r: r["shown"] == "grid" and r["cells"], 3) or self.look()
        cells = report["cells"]
        if not cells:
            return
        one, other = chance.choice(cells), chance.choice(cells)
        start, end = (
            (int(c["x"] + c["width"] * chance.random()), int(c["y"] + c["height"] * chance.random()))
            for c in (one, other))
        if chance.random() < 0.3:
            end = (end[0], chance.choice([self.editor.size[1] - 3, 60]))
        way = [w for i in range(1, 9) for w in (
            "mousemove", start[0] + (end[0] - start[0]) * i // 8, start[1] + (end[1] - start[1]) * i // 8,
            "sleep", 0.01)]
        breaks = [["key", "Escape"], ["click", 5], ["key", "ctrl+z"], ["key", "F9"]]
        between = chance.choice([[]] * 5 + breaks)
        self.screen.do(
            "mousemove", *start, "mousedown", 1, *way, "sleep", chance.choice([0.05, 0.3, 1]), *between,
            "mouseup", 1)
        if chance.random() < 0.6:
            self.press("F9")

    def search(self, chance, report):
        if not report["search"]["isOpen"]:
            self.press("ctrl+f")
        self.screen.do("type", "--delay", 10, "--", chance.choice(WORDS))
        self.press(*chance.choices(["Return", "ctrl+g", "ctrl+shift+g", "shift+Return", "BackSpace"], k=4))
        if chance.random() < 0.6:
            self.press("Escape")

    def page_number(self, chance, report):
        self.press("ctrl+l")
        self.screen.do("type", "--delay", 10, "--", chance.choice(NUMBERS))
        self.press(chance.choice(["Return", "Return", "Escape", "Tab"]))

    def size(self, chance, report):
        for _ in range(chance.choice([1, 1, 6])):
            self.editor.resize(chance.randint(360, 1200), chance.randint(640, 900))

    def menu(self, chance, report):
        self.press("F10")
        time.sleep(0.1)
        # The last item closes the window without saving.
        self.press(*["Down"] * chance.randint(1, 11), chance.choice(["Return", "Return", "Escape"]))
        time.sleep(0.1)

    def save(self, chance, report):
        self.press("ctrl+s")

    def ask_for_file(self, chance, report):
        self.press(chance.choice(["ctrl+o", "ctrl+shift+s"]))
        self.editor.wait(lambda r: r["dialogs"], 2)

    def save_elsewhere(self, chance, report):
        if report["state"] != "ready":
            return
        self.press("Escape", "ctrl+shift+s")
        if not self.editor.wait(lambda r: r["dialogs"], 2):
            return
        other = self.folder / f"Copy {len(self.steps)}.pdf"
        self.screen.do("mousemove", 300, 200, "sleep", 0.5, "key", "ctrl+a")
        self.screen.do("type", "--delay", 20, "--", other)
        self.screen.do("sleep", 0.3, "key", "Return")
        if self.editor.wait(lambda r: r["file"] == str(other), 5):
            self.file = other

    def rest(self, chance, report):
        time.sleep(chance.choice([0.1, 0.3, 1]))

    def reopen(self, chance, report):
        if self.look()["state"] == "ready":
            self.notes["reopened"] += 1
            self.finish(end=False)


def common(one, other):
    """What two rectangles have in common, less the pixels at its edges: x, y, width, height."""
    low = [max(one[k], other[k], 0) + 2 for k in "xy"]
    high = [min(r[k] + r[s] for r in (one, other)) - 2 for k, s in (("x", "width"), ("y", "height"))]
    return [int(v) for v in (*low, max(high[0] - low[0], 0), max(high[1] - low[1], 0))]


def difference(before, after, box):
    """The share of the pixels of a rectangle that differ visibly between two window dumps.

    On pages that were turned lines may be a pixel away: nothing differs that is found beside its place.
    """
    old, new = (rows(path, box) for path in (before, after))
    different = 0
    for y, (one, other) in enumerate(zip(old, new)):
        if one != other:
            different += sum(is_lost(old, new, x, y) or is_lost(new, old, x, y) for x in range(box[2]))
    return different / max(box[2] * box[3], 1)


def rows(path, box):
    """The pixels of a rectangle of a window dump: rows of four bytes each, of which the last means nothing."""
    data = path.read_bytes()
    number = [int.from_bytes(data[i * 4:i * 4 + 4], "big") for i in range(25)]
    start, row = number[0] + number[19] * 12, number[12]
    x, y, width, height = box
    places = (start + line * row + x * 4 for line in range(y, y + height))
    return [data[place:place + width * 4] for place in places]


def is_lost(old, new, x, y):
    """Whether a pixel is neither at its place in the other picture nor beside it."""
    pixel = old[y][x * 4:x * 4 + 3]
    return pixel != new[y][x * 4:x * 4 + 3] and not any(
        all(abs(a - b) <= 90 for a, b in zip(pixel, line[place * 4:place * 4 + 3]))
        for line in new[max(y - 1, 0):y + 2] for place in range(max(x - 1, 0), min(x + 2, len(line) // 4)))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "files", nargs="+", type=pathlib.Path, metavar="FILE", help="PDFs, or folders of them")
    parser.add_argument(
        "--editor", type=pathlib.Path, default=tool.ROOT / "Examples/Editor/.build/debug/postil-editor",
        help="the built editor (default: the debug build of this checkout)")
    parser.add_argument("--seconds", type=float, default=60, help="for each file (default: 60)")
    parser.add_argument("--steps", type=int, default=1 << 40, help="at most, for each file")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first file, one more for each (default: 1)")
    parser.add_argument("--patience", type=float, default=10, help="seconds within which it must answer")
    parser.add_argument("--memory", type=int, default=1500, help="megabytes that it may take (default: 1500)")
    parser.add_argument("--password", action="append", default=[], help="to be tried; may be given again")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for what is left of files with findings")
    parser.add_argument("--fatal", action="store_true", help="have it crash where GTK complains")
    arguments = parser.parse_args()
    run.needed("Xvfb", "xdotool", "qpdf")
    arguments.editor = arguments.editor.resolve()
    if not arguments.editor.is_file():
        raise SystemExit(f"There is no editor at {arguments.editor}: build it with 'make stress-editor'.")
    files = [f for p in arguments.files for f in (sorted(p.rglob("*.pdf")) if p.is_dir() else [p])]
    failed = 0
    for place, file in enumerate(files):
        failed += not use(arguments, file, arguments.seed + place)
    print(f"{len(files)} files, {failed} with findings")
    return 1 if failed else 0


def use(arguments, file, seed):
    """Uses one file and says in a line how that went, and below it what was found."""
    screen = run.Screen()
    try:
        with tempfile.TemporaryDirectory(prefix="postil-stress-") as folder:
            folder = pathlib.Path(folder)
            session = Session(arguments, screen, folder, file, seed)
            start = time.monotonic()
            session.run()
            notes = ", ".join(f"{note} {n}" if n > 1 else note for note, n in session.notes.items())
            print(f"{file.name}: seed {seed}, {len(session.steps)} steps, {time.monotonic() - start:.0f} s, "
                  f"{session.most} MB, answers in {session.slowest:.1f} s: {notes}", flush=True)
            for finding in session.findings:
                print(f"  FOUND: {finding}", flush=True)
            if session.findings and arguments.keep:
                (folder / "steps.txt").write_text("\n".join(session.steps) + "\n")
                shutil.copytree(folder, arguments.keep / f"{file.stem[:60]}-{seed}", dirs_exist_ok=True)
            return not session.findings
    finally:
        screen.close()


if __name__ == "__main__":
    sys.exit(main())
