#!/usr/bin/env python3
"""check_references.py must find a file that is gone, a name that moved, and a row without code."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_references  # noqa: E402

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
HEAD = "| What is published | In the code | In the window | Deviation |\n|---|---|---|---|\n"


def faults(row):
    return check_references.faults(ROOT, HEAD + row, min_rows=1)


class CheckReferences(unittest.TestCase):
    def test_accepts_a_name_in_its_file(self):
        self.assertEqual(faults("| a | `intervalSat`, `lab/classic_sat.cpp` | b | none |\n"), [])

    def test_finds_a_missing_file(self):
        self.assertIn("there is no file engine/collision/gone.cpp", faults("| a | `f`, `collision/gone.cpp` | b | c |\n")[0])

    def test_finds_a_name_that_moved(self):
        self.assertIn("intervalSat is not in", faults("| a | `intervalSat`, `collision/sat.h` | b | c |\n")[0])

    def test_finds_a_name_that_is_nowhere(self):
        self.assertIn("noSuchName is not in engine/", faults("| a | `noSuchName` | b | c |\n")[0])

    def test_finds_rows_without_code_and_with_other_columns(self):
        self.assertIn("names no code", faults("| a | none | b | c |\n")[0])
        self.assertIn("four columns", faults("| a | `f` | b |\n")[0])

    def test_finds_missing_tables(self):
        self.assertIn("0 rows found", check_references.faults(ROOT, "no table\n")[0])

    def test_finds_names_in_public_headers(self):
        self.assertEqual(faults("| a | `makeRot`, `satbox/math.h` | b | none |\n"), [])
        self.assertIn("intervalSat is not in engine/include/satbox/math.h", faults("| a | `intervalSat`, `satbox/math.h` | b | c |\n")[0])
        self.assertIn("there is no file engine/include/satbox/gone.h", faults("| a | `f`, `satbox/gone.h` | b | c |\n")[0])


if __name__ == "__main__":
    unittest.main()
