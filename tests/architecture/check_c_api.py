#!/usr/bin/env python3
"""Checks that satbox/satbox.h and satbox/draw/satbox_draw.h, the headers for C, cover the C++ interface.

    check_c_api.py ROOT      prints one line for each gap and says what to add; exit status 1 if there is one

- Each public function of World has a function satbox_world_..., and each list of WorldEvents one, too.
- Each function of satbox/draw/debug_draw.h has a function satbox_..., each of DrawHistory satbox_draw_history_..., and
  each virtual function of DebugDraw a pointer of that name in SatboxDebugDraw.
- Each struct of HEADERS has a C struct with the same members and a table of them in engine/c_api/members.h, or
  app/draw/c_members.h for drawing.
- Each enumeration of HEADERS has the same enumerators in the same order.

LEFT_OUT lists what C does without, with the reason; RENAMED what has another name there; BY_HAND which members no table
converts.
"""

import os
import re
import sys

INCLUDE = "engine/include/satbox/"
C_HEADER = INCLUDE + "satbox.h"
MEMBERS = "engine/c_api/members.h"
DRAW_C_HEADER = INCLUDE + "draw/satbox_draw.h"
DRAW_MEMBERS = "app/draw/c_members.h"
DRAW_HEADER = "draw/debug_draw"
# Headers whose structs and enumerations C needs.
HEADERS = ["body", "contact_callbacks", "contacts", "events", "filter", "instruction_set", "joints", "material", "observe", "queries", "settings",
           "shapes", DRAW_HEADER]

RENAMED = {
    "World::version": ["satbox_version"],
    "World::isValid": ["satbox_world_is_body_valid", "satbox_world_is_shape_valid", "satbox_world_is_joint_valid",
                       "satbox_world_is_mouse_joint_valid"],
    "World::body": ["satbox_world_body_state"],
    "World::motion": ["satbox_world_body_state"],
    "World::boxes": ["satbox_world_shape_box"],
    "World::forEachContactView": ["satbox_world_for_each_contact"],
    "World::contactsOf": ["satbox_world_contacts_of_body", "satbox_world_contacts_of_shape"],
    "World::events": [],  # one function for each list of WorldEvents
    "drawWorld": ["satbox_world_draw"],
}
LEFT_OUT = {
    "World::apply": "an Op is a value of C++; every operation has a function",
    "World::setOpSink": "an Op is a value of C++",
    "World::set": "C reads a definition, changes a member and sets it again",
    "World::bodyAt": "C sees ids, never slots",
    "World::shapeAt": "C sees ids, never slots",
    "Body": "SatboxBodyState has what programs read of it",
    "BodyMotion": "SatboxBodyState has what programs read of it",
    "BodyShape": "satbox_world_shape() and satbox_world_shape_def() return its parts",
    "ShapeBoxes": "satbox_world_shape_box() returns the tight one",
    "MassData": "SatboxBodyState has mass, inertia and centre",
    "FilterJoint": "it has no members",
    "WorldEvents": "one function for each list",
    "FeatureId": "a number in C",
    "ReferenceOwner": "how a manifold was made: for the sandbox",
    "ManifoldCache": "internal to a step",
    "Contact": "SatboxContact has ids instead of slots, and the points",
    "ContactView": "SatboxContact has the points",
    "SleepingIsland": "internal to a world",
    "Tolerances": "derived from the settings",
    "Ray": "satbox_world_cast_ray() has its members as parameters",
    "WorldRay": "satbox_world_cast_ray() has its members as parameters",
    "RayHit": "of two shapes without a world",
    "ShapeHit": "of two shapes without a world",
    "ShapeSeparation": "of two shapes without a world",
}
# Members of C structs that have no row in a table, with the reason.
BY_HAND = {
    "DrawShape::points": "a span, which the call keeps alive",
    "DrawLabel::text": "a view, which ends without a zero",
    "DrawOptions::visible": "optional: a pointer in C",
    "DrawOverlay::name": "a view of a literal",
    "DrawOverlay::label": "a view of a literal",
    "DrawOverlay::help": "a view of a literal",
}


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def snake(name):
    """castRayAll -> cast_ray_all, Avx512 -> avx512"""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def block(text, opening):
    """The text between the braces that begin at the match of `opening`, or None."""
    match = re.search(opening + r"[^;{}]*\{", text)
    if not match:
        return None
    depth, at = 1, match.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return text[match.end():at - 1]


def without_blocks(text):
    """Removes bodies of functions, initialisers and nested structs; what they stood on ends with a semicolon."""
    before = None
    while before != text:
        before, text = text, re.sub(r"\{[^{}]*\}", ";", text)
    return text


def members_of(body):
    """Names of the data members of a struct, in order."""
    found = []
    body = re.sub(r'"[^"\n]*"', '""', body)
    before = None
    while before != body:  # an initialiser is part of its declaration
        before, body = body, re.sub(r"(\w|\])\s*\{[^{}]*\}(?=\s*[,;])", r"\1", body)
    for declaration in without_blocks(body).split(";"):
        declaration = re.sub(r"=[^,]*", "", declaration).strip()
        declaration = re.sub(r"<[^<>]*(<[^<>]*>)*[^<>]*>", "", declaration)
        if not declaration or "(" in declaration or re.match(r"(friend|using|static|constexpr|struct|enum|explicit|public|typedef)\b",
                                                             declaration):
            continue
        for part in declaration.split(","):
            name = re.search(r"(\w+)\s*(\[[^\]]*\]\s*)*$", part.strip())
            if name:
                found.append(name.group(1))
    return found


def functions_of(text, name):
    """Public functions of a class, without constructors and destructor."""
    body = block(text, rf"class SATBOX_API {name}\b")
    names = []
    for declaration in without_blocks(re.split(r"private:|protected:", body)[0]).split(";"):
        declaration = re.sub(r"^\s*public:", "", declaration)
        match = re.match(r"[^()]*?([\w~]+)\s*\(", declaration.strip(), re.DOTALL)
        if match and "operator" not in declaration and match.group(1) not in (name, "~" + name):
            names.append(match.group(1))
    return sorted(set(names), key=names.index)


def enumerators_of(body):
    return [re.sub(r"=.*", "", part, flags=re.DOTALL).strip() for part in body.split(",") if part.strip()]


class Checker:
    def __init__(self, root, left_out=None):
        self.root = root
        self.left_out = LEFT_OUT if left_out is None else left_out
        self.c = without_comments(self.read(C_HEADER) + self.read(DRAW_C_HEADER))
        self.tables = without_comments(self.read(MEMBERS) + self.read(DRAW_MEMBERS))
        self.header, self.members = C_HEADER, MEMBERS  # where what is missing belongs
        self.found, self.used = [], set()

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as stream:
            return stream.read()

    def skips(self, name):
        self.used.add(name)
        return name in self.left_out

    def folder(self):
        return os.path.dirname(self.members) + "/"

    def need_function(self, cpp, names):
        for name in names:
            if not re.search(rf"\b{name}\(", self.c):
                self.found.append(f"{cpp} has no counterpart in C: declare {name}() in {self.header} and define it in {self.folder()}, "
                                  "or say in LEFT_OUT of tests/architecture/check_c_api.py why C does without it")

    def check_functions(self):
        for name in functions_of(without_comments(self.read(INCLUDE + "world.h")), "World"):
            cpp = "World::" + name
            if not self.skips(cpp):
                self.need_function(cpp, RENAMED.get(cpp, ["satbox_world_" + snake(name)]))
        for name in members_of(block(without_comments(self.read(INCLUDE + "events.h")), r"struct SATBOX_API WorldEvents\b")):
            self.need_function("WorldEvents::" + name, ["satbox_world_" + snake(name)])

    def check_drawing(self):
        text = without_comments(self.read(f"{INCLUDE}{DRAW_HEADER}.h"))
        for name in re.findall(r"^SATBOX_API [^()]*?(\w+)\(", text, re.MULTILINE):
            self.need_function(name, RENAMED.get(name, ["satbox_" + snake(name)]))
        for name in ["create", "destroy"] + [snake(each) for each in functions_of(text, "DrawHistory")]:
            self.need_function("DrawHistory", ["satbox_draw_history_" + name])
        renderer = block(self.c, r"struct SatboxDebugDraw\b")
        for name in functions_of(text, "DebugDraw"):
            if not re.search(rf"\(\*{name}\)\(", renderer):
                self.found.append(f"DebugDraw::{name} has no counterpart in C: add a pointer {name} to SatboxDebugDraw in {DRAW_C_HEADER}, "
                                  f"and call it in {DRAW_MEMBERS.replace('members.h', 'draw.cpp')}")

    def check_struct(self, name, body):
        c_body = block(self.c, rf"struct Satbox{name}\b")
        table = block(self.tables, rf"struct Members<(\w+::)?{name}>")
        by_hand = [member for member in members_of(body) if f"{name}::{member}" in BY_HAND]
        if table is None and by_hand:
            table = ""
        if c_body is None or table is None:
            self.found.append(f"{name} has no counterpart in C: add struct Satbox{name} to {self.header} and Members<{name}> to {self.members}, "
                              "or say in LEFT_OUT of tests/architecture/check_c_api.py why C does without it")
            return
        in_c = members_of(c_body)
        for member in members_of(body):
            if re.search(rf"\bJointKind\s+{member}\b", body):
                continue  # has a member for each kind in C; the compiler finds one that Alternatives lacks
            if member not in in_c:
                self.found.append(f"{name}::{member} has no counterpart in C: add the member {member} to Satbox{name} in {self.header}, "
                                  f"and Row{{&T::{member}, &C::{member}}} to Members<{name}> in {self.members}")
            elif member not in by_hand and not re.search(rf"Row\{{\s*&T::{member},\s*&C::{member}\s*\}}", table):
                self.found.append(f"{name}::{member} is not converted: add Row{{&T::{member}, &C::{member}}} to Members<{name}> in {self.members}")

    def check_enumerators(self, name, expected):
        wanted = [f"SATBOX_{snake(name).upper()}_{snake(each).upper()}" for each in expected]
        actual = re.findall(rf"\bSATBOX_{snake(name).upper()}_\w+\b", " ".join(re.findall(r"enum \{([^}]*)\}", self.c)))
        if actual != wanted:
            missing = [each for each in wanted if each not in actual]
            what = "add " + ", ".join(missing) if missing else "the order must be that of C++"
            self.found.append(f"the enumerators of {name} differ from those in {self.header}: {what}")
        count = re.search(rf"struct Enumeration<{name}>.*?count = (\d+);", self.tables, re.DOTALL)
        if count and int(count.group(1)) != len(wanted):
            self.found.append(f"{name} has {len(wanted)} enumerators: set `count` of Enumeration<{name}> in {self.members}")

    def check_types(self):
        for header in HEADERS:
            draws = header == DRAW_HEADER
            self.header, self.members = (DRAW_C_HEADER, DRAW_MEMBERS) if draws else (C_HEADER, MEMBERS)
            if draws:
                self.check_drawing()
            text = without_comments(self.read(f"{INCLUDE}{header}.h"))
            for name in re.findall(r"^struct (?:SATBOX_API |alignas\(\d+\) )?(\w+) \{", text, re.MULTILINE):
                if not self.skips(name):
                    self.check_struct(name, block(text, rf"\bstruct (?:SATBOX_API |alignas\(\d+\) )?{name}\b"))
            for name in re.findall(r"^enum class (\w+)", text, re.MULTILINE):
                if not self.skips(name):
                    self.check_enumerators(name, enumerators_of(block(text, rf"enum class {name}\b")))
        self.header, self.members = C_HEADER, MEMBERS
        kinds = re.search(r"using JointKind = std::variant<([^>]*)>", without_comments(self.read(INCLUDE + "joints.h")))
        self.check_enumerators("JointKind", [kind.strip().removesuffix("Joint") for kind in kinds.group(1).split(",")])
        world = without_comments(self.read(INCLUDE + "world.h"))
        for name in ("MouseJointView", "Capacity"):
            self.check_struct(name, block(world, rf"struct {name}\b"))

    def check(self):
        self.check_functions()
        self.check_types()
        self.found += [f"check_c_api.py: {name} is gone, but still in LEFT_OUT" for name in self.left_out if name not in self.used]
        return self.found


def main():
    found = Checker(sys.argv[1] if len(sys.argv) > 1 else ".").check()
    for gap in found:
        print(gap)
    print(f"interface for C: {len(found)} gaps" if found else "interface for C: complete")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
