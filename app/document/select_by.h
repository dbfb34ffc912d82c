#pragma once

#include <satbox/world.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace satbox::app {

// Kinds of bodies that can be selected at once.
enum class SelectBy : uint8_t { All, Inverse, Dynamic, Kinematic, Static, Asleep, SameShapes, Touching };

struct SelectByText {
    SelectBy kind;
    std::string_view label; // "All dynamic bodies"
    std::string_view help;
};
inline constexpr auto kSelectBy = std::to_array<SelectByText>({
    {SelectBy::Inverse, "All others", "Selects the bodies that are not selected, and no others."},
    {SelectBy::Dynamic, "All dynamic bodies", "Those that forces and contacts move."},
    {SelectBy::Kinematic, "All kinematic bodies", "Those that move with their own velocity."},
    {SelectBy::Static, "All static bodies", "Floors and walls."},
    {SelectBy::Asleep, "All sleeping bodies", "Dynamic bodies that came to rest and are not simulated."},
    {SelectBy::SameShapes, "All with the same shapes",
     "Selects the bodies whose shapes are of the same kinds and number as those of a selected body."},
    {SelectBy::Touching, "All that touch them",
     "Adds the bodies that touch a selected one. Repeat it to walk through a pile."},
});

// The bodies of the kind, by slot. `selected`: by slot, for the kinds that depend on it.
std::vector<BodyId> bodiesBy(const World& world, SelectBy kind, std::span<const BodyId> selected);

} // namespace satbox::app
