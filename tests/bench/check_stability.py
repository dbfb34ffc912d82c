"""Runs satbox-stability for a few steps and draws its map; checks their output, --resume and error messages.

    check_stability.py SATBOX_STABILITY
"""

import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

PROGRAM = ""
DRAW = Path(__file__).with_name("stability_map.py")


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=250)


def draw(*arguments):
    return subprocess.run([sys.executable, str(DRAW), *map(str, arguments)], capture_output=True, text=True, timeout=60)


class Stability(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def test_runs_are_counted_and_skipped_when_resumed(self):
        journal = self.path / "runs"
        first = run("--random", 0, "--steps", 5, "--only", "scenes: compound, soft-step", "--resume", journal)
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertEqual(first.stdout, "8 runs: 0 frozen, 0 too fast, 0 jumped, 0 thrown\n")
        lines = journal.read_text().splitlines()
        self.assertEqual(lines[0], "scenes: compound, soft-step, 10 Hz\tholds")
        journal.write_text("\n".join(lines[:3]) + "\n")
        again = run("--random", 0, "--steps", 5, "--only", "scenes: compound, soft-step", "--resume", journal)
        self.assertTrue(again.stdout.startswith("5 runs, 3 known from "), again.stdout)
        self.assertEqual(journal.read_text().splitlines(), lines)

    def test_faults_known_from_an_earlier_run_still_fail(self):
        journal = self.path / "runs"
        journal.write_text("scenes: compound, soft-step, 10 Hz\tfrozen at step 3 of 5\n")
        result = run("--random", 0, "--steps", 5, "--only", "compound, soft-step, 10 Hz", "--resume", journal)
        self.assertEqual(result.returncode, 1)
        self.assertIn("1 of them failed", result.stdout)

    def test_random_settings_can_be_chosen_by_number(self):
        result = run("--random", 1, "--first", 26, "--only", "random")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertTrue(result.stdout.startswith("1 runs: "))

    def test_map_is_drawn(self):
        rows = self.path / "rows.csv"
        result = run("--map", "--only", "kMaxContactStiffness")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows.write_text(result.stdout)
        picture = self.path / "map.svg"
        drawn = draw(picture, rows)
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assertEqual(drawn.stdout, "pitch of loose rows over kMaxContactStiffness: piles: 4 of 4 cells are stable\n")
        xml.etree.ElementTree.parse(picture)

    def test_worst_row_of_a_cell_counts(self):
        rows = self.path / "rows.csv"
        rows.write_text("panel,scene,x,y,share of bound,figure,value,bound\n"
                        'substeps over step rate,piles,60,4,0.5,"speed, m/s",0.1,0.2\n'
                        'substeps over step rate,piles,60,4,2,"speed, m/s",0.4,0.2\n')
        drawn = draw(self.path / "map.svg", rows)
        self.assertEqual(drawn.stdout, "substeps over step rate: piles: 0 of 1 cells are stable\n")

    def test_files_that_cannot_be_drawn_get_a_message(self):
        for text, words in [("nonsense\n", "first line"), ("", "first line"),
                            ("panel,scene,x,y,share of bound,figure,value,bound\n", "no rows"),
                            ("panel,scene,x,y,share of bound,figure,value,bound\na,piles,1,1,1,b,1,1\n", "no panel"),
                            ("panel,scene,x,y,share of bound,figure,value,bound\na,piles,x,1,1,b,1,1\n", "not a number")]:
            rows = self.path / "rows.csv"
            rows.write_text(text)
            result = draw(self.path / "map.svg", rows)
            self.assertEqual(result.returncode, 1)
            self.assertIn(words, result.stderr)
        self.assertEqual(draw(self.path / "map.svg", self.path / "none.csv").returncode, 1)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
