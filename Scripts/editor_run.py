"""A screen that nobody sees, a hand on its mouse and keyboard, and the GTK editor running on it."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

import postil_tool as tool

#: What GTK and others say on a bare machine, which does no harm.
HARMLESS = ("dconf", "portal", "AT-SPI", "icon theme", "session bus", "MESA", "Vulkan")
#: Faults of GTK 4.8 itself: the first in any program when a second button is pressed after a click beside an
#: open popover; the second in any text whose selection changes while its cursor is about to blink.
OF_GTK = ("Broken accounting of active state", "unexpected blinking selection")
SCREEN = (1280, 960)


def needed(*programs):
    missing = [program for program in programs if not shutil.which(program)]
    if missing:
        raise SystemExit(f"Missing: {', '.join(missing)}. 'make deps-editor' installs them.")


class Screen:
    """Xvfb, without a window manager: windows are at the upper left, keys go to the one below the mouse."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="postil-screen-")
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24",
             "-nolisten", "tcp", "-noreset", "-fbdir", self.folder.name],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as numbers:
            number = numbers.readline().strip()
        if not number:
            raise SystemExit("Xvfb did not start.")
        self.display = f":{number}"
        #: What xdotool was told, until somebody takes it away.
        self.told = []

    def close(self):
        self.server.terminate()
        self.server.wait()
        self.folder.cleanup()

    def picture(self, path):
        """Writes what is on it to a file, as a window dump of X."""
        shutil.copyfile(pathlib.Path(self.folder.name) / "Xvfb_screen0", path)

    def do(self, *words):
        """Has xdotool do what its arguments say; returns what it printed."""
        command = ["xdotool", *(str(word) for word in words)]
        self.told.append(" ".join(command[1:]))
        done = subprocess.run(
            command, env={**os.environ, "DISPLAY": self.display}, capture_output=True, timeout=60)
        return tool.text(done.stdout).split()


class Editor:
    """The editor, running with a file, which knows nothing but the folder that it is given."""

    def __init__(self, program, screen, folder, file, size, fatal=False):
        self.screen, self.folder = screen, folder
        self.report_file = folder / "report.json"
        self.error_file = folder / "errors.txt"
        self.report_file.unlink(missing_ok=True)
        width, height = self.size = size
        arguments = ["--report", self.report_file, "--size", f"{width}x{height}", "--", file]
        with open(self.error_file, "ab") as errors:
            self.process = subprocess.Popen(
                [program, *map(str, arguments)], env=self.environment(fatal), cwd=folder,
                stdout=subprocess.DEVNULL, stderr=errors)
        self.window = None

    def environment(self, fatal):
        variables = {k: v for k, v in os.environ.items() if k not in ("WAYLAND_DISPLAY", "XAUTHORITY")}
        for name in ("config", "state", "cache", "data"):
            variables[f"XDG_{name.upper()}_HOME"] = str(self.folder / name)
        variables.update(
            DISPLAY=self.screen.display, GDK_BACKEND="x11", GSK_RENDERER="cairo", GTK_A11Y="none",
            GSETTINGS_BACKEND="memory", LC_ALL="C.UTF-8", LANGUAGE="en", HOME=str(self.folder),
            DBUS_SESSION_BUS_ADDRESS="disabled:", GTK_USE_PORTAL="0")
        # Else a crash that was told of would look like an end.
        variables.setdefault("SWIFT_BACKTRACE", "enable=no")
        if fatal:
            variables["G_DEBUG"] = "fatal-criticals"
        return variables

    # What it is doing

    def report(self):
        """What it told of itself last; nothing before it has told anything."""
        try:
            return json.loads(self.report_file.read_bytes())
        except (OSError, ValueError):
            return {}

    def is_running(self):
        return self.process.poll() is None

    def wait(self, condition, seconds):
        """The first report for which the condition holds; None if there was none in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.is_running():
            report = self.report()
            if report and condition(report):
                return report
            time.sleep(0.02)
        return None

    def wait_for_end(self, seconds):
        """The exit status, or None if it does not end."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self):
        if self.is_running():
            self.process.kill()
        self.process.wait()

    def megabytes(self):
        """The memory that it has now."""
        try:
            status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0
        sizes = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")]
        return int(sizes[0]) // 1024 if sizes else 0

    def complaints(self):
        """What was written to the standard error, but for what does no harm."""
        lines = tool.text(self.error_file.read_bytes()).splitlines()
        known = HARMLESS + OF_GTK
        lines = [line for line in lines if line.strip() and not any(word in line for word in known)]
        # Without what differs from one time to the next.
        return [re.sub(r"\(\S+:\d+\)|[\d:]{8}\.\d+|0x[0-9a-f]+", "…", line) for line in lines]

    def stacks(self):
        """Where its threads are, if there is a debugger."""
        debugger = shutil.which("gdb") or shutil.which("lldb")
        if not debugger or not self.is_running():
            return ""
        all_threads = "thread apply all bt" if debugger.endswith("gdb") else "bt all"
        first = ["-batch", "-ex", all_threads] if debugger.endswith("gdb") else ["--batch", "-o", all_threads]
        done = subprocess.run(
            [debugger, "-p", str(self.process.pid), *first], capture_output=True, timeout=180)
        return tool.text(done.stdout)

    # What a person does

    def find_window(self):
        if not self.window:
            found = self.screen.do("search", "--onlyvisible", "--pid", self.process.pid)
            self.window = found[0] if found else None
        return self.window

    def move_home(self):
        if self.find_window():
            self.screen.do("windowmove", self.window, 0, 0)

    def resize(self, width, height):
        if self.find_window():
            self.size = (width, height)
            self.screen.do("windowsize", self.window, width, height)

    def answers(self, seconds):
        """Whether its main loop comes round: the window is made a pixel higher or lower, as it must tell."""
        if not self.is_running():
            return True
        height = self.report().get("window", {}).get("height", 0)
        for change in (1, -1):
            self.resize(self.size[0], self.size[1] + change)
            if self.wait(lambda r: r["window"]["height"] != height, seconds if change < 0 else seconds / 2):
                return True
        return not self.is_running()


def death(status):
    """How a program ended, in words; None if as it should."""
    if status is None:
        return "does not end"
    if status < 0:
        return f"killed by {signal.Signals(-status).name}"
    return f"exit status {status}" if status else None
