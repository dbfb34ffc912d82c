#!/usr/bin/env python3
"""Checks that every source file of some folders has its own test file.

The tests of FOLDER/NAME.cpp are in tests/FOLDER/test_NAME.cpp. A header, and kernels that are compiled for several
instruction sets (NAME_avx2.cpp and so on), belong to the file with the same name. TESTED_WITH lists the files without a
test file of their own, with the reason.
"""

import os
import re
import sys

FOLDERS = [
    "app/draw",
    "app/lenses",
    "app/lenses/broad_phase",
    "app/lenses/compare",
    "app/lenses/joint",
    "app/lenses/pair",
    "app/lenses/step",
    "app/lenses/sweep",
    "app/sweep",
    "app/text",
    "app/tools",
    "app/view",
    "engine/constraints",
    "engine/constraints/contact",
    "engine/constraints/joint",
    "engine/constraints/mouse",
    "engine/model",
    "engine/step",
    "engine/step/impacts",
    "engine/step/schedule",
    "engine/step/solvers",
]
VARIANT = re.compile(r"_(avx2|avx512|wide4|scalar|recorded)$")
CODE = re.compile(r"\.(cpp|h|inl)$")

# File -> the test file that covers it: a name in the same folder, or a path below tests/. Most of these files have no
# behaviour of their own.
TESTED_WITH = {
    "app/draw/c_members": "test_c_draw",  # tables
    "app/lenses/broad_phase/broad_phase_drawing": "test_broad_phase_query",  # declarations
    "app/lenses/broad_phase/broad_phase_options": "test_broad_phase_lens",  # members of the lens
    "app/lenses/broad_phase/broad_phase_state": "test_broad_phase_lens",  # state of the lens
    "app/lenses/compare/compare_export": "test_compare_lens",  # of a comparison that ran
    "app/lenses/compare/compare_options": "test_compare_lens",  # members of the lens
    "app/lenses/compare/compare_state": "test_compare_lens",  # state of the lens
    "app/lenses/joint/joint_analysis": "test_joint_lens",  # of the joint that is open
    "app/lenses/joint/joint_options": "test_joint_lens",  # members of the lens
    "app/lenses/joint/joint_state": "test_joint_lens",  # state of the lens
    "app/lenses/lens": "test_lens_table",  # an interface
    "app/lenses/pair/pair_drawing": "test_pair_axes",  # declarations of the functions that drawPair() calls
    "app/lenses/pair/pair_export": "test_pair_lens",  # of a pair that is open
    "app/lenses/pair/pair_options": "test_pair_tests_tab",  # members of the lens
    "app/lenses/pair/pair_state": "test_pair_lens",  # state of the lens
    "app/lenses/step/step_options": "test_step_lens",  # members of the lens
    "app/lenses/step/step_state": "test_step_lens",  # state of the lens
    "app/sweep/engine_fingerprint": "test_sweep",  # part of its version
    "app/sweep/sweep_value": "test_sweep_definition",  # a variant
    "app/tools/edit_tool": "test_tool_table",  # an interface
    "app/tools/grab_tool": "app/shell/test_pointer",  # driven by pointer events
    "app/tools/place_tool": "app/shell/test_pointer",
    "app/tools/pointers_to": "test_tool_table",  # one function
    "app/tools/requests": "app/shell/test_app",  # data only
    "app/tools/tool": "app/shell/test_pointer",  # state of the tools
    "app/tools/tool_context": "app/shell/test_pointer",  # parameters of the tools
    "app/view/legend_row": "test_world_view",  # data only
    "app/view/overlays": "test_world_view",  # declarations, and the table that drawWorld() uses
    "app/view/view_layer": "test_view_context",  # an interface
    "engine/constraints/joint/joint_body": "engine/constraints/joint/test_pin_set",  # data only
    "engine/constraints/joint/joint_constraint": "physics/test_joints",  # by what joints do
    "engine/constraints/joint/joint_equations": "physics/test_joints",  # by what joints do
    "engine/constraints/joint/joint_reports": "engine/constraints/joint/test_joint_visit",
    "engine/constraints/joint/joint_rules": "physics/test_joints",  # constants
    "engine/constraints/joint/joint_tree_rows": "engine/constraints/joint/test_joint_tree",
    "engine/constraints/joint/pin_block": "engine/constraints/joint/test_pin_kernels",  # data only
    "engine/constraints/contact/contact_words": "test_recycle_kernels",  # how kernels load contacts
    "engine/constraints/body_lanes": "test_body_kernels",  # how kernels load bodies
    "engine/constraints/double_lanes": "engine/constraints/joint/test_tree_kernels",  # likewise
    "engine/constraints/joint/chain_lanes": "engine/constraints/joint/test_chain_kernels",  # data of the kernels
    "engine/constraints/joint/pin_frames": "engine/constraints/joint/test_pin_kernels",  # included by them
    "engine/constraints/joint/pin_rates": "engine/constraints/joint/test_tree_kernels",  # included by them
    "engine/constraints/joint/tree_lanes": "engine/constraints/joint/test_tree_kernels",  # data of the kernels
    "engine/constraints/joint/tree_rows": "engine/constraints/joint/test_tree_kernels",  # included by them
    "engine/constraints/vec2_lanes": "engine/constraints/joint/test_tree_kernels",  # how kernels compute with vectors
    "engine/constraints/body_constants": "engine/step/test_solver_bodies",  # data only
    "engine/constraints/contact/contact_block": "test_contact_kernels",  # data of the kernels
    "engine/constraints/contact/contact_lanes": "test_contact_kernels",
    "engine/constraints/contact/contact_recorder": "test_contact_kernels",  # an interface; see also world/test_step_record
    "engine/constraints/contact/contact_packing": "engine/step/schedule/test_contact_packing",
    "engine/model/constraint_edge": "test_joint_store",  # data only
    "engine/model/joint": "engine/world/test_world_joints",  # data only
    "engine/constraints/joint_pass": "test_joint_constraints",  # an enumeration
    "engine/model/mouse_joint": "engine/constraints/mouse/test_mouse_constraint",  # data only
    "engine/model/world_state": "engine/world/test_world_value",  # data only
    "engine/step/impacts/impacts": "test_bouncing_impacts",  # calls both kinds of impacts
    "engine/step/solver_step": "engine/step/solvers/test_solve_groups",  # parameters of the solvers
    "engine/step/solvers/solvers": "test_solve_groups",  # declarations
    "engine/step/stage": "test_stage_timer",
    "engine/step/step_report": "engine/world/test_world_value",  # data only
    "engine/step/step_workspace": "engine/world/test_world_value",  # data only
}


def units(root, folder):
    """Returns the file names without variants and extensions, each once."""
    names = os.listdir(os.path.join(root, folder)) if os.path.isdir(os.path.join(root, folder)) else []
    return sorted({VARIANT.sub("", CODE.sub("", name)) for name in names if CODE.search(name)})


def faults(root, folders=None, tested_with=None):
    tested_with = TESTED_WITH if tested_with is None else tested_with
    found = []
    known = set()
    for folder in folders or FOLDERS:
        all_units = units(root, folder)
        if not all_units:
            found.append(f"{folder}: there is no such folder, or it is empty")
        for name in all_units:
            known.add(f"{folder}/{name}")
            test = tested_with.get(f"{folder}/{name}", f"test_{name}")
            path = f"tests/{test}.cpp" if "/" in test else f"tests/{folder}/{test}.cpp"
            if not os.path.isfile(os.path.join(root, path)):
                found.append(f"{folder}/{name}: there is no {path}")
    found += [f"check_mirror.py: {entry} is gone, but still in TESTED_WITH" for entry in tested_with if entry not in known]
    return found


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    found = faults(root)
    for fault in found:
        print(fault)
    print(f"mirror: {len(found)} files without tests" if found else "mirror: every file has its tests")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
