#pragma once

#include <satbox/config.h>
#include <satbox/scene/scene.h>

#include <span>
#include <string_view>

namespace satbox {

// Scenes built in code, for the app, the tests and the benchmarks. `satbox-run --write-scenes` writes the
// files in assets/scenes from them.
struct SATBOX_API BuiltinScene {
    std::string_view name; // "box_stack"
    std::string_view title;
    std::string_view description;
    bool shipped = true;       // has a file in assets/scenes; benchmark scenes have none
    Scene (*make)() = nullptr; // does not set the texts above

    Scene build() const; // the same bits on every call, with every compiler
};

SATBOX_API std::span<const BuiltinScene> builtinScenes();
SATBOX_API const BuiltinScene* findBuiltinScene(std::string_view name); // nullptr if there is none

// The lab: pairs of shapes without gravity, one for each hard case of collision detection. They are
// inspected, not stepped, so any overlap is allowed. Their names begin with "lab_".
SATBOX_API std::span<const BuiltinScene> labScenes();
SATBOX_API const BuiltinScene* findLabScene(std::string_view name); // nullptr if there is none

} // namespace satbox
