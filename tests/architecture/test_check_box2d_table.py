#!/usr/bin/env python3
"""check_box2d_table.py must find a name that satbox has not, a row without an answer, and a function named twice."""

import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_box2d_table  # noqa: E402

HEADERS = {"world.h": check_box2d_table.strip_comments("class World { void step(float dt); };  // nothing"),
           "body.h": "struct BodyDef { bool bullet; };"}
check_box2d_table.MIN_ROWS = 1


def faults(rows, box2d=None):
    return check_box2d_table.faults(HEADERS, rows, box2d)[0]


class CheckBox2dTable(unittest.TestCase):
    def test_accepts_names_of_the_headers(self):
        self.assertEqual(faults("| `b2World_Step` | `World::step`, with a `BodyDef::bullet`. |\n"), [])

    def test_finds_a_name_that_is_nowhere_or_in_another_class(self):
        self.assertIn("gone in `gone`", faults("| `b2A` | `gone` |\n")[0])
        self.assertIn("World::bullet", faults("| `b2A` | `World::bullet` |\n")[0])

    def test_finds_a_name_that_stands_in_a_comment_only(self):
        self.assertIn("nothing", faults("| `b2A` | `nothing` |\n")[0])

    def test_finds_a_row_without_an_answer(self):
        self.assertIn("no answer", faults("| `b2A` |  |\n")[0])

    def test_finds_functions_named_twice_missing_or_unknown(self):
        row = "| `b2A`, `b2A` | `World::step` |\n"
        self.assertIn("more than once: b2A", faults(row))
        found = faults("| `b2A` | `World::step` |\n", {"box2d.h": "B2_API void b2B( int x );"})
        self.assertEqual(found, ["not in the table: b2B", "not in Box2D: b2A"])

    def test_finds_missing_tables(self):
        self.assertIn("0 rows found", faults("no table\n")[0])


if __name__ == "__main__":
    unittest.main()
