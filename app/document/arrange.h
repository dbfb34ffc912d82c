#pragma once

#include "app/document/command.h"
#include <satbox/world.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace satbox::app {

// How several bodies are aligned or spaced, by their bounding boxes.
enum class Arrangement : uint8_t {
    Left,
    CenterX,
    Right,
    Bottom,
    CenterY,
    Top,
    SpaceX, // equal gaps, the two outermost bodies stay
    SpaceY
};

struct ArrangementText {
    Arrangement arrangement;
    std::string_view label; // "Align left edges"
    std::string_view help;
};
inline constexpr auto kArrangements = std::to_array<ArrangementText>({
    {Arrangement::Left, "Align left edges", "Moves the bodies to the leftmost edge among them."},
    {Arrangement::CenterX, "Align centres on a vertical line",
     "Moves the bodies so that their middles are above each other."},
    {Arrangement::Right, "Align right edges", "Moves the bodies to the rightmost edge among them."},
    {Arrangement::Bottom, "Align bottom edges", "Moves the bodies to the lowest edge among them."},
    {Arrangement::CenterY, "Align centres on a horizontal line",
     "Moves the bodies so that their middles are at the same height."},
    {Arrangement::Top, "Align top edges", "Moves the bodies to the highest edge among them."},
    {Arrangement::SpaceX, "Equal gaps from left to right",
     "Moves the bodies between the leftmost and the rightmost so that all gaps are equal."},
    {Arrangement::SpaceY, "Equal gaps from bottom to top",
     "Moves the bodies between the lowest and the highest so that all gaps are equal."},
});
// The smallest number of bodies for which the arrangement has an effect.
size_t minBodiesFor(Arrangement arrangement);

// Bodies of one group move together; if all belong to one group, each moves alone. Groups and
// bodies without a finite bounding box stay where they are. The command is empty (no operations) if fewer
// than minBodiesFor() bodies or groups have one.
Command arrangeCommand(const World& world, std::span<const BodyId> bodies, Arrangement arrangement);

} // namespace satbox::app
