"""A scheduler and workers on two hosts, one of which goes away in the middle. Runs as root, where namespaces are to be had."""

import os
import sys
import unittest

from tests import hosts
from tests.base import BATCH, FAKE, PATIENCE, BatchTest


@unittest.skipUnless(hosts.are_possible(), "needs root and network namespaces")
class TwoHostsTest(BatchTest):
    def test_work_of_a_host_that_goes_away_is_done_by_the_other(self):
        names = ["a1", "a2", "gate", "z1", "z2", "z3"]
        for name in names:
            self.document(name)
        # So that the other notices soon; half a minute is usual.
        environment = os.environ | {
            "DASK_DISTRIBUTED__SCHEDULER__WORKER_SATURATION": "1.0", "DASK_DISTRIBUTED__COMM__TIMEOUTS__TCP": "15s"}
        with hosts.two() as (a, b):
            scheduler = f"tcp://{a.address}:8786"
            a.dask("dask_scheduler", "--host", a.address, "--no-dashboard", env=environment)

            def work(host):
                host.dask("dask_worker", scheduler, "--host", host.address, "--nthreads", "1", "--memory-limit", "0",
                          "--no-dashboard", env=environment)

            # The first two documents and the third, which does not end, come to one host, the others to the other.
            work(b)
            run = a.start(sys.executable, BATCH / "batch.py", self.inputs, self.results, "flatten",
                          "--scheduler", scheduler, "--postil", FAKE, env=environment)
            self.wait((self.log / "at-the-gate").exists, "the third document")
            work(a)
            self.wait(lambda: len(self.report()) == 5, "all others")
            b.pull_the_plug()
            (self.log / "open").touch()
            self.assertEqual(run.wait(PATIENCE), 0)
        self.assertEqual(self.statuses(), dict.fromkeys(names, "done"))
        self.assertEqual(len(self.report()), 6)
        where = {record["path"].removesuffix(".pdf"): record["host"] for record in self.report()}
        self.assertEqual(where, dict.fromkeys(["a1", "a2"], "node-b") | dict.fromkeys(["gate", "z1", "z2", "z3"], "node-a"))
        self.assertEqual(self.calls().count("gate"), 2)
        self.assertEqual((self.results / "flatten/gate.pdf").read_bytes(), b"a document flatten")
        # What the host left unfinished is removed by the next run, with what else may be there.
        self.batch("flatten", "--workers", "1")
        self.assertEqual(list(self.results.glob(".unfinished/*")), [])
