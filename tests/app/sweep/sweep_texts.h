#pragma once

#include "app/sweep/sweep.h"

#include <doctest/doctest.h>
#include <string>
#include <string_view>

namespace satbox::app {

// A sweep file with these inputs, and `rest` after them: ", \"until\": ...".
inline std::string sweepText(const std::string& inputs, const std::string& rest = {})
{
    return R"({"format": "satbox-sweep", "version": 1, "inputs": {"scene": "s", "steps": 10)" + inputs + "}" +
           rest + "}";
}

// A floor and a box above it, of two materials.
inline constexpr const char* kSweptScene = R"({"format": "satbox-scene", "version": 1,
"materials": {"ice": {"friction": 0.05}, "wood": {"friction": 0.05, "userValue": 7}},
"bodies": [
{"name": "floor", "type": "static", "position": [0, 0], "shapes": [{"type": "box", "size": [20, 1], "material": "ice"}]},
{"name": "box 1.5", "position": [0, 2], "shapes": [{"type": "box", "size": [1, 1], "material": "wood"}]},
{"name": "ball", "position": [3, 1], "shapes": [{"type": "circle", "radius": 0.5, "material": "wood"}]},
{"name": "ball", "position": [5, 1], "shapes": [{"type": "circle", "radius": 0.5}]}]})";

// The same with joints: "axle", of a wheel, two "arm" of different kinds, and one without a name.
inline std::string jointedScene()
{
    const std::string scene = kSweptScene;
    return scene.substr(0, scene.rfind('}')) + R"(, "joints": [
{"name": "axle", "bodyA": 1, "bodyB": 2, "kind": "wheel"},
{"name": "arm", "bodyA": 0, "bodyB": 1, "kind": "revolute", "limit": {"enabled": true, "lower": -1, "upper": 1}},
{"name": "arm", "bodyA": 0, "bodyB": 3, "kind": "prismatic"},
{"bodyA": 0, "bodyB": 3, "kind": "distance"}]})";
}

// The field of that name, which must be one.
inline SweepField sweptField(std::string_view name)
{
    SweepField field;
    REQUIRE(parseField(name, field) == "");
    return field;
}

inline std::string refusalOfField(std::string_view name)
{
    SweepField field;
    return parseField(name, field);
}

inline Sweep loadedSweep(const std::string& inputs, const std::string& rest = {})
{
    Sweep sweep;
    const std::string message = sweep.load({sweepText(inputs, rest), {{"s", kSweptScene}}}, "sweep.json");
    REQUIRE(message == "");
    return sweep;
}

} // namespace satbox::app
