#pragma once

#include "app/platform/input.h"
#include <satbox/body.h>

#include <span>
#include <string_view>
#include <vector>

namespace satbox::app {

// The shapes that can be dragged from the tool bar into the world.
enum class ToolboxShape : uint8_t { Box, Circle, Capsule, Triangle, Ngon, Plank, Wall };

struct ToolboxItem {
    ToolboxShape shape;
    std::string_view key;   // "box"
    std::string_view label; // "Box"
    Key shortcut = Key::None;
    std::string_view help; // one sentence, for the tooltip
};
std::span<const ToolboxItem> toolboxItems(); // in the order of the tool bar
const ToolboxItem& toolboxItem(ToolboxShape shape);

// Properties of the next shape.
struct NewShapeSpec {
    int sides = 6;      // of a Polygon (n-gon), 3 to 8
    float size = 1.0f;  // m: width of a box, diameter of a circle; planks and walls are longer; 0.1 to 10
    float angle = 0.0f; // rad
    Material material{};

    static constexpr float kMinSize = 0.1f;
    static constexpr float kMaxSize = 10.0f;
};

// A body with its shapes, at the origin.
struct ToolboxBody {
    BodyDef body;
    std::vector<ShapeDef> shapes;
};
ToolboxBody makeToolboxBody(ToolboxShape shape, const NewShapeSpec& spec);

} // namespace satbox::app
