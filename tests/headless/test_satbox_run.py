"""Drives satbox-run as a user does: test_satbox_run.py SATBOX_RUN SOURCE_FOLDER."""

import csv
import json
import os
import pathlib
import pty
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2])


def run(*arguments, cwd=None, **variables):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120, cwd=cwd,
                          env={**os.environ, **variables})


class SatboxRun(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def succeeds(self, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def fails(self, status, sentence, *arguments):
        result = run(*arguments)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        self.assertIn(sentence, result.stderr)
        self.assertEqual(result.stdout, "")

    def test_help_names_every_option(self):
        text = self.succeeds("--help")
        for option in "--steps --hz --set --compare --divergence-distance --until --shrink --shrink-lead --explain --explain-json --metrics --state --record --replay --verify --cpp --box2d --svg --import-scale --import-tolerance --import-body --import-closed --isa --threads --profile --energy --hash --list --version --sweep --results --regress --on --tasks --hosts --program".split():
            self.assertIn(option, text)
        self.assertRegex(self.succeeds("--version"), r"^satbox-run \d+\.\d+")

    def test_list_shows_every_shipped_scene(self):
        names = [line.split()[0] for line in self.succeeds("--list").splitlines()]
        shipped = {path.stem for path in (SOURCE / "assets/scenes").glob("*.json")}
        self.assertLessEqual(shipped, set(names))
        self.assertIn("large_pyramid", names)
        self.assertEqual(self.succeeds("no_such_scene", "--list"), self.succeeds("--list"))

    def test_bad_command_lines_exit_with_2(self):
        self.fails(2, "no scene is given")
        self.fails(2, "--nonsense", "box_stack", "--nonsense")
        self.fails(2, "--steps", "box_stack", "--steps", "many")
        self.fails(2, "--steps", "box_stack", "--steps", "-1")
        self.fails(2, '--steps: "1e3" is not a whole number', "box_stack", "--steps", "1e3")
        self.fails(2, "--hz: 5 is out of range; expected 10 to 1000", "box_stack", "--hz", "5")
        self.fails(2, "--hz", "box_stack", "--hz", "0")
        self.fails(2, "setting=value", "box_stack", "--set", "substeps")
        self.fails(2, "another", "box_stack", "another")

    def test_compare_steps_worlds_side_by_side_and_tells_where_they_part(self):
        table = self.succeeds("--compare", "box_stack", "box_stack:solver=vertex-contact,substeps=8",
                              "box_stack:solver=manifold-impulse", "box_stack", "--steps", "120", "--hash",
                              "--metrics", self.folder / "compare.csv", "--divergence-distance", "0.001")
        for part in ("soft-step", "vertex-contact", "manifold-impulse", "A and D have not diverged by more than 1 mm"):
            self.assertIn(part, table)
        self.assertRegex(table, r"A and B diverge at step \d+ \(t = [\d.]+ s\): body \d+")
        hashes = table.splitlines()[-4:]
        self.assertEqual(hashes[0], hashes[3])
        self.assertEqual(len(set(hashes)), 3)
        self.assertEqual(hashes[0], self.succeeds("box_stack", "--steps", "120", "--hash").splitlines()[-1])
        with open(self.folder / "compare.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 4 * 120)
        self.assertEqual([row["world"] for row in rows[:4]], list("ABCD"))

    def test_compare_writes_lengths_of_a_metre_or_more_in_metres(self):
        table = self.succeeds("--compare", "box_stack", "box_stack:gravity=0,3", "--steps", "60", "--divergence-distance", "2.5")
        self.assertIn("A and B have not diverged by more than 2.5 m\n", table)

    def test_compare_names_the_world_in_which_contacts_were_left_out(self):
        # 2,060 circles at one point would have 2,120,770 contacts.
        circle = {"position": [0, 0], "shapes": [{"type": "circle", "radius": 0.5}]}
        crowd, path = {"format": "satbox-scene", "version": 1, "bodies": [circle] * 2060}, self.folder / "crowd.json"
        path.write_text(json.dumps(crowd))
        result = run("--compare", path, "box_stack", "--steps", "1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"A: step 1: The world has [\d]+ contacts and can have at most [\d]+: .*\. Move bodies apart")
        self.assertNotIn("B: step", result.stderr)

    def test_compare_meets_other_step_rates_at_the_same_time(self):
        table = self.succeeds("--compare", "box_stack", "box_stack:stepRate=120", "--steps", "60", "--metrics",
                              self.folder / "rates.csv")
        self.assertIn("60 steps to t = 1.000 s", table)
        with open(self.folder / "rates.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual((rows[-2]["step"], rows[-1]["step"]), ("60", "120"))

    def test_compare_refuses_what_makes_no_sense(self):
        self.fails(2, "--compare", "--compare", "box_stack")
        self.fails(2, "needs --compare", "box_stack", "--divergence-distance", "0.1")
        self.fails(2, "for one world", "--compare", "box_stack", "pyramid", "--profile")
        self.fails(1, "neither a scene nor a file", "--compare", "box_stack", "nothing:substeps=2")
        self.fails(1, 'box_stack:solver=magic: solver: "magic" is not one of soft-step, sequential-impulse, manifold-impulse, '
                      'vertex-contact, box2d, box2d3, chipmunk', "--compare", "box_stack", "box_stack:solver=magic")
        self.fails(1, "not of the form setting=value", "--compare", "box_stack", "box_stack:substeps=2,fast")

    def test_every_instruction_set_there_is_gives_the_same_hash(self):
        refused = run("box_stack", "--isa", "mmx")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("--isa mmx: no such instruction set; available: scalar", refused.stderr)
        there = refused.stderr.splitlines()[0].rsplit("available: ", 1)[1].split(", ")
        self.assertIn("scalar", there)
        expected = self.succeeds("mixed_rain", "--steps", "100", "--hash").splitlines()[-1]
        for name in there:
            for result in (run("mixed_rain", "--steps", "100", "--hash", "--isa", name),
                           run("mixed_rain", "--steps", "100", "--hash", SATBOX_ISA=name)):
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertEqual(result.stdout.splitlines()[-1], expected)
        other = "avx512" if "neon" in there else "neon"  # no build is for both
        wrong = run("box_stack", SATBOX_ISA=other)
        self.assertEqual((wrong.returncode, wrong.stdout), (2, ""))
        self.assertIn(f"SATBOX_ISA={other}: not in this build; available: scalar", wrong.stderr)

    def test_every_number_of_threads_gives_the_same_hash(self):
        for count in ("0", "65"):  # the sentence is the library's, and each release of it has another
            for part in ("--threads", count, "64"):
                self.fails(2, part, "box_stack", "--threads", count)
        self.fails(2, "--threads", "box_stack", "--threads", "many")
        expected = self.succeeds("mixed_rain", "--steps", "100", "--hash").splitlines()[-1]
        for count in (1, 2, 3, 8, 64):
            found = self.succeeds("mixed_rain", "--steps", "100", "--hash", "--threads", count).splitlines()[-1]
            self.assertEqual(found, expected)

    def test_bad_scenes_and_files_exit_with_1_and_a_sentence(self):
        self.fails(1, 'pyramd: neither a scene nor a file, did you mean "pyramid"?', "pyramd")
        self.fails(1, "nothing.json: there is no such file", "nothing.json")
        broken = SOURCE / "tests/engine/scene/broken/polygon_of_two_points.json"
        self.fails(1, "polygon_of_two_points.json: /bodies/0/shapes/0/vertices: 2 points, a polygon needs at least 3",
                   broken)
        self.fails(1, 'substep: there is no such setting, did you mean "substeps"?', "box_stack", "--set", "substep=3")
        self.fails(1, "substeps: 0 is below", "box_stack", "--set", "substeps=0")
        self.fails(1, "cannot be written", "box_stack", "--steps", "1", "--metrics", self.folder / "no/such/m.csv")
        self.fails(1, "cannot be written", "box_stack", "--steps", "1", "--state", self.folder / "no/such/s.json")

    def test_devices_and_pipes_are_refused_and_stay_what_they_are(self):
        pipe, link = self.folder / "pipe", self.folder / "full"
        os.mkfifo(pipe)
        link.symlink_to("/dev/full")
        for option in ("--state", "--metrics", "--record", "--cpp", "--box2d", "--svg"):
            self.fails(1, "pipe: cannot be written: a pipe, expected a file", "box_stack", "--steps", "1", option, pipe)
            self.fails(1, "full: cannot be written: a device, expected a file", "box_stack", "--steps", "1", option, link)
        self.fails(1, "pipe: a pipe, expected a file", pipe)
        self.fails(1, "full: a device, expected a file", link)
        self.assertIn("pipe: a pipe, expected a file", run("pipe", cwd=self.folder).stderr)
        self.assertTrue(pipe.is_fifo() and link.is_symlink() and link.is_char_device())
        self.assertEqual(sorted(os.listdir(self.folder)), ["full", "pipe"])

    def test_a_full_disk_under_standard_output_gets_a_sentence(self):
        for arguments in (["box_stack", "--steps", "1"], ["--help"], ["--list"], ["--version"],
                          ["--compare", "box_stack", "box_stack", "--steps", "1"],
                          ["box_stack", "--steps", "1", "--until", "overlap > 9"],
                          ["box_stack", "--steps", "1", "--explain", "body:1"]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual(result.returncode, 1, arguments)
            self.assertRegex(result.stderr, r"^satbox-run: .*writ")

    def test_a_file_that_is_printed_to_is_not_replaced(self):
        path = self.folder / "out.json"
        with path.open("w") as out:
            result = subprocess.run([PROGRAM, "box_stack", "--steps", "1", "--state", str(path)], stdout=out,
                                    stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(result.returncode, 1)
        self.assertIn("the program's output is redirected to it", result.stderr)

    def test_names_of_files_are_not_options_and_not_empty(self):
        self.fails(2, "--explain-json: an empty string", "box_stack", "--explain", "step", "--explain-json", "")
        for option in ("--state", "--metrics", "--record", "--replay", "--cpp", "--box2d", "--svg", "--write-scenes"):
            self.fails(2, f"{option}: an empty string, expected a name", "box_stack", "--steps", "1", option, "")
            result = run("box_stack", "--steps", "1", option, "--hash", cwd=self.folder)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertIn(f'{option}: "--hash" looks like an option', result.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_control_characters_are_never_printed(self):
        scene = self.folder / "scene.json"
        name = "\x1b[31m\u202egnp"
        body = {"name": name, "linearVelocity": [10000, 0], "position": [1999999, 0], "shapes": [{"type": "circle", "radius": 1}]}
        whole = {"format": "satbox-scene", "version": 1, "bodies": [body], "settings": {"maxSpeed": 10000}}
        scene.write_text(json.dumps(whole))
        result = run(scene, "--steps", "2")
        self.assertIn('body 0 "\\u001b[31m\\u202egnp" was frozen: its position is more than 2,000 km', result.stderr)
        self.assertNotIn("\x1b", result.stderr)
        for wrong in ({**whole, name: 1}, {**whole, "bodies": [{"type": name, "shapes": []}]}, {**whole, "format": name}):
            scene.write_text(json.dumps(wrong))
            self.fails(1, "\\u001b[31m\\u202egnp", scene)
        for arguments in ([name], [name + ".json"], ["box_stack", "--set", name + "=1"], ["box_stack", "--set", name],
                          ["box_stack", "--steps", name], ["--" + name], ["box_stack", "--isa", name],
                          ["box_stack", "--state", self.folder / name / "x"], ["--compare", "box_stack", name],
                          ["box_stack", "--until", name], ["box_stack", "--explain", name],
                          ["box_stack", "--until", f'speed > 1 of "{name}"']):
            result = run(*arguments)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("\\u001b", result.stderr)
            self.assertNotIn("\x1b", result.stderr)

    def test_the_hash_is_the_last_line_and_the_same_every_time(self):
        first = self.succeeds("box_stack", "--steps", "50", "--hash").splitlines()[-1]
        self.assertRegex(first, r"^[0-9a-f]{16}$")
        self.assertEqual(self.succeeds("box_stack", "--steps", "50", "--hash").splitlines()[-1], first)
        other = self.succeeds("box_stack", "--steps", "51", "--hash").splitlines()[-1]
        self.assertNotEqual(other, first)

    def test_a_file_runs_as_the_scene_that_it_was_written_from(self):
        for name in ("welcome", "tumbler"):
            built = self.succeeds(name, "--steps", "60", "--hash").splitlines()[-1]
            read = self.succeeds(SOURCE / f"assets/scenes/{name}.json", "--steps", "60", "--hash").splitlines()[-1]
            self.assertEqual(read, built)

    def test_a_saved_state_goes_on_as_if_it_had_never_been_saved(self):
        state = self.folder / "state.json"
        whole = self.succeeds("welcome", "--steps", "200", "--hash").splitlines()[-1]
        self.succeeds("welcome", "--steps", "120", "--state", state)
        rest = self.succeeds(state, "--steps", "80", "--hash").splitlines()[-1]
        self.assertEqual(rest, whole)
        self.assertEqual(os.listdir(self.folder), ["state.json"])

    def test_a_recording_verifies_with_any_threads_and_instruction_set(self):
        path, state = self.folder / "run.satbox", self.folder / "state.json"
        plain = self.succeeds("mixed_rain", "--steps", "90", "--set", "substeps=3", "--hash").splitlines()[-1]
        recorded = self.succeeds("mixed_rain", "--steps", "90", "--set", "substeps=3", "--hash", "--record", path)
        self.assertEqual(recorded.splitlines()[-1], plain)
        for more in (["--threads", "1"], ["--threads", "8"], ["--isa", "scalar"]):
            text = self.succeeds("--replay", path, "--verify", "--hash", *more)
            self.assertIn("\nverified up to step 90: 11 hashes are equal\n", text)
            self.assertEqual(text.splitlines()[-1], plain)
        metrics = self.folder / "metrics.csv"
        text = self.succeeds("--replay", path, "--state", state, "--metrics", metrics)
        self.assertIn("90 steps to t = 1.500 s", text)
        self.assertNotIn("verified", text)
        self.assertEqual(self.succeeds(state, "--steps", "0", "--hash").splitlines()[-1], plain)
        with metrics.open() as file:
            self.assertEqual(len(file.readlines()), 91)

    def test_a_recording_of_a_run_with_the_energy_ledger_verifies(self):
        path = self.folder / "run.satbox"
        self.succeeds("tumbler", "--steps", "20", "--energy", "--record", path)
        self.assertIn("verified up to step 20", self.succeeds("--replay", path, "--verify"))

    def test_damaged_recordings_are_verified_up_to_the_damage_and_exit_with_1(self):
        path = self.folder / "run.satbox"
        self.succeeds("box_stack", "--steps", "60", "--record", path)
        whole = path.read_bytes()

        def verify(data):
            path.write_bytes(data)
            result = run("--replay", path, "--verify")
            self.assertEqual(result.returncode, 1)
            return result

        lines = whole.splitlines(keepends=True)
        cut = verify(b"".join(lines[:8]) + lines[8][:20])
        self.assertIn("verified up to step 30", cut.stdout)
        self.assertEqual(cut.stderr, "satbox-run: run.satbox: line 9: cut off within the line. Everything before it is "
                                     "intact, up to step 30\n")
        changed = verify(whole.replace(b'"at": 40, "hash": "', b'"at": 40, "hash": "0', 1))
        self.assertIn("verified up to step 30", changed.stdout)
        self.assertIn("its check sum does not match: the line was changed or damaged", changed.stderr)
        header = verify(whole[:100])
        self.assertEqual((header.stdout, header.stderr),
                         ("", "satbox-run: run.satbox: line 1: cut off in the first line, so that nothing can be replayed\n"))
        newer = verify(whole.replace(b'"version": 1', b'"version": 9', 1))
        self.assertIn("line 1: /version: 9 is newer than this program, which reads version 1", newer.stderr)
        self.assertIn("line 1, column ", verify((SOURCE / "assets/scenes/box_stack.json").read_bytes()).stderr)
        self.fails(1, "nothing.satbox: there is no such file", "--replay", "nothing.satbox")

    def test_replay_refuses_options_of_a_run(self):
        self.fails(2, "--verify needs --replay", "box_stack", "--verify")
        for more in (["box_stack"], ["--steps", "5"], ["--set", "substeps=2"], ["--record", "b.satbox"],
                     ["--compare", "box_stack", "pyramid"], ["--hz", "30"], ["--cpp", "a.cpp"], ["--svg", "a.svg"], ["--import-closed"], ["--profile"], ["--energy"]):
            self.fails(2, "and --replay exclude each other", "--replay", "a.satbox", *more)
        self.fails(2, "--record, --cpp, --box2d and --svg are for one world", "--compare", "box_stack", "pyramid", "--record", "b.satbox")

    def test_the_examples_of_recordings_in_the_documents_run(self):
        for document in ("README.md", "docs/recordings.md"):
            text = (SOURCE / document).read_text()
            examples = [line for line in text.splitlines() if line.startswith("satbox-run ") and ".satbox" in line]
            self.assertGreater(len(examples), 1, document)
            for line in examples:
                words = line.split("#")[0].split()
                result = run(*words[1:], cwd=self.folder)
                self.assertEqual(result.returncode, 0, f"{document}: {line}: {result.stderr}")

    def test_a_scene_is_written_as_a_program(self):
        path = self.folder / "scene.cpp"
        self.assertEqual(self.succeeds("welcome", "--steps", "120", "--cpp", path), "")
        text = path.read_text()
        self.assertIn("#include <satbox/world.h>", text)
        self.assertIn("i < 120; ++i) world.step(dt);", text)
        self.assertNotIn("had been stepped", text)
        state = self.folder / "state.json"
        self.succeeds("welcome", "--steps", "30", "--state", state)
        self.succeeds(state, "--cpp", path)
        self.assertIn("// The world had been stepped", path.read_text())

    def test_settings_reach_the_world(self):
        state = self.folder / "state.json"
        self.succeeds("box_stack", "--steps", "1", "--state", state, "--set", "gravity.y=-1.62", "--set",
                      "settings.substeps=7", "--set", "solver=sequential-impulse", "--hz", "120")
        settings = json.loads(state.read_text())["settings"]
        self.assertEqual(settings["gravity"], [0, -1.62])
        self.assertEqual(settings["substeps"], 7)
        self.assertEqual(settings["solver"], "sequential-impulse")
        self.assertEqual(settings["stepRate"], 120)
        self.assertAlmostEqual(json.loads(state.read_text())["resume"]["time"], 1 / 120)

    def test_metrics_are_a_line_per_step(self):
        path = self.folder / "metrics.csv"
        self.succeeds("restitution_row", "--steps", "30", "--metrics", path)
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 30)
        self.assertEqual([int(row["step"]) for row in rows], list(range(1, 31)))
        columns = ("time_s kinetic_J potential_J total_J momentum_x_Ns momentum_y_Ns angular_momentum_Nms contacts "
                   "max_penetration_m p99_penetration_m awake_bodies step_ms")
        for column in columns.split():
            float(rows[-1][column])
        self.assertAlmostEqual(float(rows[-1]["time_s"]), 0.5, places=5)
        self.assertEqual(int(rows[-1]["awake_bodies"]), 11)
        # In free fall the fall's energy is conserved but for what discrete steps lose.
        self.assertAlmostEqual(float(rows[-1]["total_J"]) / float(rows[0]["total_J"]), 1, places=2)

    def test_energy_is_booked_in_columns_that_sum_to_its_change(self):
        path = self.folder / "energy.csv"
        plain = self.succeeds("tumbler", "--steps", "30", "--hash").splitlines()[-1]
        text = self.succeeds("tumbler", "--steps", "30", "--energy", "--metrics", path, "--hash")
        self.assertEqual(text.splitlines()[-1], plain)
        for entry in ("at start", "gravity", "kinematic bodies", "unaccounted", "at end"):
            self.assertIn(entry, text)
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        names = list(rows[0])
        entries = names[names.index("gravity_J"):names.index("unaccounted_J") + 1]
        for before, after in zip(rows, rows[1:]):
            change = float(after["total_J"]) - float(before["total_J"])
            self.assertAlmostEqual(sum(float(after[entry]) for entry in entries), change, places=9)
            self.assertLess(abs(float(after["unaccounted_J"])), 1e-4 * float(after["turnover_J"]))
        self.assertGreater(sum(float(row["kinematic_bodies_J"]) for row in rows), 0)
        self.fails(2, "--energy", "--compare", "box_stack", "box_stack", "--energy")

    def test_until_ends_the_run_at_the_first_step_at_which_the_condition_is_true(self):
        state, metrics = self.folder / "state.json", self.folder / "metrics.csv"
        text = self.succeeds("welcome", "--until", "speed > 4", "--state", state, "--metrics", metrics, "--hash")
        sentence, where, summary = text.splitlines()[:3]
        self.assertRegex(sentence, r"^.+ has a speed of [\d.]+ m/s$")
        step = int(re.match(r"step (\d+), t = [\d.]+ s, body \d+$", where)[1])
        self.assertTrue(summary.startswith(f"{step} steps to t = "), summary)
        with metrics.open(newline="") as file:
            speeds = [row["step"] for row in csv.DictReader(file)]
        self.assertEqual(len(speeds), step)
        self.assertEqual(text.splitlines()[-1], self.succeeds("welcome", "--steps", step, "--hash").splitlines()[-1])
        self.assertEqual(text.splitlines()[-1], self.succeeds(state, "--steps", "0", "--hash").splitlines()[-1])

    def test_a_condition_that_is_never_true_exits_with_3_and_says_how_near_it_came(self):
        result = run("box_stack", "--until", "overlap > 5", "--steps", "60", "--hash")
        self.assertEqual((result.returncode, result.stderr), (3, ""))
        self.assertRegex(result.stdout, r"^overlap > 5 was not true in 60 steps; the greatest value was [\d.e-]+ m at step \d+\n")
        self.assertEqual(result.stdout.splitlines()[-1], self.succeeds("box_stack", "--steps", "60", "--hash").splitlines()[-1])
        self.assertEqual(run("box_stack", "--until", "sleeps", "--steps", "0").returncode, 3)

    def test_until_with_compare_waits_for_a_divergence(self):
        worlds = ["--compare", "box_stack", "box_stack:solver=vertex-contact", "--until"]
        text = self.succeeds(*worlds, "divergence > 0.001")
        self.assertRegex(text.splitlines()[0], r"of world A is [\d.]+ mm from its counterpart in world B$")
        self.assertRegex(text.splitlines()[1], r"^step \d+, t = [\d.]+ s, body \d+$")
        self.assertEqual(run(*worlds, "divergence > 1000", "--steps", "30").returncode, 3)

    def test_bad_conditions_are_refused_before_the_run(self):
        self.fails(2, '--until "overlp > 1": character 1: "overlp" is not a condition, did you mean "overlap"?', "box_stack",
                   "--until", "overlp > 1")
        self.fails(2, "the condition is empty", "box_stack", "--until", "")
        self.fails(2, "divergence needs --compare", "box_stack", "--until", "divergence > 1")
        self.fails(2, "can only be divergence", "--compare", "box_stack", "box_stack", "--until", "speed > 1")
        self.fails(1, "--until: there is no body 99; the last one is body", "box_stack", "--until", "speed > 1 of 99")
        self.fails(1, "--until: there is no body 99", "--compare", "box_stack", "box_stack", "--until", "divergence > 1 of 99")

    def test_shrink_writes_the_smallest_scene_in_which_the_condition_is_still_true(self):
        small = self.folder / "small.json"
        text = self.succeeds("welcome", "--until", "overlap > 0.005", "--shrink", small)
        lines = text.splitlines()
        self.assertRegex(lines[0], r"^overlap [\d.]+ mm between .+ and .+$")
        bodies = re.search(r"^bodies +90 -> (\d+)$", text, re.MULTILINE)
        self.assertLessEqual(int(bodies[1]), 4)
        scene = json.loads(small.read_text())
        self.assertEqual(len(scene["bodies"]), int(bodies[1]))
        self.assertIn("overlap > 0.005", scene["description"])
        self.assertIn("nothing more can be left out", text)
        again = self.succeeds(*shlex.split(lines[-1])[1:])
        self.assertEqual(again.splitlines()[:2], lines[:2])
        other = self.folder / "other.json"
        self.succeeds("welcome", "--until", "overlap > 0.005", "--shrink", other, "--threads", "3")
        self.assertEqual(other.read_text(), small.read_text())

    def test_shrink_prints_the_condition_with_the_numbers_of_the_new_file(self):
        small = self.folder / "small.json"
        text = self.succeeds("dominoes", "--until", "touch 20 21", "--shrink", small, "--shrink-lead", "20")
        command = text.splitlines()[-1]
        self.assertNotIn("touch 20 21", command)
        self.assertRegex(self.succeeds(*shlex.split(command)[1:]), r" touch\nstep \d+, ")

    def test_a_search_for_a_smaller_scene_can_be_ended_with_control_c(self):
        small = self.folder / "small.json"
        process = subprocess.Popen([PROGRAM, "container2000", "--until", "overlap > 0.02", "--shrink", small, "--threads", "1"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        text, errors = process.communicate(timeout=100)
        self.assertEqual((process.returncode, errors), (0, ""))
        self.assertRegex(text, "ended early|nothing more")  # a fast machine may be done
        self.succeeds(*shlex.split(text.splitlines()[-1])[1:])

    def test_shrink_refuses_what_makes_no_sense_and_writes_nothing_if_nothing_happens(self):
        small = self.folder / "small.json"
        result = run("box_stack", "--until", "speed > 300", "--steps", "30", "--shrink", small)
        self.assertEqual((result.returncode, result.stderr), (3, ""))
        self.assertRegex(result.stdout, r"^speed > 300 was not true in 30 steps; "
                                        r"the greatest value was [\d.e-]+ m/s at step \d+: nothing is written\n")
        self.fails(2, "--shrink needs --until", "box_stack", "--shrink", small)
        self.fails(2, "--shrink-lead needs --shrink", "box_stack", "--until", "speed > 3", "--shrink-lead", "5")
        self.fails(2, "--shrink only writes its file", "box_stack", "--until", "speed > 3", "--shrink", small, "--hash")
        self.fails(2, "--shrink only writes its file", "box_stack", "--until", "speed > 3", "--shrink", small, "--record", "a.satbox")
        self.fails(2, "--until and --replay exclude each other", "--replay", "a.satbox", "--until", "speed > 3")
        self.fails(2, "--cpp steps nothing", "box_stack", "--until", "speed > 3", "--cpp", "a.cpp")
        self.fails(2, "--cpp steps nothing", "box_stack", "--hash", "--cpp", "a.cpp")
        self.fails(2, "--box2d steps nothing", "box_stack", "--hash", "--box2d", "a.cpp")
        self.fails(2, "--svg steps nothing", "box_stack", "--energy", "--svg", "a.svg")
        self.fails(2, "a recording has at most 100000000 steps", "box_stack", "--steps", "100000001", "--record", "a.satbox")
        self.fails(1, "cannot be written", "box_stack", "--until", "speed > 3", "--shrink", self.folder / "no/such.json")
        self.fails(1, "there is no body 99", "box_stack", "--until", "speed > 3 of 99", "--shrink", small)
        self.assertFalse(small.exists())
    def test_explanations_change_no_bits_and_do_not_depend_on_the_number_of_threads(self):
        plain = self.succeeds("mixed_rain", "--steps", "120", "--hash").splitlines()[-1]
        subjects = [part for what in ("contact:0,1", "body:5", "step", "island:1", "energy") for part in ("--explain", what)]
        texts, documents = set(), set()
        for threads in (1, 2, 8):
            path = self.folder / "why.json"
            text = self.succeeds("mixed_rain", "--steps", "120", "--hash", "--threads", threads, *subjects,
                                 "--explain-json", path)
            self.assertEqual(text.splitlines()[-1], plain)
            texts.add(text[text.index("contact:0,1, after step"):])
            documents.add(path.read_text())
        self.assertEqual((len(texts), len(documents)), (1, 1))
        document = json.loads(documents.pop())
        self.assertEqual((document["format"], document["version"], document["steps"]), ("satbox-explanation", 1, 120))
        whats = [explanation["what"] for explanation in document["explanations"]]
        self.assertEqual(whats, ["contact:0,1", "body:5", "step", "island:1", "energy"])

    def test_the_step_at_which_a_condition_is_true_is_explained(self):
        path = self.folder / "why.json"
        text = self.succeeds("welcome", "--until", "overlap > 0.005", "--explain", "contact:51,56", "--explain-json", path)
        self.assertIn("contact:51,56, after step 53, t = 0.883 s", text)
        pair = json.loads(path.read_text())["explanations"][0]["contact"]["pairs"][0]
        self.assertEqual(pair["state"], "solved")
        self.assertGreater(pair["contact"]["points"][0]["depthNow"], 0.005)
        never = run("box_stack", "--steps", "20", "--until", "overlap > 5", "--explain", "energy")
        self.assertEqual(never.returncode, 3)
        self.assertIn("energy, after step 20", never.stdout)

    def test_a_file_is_explained_without_a_step(self):
        state = self.folder / "state.json"
        self.succeeds("box_stack", "--steps", "60", "--state", state)
        text = self.succeeds(state, "--steps", "0", "--explain", "contact:0,1", "--explain", "island:1")
        self.assertIn("Normal impulse", text)
        result = run(state, "--steps", "0", "--explain", "energy")
        self.assertEqual(result.returncode, 1)
        self.assertIn("--explain energy: the world was not stepped", result.stderr)

    def test_bad_subjects_of_an_explanation_are_refused_with_a_sentence(self):
        self.fails(2, '--explain "contact:3": character 10: expected ",", as in contact:3,7', "box_stack", "--explain", "contact:3")
        self.fails(2, "expected contact:A,B, body:N, step, island:N or energy", "box_stack", "--explain", "")
        self.fails(2, "--explain is for one world", "--compare", "box_stack", "box_stack", "--explain", "step")
        self.fails(2, "--explain-json needs --explain", "box_stack", "--explain-json", self.folder / "why.json")
        self.fails(1, "--explain body:99: there is no body 99; the last one is body", "box_stack", "--explain", "body:99")
        result = run("box_stack", "--steps", "5", "--explain", "island:9")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, "--explain island:9: there is no island 9; the world has islands 1 to [0-9]+ after step 5")
        self.fails(1, "cannot be written", "box_stack", "--explain", "step", "--explain-json", self.folder / "no/such/why.json")

    def test_the_examples_of_explanations_print_what_the_documents_show(self):
        found = 0
        for name in ("README.md", "docs/explain.md"):
            examples = re.findall(r"```sh\n(satbox-run .*--explain .*)\n```(?:\n\n[^`]*```\n([^`]*)```)?", (SOURCE / name).read_text())
            self.assertGreater(len(examples), 0, name)
            for command, expected in examples:
                self.assertIn(expected, self.succeeds(*shlex.split(command)[1:]), command)
                found += len(expected) > 0
        self.assertGreaterEqual(found, 2)

    def test_the_examples_of_the_documents_do_what_they_say(self):
        for name in ("README.md", "docs/conditions.md"):
            text = (SOURCE / name).read_text()
            examples = re.findall(r"```sh\n(satbox-run .*--until .*)\n```\n\n[^`]*```\n([^`]*)```", text)
            self.assertGreater(len(examples), 0, name)
            for command, expected in examples:
                printed = self.succeeds(*shlex.split(command)[1:])
                self.assertTrue(printed.startswith(expected), f"{command}\n{printed}")

    def test_profile_names_the_stages(self):
        text = self.succeeds("box_stack", "--steps", "20", "--profile")
        for stage in ("update pairs", "update contacts", "solve", "whole step"):
            self.assertIn(stage, text)

    def test_no_steps_is_a_check_of_the_file(self):
        self.assertIn("0 steps", self.succeeds("arch", "--steps", "0"))

    def test_the_summary_has_each_noun_in_its_number(self):
        self.assertIn("1 step to t = ", self.succeeds("arch", "--steps", "1"))

    def test_the_progress_bar_is_drawn_on_a_terminal_only(self):
        arguments = [PROGRAM, "large_pyramid", "--steps", "1000000"]  # never ends by itself
        try:
            terminal, side = pty.openpty()
        except OSError as error:  # a container without /dev/pts
            self.skipTest(f"no terminal can be made here: {error}")
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=side)
        drawn = b""
        while b"/1000000 steps" not in drawn:
            drawn += os.read(terminal, 4096)
        process.kill()
        process.wait()
        os.close(side)
        os.close(terminal)
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(timeout=2)  # longer than the bar waits before it shows
        process.kill()
        self.assertEqual(process.communicate()[1], b"")

    def test_writing_the_built_in_scenes_gives_the_shipped_files(self):
        self.succeeds("--write-scenes", self.folder / "scenes")
        for path in (SOURCE / "assets/scenes").glob("*.json"):
            self.assertEqual((self.folder / "scenes" / path.name).read_bytes(), path.read_bytes(), path.name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
