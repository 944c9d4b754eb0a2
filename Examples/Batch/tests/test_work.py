"""What one document comes to, without a cluster."""

import json
import os
import signal

import work
from tests.base import FAKE, PATIENCE, BatchTest, is_running


class WorkTest(BatchTest):
    def work_on(self, name, step="highlight word", seconds=PATIENCE):
        self.document(name)
        settings = work.Settings(str(FAKE), str(self.inputs), str(self.results), seconds, 4096)
        return work.work_on(settings, f"{name}.pdf", work.Step.of(step))

    def files(self):
        return sorted(str(path.relative_to(self.results)) for path in self.results.rglob("*") if path.is_file())

    def test_result_stands_where_the_document_did(self):
        record = self.work_on("folder/good")
        self.assertEqual(record["status"], work.DONE)
        self.assertEqual(self.files(), ["highlight/folder/good.pdf"])
        self.assertEqual((self.results / record["output"]).read_bytes(), b"a document highlight")
        self.assertEqual(record["said"], {"ids": 2, "strategy": "append"})
        self.assertEqual(record["size"], len(b"a document "))

    def test_matches_are_a_file_of_their_own(self):
        record = self.work_on("good", "search word")
        self.assertEqual(json.loads((self.results / "search/good.pdf.json").read_text())["matches"], [1, 2])
        self.assertEqual(record["said"], {"count": 2, "matches": 2, "text": "word"})

    def test_folder_of_pictures_replaces_an_older_one(self):
        for _ in range(2):
            self.assertEqual(self.work_on("good", "render --all")["status"], work.DONE)
        self.assertEqual(self.files(), ["render/good.pdf/page-0001.png"])

    def test_hang_is_ended_with_its_children(self):
        record = self.work_on("hang", seconds=2)
        self.assertEqual((record["status"], record["attempts"]), (work.HUNG, 1))
        self.assertEqual(self.files(), [])
        child = self.log / "child"
        if child.exists() and child.read_text():  # else the machine was too busy to come so far
            self.wait(lambda: not is_running(child.read_text()), "the end of the child")

    def test_crash_is_tried_twice_and_leaves_nothing(self):
        record = self.work_on("crash")
        self.assertEqual((record["status"], record["attempts"]), (work.CRASHED, 2))
        self.assertIn("SIGSEGV", record["error"])
        self.assertEqual(self.files(), [])

    def test_crash_that_does_not_come_again_costs_nothing_but_time(self):
        record = self.work_on("crash-once")
        self.assertEqual((record["status"], record["attempts"]), (work.DONE, 2))

    def test_what_the_tool_refuses_is_not_tried_again(self):
        record = self.work_on("fail")
        self.assertEqual((record["status"], record["attempts"]), (work.FAILED, 1))
        self.assertEqual(record["error"], "The file is not a PDF document.")
        self.assertEqual(self.files(), [])

    def test_exit_statuses_tell_why(self):
        for name, status in (("empty", work.NOTHING), ("broken", work.DAMAGED), ("locked", work.LOCKED)):
            record = self.work_on(name)
            self.assertEqual((record["status"], record["attempts"]), (status, 1))
            self.assertIn("as its name says", record["error"])
        self.assertEqual(self.files(), [])

    def test_failure_leaves_an_older_result(self):
        place = self.results / "highlight/fail.pdf"
        place.parent.mkdir()
        place.write_bytes(b"older")
        self.work_on("fail")
        self.assertEqual(place.read_bytes(), b"older")

    def test_memory_is_limited(self):
        self.assertEqual(self.work_on("greedy")["status"], work.FAILED)

    def test_what_would_fail_every_document_stops(self):
        for name in ("full", "wrong-words"):
            self.assertEqual(self.work_on(name)["status"], work.STOP)
        settings = work.Settings("/no/such/tool", str(self.inputs), str(self.results), PATIENCE, 4096)
        self.document("good")
        self.assertEqual(work.work_on(settings, "good.pdf", work.Step.of("flatten"))["status"], work.STOP)

    def test_missing_document_is_an_outcome(self):
        settings = work.Settings(str(FAKE), str(self.inputs), str(self.results), PATIENCE, 4096)
        self.assertEqual(work.work_on(settings, "none.pdf", work.Step.of("flatten"))["status"], work.REFUSED)

    def test_tool_ends_with_its_worker(self):
        self.document("gate")
        settings = work.Settings(str(FAKE), str(self.inputs), str(self.results), PATIENCE, 4096)
        worker = os.fork()
        if not worker:
            try:
                work.work_on(settings, "gate.pdf", work.Step.of("flatten"))
            finally:
                os._exit(0)
        gate = self.log / "at-the-gate"
        self.wait(lambda: gate.exists() and gate.read_text(), "the start of the tool")
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
        self.wait(lambda: not is_running(gate.read_text()), "the end of the tool")

    def test_steps(self):
        step = work.Step.of("highlight 'two words' --ignore-case")
        self.assertEqual(step.arguments("A", "B"), ["highlight", "A", "two words", "--ignore-case", "--json", "-o", "B"])
        self.assertEqual(work.Step.of(str(step)), step)
        render = work.Step.of("render --scale 2")
        self.assertEqual(render.arguments("A", "B"), ["render", "A", "--scale", "2", "--page", "1", "-o", "B"])
        self.assertRaises(ValueError, work.Step.of, "delete --pages 1")
        self.assertRaises(ValueError, work.Step.of, "")
