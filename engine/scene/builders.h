#pragma once

#include "engine/scene/scene.h"

#include <span>
#include <string_view>

namespace satbox {

// Scenes made in code: the app's own, those of the tests and the sizes that benchmarks need. The files in
// assets/scenes are written from these (satbox-run --write-scenes).
struct BuiltinScene {
    std::string_view name; // "box_stack"
    std::string_view title;
    std::string_view description;
    bool shipped = true;       // has a file in assets/scenes; benchmark sizes have none
    Scene (*make)() = nullptr; // without the texts above

    Scene build() const; // the same bits on every call, with every compiler
};

std::span<const BuiltinScene> builtinScenes();
const BuiltinScene* findBuiltinScene(std::string_view name); // nullptr when there is none

// Two shapes each, without gravity: the cases that a collision test has to get right. They are looked at, not
// stepped, so they may overlap as they like; names begin with "lab_".
std::span<const BuiltinScene> labScenes();
const BuiltinScene* findLabScene(std::string_view name); // nullptr when there is none

} // namespace satbox
