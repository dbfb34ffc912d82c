#pragma once

#include <satbox/config.h>
#include <satbox/setting_paths.h>

#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// The grammar of --compare, which satbox and satbox-run share:
//
//   LIST    = WORLD {"," WORLD}
//   WORLD   = NAME [":" SETTING {"," SETTING}]
//   SETTING = PATH "=" VALUE ["," NUMBER]          (satbox/setting_paths.h; a vector: gravity=0,-9.81)
//
// satbox takes a LIST whose names are solvers:
// "soft-step,sequential-impulse:velocityIterations=20,baumgarte=0.1". Each argument of satbox-run is a WORLD
// whose name is a scene or a file: "box_stack:solver=vertex-contact,substeps=8".
struct ComparedWorld {
    std::string name;
    std::vector<SettingAssignment> settings; // not yet checked against the settings table
};

// Both functions return an empty string, or an error message; then the output is unchanged.

// The last colon begins the settings if "=" follows it. Any other colon belongs to the name
// ("C:/stack.json").
SATBOX_API std::string parseComparedWorld(std::string_view text, ComparedWorld& world);

// A comma begins a new world if the text up to the next comma is no number and has no "=", or has a colon
// before the "=". Names in a list have neither commas nor colons. A list has 2 to Comparison::kMaxWorlds
// worlds.
SATBOX_API std::string parseComparedList(std::string_view text, std::vector<ComparedWorld>& worlds);

// How messages, tables, files and panels name the worlds of a comparison: 'A' for the first one.
constexpr char worldLetter(size_t world) { return static_cast<char>('A' + world); }

} // namespace satbox
