#pragma once

#include "app/platform/input.h"
#include "engine/dynamics/body.h"

#include <span>
#include <string_view>
#include <vector>

namespace satbox::app {

// The shapes that one drags into the world.
enum class PaletteShape : uint8_t { Box, Circle, Capsule, Triangle, Ngon, Plank, Wall };

struct PaletteItem {
    PaletteShape shape;
    std::string_view key;   // "box"
    std::string_view label; // "Box"
    Key shortcut = Key::None;
    std::string_view help; // a sentence for the tooltip
};
std::span<const PaletteItem> paletteItems(); // in the order of the tool bar
const PaletteItem& paletteItem(PaletteShape shape);

// What the next shape will be like.
struct PaletteSpec {
    int sides = 6;       // of the n-gon, 3 to 8
    float size = 1.0f;   // m: width of a box, diameter of a circle; planks and walls are longer; 0.1 to 10
    float angle = 0.0f;  // rad
    Material material{}; // of what is dropped

    static constexpr float kMinSize = 0.1f;
    static constexpr float kMaxSize = 10.0f;
};

// The body and shapes that `shape` makes, at the origin.
struct PaletteBody {
    BodyDef body;
    std::vector<ShapeDef> shapes;
};
PaletteBody makePaletteBody(PaletteShape shape, const PaletteSpec& spec);

} // namespace satbox::app
