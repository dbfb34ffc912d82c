"""Files of other programs, read by satbox-run and written for them: test_imports.py SATBOX_RUN."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])

RUBE = {
    "gravity": {"x": 0, "y": -10}, "stepsPerSecond": 60, "velocityIterations": 8, "positionIterations": 3,
    "allowSleep": True, "warmStarting": True, "continuousPhysics": True, "image": [{"name": "a"}],
    "body": [
        {"type": 0, "name": "ground", "fixture": [{"friction": 0.2, "chain": {"vertices": {"x": [-9, 0, 9], "y": [0, 0, 0]}}}]},
        {"type": 2, "name": "box", "awake": True, "position": {"x": 0, "y": "40000000"}, "fixture": [
            {"density": 1, "friction": 0.2, "polygon": {"vertices": {"x": [-1, 1, 1, -1], "y": [-1, -1, 1, 1]}}}]}],
    "joint": [{"type": "friction", "bodyA": 0, "bodyB": 1}]}


class Imports(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_in(self, *arguments):
        return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120, cwd=self.folder)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def converted(self, name, *arguments):
        """Returns the scene that the file becomes, and the report."""
        result = self.run_in(name, "--steps", "0", "--state", "scene.json", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads((self.folder / "scene.json").read_text()), result.stderr

    def drawing(self, text):
        """Writes a drawing; skips the test if this satbox has no XML parser."""
        name = self.write("drawing.svg", text)
        if "pugixml" in self.run_in(name, "--steps", "0").stderr:
            self.skipTest("built without pugixml")
        return name

    def test_a_rube_file_becomes_a_scene_with_a_report(self):
        scene, report = self.converted(self.write("level.json", json.dumps(RUBE)))
        self.assertEqual(report, "satbox-run: level.json: taken: 2 bodies with 5 shapes, from R.U.B.E.\n"
                                 "satbox-run: level.json: refused: joints of the type \"friction\", at /joint/0\n"
                                 "satbox-run: level.json: refused: images, at /image\n")
        self.assertEqual([body["name"] for body in scene["bodies"]], ["ground", "box"])
        self.assertEqual(scene["bodies"][1]["position"], [0, 2])
        self.assertEqual(scene["settings"]["gravity"], [0, -10])
        # The box falls onto the chain and lies there.
        result = self.run_in("level.json", "--steps", "120", "--state", "after.json")
        self.assertEqual(result.returncode, 0, result.stderr)
        y = json.loads((self.folder / "after.json").read_text())["bodies"][1]["position"][1]
        self.assertAlmostEqual(y, 1.0, delta=0.02)

    def test_points_have_options(self):
        name = self.write("shape.xy", "0 0\n100 0\n100 100\n")
        scene, report = self.converted(name, "--import-scale", "50", "--import-closed", "--import-body", "static")
        self.assertEqual(report, "satbox-run: shape.xy: taken: 1 body with 1 shape, from points\n")
        self.assertEqual(scene["bodies"][0]["type"], "static")
        self.assertEqual(scene["bodies"][0]["position"], [1, 1])
        _, open_report = self.converted(name)
        self.assertIn("changed: lines became static bodies, which collide from both sides, at line 1\n", open_report)
        self.assertIn("or with --import-closed, at line 1\n", open_report)

    def test_a_broken_file_is_refused_and_nothing_is_written(self):
        for name, text, sentence in (("a.txt", "0 0\n1 z\n", "a.txt: line 2: \"1 z\", expected a point"),
                                     ("b.json", '{"body": [1], "gravity": 0}', "b.json: /body/0: a number, expected a body"),
                                     ("c.json", '{"body": [}', "c.json: line 1, column 11: not JSON")):
            result = self.run_in(self.write(name, text), "--steps", "0", "--state", "scene.json")
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(f"satbox-run: {sentence}", result.stderr)
            self.assertFalse((self.folder / "scene.json").exists())
        for option, value in (("--import-scale", "0"), ("--import-tolerance", "x"), ("--import-body", "solid")):
            result = self.run_in("a.txt", option, value)
            self.assertEqual((result.returncode, result.stdout), (2, ""), option)
            self.assertIn(option, result.stderr)
        result = self.run_in("box_stack", "--import-closed")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn('--import-closed is for files of other programs, but "box_stack" is a scene of satbox', result.stderr)

    def test_a_drawing_becomes_a_scene_within_its_tolerance(self):
        name = self.drawing('<svg><path id="a" d="M0 0C0 400 400 400 400 0Z"/></svg>')
        coarse, _ = self.converted(name, "--import-tolerance", "0.5")
        fine, report = self.converted(name, "--import-tolerance", "0.001")
        vertices = [sum(len(shape["vertices"]) for shape in scene["bodies"][0]["shapes"]) for scene in (coarse, fine)]
        self.assertLess(4 * vertices[0], vertices[1])
        self.assertEqual(fine["bodies"][0]["name"], "a")
        self.assertIn("from SVG", report)

    def test_a_scene_is_exported_as_a_drawing_and_read_again(self):
        result = self.run_in("box_stack", "--svg", "stack.svg")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        text = (self.folder / "stack.svg").read_text()
        self.assertIn('data-satbox-units-per-metre="1"', text)
        scene, report = self.converted(self.drawing(text))
        self.run_in("box_stack", "--steps", "0", "--state", "direct.json")
        direct = json.loads((self.folder / "direct.json").read_text())
        self.assertEqual(len(scene["bodies"]), len(direct["bodies"]))
        self.assertNotIn("refused", report)

    def test_a_scene_is_exported_for_box2d_with_a_report(self):
        result = self.run_in("mixed_rain", "--box2d", "rain.cpp", "--steps", "30")
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        self.assertIn("satbox-run: rain.cpp: changed: capsules became polygons: ", result.stderr)
        text = (self.folder / "rain.cpp").read_text()
        self.assertIn("i < 30; ++i) world.Step(", text)
        self.assertIn("    // capsules became polygons\n", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=0)
