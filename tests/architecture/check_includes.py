#!/usr/bin/env python3
"""Checks the include rules and a few similar rules for engine/, app/ and tests/.

    check_includes.py ROOT      prints one line for each violation; exit status 1 if there is one

The rules are those of docs/architecture.md. Each line has the file, the line number, the code and the rule.
"""

import os
import re
import sys

# An engine folder includes only from itself and from the folders before it.
LAYERS = ["core", "math", "geometry", "collision", "model", "constraints", "step", "world", "lab", "scene", "c_api", "draw", "peers"]
# What users of the engine may include: engine/include/satbox/, included as <satbox/NAME.h> everywhere. Each of these
# headers belongs to a layer; those in lab/, scene/ and draw/ to the layer of that name. The code of draw is in app/draw.
PUBLIC = "engine/include/satbox/"
PUBLIC_LAYERS = {
    "core": ["assert_handler", "config", "executor", "function_ref", "ids", "instruction_set", "thread_pool", "version"],
    "math": ["math"],
    "geometry": ["outlines", "shapes"],
    "collision": ["contacts", "filter", "queries"],
    "model": ["body", "contact_callbacks", "events", "joints", "limits", "material", "op", "setting_paths", "settings", "settings_table", "timed_op",
              "validate"],
    "constraints": ["body_state"],
    "step": ["observe"],
    "world": ["mover", "world"],
    "c_api": ["satbox"],
}
# Folders of the solver. engine/constraints/contact/recycled_manifold.cpp is not part of it: it renews manifolds.
SOLVING = r"^engine/(constraints/(?!contact/recycled_manifold\.)|step/(schedule|solvers|impacts)/)"
MAX_LINES = 600

# A folder of the app includes only from itself and from the folders of the groups before it. Folders of one group do
# not include each other, but for NEIGHBOURS. app/headless is a program of its own, which includes app/text, app/explain and
# app/sweep too.
APP_GROUPS = [["text"], ["sweep"], ["document"], ["live"], ["gfx", "platform", "widgets"], ["view"], ["draw"], ["tools"], ["lenses", "panels"], ["explain"], ["shell"]]
APP_ORDER = " <- ".join(", ".join(group) for group in APP_GROUPS)
# Headers of app/gfx that hold plain data: colours, rectangles, lists. They know nothing of OpenGL.
GFX_DATA = ["camera", "color", "draw_list", "grid", "int_size", "label_layout", "palette"]
# What folders of one group may include of each other: plain data, and what connects Dear ImGui and OpenGL to the window.
NEIGHBOURS = {
    "platform": [f"app/gfx/{name}.h" for name in GFX_DATA] + ["app/gfx/gl_objects.h"],
    "widgets": [f"app/gfx/{name}.h" for name in GFX_DATA] + ["app/platform/imgui_versions.h", "app/platform/font_files.h"],
}
# The library satbox::draw (app/CMakeLists.txt), which games are linked with: the overlays, without a window. Of the
# app, these files include each other only.
DRAW = re.compile(
    r"^app/(draw/|view/|document/(by_slot|contact_key|material_presets|step_seconds)\.|document/selection\.h$"
    r"|gfx/(camera|color|draw_list|grid|label_layout|palette|round_number|theme)\.|platform/(input|touch)\.h$"
    r"|text/(format|island_text|joint_text|names)\.)")
# The library satbox_analysis (app/CMakeLists.txt), which satbox-run is linked with: what lenses find out, without their
# windows. Of the app, these files include each other and those of satbox::draw only.
ANALYSIS = re.compile(
    r"^app/(text/|explain/|document/(contact_key|step_seconds|wall_clock)\.|gfx/round_number\.|widgets/stepper\."
    r"|view/contact_facts\.|lenses/pair/(axis_text|manifold_steps|pair_analysis|pair_state)\."
    r"|lenses/step/(step_analysis|step_text)\.)")
LENS_TABLE = "app/lenses/lens_table.h"

SDL = re.compile(r"^(SDL2/)?SDL[\w]*\.h$")
GL = re.compile(r"^(epoxy|GL|GLES\d?|EGL|KHR)/|^imgui_impl_opengl3_loader\.h$")
IMGUI = re.compile(r"^(imgui/)?(backends/)?(imgui|imconfig|imstb_)\w*\.h$")
NLOHMANN = re.compile(r"^nlohmann/")
SQLITE = re.compile(r"^(SQLiteCpp/|sqlite3)")
STANDARD = re.compile(r"^[a-z_]+$")  # <vector>, <cstdint>
C_STANDARD = re.compile(r"^std(bool|def|int)\.h$")
PEERS = re.compile(r"^(box2d/box2d|chipmunk/chipmunk)\.h$")
INTRINSICS = re.compile(r"^([a-z]+intrin|arm_neon)\.h$")

NOT_FOR_C = "satbox::c is linked with satbox::engine only"
SYSTEM_FILES = re.compile(r"^(dirent|fcntl|io|process|share|unistd|sys/file|sys/stat)\.h$")

INCLUDE = re.compile(r'^\s*#\s*include\s*(<([^>]+)>|"([^"]+)")')
# glContext is satbox's name for SDL's context handle.
GL_CALL = re.compile(r"(?<![\w:.>])gl(?!Context\b)[A-Z]\w*\s*\(")
# Results of libm differ between C libraries, so the engine has its own functions (satbox/math.h).
LIBM = re.compile(
    r"\b(std|glm)::(a?sin|a?cos|a?tan|atan2|sinh|cosh|tanh|exp2?|expm1|log(2|10|1p)?|pow|hypot|cbrt)f?\s*\(")
UNORDERED = re.compile(r"\bstd::unordered_\w+")


def without_comments_and_strings(text):
    """Returns the text with comments and literals replaced by spaces; line numbers are unchanged."""

    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))

    pattern = r'R"(\w*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
    return re.sub(pattern, blank, text, flags=re.DOTALL)


def includes_imgui(path):
    """True for the files that may include Dear ImGui, directly or through another header."""
    if re.match(r"^app/(platform|gfx)/imgui_\w+\.(h|cpp)$", path):
        return True  # the glue that connects it to SDL and OpenGL
    return re.match(r"^app/(widgets|panels|shell/interface|lenses/\w+/panel)/", path) is not None


# (library, its headers, whether a file of the app may include them, the rule)
LIBRARIES = [
    ("SDL", SDL, lambda path: path.startswith("app/platform/"), "only app/platform includes SDL"),
    ("SQLite", SQLITE, lambda path: path.startswith("app/sweep/"), "only app/sweep includes SQLiteCpp"),
    ("OpenGL", GL, lambda path: path.startswith("app/gfx/"), "only app/gfx includes OpenGL (epoxy)"),
    ("Dear ImGui", IMGUI, includes_imgui,
     "only app/widgets, app/panels, app/shell/interface, the panel/ of a lens and the glue in app/platform/imgui_* and "
     "app/gfx/imgui_* includes Dear ImGui"),
]


def public_layer(name):
    """The layer of a public header, by its path below engine/include/satbox, or None."""
    if "/" in name:
        folder = name.split("/")[0]
        return folder if folder in ("lab", "scene", "draw") else None
    return next((layer for layer, names in PUBLIC_LAYERS.items() if name[:-2] in names), None)


def engine_violation(path, target, quoted):
    is_public = path.startswith(PUBLIC)
    layer = public_layer(path[len(PUBLIC):]) if is_public else path.split("/")[1]
    if is_public and layer is None:
        return f"{path} has no layer: add it to PUBLIC_LAYERS in check_includes.py"
    if layer not in LAYERS:
        return f"engine/{layer} is not a layer; the layers are " + " <- ".join(LAYERS)
    if target.startswith("app/") or target.startswith("tests/"):
        return "engine/ never includes app/ or tests/"
    if SDL.match(target) or GL.match(target) or IMGUI.match(target):
        return "engine/ never includes SDL, OpenGL or Dear ImGui"
    if path == PUBLIC + "draw/satbox_draw.h":
        return None if target == "satbox/satbox.h" else "the header for drawing in C includes <satbox/satbox.h> only"
    if target.startswith("satbox/") and not quoted:
        other = public_layer(target[len("satbox/"):])
        if path.startswith("engine/c_api/") and other in ("lab", "scene", "draw"):
            return NOT_FOR_C
        if other and LAYERS.index(other) > LAYERS.index(layer):
            return f"engine/{layer} is a lower layer than {target} ({other}) and must not include it"
        return None
    if path == PUBLIC + "satbox.h":
        return None if C_STANDARD.match(target) else "the header for C includes <stdbool.h>, <stddef.h> and <stdint.h> only"
    if is_public:
        if not quoted and (STANDARD.match(target) or target.startswith("glm/")):
            return None
        return "a public header includes <satbox/NAME.h>, the standard library and GLM only"
    if quoted:
        parts = target.split("/")
        if parts[0] != "engine" or len(parts) < 3 or parts[1] not in LAYERS:
            return "engine/ includes only engine/LAYER/file.h in quotes"
        if layer == "c_api" and parts[1] in ("lab", "scene"):
            return NOT_FOR_C
        if LAYERS.index(parts[1]) > LAYERS.index(layer):
            return f"engine/{layer} is a lower layer than engine/{parts[1]} and must not include it"
        if re.match(SOLVING, path) and re.match(r"^engine/collision/(sat|collide)\w*\.h$", target):
            return "constraints and solvers read manifolds and never call SAT or collide"
        return None
    if STANDARD.match(target) or INTRINSICS.match(target) or target.startswith("glm/"):
        return None
    if layer == "peers" and PEERS.match(target):
        return None
    if path == "engine/core/processor.cpp" and target in ("sched.h", "unistd.h"):
        return None
    if path == "engine/scene/file_io.cpp" and SYSTEM_FILES.match(target):
        return None
    if layer == "scene" and (NLOHMANN.match(target) or target.startswith("fmt/")):
        return None
    if path == "engine/scene/import/svg_reader.cpp" and target == "pugixml.hpp":
        return None
    return "engine/ uses the standard library and GLM only (engine/scene also nlohmann-json and fmt, engine/peers the peers)"


def app_group(folder):
    return next((i for i, group in enumerate(APP_GROUPS) if folder in group), None)


def lens_violation(path, target):
    """app/lenses/NAME includes itself and the headers that all lenses share."""
    own, other = (re.match(r"^app/lenses/(\w+)/", file) for file in (path, target))
    if path == LENS_TABLE:
        return None
    if other and not own:
        return f"only {LENS_TABLE} knows the lenses"
    if other and own.group(1) != other.group(1):
        return "a lens never includes another lens"
    if own and target == LENS_TABLE:
        return "a lens does not know the other lenses: only app/shell includes the table"
    return None


def analysis_violation(path, target):
    if DRAW.match(path) and not DRAW.match(target):
        return "satbox::draw is built from this file (DRAW in check_includes.py), but not from the included one"
    if ANALYSIS.match(path) and not (ANALYSIS.match(target) or DRAW.match(target)):
        return "satbox-run is linked with this file (ANALYSIS in check_includes.py), but not with the included one"
    return None


def order_violation(path, target, part, other):
    """Part and other are the folders of the two files below app/."""
    if part == other:
        return lens_violation(path, target) if part == "lenses" else None
    if app_group(other) is None or app_group(other) > app_group(part):
        return f"the order of the app's folders is {APP_ORDER}, and includes go to the left only"
    if app_group(other) == app_group(part) and target not in NEIGHBOURS.get(part, []):
        return f"app/{part} and app/{other} are beside each other in the order of folders and do not include each other"
    return None


def app_violation(path, target, quoted):
    part = path.split("/")[1]
    if target.startswith("tests/"):
        return "app/ never includes tests/"
    if quoted and not re.match(r"^(app|engine)/", target):
        return "in quotes, use a path from the repository's root (app/..., engine/...)"
    if part != "headless" and app_group(part) is None:
        return f"app/{part} is not in the order of the app's folders, {APP_ORDER}"
    for _, headers, may_include, rule in LIBRARIES:
        if headers.match(target) and not may_include(path):
            return rule
    if NLOHMANN.match(target) and part not in ("headless", "explain") and path != "app/shell/preferences.cpp":
        return "nlohmann-json is included only in engine/scene, app/headless, app/explain and app/shell/preferences.cpp"
    if not target.startswith("app/"):
        return None
    other = target.split("/")[1]
    if part == "headless" and other not in ("headless", "text", "explain", "sweep"):
        return "app/headless has no window: it includes engine/, app/headless/, app/text/, app/explain/ and app/sweep/ only"
    if part == "sweep" and other != "sweep":
        return "satbox-run is linked with app/sweep, which includes engine/ and itself only"
    if part == "headless":
        return None
    if other == "headless":
        return "app/headless is a separate program; the window does not include it"
    return order_violation(path, target, part, other) or analysis_violation(path, target)


def tests_violation(path, target, quoted):
    if quoted and not re.match(r"^(app|engine|tests|tools)/", target):
        return "in quotes, use a path from the repository's root (engine/..., app/..., tests/..., tools/...)"
    if re.match(r"^tests/(engine|physics|determinism|properties)/", path) and target.startswith("app/"):
        return "tests of the engine never include app/"
    return None


def check_text(path, text, root):
    lines = text.split("\n")
    code = without_comments_and_strings(text).split("\n")
    violation = {"engine": engine_violation, "app": app_violation, "tests": tests_violation}[path.split("/")[0]]

    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        # Directives in comments and literals are ignored; the blanked text has no '#' there.
        if not match or "#" not in code[number - 1]:
            continue
        quoted = match.group(3) is not None
        target = match.group(3) if quoted else match.group(2)
        reason = violation(path, target, quoted)
        if reason is None and quoted and target.startswith("engine/include/"):
            reason = "public headers are included as <satbox/NAME.h>"
        if reason is None and quoted and not os.path.isfile(os.path.join(root, target)):
            reason = "there is no such file (paths start at the repository's root)"
        if reason is None and not quoted and target.startswith("satbox/"):
            if not os.path.isfile(os.path.join(root, "engine/include", target)):
                reason = "there is no such file in engine/include"
        if reason:
            yield number, f"includes {target}: {reason}"

    in_engine = path.startswith("engine/") and not path.startswith("engine/scene/")
    for number, line in enumerate(code, 1):
        if path.startswith("app/") and not path.startswith("app/gfx/") and GL_CALL.search(line):
            yield number, f"calls {GL_CALL.search(line).group(0).strip(' (')}: only app/gfx calls OpenGL"
        if path.startswith("app/") and not path.startswith("app/shell/") and re.search(r"\bAppState\b", line):
            yield number, "names AppState: only app/shell knows the whole state; pass what the function needs"
        if in_engine and LIBM.search(line):
            yield number, f"calls {LIBM.search(line).group(0).strip(' (')}: its result differs between C libraries"
        if in_engine and UNORDERED.search(line):
            yield number, f"uses {UNORDERED.search(line).group(0)}: its order is unspecified"
        if (path.startswith("engine/") or DRAW.match(path)) and "std::ranges::" in line:
            yield number, "uses std::ranges: the standard library of Emscripten 3.1, in Debian 12, has no such algorithms"

    if path.endswith(".h") and "#pragma once" not in text:
        yield 1, "a header without #pragma once"
    count = len(lines) - (1 if lines[-1] == "" else 0)
    if count > MAX_LINES and not re.search(r"over 600 lines", "\n".join(lines[:20]), re.IGNORECASE):
        yield 1, f"{count} lines: split it, or state at the top why it is \"over 600 lines\""


def includes_of(text):
    """Returns (line, target) for each include."""
    code = without_comments_and_strings(text).split("\n")
    for number, line in enumerate(text.split("\n"), 1):
        match = INCLUDE.match(line)
        if match and "#" in code[number - 1]:
            yield number, match.group(3) or match.group(2)


def reached(headers, start, includes):
    """Returns the headers of a library that are reached from a project header through project headers."""
    seen, waiting = set(), [start]
    while waiting:
        for _, target in includes.get(waiting.pop(), []):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return sorted(target for target in seen if headers.match(target))


def indirect_violations(includes):
    """Yields (file, line, sentence) for each file of the app that reaches a library through a header that may include
    it. A header that may not is a violation of its own."""
    for path in sorted(includes):
        for number, target in includes[path] if path.startswith("app/") else []:
            if not target.startswith("app/"):
                continue
            for library, headers, may_include, rule in LIBRARIES:
                if may_include(path) or not may_include(target):
                    continue
                for header in reached(headers, target, includes)[:1]:
                    yield path, number, f"includes {target}, which includes {header} of {library}: {rule}"


def check_tree(root):
    """Returns all violations below root, as 'file:line: sentence'."""
    found = []
    includes = {}
    for top in ("engine", "app", "tests"):
        for folder, subfolders, files in os.walk(os.path.join(root, top)):
            subfolders.sort()
            for file in sorted(files):
                if not file.endswith((".h", ".inl", ".cpp")):
                    continue
                full = os.path.join(folder, file)
                path = os.path.relpath(full, root).replace(os.sep, "/")
                with open(full, encoding="utf-8") as stream:
                    text = stream.read()
                includes[path] = list(includes_of(text))
                found.extend(f"{path}:{line}: {sentence}" for line, sentence in check_text(path, text, root))
    found.extend(f"{path}:{line}: {sentence}" for path, line, sentence in indirect_violations(includes))
    return found


def main():
    if len(sys.argv) != 2 or not os.path.isdir(os.path.join(sys.argv[1], "engine")):
        print("usage: check_includes.py ROOT (the folder that holds engine/)", file=sys.stderr)
        return 2
    violations = check_tree(sys.argv[1])
    for violation in violations:
        print(violation)
    print(f"{len(violations)} violations of the include rules" if violations else "include rules: no violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
