"""Sweeps on this machine, as a user makes them: test_sweep.py SATBOX_RUN SOURCE_FOLDER."""

import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2])
EXAMPLES = SOURCE / "examples/sweeps"

SWEEP = {"format": "satbox-sweep", "version": 1,
         "inputs": {"scene": "ten_boxes", "steps": 20, "substeps": [2, 4], "seed": {"from": 1, "to": 10}},
         "conditions": {"deep": "overlap > 0.01"}, "metrics": ["end.energy", "peak.overlap", "rest.time"]}
# Takes long enough to be interrupted, with two threads on a fast machine too.
LONG = {**SWEEP, "inputs": {**SWEEP["inputs"], "scene": "pyramid", "steps": 1000, "seed": {"from": 1, "to": 30}}}


def run(*arguments, cwd=None):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=240, cwd=cwd)


def table(path):
    """The rows of a results file, without times: those of two executors must be equal."""
    database = sqlite3.connect(path)
    database.row_factory = sqlite3.Row
    rows = [dict(row) for row in database.execute("SELECT * FROM runs WHERE run IS NOT NULL ORDER BY run")]
    database.close()
    return [{key: value for key, value in row.items() if key != "seconds"} for row in rows]


class Sweeps(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def write(self, name, sweep):
        path = self.folder / name
        path.write_text(json.dumps(sweep))
        return path

    def sweep(self, *arguments, status=0):
        result = run(*arguments, cwd=self.folder)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def test_a_run_is_a_row_with_inputs_results_hash_and_version_and_is_computed_once(self):
        path = self.write("s.json", SWEEP)
        first = self.sweep("--sweep", path)
        self.assertIn("s.sqlite: 20 runs, 20 of them made now", first.stdout)
        rows = table(self.folder / "s.sqlite")
        self.assertEqual([row["run"] for row in rows], list(range(20)))
        self.assertEqual([(row["substeps"], row["seed"]) for row in rows], [(s, n) for s in (2, 4) for n in range(1, 11)])
        self.assertEqual(len({row["hash"] for row in rows}), 20)
        for row in rows:
            self.assertEqual((row["scene"], row["steps"], row["lastStep"], row["failure"]), ("ten_boxes", 20, 20, None))
            self.assertGreater(row["end.energy"], 0)
            self.assertRegex(row["version"], r"^\d+\.\d+\.\d+-[0-9a-f]{8}$")
        self.assertIn("20 runs, 0 of them made now", self.sweep("--sweep", path).stdout)
        self.assertEqual(table(self.folder / "s.sqlite"), rows)
        self.assertEqual(sorted(os.listdir(self.folder)), ["s.json", "s.sqlite"])

    def test_the_row_of_a_run_is_that_of_satbox_run_with_the_same_settings(self):
        sweep = {**SWEEP, "inputs": {"scene": "box_stack", "steps": 60, "substeps": [3], "gravity.y": [-5.5]}}
        self.sweep("--sweep", self.write("s.json", sweep))
        single = run("box_stack", "--steps", "60", "--set", "substeps=3", "--set", "gravity.y=-5.5", "--hash")
        self.assertEqual(table(self.folder / "s.sqlite")[0]["hash"], single.stdout.splitlines()[-1])

    def test_every_number_of_threads_gives_the_same_table(self):
        path = self.write("s.json", SWEEP)
        for threads in (1, 3):
            self.sweep("--sweep", path, "--results", f"{threads}.sqlite", "--threads", threads)
        self.assertEqual(table(self.folder / "1.sqlite"), table(self.folder / "3.sqlite"))

    def test_one_run_is_counted_in_the_singular(self):
        path = self.write("one.json", {**SWEEP, "inputs": {**SWEEP["inputs"], "substeps": 4, "seed": 1}})
        output = self.sweep("--sweep", path).stdout
        self.assertRegex(output, r"^1 run in [0-9.]+ s on \d+ threads?: ")
        self.assertIn("one.sqlite: 1 run, 1 of them made now", output)

    def wait_for_rows(self, path, least):
        for _ in range(1200):
            time.sleep(0.05)
            try:
                if len(table(path)) >= least:
                    return
            except sqlite3.Error:
                pass
        self.fail("no rows")

    def interrupted(self, path, signal_number):
        results = self.folder / "long.sqlite"
        before = len(table(results)) if results.exists() else 0
        process = subprocess.Popen([PROGRAM, "--sweep", path, "--threads", "2"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.wait_for_rows(results, before + 1)
        process.send_signal(signal_number)
        output = process.communicate(timeout=60)[0]
        after = len(table(results))
        self.assertGreater(after, before)
        self.assertLess(after, 60)
        return process.returncode, output, after

    def test_killed_and_interrupted_sweeps_are_resumed_and_give_the_table_of_one_that_was_not(self):
        path = self.write("long.json", LONG)
        status, _, killed = self.interrupted(path, signal.SIGKILL)
        self.assertEqual(status, -signal.SIGKILL)
        status, output, rows = self.interrupted(path, signal.SIGINT)
        self.assertEqual(status, 130)
        self.assertIn(f"interrupted: {60 - rows} of 60 runs are missing; the same command makes them", output)
        self.assertIn(f"long.sqlite: {rows} runs, {rows - killed} of them made now", output)
        self.assertIn(f"60 runs, {60 - rows} of them made now", self.sweep("--sweep", path).stdout)
        self.sweep("--sweep", path, "--results", "whole.sqlite")
        self.assertEqual(table(self.folder / "long.sqlite"), table(self.folder / "whole.sqlite"))

    def test_two_commands_do_not_add_to_one_file_at_a_time(self):
        path = self.write("long.json", LONG)
        process = subprocess.Popen([PROGRAM, "--sweep", path, "--threads", "2"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.wait_for_rows(self.folder / "long.sqlite", 1)
        self.assertIn("another program adds runs to this file", self.sweep("--sweep", path, status=1).stderr)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)

    def test_a_wider_sweep_makes_the_new_runs_only(self):
        path = self.write("s.json", SWEEP)
        self.sweep("--sweep", path)
        self.write("s.json", {**SWEEP, "inputs": {**SWEEP["inputs"], "substeps": [1, 2, 4]}})
        self.assertIn("30 runs, 10 of them made now", self.sweep("--sweep", path).stdout)
        self.assertEqual([row["substeps"] for row in table(self.folder / "s.sqlite")], [1] * 10 + [2] * 10 + [4] * 10)

    def test_runs_that_fail_are_rows_with_the_reason_and_the_others_go_on(self):
        scene = {"format": "satbox-scene", "version": 1,
                 "bodies": [{"name": "rocket", "position": [1999990, 0], "shapes": [{"type": "circle", "radius": 0.5}]}]}
        self.write("rocket.json", scene)
        sweep = {"format": "satbox-sweep", "version": 1, "inputs": {
            "scene": "rocket.json", "steps": 10, "body:rocket.linearVelocity.x": [0, 300]}}
        result = self.sweep("--sweep", self.write("s.json", sweep))
        self.assertIn('1 of the runs failed, see the column "failure". The first is run 1 (body:rocket.linearVelocity.x=300): step ', result.stdout)
        rows = table(self.folder / "s.sqlite")
        self.assertIsNone(rows[0]["failure"])
        self.assertRegex(rows[1]["failure"], r'^step \d+: body 0 "rocket" was frozen: ')
        self.assertEqual(rows[1]["end.frozen"], 1)

    def test_bad_sweep_files_command_lines_and_results_get_a_sentence(self):
        def refused(status, sentence, *arguments):
            result = self.sweep(*arguments, status=status)
            self.assertIn(sentence, result.stderr)
            self.assertEqual(result.stdout, "")

        bad = self.write("bad.json", {**SWEEP, "inputs": {**SWEEP["inputs"], "substep": 3}})
        refused(1, 'bad.json: /inputs/substep: there is no such setting, did you mean "substeps"?', "--sweep", bad)
        refused(1, "none.json: there is no such file", "--sweep", "none.json")
        good = self.write("good.json", SWEEP)
        refused(1, "cannot be written", "--sweep", good, "--results", "no/such/r.sqlite")
        text = self.folder / "text.sqlite"
        text.write_text("A text of a user. " * 100)
        refused(1, "text.sqlite: ", "--sweep", good, "--results", text)
        self.assertEqual(text.read_text(), "A text of a user. " * 100)
        refused(1, "none.sqlite: there is no such file", "--regress", "none.sqlite")
        refused(2, "--sweep and --steps exclude each other", "--sweep", good, "--steps", "3")
        refused(2, "--results needs --sweep", "--results", "r.sqlite")
        refused(2, 'no place "moon"', "--sweep", good, "--on", "moon")
        refused(2, "--tasks needs --on", "--sweep", good, "--tasks", "3")
        refused(2, "--hosts needs --on parallel", "--sweep", good, "--hosts", "h")
        refused(2, '--hosts: there is no file "h"', "--sweep", good, "--on", "parallel", "--hosts", "h")
        self.assertEqual(sorted(os.listdir(self.folder)), ["bad.json", "good.json", "text.sqlite"])

    def test_regress_finds_nothing_with_the_same_program_and_lists_results_that_were_others(self):
        path = self.write("s.json", {**SWEEP, "tolerances": {"end.energy": 0.1, "peak.overlap": {"absolute": 1e-9}}})
        self.sweep("--sweep", path)
        base = self.folder / "s.sqlite"
        self.assertIn("20 runs compared: 20 have the same bits, 0 differ beyond a tolerance",
                      self.sweep("--regress", base).stdout)
        database = sqlite3.connect(base)  # as another engine would have computed it
        database.execute('UPDATE runs SET "end.energy" = "end.energy" * 1.05 WHERE run = 3')  # within its tolerance
        database.execute('UPDATE runs SET "end.energy" = "end.energy" * 2, hash = \'0\' WHERE run = 4')
        database.execute('UPDATE runs SET "peak.overlap" = "peak.overlap" + 1e-6 WHERE run IN (5, 6)')
        database.execute('DELETE FROM runs WHERE run = 7')
        database.commit()
        database.close()
        result = self.sweep("--regress", base, "--results", "new.sqlite", status=1)
        self.assertIn("19 runs compared: 18 have the same bits, 3 differ beyond a tolerance", result.stdout)
        self.assertRegex(result.stdout, r"(?m)^  end\.energy +1 +\S+ +4$")
        self.assertRegex(result.stdout, r"(?m)^  peak\.overlap +2 +1e-06 +[56]$")
        self.assertRegex(result.stdout, r"(?m)^  run 4 \(substeps=2 seed=5\): end\.energy was \S+, is \S+$")
        self.assertEqual(len(table(self.folder / "new.sqlite")), 19)
        same = self.sweep("--regress", base, "--results", base, status=1)
        self.assertIn("the same file as that of --regress", same.stderr)

    def test_the_examples_of_the_documentation_run(self):
        for example in sorted(EXAMPLES.glob("*.json")):
            text = example.read_text()
            if '"satbox-sweep"' in text:
                small = json.loads(text)
                for name, value in small["inputs"].items():
                    if isinstance(value, dict) and "count" in value:
                        value["count"] = 3
                    elif isinstance(value, dict):
                        value["to"] = value["from"] + 1
                self.write(example.name, small)
            else:
                shutil.copy(example, self.folder)
        for example in sorted(self.folder.glob("*.json")):
            if '"satbox-sweep"' in example.read_text():
                self.sweep("--sweep", example.name)
                rows = table(self.folder / (example.stem + ".sqlite"))
                self.assertGreater(len(rows), 3)
                self.assertTrue(all(row["failure"] is None for row in rows))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
