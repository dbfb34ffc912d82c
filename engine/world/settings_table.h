#pragma once

#include "engine/world/settings.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace satbox {

inline constexpr uint8_t kEverySolver = 0xFF;
constexpr uint8_t solverBit(SolverType type)
{
    return static_cast<uint8_t>(1u << static_cast<unsigned>(type));
}

// One row per field of WorldSettings: the only list of them. `key` is what files and --set use.
struct SettingField {
    using Member =
        std::variant<float WorldSettings::*, int WorldSettings::*, bool WorldSettings::*,
                     Vec2 WorldSettings::*, SolverType WorldSettings::*, CombineRule WorldSettings::*>;
    std::string_view key;   // "contactFrequency"
    std::string_view label; // "Contact frequency"
    std::string_view
        group; // heading in the panel: "World", "Solver", "Contacts", "Materials", "Sleep", "Mouse"
    std::string_view unit; // "Hz", "" for none
    Member member;
    double minimum = 0.0; // refused outside; components of a vector alike
    double maximum = 0.0;
    double usualMinimum = 0.0; // what a slider spans
    double usualMaximum = 0.0;
    std::string_view help; // a sentence or two: what it does, what happens when it is raised or lowered
    // The solvers that it does something in, a bit for each SolverType; every one unless it says otherwise.
    uint8_t solvers = kEverySolver;
    std::string_view unusedReason{}; // why others leave it out, a sentence; none: "Used by ... only."
    // Came after hashes of worlds had been written down: counts in a hash only where it is not the default.
    bool hashOnlyIfChanged = false;
};

inline bool isUsedBy(const SettingField& field, SolverType solver)
{
    return (field.solvers & solverBit(solver)) != 0;
}

std::span<const SettingField> settingFields();
const SettingField* findSetting(std::string_view key); // nullptr when there is none

// Value as text ("30", "true", "0,-9.81", "soft-step") and back. setSetting returns an empty string, or a
// sentence: "contactFrequency: -3 is below the smallest allowed value, 1 Hz". Nothing is changed on error.
std::string settingText(const WorldSettings& settings, const SettingField& field);
std::string setSetting(WorldSettings& settings, std::string_view key, std::string_view value);

// Empty, or the first field out of its range in a sentence.
std::string validate(const WorldSettings& settings);

} // namespace satbox
