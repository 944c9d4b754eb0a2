"""Whole runs with workers of their own, which are ended in the middle."""

import json
import os
import shutil
import signal

import work
from report import Report
from tests.base import BATCH, PATIENCE, BatchTest, is_running


class ReportTest(BatchTest):
    def record(self, **changes):
        path = self.inputs / "good.pdf"
        if not path.exists():
            self.document("good")
        step = work.Step.of("flatten")
        place = self.results / step.output("good.pdf")
        place.parent.mkdir(exist_ok=True)
        place.touch()
        return {"path": "good.pdf", "step": "flatten", "output": "flatten/good.pdf", "status": "done"} \
            | work.identity(path) | changes

    def has(self, *lines, step="flatten", also_failed=False):
        (self.results / "report.jsonl").write_bytes(b"".join(lines))
        with Report(self.results) as report:
            return report.has(self.inputs, "good.pdf", work.Step.of(step), also_failed)

    def line(self, **changes):
        return json.dumps(self.record(**changes)).encode() + b"\n"

    def test_only_what_is_done_of_the_same_document_is_skipped(self):
        self.assertTrue(self.has(self.line()))
        self.assertFalse(self.has(self.line(mtime=1)))
        self.assertFalse(self.has(self.line(status="failed")))
        self.assertFalse(self.has(self.line(), step="flatten --fields A"))

    def test_nothing_to_do_is_not_tried_again(self):
        self.assertTrue(self.has(self.line(status="nothing")))

    def test_failures_are_skipped_on_demand(self):
        self.assertTrue(self.has(self.line(status="failed"), also_failed=True))
        self.assertFalse(self.has(self.line(status="failed", mtime=1), also_failed=True))

    def test_missing_result_is_made_again(self):
        line = self.line()
        (self.results / "flatten/good.pdf").unlink()
        self.assertFalse(self.has(line))

    def test_last_line_counts(self):
        self.assertFalse(self.has(self.line(), self.line(step="flatten --fields A")))

    def test_half_a_line_is_passed_over(self):
        line = self.line()
        self.assertTrue(self.has(line, line[:40]))
        report = (self.results / "report.jsonl").read_bytes()
        self.assertTrue(report.endswith(line[:40] + b"\n"))

    def test_one_run_at_a_time(self):
        with Report(self.results), self.assertRaisesRegex(SystemExit, "Another run"):
            Report(self.results)


class RunTest(BatchTest):
    def test_documents_cost_only_themselves(self):
        for name in ("a/one", "a/two", "b/three", "crash", "fail"):
            self.document(name)
        inputs = {path: path.read_bytes() for path in self.inputs.rglob("*.pdf")}
        status, output = self.batch("highlight word", "search word", "--workers", "2", "--chunk", "2", "--window", "2")
        self.assertEqual(status, 1, output)
        self.assertEqual(len(self.report()), 10)
        self.assertEqual(
            self.statuses(), {"a/one": "done", "a/two": "done", "b/three": "done", "crash": "crashed", "fail": "failed"})
        self.assertEqual({path: path.read_bytes() for path in self.inputs.rglob("*.pdf")}, inputs)
        self.assertIn("6 done", output)
        self.assertIn("The file is not a PDF document.", output)

    def test_document_that_ends_workers_is_found_among_others(self):
        for name in ("one", "two", "kills-worker", "three"):
            self.document(name)
        status, output = self.batch("flatten", "--workers", "2", "--chunk", "4")
        self.assertEqual(status, 1, output)
        self.assertEqual(
            self.statuses(), {"one": "done", "two": "done", "three": "done", "kills-worker": "lost"}, output)

    def test_full_disk_stops_the_run(self):
        for name in ("full", "later"):
            self.document(name)
        status, output = self.batch("flatten", "--workers", "1", "--window", "1")
        self.assertEqual(status, 3, output)
        self.assertEqual(self.calls(), ["full"])

    def killed(self, by):
        """Ends a run while it is at a document, and goes on with it."""
        before, after = ["a", "b", "c"], ["x", "y"]
        for name in [*before, "gate", *after]:
            self.document(name)
        with self.start("flatten", "--workers", "1") as process:
            self.wait(lambda: len(self.report()) == 3 and (self.log / "at-the-gate").exists(), "three lines")
            process.send_signal(by)
            output, _ = process.communicate(timeout=PATIENCE)
        tool = (self.log / "at-the-gate").read_text()
        self.wait(lambda: not is_running(tool), "the end of the tool")
        self.assertFalse((self.results / "flatten/gate.pdf").exists())
        (self.log / "open").touch()
        status, again = self.batch("flatten", "--workers", "1")
        self.assertEqual(status, 0, again)
        self.assertIn("3 were done before", again)
        self.assertEqual(sorted(self.calls()), sorted([*before, "gate", "gate", *after]))
        self.assertEqual(set(self.statuses().values()), {"done"})
        self.assertEqual(list((self.results / work.UNFINISHED).iterdir()), [])
        return process.returncode, output

    def test_kill_loses_nothing(self):
        self.assertEqual(self.killed(signal.SIGKILL)[0], -signal.SIGKILL)

    def test_interruption_loses_nothing(self):
        status, output = self.killed(signal.SIGINT)
        self.assertEqual(status, 130, output)
        self.assertIn("3 done", output)

    def test_folders_inside_each_other_are_refused(self):
        self.results = self.inputs / "results"
        status, output = self.batch("flatten")
        self.assertEqual(status, 2)
        self.assertIn("inside the other", output)


class ToolTest(BatchTest):
    def test_with_the_tool(self):
        built = BATCH.parent.parent / ".build/release/postil"
        tool = shutil.which(os.environ.get("POSTIL") or built)
        if not tool:
            self.skipTest("there is no postil tool: 'make tool' builds it, or name it in POSTIL")
        self.document("good", page("A word on a page"))
        self.document("bad", b"no document")
        status, output = self.batch(
            "render", "search word", "highlight word", "flatten", "redact --text word", "--workers", "1", tool=tool)
        self.assertEqual(status, 1, output)
        came = {(record["path"], record["step"].split()[0]): record for record in self.report()}
        for step in ("render", "search", "highlight", "redact"):
            self.assertEqual(came["good.pdf", step]["status"], "done", came["good.pdf", step])
        self.assertEqual({came["bad.pdf", step]["status"] for step in work.Step.NAMES}, {"damaged"})
        self.assertEqual(came["good.pdf", "flatten"]["status"], "nothing")
        self.assertIn("no form", came["good.pdf", "flatten"]["error"])
        self.assertEqual(came["good.pdf", "search"]["said"]["count"], 1)
        self.assertEqual(came["good.pdf", "highlight"]["said"]["ids"], 1)
        self.assertTrue((self.results / "render/good.pdf.png").read_bytes().startswith(b"\x89PNG"))
        self.assertNotIn(b"A word", (self.results / "redact/good.pdf").read_bytes())


def page(text):
    """A document of one page with a line of text."""
    content = f"BT /F 24 Tf 72 700 Td ({text}) Tj ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        b"/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
        b"<</Length %d>>stream\n%b\nendstream" % (len(content), content)]
    result, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(result))
        result += b"%d 0 obj%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return result + b"xref\n0 5\n0000000000 65535 f \n%btrailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        table, len(result))
