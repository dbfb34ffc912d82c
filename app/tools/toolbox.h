#pragma once

#include "app/platform/input.h"
#include <satbox/body.h>

#include <span>
#include <string_view>
#include <vector>

namespace satbox::app {

// The shapes that can be dragged into the world.
enum class PaletteShape : uint8_t { Box, Circle, Capsule, Triangle, Ngon, Plank, Wall };

struct PaletteItem {
    PaletteShape shape;
    std::string_view key;   // "box"
    std::string_view label; // "Box"
    Key shortcut = Key::None;
    std::string_view help; // one sentence, for the tooltip
};
std::span<const PaletteItem> paletteItems(); // in the order of the tool bar
const PaletteItem& paletteItem(PaletteShape shape);

// Properties of the next shape.
struct PaletteSpec {
    int sides = 6;      // of a Polygon (n-gon), 3 to 8
    float size = 1.0f;  // m: width of a box, diameter of a circle; planks and walls are longer; 0.1 to 10
    float angle = 0.0f; // rad
    Material material{};

    static constexpr float kMinSize = 0.1f;
    static constexpr float kMaxSize = 10.0f;
};

// A body with its shapes, at the origin.
struct PaletteBody {
    BodyDef body;
    std::vector<ShapeDef> shapes;
};
PaletteBody makePaletteBody(PaletteShape shape, const PaletteSpec& spec);

} // namespace satbox::app
