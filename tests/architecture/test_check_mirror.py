#!/usr/bin/env python3
"""check_mirror.py must find a file without tests, and count headers and kernels of one name as one."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_mirror  # noqa: E402


def faults(files, tested_with=None):
    with tempfile.TemporaryDirectory() as root:
        for name in files:
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            open(path, "w", encoding="utf-8").close()
        return check_mirror.faults(root, ["engine/solver"], tested_with or {})


class CheckMirror(unittest.TestCase):
    def test_accepts_a_file_with_its_test(self):
        self.assertEqual(faults(["engine/solver/a.cpp", "tests/engine/solver/test_a.cpp"]), [])

    def test_names_the_file_that_lacks_one(self):
        self.assertEqual(faults(["engine/solver/a.h"]), ["engine/solver/a: there is no tests/engine/solver/test_a.cpp"])

    def test_counts_headers_and_kernels_of_one_name_as_one(self):
        files = ["a.h", "a.cpp", "a.inl", "a_avx2.cpp", "a_wide4.cpp"]
        self.assertEqual(faults(["engine/solver/" + f for f in files] + ["tests/engine/solver/test_a.cpp"]), [])

    def test_a_test_elsewhere_does_not_count(self):
        self.assertEqual(len(faults(["engine/solver/a.cpp", "tests/physics/test_a.cpp"])), 1)

    def test_takes_the_test_that_the_table_names_and_finds_what_is_gone(self):
        files = ["engine/solver/a.h", "tests/engine/solver/test_b.cpp"]
        self.assertEqual(faults(files, {"engine/solver/a": "test_b"}), [])
        self.assertIn("c is gone", faults(files, {"engine/solver/a": "test_b", "engine/solver/c": "test_b"})[0])

    def test_finds_a_folder_that_is_gone(self):
        self.assertIn("no such folder", faults([])[0])


if __name__ == "__main__":
    unittest.main()
