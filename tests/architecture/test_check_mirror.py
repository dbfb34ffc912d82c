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
        return check_mirror.faults(root, ["engine/step"], tested_with or {})


class CheckMirror(unittest.TestCase):
    def test_accepts_a_file_with_its_test(self):
        self.assertEqual(faults(["engine/step/a.cpp", "tests/engine/step/test_a.cpp"]), [])

    def test_names_the_file_that_lacks_one(self):
        self.assertEqual(faults(["engine/step/a.h"]), ["engine/step/a: there is no tests/engine/step/test_a.cpp"])

    def test_counts_headers_and_kernels_of_one_name_as_one(self):
        files = ["a.h", "a.cpp", "a.inl", "a_avx2.cpp", "a_wide4.cpp"]
        self.assertEqual(faults(["engine/step/" + f for f in files] + ["tests/engine/step/test_a.cpp"]), [])

    def test_a_test_elsewhere_does_not_count(self):
        self.assertEqual(len(faults(["engine/step/a.cpp", "tests/physics/test_a.cpp"])), 1)

    def test_takes_the_test_that_the_table_names_and_finds_what_is_gone(self):
        files = ["engine/step/a.h", "tests/engine/step/test_b.cpp"]
        self.assertEqual(faults(files, {"engine/step/a": "test_b"}), [])
        self.assertEqual(faults(["engine/step/a.h", "tests/physics/test_b.cpp"], {"engine/step/a": "physics/test_b"}), [])
        self.assertIn("c is gone", faults(files, {"engine/step/a": "test_b", "engine/step/c": "test_b"})[0])

    def test_finds_a_folder_that_is_gone(self):
        self.assertIn("no such folder", faults([])[0])


if __name__ == "__main__":
    unittest.main()
