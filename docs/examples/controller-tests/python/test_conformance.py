"""Runs the controller through all scenarios, and has one test per rule.

CONFORMANCE_ARGUMENTS adds options, separated by spaces.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree


def run():
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "junit.xml")
        program = pathlib.Path(__file__).with_name("controller.py")
        # The exit code is the verdict, which the report contains as well.
        ended = subprocess.run(
            ["npx", "conformance", "controller", "--command", f"exec '{sys.executable}' '{program}'"]
            + ["--ready", "ready", "--kind", "Deployment", "--output", folder, "--no-color"]
            + ["--format", f"terminal,junit={report}"]
            + os.environ.get("CONFORMANCE_ARGUMENTS", "").split(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if not report.exists():
            raise RuntimeError(f"no report:\n{ended.stdout}")
        return list(ElementTree.parse(report).iter("testcase"))


class Rule(unittest.TestCase):
    def __init__(self, case):
        super().__init__("check")
        self.case = case

    def __str__(self):
        return self.case.get("name")

    def check(self):
        for kind in ("failure", "error"):
            found = self.case.find(kind)
            if found is not None:
                self.fail(found.text)
        skipped = self.case.find("skipped")
        if skipped is not None:
            self.skipTest(skipped.get("message"))


def load_tests(_loader, _tests, _pattern):
    return unittest.TestSuite(Rule(case) for case in run())


if __name__ == "__main__":
    unittest.main(verbosity=2)
