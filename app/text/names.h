#pragma once

#include <satbox/world.h>

#include <array>
#include <string>
#include <string_view>

namespace satbox::app {

inline constexpr std::array kBodyTypeNames{"Static", "Kinematic", "Dynamic"}; // in the order of BodyType

// The text by which messages name a body: its own name, "box 3" or "body 7" (engine/lab/body_label.h).
std::string describeBody(const World& world, BodyId body);

// Names the first of `count` bodies if it is the only one; else "3 bodies".
std::string describeBodies(const World& world, BodyId first, size_t count);

// The body's name and the kind of the shape: "box 3, polygon".
std::string nameOfShape(const World& world, ShapeId shape);

// Negative, 0 or positive: order of names in which numbers are compared by value, so that "box 2" is before
// "box 10".
int compareNatural(std::string_view a, std::string_view b);

} // namespace satbox::app
