#!/usr/bin/env python3
"""check_c_api.py must find what the header for C lacks: it is tried on copies of the headers with one change each."""

import os
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_c_api  # noqa: E402

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
C_HEADER, MEMBERS = check_c_api.C_HEADER, check_c_api.MEMBERS
DRAW_C_HEADER, DRAW_MEMBERS = check_c_api.DRAW_C_HEADER, check_c_api.DRAW_MEMBERS


def gaps(*changes, left_out=None):
    """The gaps after replacing texts: (file, text, new text)..."""
    with tempfile.TemporaryDirectory() as root:
        shutil.copytree(os.path.join(ROOT, check_c_api.INCLUDE), os.path.join(root, check_c_api.INCLUDE))
        for tables in (MEMBERS, DRAW_MEMBERS):
            os.makedirs(os.path.join(root, os.path.dirname(tables)))
            shutil.copy(os.path.join(ROOT, tables), os.path.join(root, tables))
        for path, old, new in changes:
            path = path if "/" in path else f"{check_c_api.INCLUDE}{path}"
            with open(os.path.join(root, path), encoding="utf-8") as stream:
                text = stream.read()
            assert old in text, (path, old)
            with open(os.path.join(root, path), "w", encoding="utf-8") as stream:
                stream.write(text.replace(old, new, 1))
        return check_c_api.Checker(root, left_out).check()


class CheckCApi(unittest.TestCase):
    def only(self, found, *parts):
        self.assertEqual(len(found), 1, found)
        for part in parts:
            self.assertIn(part, found[0])

    def test_the_header_is_complete(self):
        self.assertEqual(gaps(), [])

    def test_names_the_function_that_a_new_function_of_World_needs(self):
        found = gaps(("world.h", "bool wake(BodyId id);", "bool wake(BodyId id);\n    bool explodeAt(Position center, float radius = f(1)) { return {}; }"))
        self.only(found, "World::explodeAt", "declare satbox_world_explode_at()")

    def test_private_functions_and_constructors_need_none(self):
        self.assertEqual(gaps(("world.h", "    friend struct WorldAccess;", "    void secret();")), [])

    def test_names_the_member_that_a_new_field_needs(self):
        for header, struct, line in (("material.h", "Material", "float restitution = 0.0f;"), ("body.h", "BodyDef", "bool awake = true;"),
                                     ("joints.h", "WeldJoint", "float linearFrequency = 0.0f;"),
                                     ("events.h", "JointBrokenEvent", "float force = 0.0f;"),
                                     ("settings.h", "WorldSettings", "float stepRate = 60.0f;")):
            with self.subTest(struct=struct):
                found = gaps((header, line, line + "\n    std::array<float, 2> fresh{1.0f, 2.0f};"))
                self.only(found, f"{struct}::fresh", f"add the member fresh to Satbox{struct}", f"Members<{struct}>")

    def test_finds_a_member_that_is_not_converted(self):
        self.only(gaps((MEMBERS, "Row{&T::sensor, &C::sensor}", "")), "ShapeDef::sensor is not converted")

    def test_finds_a_new_struct_and_a_new_list_of_events(self):
        found = gaps(("events.h", "struct SensorEvent {", "struct MoveEvent {\n    BodyId body;\n};\nstruct SensorEvent {"))
        self.only(found, "MoveEvent has no counterpart", "add struct SatboxMoveEvent")
        found = gaps(("events.h", "std::vector<ContactEndEvent> ends;", "std::vector<ContactEndEvent> ends, moved;"))
        self.only(found, "WorldEvents::moved", "satbox_world_moved()")

    def test_finds_enumerators_that_are_missing_or_in_another_order(self):
        found = gaps(("material.h", "Minimum, Maximum }", "Minimum, Maximum, FirstOne }"))
        self.only(found[:1], "add SATBOX_COMBINE_RULE_FIRST_ONE")
        self.only(found[1:], "CombineRule has 6 enumerators")
        self.only(gaps(("material.h", "Minimum, Maximum }", "Maximum, Minimum }")), "CombineRule", "the order")
        self.only(gaps(("joints.h", "GearJoint>;", "GearJoint, RopeJoint>;")), "add SATBOX_JOINT_KIND_ROPE")

    def test_finds_what_the_header_for_drawing_lacks(self):
        header = f"{check_c_api.INCLUDE}draw/debug_draw.h"
        found = gaps((header, "virtual void drawText(const DrawLabel& label) = 0;",
                      "virtual void drawText(const DrawLabel& label) = 0;\n    virtual void drawImage(Position at);"))
        self.only(found, "DebugDraw::drawImage", f"add a pointer drawImage to SatboxDebugDraw in {DRAW_C_HEADER}")
        found = gaps((header, "void record(const World& world);", "void record(const World& world);\n    void clear();"))
        self.only(found, f"declare satbox_draw_history_clear() in {DRAW_C_HEADER} and define it in app/draw/")
        found = gaps((header, "SATBOX_API std::span<const DrawOverlay> drawOverlays();",
                      "SATBOX_API std::span<const DrawOverlay> drawOverlays();\nSATBOX_API bool drawPart(const World& world);"))
        self.only(found, "declare satbox_draw_part()")
        found = gaps((header, "float lineScale = 1.0f;", "float lineScale = 1.0f;\n    bool fresh = false;"))
        self.only(found, "DrawOptions::fresh", f"add the member fresh to SatboxDrawOptions in {DRAW_C_HEADER}", DRAW_MEMBERS)
        found = gaps((header, "std::string_view help;", "std::string_view help, key;"))
        self.only(found, "DrawOverlay::key")
        self.only(gaps((header, "Dark, Light }", "Light, Dark }")), "DrawPalette", "the order", DRAW_C_HEADER)
        self.only(gaps((DRAW_MEMBERS, "Row{&T::hatch, &C::hatch}", "")), "DrawShape::hatch is not converted", DRAW_MEMBERS)

    def test_finds_a_wrong_number_of_enumerators(self):
        self.only(gaps((MEMBERS, "count = 4;", "count = 3;")), "SolverType has 4 enumerators")

    def test_an_exception_without_its_object_is_a_gap(self):
        left_out = {**check_c_api.LEFT_OUT, "World::gone": "a reason"}
        self.only(gaps(left_out=left_out), "World::gone is gone")


if __name__ == "__main__":
    unittest.main()
