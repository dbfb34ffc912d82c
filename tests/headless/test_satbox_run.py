"""Drives satbox-run as a user does: test_satbox_run.py SATBOX_RUN SOURCE_FOLDER."""

import csv
import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
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
        for option in "--steps --hz --set --compare --divergence-distance --metrics --state --isa --threads --profile --energy --hash --list --version".split():
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
        self.fails(1, 'box_stack:solver=magic: solver: "magic" is not one of', "--compare", "box_stack", "box_stack:solver=magic")
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
        for option in ("--state", "--metrics"):
            self.fails(1, "pipe: cannot be written: a pipe, expected a file", "box_stack", "--steps", "1", option, pipe)
            self.fails(1, "full: cannot be written: a device, expected a file", "box_stack", "--steps", "1", option, link)
        self.fails(1, "pipe: a pipe, expected a file", pipe)
        self.fails(1, "full: a device, expected a file", link)
        self.assertIn("pipe: a pipe, expected a file", run("pipe", cwd=self.folder).stderr)
        self.assertTrue(pipe.is_fifo() and link.is_symlink() and link.is_char_device())
        self.assertEqual(sorted(os.listdir(self.folder)), ["full", "pipe"])

    def test_a_full_disk_under_standard_output_gets_a_sentence(self):
        for arguments in (["box_stack", "--steps", "1"], ["--help"], ["--list"], ["--version"],
                          ["--compare", "box_stack", "box_stack", "--steps", "1"]):
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
        for option in ("--state", "--metrics", "--write-scenes"):
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
                          ["box_stack", "--state", self.folder / name / "x"], ["--compare", "box_stack", name]):
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

    def test_profile_names_the_stages(self):
        text = self.succeeds("box_stack", "--steps", "20", "--profile")
        for stage in ("update pairs", "update contacts", "solve", "whole step"):
            self.assertIn(stage, text)

    def test_no_steps_is_a_check_of_the_file(self):
        self.assertIn("0 steps", self.succeeds("arch", "--steps", "0"))

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
