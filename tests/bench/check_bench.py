"""Runs satbox-bench for a few steps and checks its table, JSON and error messages, but not the times.

    check_bench.py SATBOX_BENCH [--peer=NAME ...]    (--peer: how the name of a peer begins that it was built with)
"""

import json
import math
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

BENCH = ""
PEERS = []
NUMBERS = ["ms_per_step_median", "ms_per_step_quiet", "max_penetration", "p99_penetration", "joints", "rms_joint_error", "max_joint_error", "top_dx", "top_dy", "max_speed"]
PLOT = Path(__file__).with_name("plot.py")
FIELDS = ["engine", "scene", "bodies", "threads", "steps", "rounds"] + NUMBERS


def run(*arguments):
    return subprocess.run([BENCH, *map(str, arguments)], capture_output=True, text=True, timeout=250)


def plot(*arguments):
    return subprocess.run([sys.executable, str(PLOT), *map(str, arguments)], capture_output=True, text=True, timeout=60)


def words_of_picture(file):
    return " ".join(xml.etree.ElementTree.parse(file).getroot().itertext())


class Bench(unittest.TestCase):
    def test_rows_are_complete_and_sane(self):
        bodies = {"large_pyramid": 5050, "container2000": 2000, "tumbler": 2025}
        scenes = list(bodies)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.json"
            done = run(*scenes, "--peers", "--steps", 6, "--rounds", 2, "--quiet", "--json", file)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            rows = json.loads(file.read_text())

        self.assertEqual([row["scene"] for row in rows], [s for s in scenes for _ in range(1 + len(PEERS))])
        for row in rows:
            with self.subTest(engine=row["engine"], scene=row["scene"]):
                self.assertEqual(list(row), FIELDS + (["memory"] if row["engine"] == "satbox" else []))
                self.assertEqual((row["threads"], row["steps"], row["rounds"]), (1, 6, 2))
                self.assertEqual(row["bodies"], bodies[row["scene"]])
                self.assertTrue(all(math.isfinite(row[name]) for name in NUMBERS))
                self.assertLess(0, row["ms_per_step_quiet"])
                self.assertLessEqual(row["ms_per_step_quiet"], row["ms_per_step_median"])
                self.assertLessEqual(0, row["p99_penetration"])
                self.assertLessEqual(row["p99_penetration"], row["max_penetration"])
                self.assertLess(row["max_penetration"], 0.05)
                self.assertLess(row["max_speed"], 3.0)
        for row, expected in zip(rows, ["satbox", *PEERS] * len(scenes)):
            self.assertTrue(row["engine"].startswith(expected), row["engine"])
        # 0.1 s of free fall: g t^2 / 2, within the error of each engine's integrator (g dt^2 times 15 to 21).
        for row in rows[1 + len(PEERS):2 * (1 + len(PEERS))]:
            self.assertAlmostEqual(row["top_dy"], -9.81 / 3600 * 18, delta=9.81 / 3600 * 3.1)
        for row in rows:
            self.assertIn(row["engine"], done.stdout)
        # A body has a slot, a pose and a shape, a contact three cache lines; spare capacity at most doubles either.
        memory_lines = [line.split() for line in done.stdout.splitlines() if line.startswith("  memory of satbox: ")]
        self.assertEqual(len(memory_lines), len(scenes))
        for words, memory in zip(memory_lines, [row["memory"] for row in rows if "memory" in row]):
            self.assertEqual([int(words[3]), int(words[7])], [round(memory["bytes_per_body"]), round(memory["bytes_per_contact"])])
            self.assertTrue(600 < memory["bytes_per_body"] < 2400)
            self.assertTrue(memory["contacts"] == 0 or 192 < memory["bytes_per_contact"] < 1000)
            self.assertLess(0, memory["scratch_per_body"])

    def test_the_scenes_with_joints_run_in_every_engine(self):
        counts = {"joint_grid": (9993, 19794), "chain_1000": (1000, 1001), "ragdolls_500": (5500, 5000), "vehicles": (1500, 1000)}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.json"
            done = run(*counts, "--peers", "--steps", 6, "--rounds", 1, "--quiet", "--json", file)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            rows = json.loads(file.read_text())
        for row in rows:
            with self.subTest(engine=row["engine"], scene=row["scene"]):
                self.assertEqual((row["bodies"], row["joints"]), counts[row["scene"]])
                if row["scene"] == "ragdolls_500":  # they still fall freely
                    self.assertTrue(0 <= row["rms_joint_error"] <= row["max_joint_error"] < 1e-6)
                else:
                    self.assertTrue(0 < row["rms_joint_error"] < row["max_joint_error"] < 0.05)
                self.assertIn(f"error of {row['joints']} joints of {row['engine']}", done.stdout)

    def test_without_a_name_the_four_default_scenes_are_run(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.json"
            self.assertEqual(run("--steps", 1, "--rounds", 1, "--quiet", "--json", file).returncode, 0)
            found = [(row["scene"], row["bodies"]) for row in json.loads(file.read_text())]
        expected = [("large_pyramid", 5050), ("container2000", 2000), ("tumbler", 2025), ("many_pyramids", 22000)]
        self.assertEqual(found, expected)

    def test_the_moving_scenes_run_in_every_engine(self):
        bodies = {"compounds": 3000, "junkyard": 8000, "smash": 9601, "washer": 8100, "circles": 5000, "mixed": 5000}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.json"
            done = run(*bodies, "--peers", "--steps", 2, "--rounds", 1, "--quiet", "--json", file)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            rows = json.loads(file.read_text())
        self.assertEqual([(row["scene"], row["bodies"]) for row in rows],
                         [item for item in bodies.items() for _ in range(1 + len(PEERS))])
        for row in rows:
            with self.subTest(engine=row["engine"], scene=row["scene"]):
                self.assertLess(row["max_penetration"], 0.025)  # no body starts inside another
                self.assertLess(row["max_speed"], 41.0 if row["scene"] == "smash" else 10.5)

    def test_stages_add_up_to_the_step(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.json"
            done = run("tumbler", "--stages", "--peers", "--steps", 3, "--rounds", 1, "--quiet", "--json", file)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            rows = json.loads(file.read_text())
            for share in [], ["--share"]:
                drawn = plot("stages", Path(folder) / "stages.svg", f"before={file}", f"after={file}", *share)
                self.assertEqual((drawn.returncode, drawn.stderr), (0, ""))
                words = words_of_picture(Path(folder) / "stages.svg")
                for word in ["tumbler", "before", "after", "other stages", "%" if share else "ms"]:
                    self.assertIn(word, words)
            drawn = plot("growth", Path(folder) / "no.svg", file)
            self.assertEqual((drawn.returncode, drawn.stdout), (1, ""))
            self.assertIn("--scaling", drawn.stderr)
        self.assertEqual([row["engine"] for row in rows if "stages" in row], ["satbox"])
        stages = rows[0]["stages"]
        self.assertEqual((list(stages)[0], list(stages)[-1]), ("update pairs", "update sleep"))
        self.assertTrue(all(0 <= ms for ms in stages.values()))
        self.assertLess(0, sum(stages.values()))
        shares = [float(line.split()[-2]) for line in done.stdout.splitlines() if line.endswith(" %")]
        self.assertEqual((len(shares), shares[-1]), (len(stages) + 1, 100.0))
        self.assertAlmostEqual(sum(shares[:-1]), 100.0, delta=1.0)
        for stage in stages:
            self.assertIn(stage, done.stdout)

    def test_growth_is_reported_from_1000_to_100000_boxes(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.json"
            done = run("--scaling", "--steps", 2, "--rounds", 1, "--quiet", "--json", file)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            rows = json.loads(file.read_text())
            drawn = plot("growth", Path(folder) / "growth.svg", file)
            self.assertEqual((drawn.returncode, drawn.stderr), (0, ""))
            words = words_of_picture(Path(folder) / "growth.svg")
            for word in ["satbox: ", "1,000", "100,000", "boxes", "µs"]:
                self.assertIn(word, words)
            drawn = plot("stages", Path(folder) / "no.svg", file)
            self.assertEqual((drawn.returncode, drawn.stdout), (1, ""))
            self.assertIn("--stages", drawn.stderr)
        self.assertEqual([row["bodies"] for row in rows], [1000, 3000, 10000, 30000, 100000])
        table = done.stdout[done.stdout.index("time per body"):].splitlines()[3:8]
        for row, line in zip(rows, table):
            engine, bodies, ms, each, growth, *_ = line.split()
            self.assertEqual((engine, int(bodies)), ("satbox", row["bodies"]))
            self.assertAlmostEqual(float(each), 1e3 * row["ms_per_step_median"] / row["bodies"], delta=1e-4)
            ratio = float(each) / float(table[0].split()[3])
            self.assertAlmostEqual(float(growth.rstrip("x")), ratio, delta=0.01 + 0.01 * ratio)

    def test_numbers_of_threads_have_rows_of_their_own_and_the_same_poses(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.json"
            done = run("container2000", "--threads", "1,3,2", "--stages", "--peers", "--steps", 6, "--rounds", 1, "--quiet",
                       "--json", file)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            rows = json.loads(file.read_text())
            drawn = plot("stages", Path(folder) / "stages.svg", file)
            self.assertEqual((drawn.returncode, drawn.stderr), (0, ""))
            words = words_of_picture(Path(folder) / "stages.svg")
            for word in ["satbox, 2 threads", "satbox, 3 threads"]:
                self.assertIn(word, words)
        self.assertEqual([row["threads"] for row in rows], [1, 3, 2, *(1 for _ in PEERS)])
        for row, expected in zip(rows, ["satbox"] * 3 + PEERS):
            self.assertTrue(row["engine"].startswith(expected), row["engine"])
        poses = [[row[name] for name in NUMBERS[2:]] for row in rows[:3]]
        self.assertEqual(poses[1:], poses[:1] * 2)
        lines = done.stdout.splitlines()
        self.assertIn("60 Hz, threads: 1, 3, 2, satbox with", done.stdout)
        self.assertIn(" vs 1 thread ", done.stdout)
        for row in rows[1:3]:
            name = f"satbox {row['threads']} threads"
            line = next(line for line in lines if line.strip().startswith(name))
            cells = line.split(name)[1].split()
            times = ["ms_per_step_median", "ms_per_step_quiet"]
            self.assertEqual(cells[:2], [f"{row[time]:.3f}" for time in times])
            for cell, time in zip(cells[4:6], times):
                self.assertAlmostEqual(float(cell.rstrip("x")), rows[0][time] / row[time], delta=0.006)
            if PEERS and PEERS[0] == "Box2D 2":
                for cell, time in zip(cells[2:4], times):
                    self.assertAlmostEqual(float(cell.rstrip("x")), rows[3][time] / row[time], delta=0.006)
            self.assertIn(f"stages of {name}", done.stdout)

    def test_hooks_make_the_same_steps(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.json"
            done = run("container2000", "--hooks", "--steps", 8, "--rounds", 1, "--quiet", "--json", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = json.loads(file.read_text())
        self.assertEqual([row["engine"] for row in rows],
                         ["satbox", "satbox again", "stages watched", "one lane", "visits recorded"])
        poses = {(row["max_penetration"], row["top_dx"], row["top_dy"], row["max_speed"]) for row in rows}
        self.assertEqual(len(poses), 1)

    def test_same_rows_every_time(self):
        with tempfile.TemporaryDirectory() as folder:
            found = []
            for i in range(2):
                file = Path(folder) / f"{i}.json"
                self.assertEqual(run("container2000", "--steps", 3, "--rounds", 1, "--quiet", "--json", file).returncode, 0)
                found.append([{k: v for k, v in row.items() if not k.startswith("ms_")} for row in json.loads(file.read_text())])
        self.assertEqual(*found)

    def test_fidelity_has_a_number_for_each_figure(self):
        for theme, figures, box2d_lacks in ("walls", 14, 0), ("load", 8, 2), ("impact", 19, 0), ("laws", 19, 8):
            with self.subTest(theme=theme):
                done = run("--fidelity", "--peers", "--shots", 25, "--only", theme, "--quiet")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                lines = done.stdout.splitlines()
                columns = 1 + len(PEERS)
                met = [0] * columns
                rows = [line.split("<=") for line in lines if line.startswith(theme + ": ")]
                self.assertEqual(len(rows), figures)
                for values, bound in rows:
                    values = values.split()[-columns:]
                    bound, answer = bound.split()
                    self.assertTrue(math.isfinite(float(values[0])))
                    self.assertEqual(answer, "yes" if float(values[0]) <= float(bound) else "no")
                    for i, value in enumerate(values):
                        met[i] += value != "-" and float(value) <= float(bound)
                if "Box2D 2" in PEERS:
                    self.assertEqual([row[0].split()[1 - columns] for row in rows].count("-"), box2d_lacks)
                for engine, count in zip(["satbox", *PEERS], met):
                    self.assertRegex(done.stdout, rf"(?m)^{engine}.* meets {count} of {figures} bounds$")

    def test_fidelity_without_a_matching_measure_is_an_error(self):
        done = run("--fidelity", "--only", "no such measure")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no such measure", done.stderr)

    def test_help_lists_all_options(self):
        done = run("--help")
        self.assertEqual(done.returncode, 0)
        for word in ["SCENE", "--steps", "--rounds", "--peers", "--json", "--cpu-time", "--stages", "--scaling", "--isa", "--threads", "--hooks",
                     "--fidelity", "--shots", "--only", "--brief"]:
            self.assertIn(word, done.stdout)

    def test_wrong_usage_exits_with_2(self):
        for arguments in [["--stepz"], ["--steps"], ["--steps", "0"], ["--steps", "many"], ["--rounds", "-1"], ["tumbler", "--scaling"], ["--isa", "mmx"], ["--threads", "0"],
                          ["--threads", "65"], ["--threads", "1,"], ["--threads", "1;2"], ["--threads", "two"], ["--threads", "2,1,2"],
                          ["--threads", "1,2", "--cpu-time"], ["--hooks", "--peers"], ["--hooks", "--threads", "2"],
                          ["--shots", "9"], ["--only", "walls"], ["--brief"], ["--fidelity", "--shots", "4"], ["--fidelity", "tumbler"],
                          ["--fidelity", "--steps", "9"], ["--fidelity", "--hooks"], ["--fidelity", "--json", "x.json"]]:
            with self.subTest(arguments=arguments):
                done = run(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn("satbox-bench: ", done.stderr)

    def test_unusable_input_of_the_plot_gets_a_message(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = Path(folder) / "broken.json"
            for text in ["{", "7", "[7]", "[{}]", "{}", "[]"]:
                with self.subTest(text=text):
                    broken.write_text(text)
                    done = plot("stages", Path(folder) / "x.svg", broken)
                    self.assertEqual((done.returncode, done.stdout, done.stderr[:9]), (1, "", "plot.py: "))
                    self.assertEqual(done.stderr.count("\n"), 1)
            self.assertIn("missing.json", plot("growth", Path(folder) / "x.svg", Path(folder) / "missing.json").stderr)
        for arguments in [["heights", "x.svg", "x.json"], ["growth", "x.svg"], ["growth", "x.svg", "x.json", "--share"]]:
            with self.subTest(arguments=arguments):
                self.assertEqual(plot(*arguments).returncode, 2)

    def test_unusable_scenes_and_files_exit_with_1(self):
        for arguments, word in [(["no_such_scene"], "no_such_scene"), (["container2000", "--json", "/no/such/folder/x.json"], "x.json")]:
            with self.subTest(arguments=arguments):
                done = run(*arguments, "--steps", 1, "--rounds", 1, "--quiet")
                self.assertEqual(done.returncode, 1)
                self.assertIn("satbox-bench: ", done.stderr)
                self.assertIn(word, done.stderr)


if __name__ == "__main__":
    BENCH = sys.argv[1]
    for argument in sys.argv[2:]:
        if not argument.startswith("--peer="):
            sys.exit(f'check_bench.py: "{argument}" is not --peer=NAME')
    PEERS = [argument.removeprefix("--peer=") for argument in sys.argv[2:]]
    unittest.main(argv=sys.argv[:1], verbosity=2)
