#!/usr/bin/env python3
"""check_includes.py must catch each kind of violation, and leave a clean tree alone."""

import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_includes  # noqa: E402

# Files that the includes below may refer to.
CLEAN = {
    "engine/core/assert.h": "#pragma once\n",
    "engine/core/processor.cpp": "#include <sched.h>\n#include <unistd.h>\n",
    "engine/include/satbox/ids.h": "#pragma once\n#include <cstdint>\n",
    "engine/include/satbox/math.h": "#pragma once\n#include <satbox/ids.h>\n#include <glm/vec2.hpp>\n",
    "engine/include/satbox/world.h": "#pragma once\n#include <satbox/math.h>\n#include <vector>\n",
    "engine/include/satbox/lab/metrics.h": "#pragma once\n#include <satbox/world.h>\n",
    "engine/include/satbox/satbox.h": "#pragma once\n#include <stdint.h>\n",
    "engine/include/satbox/draw/satbox_draw.h": "#pragma once\n#include <satbox/satbox.h>\n",
    "engine/c_api/world.cpp": '#include "engine/world/world_access.h"\n#include <satbox/satbox.h>\n',
    "engine/math/aabb.h": '#pragma once\n#include "engine/core/assert.h"\n#include <satbox/math.h>\n',
    "engine/collision/sat.h": '#pragma once\n#include "engine/math/aabb.h"\n#include <vector>\n',
    "engine/collision/collide.h": "#pragma once\n",
    "engine/collision/manifold.h": "#pragma once\n",
    "engine/constraints/contact/kernels.cpp": '#include "engine/collision/manifold.h"\n#include <immintrin.h>\n',
    "engine/world/world_access.h": '#pragma once\n#include "engine/collision/sat.h"\n#include <satbox/world.h>\n',
    "engine/scene/import/svg_reader.cpp": '#include <pugixml.hpp>\n',
    "engine/scene/reader.cpp": '#include "engine/world/world_access.h"\n#include <satbox/lab/metrics.h>\n#include <nlohmann/json.hpp>\n#include <fmt/core.h>\n',
    "app/platform/window.cpp": "#include <SDL.h>\nvoid f() { SDL_GL_SwapWindow(nullptr); }\n",
    "app/gfx/camera.h": "#pragma once\n",
    "app/gfx/shader.cpp": "#include <epoxy/gl.h>\nvoid f() { glFlush(); }\n",
    "app/gfx/imgui_renderer.cpp": "#include <imgui_impl_opengl3.h>\n",
    "app/text/names.h": "#pragma once\n",
    "app/document/history.h": '#pragma once\n#include "app/text/names.h"\n',
    "app/gfx/gl_objects.h": "#pragma once\n#include <epoxy/gl.h>\n",
    "app/platform/input.h": '#pragma once\n#include "app/gfx/camera.h"\n',
    "app/platform/sdl_types.h": "#pragma once\n#include <SDL.h>\n",
    "app/platform/imgui_versions.h": "#pragma once\n#include <imgui.h>\n",
    "app/platform/gl_window.cpp": '#include "app/platform/sdl_types.h"\n',
    "app/widgets/plot.h": '#pragma once\n#include "app/gfx/camera.h"\n#include "app/platform/imgui_versions.h"\n',
    "app/widgets/rows.h": "#pragma once\n",
    "app/view/overlays.h": '#pragma once\n#include "app/platform/input.h"\n',
    "app/tools/tool.h": '#pragma once\n#include "app/view/overlays.h"\n',
    "app/lenses/lens.h": '#pragma once\n#include "app/tools/tool.h"\n',
    "app/lenses/pair/pair_lens.h": '#pragma once\n#include "app/lenses/lens.h"\n',
    "app/lenses/pair/panel/plots.h": '#pragma once\n#include <imgui.h>\n',
    "app/lenses/pair/panel/plots.cpp": '#include "app/lenses/pair/panel/plots.h"\n#include "app/widgets/plot.h"\n',
    "app/lenses/step/step_lens.h": '#pragma once\n#include "app/lenses/lens.h"\n',
    "app/lenses/lens_table.h": '#pragma once\n#include "app/lenses/pair/pair_lens.h"\n#include "app/lenses/step/step_lens.h"\n',
    "app/shell/app_state.h": '#pragma once\n#include "app/lenses/lens_table.h"\nstruct AppState;\n',
    "app/shell/interface/menu.cpp": '#include "app/shell/app_state.h"\n#include <imgui.h>\n',
    "app/panels/panels.h": "#pragma once\n",
    "app/panels/panel.cpp": '#include "app/gfx/camera.h"\n#include <imgui.h>\nauto text = "glFlush()";\n',
    "app/shell/preferences.cpp": '#include <nlohmann/json.hpp>\n',
    "app/explain/explain.h": '#pragma once\n#include "app/lenses/pair/pair_analysis.h"\n#include <nlohmann/json_fwd.hpp>\n',
    "app/lenses/pair/pair_analysis.h": '#pragma once\n#include "app/text/names.h"\n',
    "app/headless/explain_run.cpp": '#include "app/explain/explain.h"\n#include "app/text/plain_text.h"\n',
    "app/text/plain_text.h": "#pragma once\n",
    "app/sweep/sweep_results.cpp": '#include "app/sweep/sweep.h"\n#include <SQLiteCpp/SQLiteCpp.h>\n',
    "app/sweep/sweep.h": "#pragma once\n#include <satbox/world.h>\n",
    "app/headless/main.cpp": '#include "engine/world/world_access.h"\n#include <satbox/world.h>\n#include <nlohmann/json.hpp>\n',
    "tests/engine/math/test_aabb.cpp": '#include "engine/math/aabb.h"\n#include <doctest/doctest.h>\n',
}

# (file, text, part of the expected message)
VIOLATIONS = [
    ("engine/math/bad.cpp", '#include "engine/collision/sat.h"\n', "is a lower layer than"),
    ("engine/core/bad.h", '#pragma once\n#include "engine/math/aabb.h"\n', "is a lower layer than"),
    ("engine/collision/bad.cpp", '#include "engine/world/world_access.h"\n', "is a lower layer than"),
    ("engine/core/bad.h", "#pragma once\n#include <satbox/math.h>\n", "is a lower layer than"),
    ("engine/step/bad.cpp", "#include <satbox/world.h>\n", "is a lower layer than"),
    ("engine/world/bad.cpp", "#include <satbox/lab/metrics.h>\n", "is a lower layer than"),
    ("engine/include/satbox/ids.h", "#pragma once\n#include <satbox/math.h>\n", "is a lower layer than"),
    ("engine/include/satbox/op.h", '#pragma once\n#include "engine/math/aabb.h"\n', "a public header includes"),
    ("engine/include/satbox/op.h", '#pragma once\n#include "ids.h"\n', "a public header includes"),
    ("engine/include/satbox/scene/bad.h", "#pragma once\n#include <nlohmann/json.hpp>\n", "a public header includes"),
    ("engine/include/satbox/satbox.h", "#pragma once\n#include <cstdint>\n", "the header for C"),
    ("engine/include/satbox/draw/satbox_draw.h", "#pragma once\n#include <satbox/world.h>\n", "the header for drawing in C"),
    ("engine/c_api/bad.cpp", "#include <satbox/lab/metrics.h>\n", "satbox::c is linked with satbox::engine only"),
    ("engine/scene/bad.cpp", "#include <satbox/satbox.h>\n", "is a lower layer than"),
    ("engine/include/satbox/other.h", "#pragma once\n#include <vector>\n", "has no layer"),
    ("engine/include/satbox/view/bad.h", "#pragma once\n#include <vector>\n", "has no layer"),
    ("app/panels/bad.cpp", '#include "engine/include/satbox/math.h"\n', "as <satbox/NAME.h>"),
    ("app/panels/bad.cpp", "#include <satbox/missing.h>\n", "no such file in engine/include"),
    ("engine/step/solvers/bad.cpp", '#include "engine/collision/sat.h"\n', "never call SAT"),
    ("engine/constraints/bad.cpp", '#include "engine/collision/collide.h"\n', "never call SAT"),
    ("engine/core/bad.cpp", "#include <sched.h>\n", "uses the standard library"),
    ("engine/core/bad.cpp", "#include <SDL.h>\n", "never includes SDL"),
    ("engine/core/bad.cpp", "#include <SDL2/SDL_video.h>\n", "never includes SDL"),
    ("engine/world/bad.cpp", "#include <epoxy/gl.h>\n", "never includes SDL"),
    ("engine/world/bad.cpp", "#include <imgui.h>\n", "never includes SDL"),
    ("engine/world/bad.cpp", '#include "app/gfx/camera.h"\n', "never includes app/"),
    ("engine/world/bad.cpp", "#include <nlohmann/json.hpp>\n", "standard library and GLM only"),
    ("engine/scene/bad.cpp", "#include <pugixml.hpp>\n", "standard library and GLM only"),
    ("engine/world/bad.cpp", "#include <fmt/core.h>\n", "standard library and GLM only"),
    ("engine/world/bad.cpp", '#include "world.h"\n', "engine/LAYER/file.h"),
    ("engine/other/bad.cpp", "#include <vector>\n", "is not a layer"),
    ("engine/world/bad.cpp", "float f(float x) { return std::sin(x); }\n", "differs between C libraries"),
    ("engine/world/bad.cpp", "std::unordered_map<int, int> map;\n", "its order is unspecified"),
    ("app/panels/bad.cpp", "#include <SDL.h>\n", "only app/platform includes SDL"),
    ("app/panels/bad.cpp", "#include <epoxy/gl.h>\n", "only app/gfx includes OpenGL"),
    ("app/panels/bad.cpp", "void f() { glFlush(); }\n", "only app/gfx calls OpenGL"),
    ("app/view/bad.cpp", "#include <imgui.h>\n", "includes Dear ImGui"),
    ("app/platform/bad.cpp", "#include <imgui_impl_sdl.h>\n", "includes Dear ImGui"),
    ("app/panels/bad.cpp", "#include <nlohmann/json.hpp>\n", "nlohmann-json is included only"),
    ("app/other/bad.cpp", "#include <vector>\n", "is not in the order of the app's folders"),
    ("app/text/bad.cpp", '#include "app/document/history.h"\n', "includes go to the left only"),
    ("app/document/bad.cpp", '#include "app/gfx/camera.h"\n', "includes go to the left only"),
    ("app/gfx/bad.cpp", '#include "app/platform/input.h"\n', "beside each other"),
    ("app/platform/bad.cpp", '#include "app/widgets/rows.h"\n', "beside each other"),
    ("app/widgets/bad.cpp", '#include "app/platform/input.h"\n', "beside each other"),
    ("app/widgets/bad.cpp", '#include "app/view/overlays.h"\n', "includes go to the left only"),
    ("app/view/bad.cpp", '#include "app/tools/tool.h"\n', "includes go to the left only"),
    ("app/tools/bad.cpp", '#include "app/lenses/lens.h"\n', "includes go to the left only"),
    ("app/lenses/step/bad.cpp", '#include "app/lenses/pair/pair_lens.h"\n', "never includes another lens"),
    ("app/lenses/step/bad.cpp", '#include "app/lenses/lens_table.h"\n', "does not know the other lenses"),
    ("app/lenses/bad.h", '#pragma once\n#include "app/lenses/pair/pair_lens.h"\n', "knows the lenses"),
    ("app/panels/bad.cpp", '#include "app/lenses/lens.h"\n', "beside each other"),
    ("app/lenses/step/bad.cpp", '#include "app/panels/panels.h"\n', "beside each other"),
    ("app/panels/bad.cpp", '#include "app/shell/app_state.h"\n', "includes go to the left only"),
    ("app/panels/bad.cpp", "void f(const struct AppState& state);\n", "names AppState"),
    ("app/lenses/pair/bad.cpp", "#include <imgui.h>\n", "includes Dear ImGui"),
    ("app/shell/bad.cpp", "#include <imgui.h>\n", "includes Dear ImGui"),
    ("app/tools/bad.cpp", '#include "app/widgets/plot.h"\n', "which includes imgui.h of Dear ImGui"),
    ("app/lenses/pair/bad.cpp", '#include "app/lenses/pair/panel/plots.h"\n', "which includes imgui.h of Dear ImGui"),
    ("app/shell/bad.cpp", '#include "app/platform/sdl_types.h"\n', "which includes SDL.h of SDL"),
    ("app/platform/bad.cpp", '#include "app/gfx/gl_objects.h"\n', "which includes epoxy/gl.h of OpenGL"),
    ("app/headless/bad.cpp", '#include "app/gfx/camera.h"\n', "app/headless has no window"),
    ("app/headless/bad.cpp", '#include <SQLiteCpp/SQLiteCpp.h>\n', "only app/sweep includes SQLiteCpp"),
    ("app/sweep/bad.cpp", '#include "app/text/format.h"\n', "app/sweep, which includes engine/ and itself only"),
    ("app/headless/bad.cpp", '#include "app/lenses/pair/pair_analysis.h"\n', "app/headless has no window"),
    ("app/explain/bad.cpp", '#include "app/lenses/pair/pair_lens.h"\n', "satbox-run is linked with this file"),
    ("app/lenses/pair/pair_analysis.h", '#pragma once\n#include "app/gfx/svg.h"\n', "satbox-run is linked with this file"),
    ("app/view/bad.cpp", '#include "app/document/groups.h"\n', "satbox::draw is built from this file"),
    ("app/draw/bad.cpp", '#include "app/gfx/svg.h"\n', "satbox::draw is built from this file"),
    ("app/view/bad.cpp", "std::ranges::sort(list);\n", "uses std::ranges"),
    ("engine/lab/bad.cpp", "#include <satbox/draw/debug_draw.h>\n", "lower layer"),
    ("engine/c_api/bad.cpp", "#include <satbox/draw/debug_draw.h>\n", "linked with satbox::engine only"),
    ("app/lenses/step/bad.cpp", '#include "app/explain/explain.h"\n', "includes go to the left only"),
    ("app/panels/bad.cpp", '#include "camera.h"\n', "use a path from the repository's root"),
    ("app/panels/bad.cpp", '#include "app/gfx/missing.h"\n', "there is no such file"),
    ("engine/world/bad.cpp", "std::ranges::sort(list);\n", "uses std::ranges"),
    ("app/panels/bad.h", "struct Bad {};\n", "#pragma once"),
    ("app/panels/bad.cpp", "\n" * 601, "601 lines"),
    ("tests/engine/bad.cpp", '#include "app/gfx/camera.h"\n', "tests of the engine never include app/"),
]

# Text that looks like a violation, but is none.
HARMLESS = [
    ("engine/world/fine.cpp", "// #include <SDL.h>\n"),
    ("engine/world/fine.cpp", "/*\n#include <SDL.h>\n*/\n"),
    ("engine/world/fine.cpp", "// std::sin( and std::unordered_map are not used\n"),
    ("app/panels/fine.cpp", "std::ranges::sort(list);\n"),
    ("app/panels/fine.cpp", "// AppState is not known here\n"),
    ("app/panels/fine.cpp", "void f() { frame.glFlush(); } // glFlush()\n"),
    ("app/panels/fine.cpp", "// Over 600 lines because the table is one.\n" + "\n" * 700),
]


def violations_with(extra):
    with tempfile.TemporaryDirectory() as root:
        for path, text in {**CLEAN, **extra}.items():
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as stream:
                stream.write(text)
        return check_includes.check_tree(root)


class CheckIncludes(unittest.TestCase):
    def test_clean_tree_has_no_violations(self):
        self.assertEqual(violations_with({}), [])

    def test_each_violation_is_caught_once_and_named(self):
        for path, text, expected in VIOLATIONS:
            with self.subTest(path=path, text=text[:60]):
                found = violations_with({path: text})
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(path + ":"), found[0])
                self.assertIn(expected, found[0])

    def test_harmless_text_is_left_alone(self):
        for path, text in HARMLESS:
            with self.subTest(path=path, text=text[:60]):
                self.assertEqual(violations_with({path: text}), [])


if __name__ == "__main__":
    unittest.main()
