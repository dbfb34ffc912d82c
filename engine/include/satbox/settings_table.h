#pragma once

#include <satbox/config.h>
#include <satbox/settings.h>

#include <cstdint>
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

// Description of one field of WorldSettings. settingFields() is the only list of them.
struct SettingField {
    using Member =
        std::variant<float WorldSettings::*, int WorldSettings::*, bool WorldSettings::*,
                     Vec2 WorldSettings::*, SolverType WorldSettings::*, CombineRule WorldSettings::*>;
    std::string_view key;   // "contactFrequency", in scene files and for --set
    std::string_view label; // "Contact frequency"
    // Heading in the panel: "World", "Solver", "Contacts", "Materials", "Sleep", "Mouse".
    std::string_view group;
    std::string_view unit; // "Hz"; "" for none
    Member member;
    double minimum = 0.0; // allowed range, of each component of a vector
    double maximum = 0.0;
    double usualMinimum = 0.0; // usual range, the span of the slider
    double usualMaximum = 0.0;
    std::string_view help; // tooltip: what it does, and the effect of high or low values
    // The solvers that use it: solverBit() of each.
    uint8_t solvers = kEverySolver;
    std::string_view unusedReason{}; // a sentence: why the other solvers do not use it; empty: a general one
    // True for fields that were added after hashes of worlds had been recorded: included in a hash only if
    // not default.
    bool hashOnlyIfChanged = false;
};

SATBOX_INLINE bool isUsedBy(const SettingField& field, SolverType solver)
{
    return (field.solvers & solverBit(solver)) != 0;
}

// All fields, by group: World, Solver, Contacts, ..., in the order of the table of docs/scene-format.md.
SATBOX_API std::span<const SettingField> settingFields();
SATBOX_API const SettingField* findSetting(std::string_view key); // nullptr if there is none

// Convert a value to text ("30", "true", "0,-9.81", "soft-step") and back:
//
//   const std::string error = setSetting(settings, "substeps", "8");
//
// On an error, setSetting changes nothing and returns a message such as "contactFrequency: -3 is below the
// smallest allowed value, 1 Hz"; otherwise it returns an empty string.
SATBOX_API std::string settingText(const WorldSettings& settings, const SettingField& field);
SATBOX_API std::string setSetting(WorldSettings& settings, std::string_view key, std::string_view value);

// Empty if all fields are within their ranges; otherwise an error message about the first field that is not.
SATBOX_API std::string validate(const WorldSettings& settings);

} // namespace satbox
