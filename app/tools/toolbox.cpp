#include "app/tools/toolbox.h"

#include "engine/core/assert.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

constexpr auto kItems = std::to_array<ToolboxItem>({
    {ToolboxShape::Box, "box", "Box", Key::Num1, "A square box."},
    {ToolboxShape::Circle, "circle", "Circle", Key::Num2, "A solid circle."},
    {ToolboxShape::Capsule, "capsule", "Capsule", Key::Num3,
     "A rod with round ends, twice as long as it is thick."},
    {ToolboxShape::Triangle, "triangle", "Triangle", Key::Num4, "An equilateral triangle."},
    {ToolboxShape::Ngon, "n-gon", "Polygon", Key::Num5, "A regular polygon with 3 to 8 sides."},
    {ToolboxShape::Plank, "plank", "Plank", Key::Num6, "A flat board, ten times as long as it is thick."},
    {ToolboxShape::Wall, "wall", "Static wall", Key::Num7, "A static body: it collides, but never moves."},
});

} // namespace

std::span<const ToolboxItem> toolboxItems() { return kItems; }

const ToolboxItem& toolboxItem(ToolboxShape shape)
{
    for (const ToolboxItem& item : kItems)
        if (item.shape == shape) return item;
    SATBOX_ASSERT(false, "every value has a row in the table");
    return kItems.front();
}

ToolboxBody makeToolboxBody(ToolboxShape shape, const NewShapeSpec& spec)
{
    const float size = std::clamp(spec.size, NewShapeSpec::kMinSize, NewShapeSpec::kMaxSize);
    const int sides = std::clamp(spec.sides, 3, kMaxPolygonVertices);
    const float half = 0.5f * size;

    ToolboxBody made;
    made.body.rotation = makeRot(spec.angle);
    ShapeDef def;
    def.material = spec.material;
    switch (shape) {
    case ToolboxShape::Box:
        def.geometry = makeBox(half, half);
        break;
    case ToolboxShape::Circle:
        def.geometry = Circle{.radius = half};
        break;
    case ToolboxShape::Capsule:
        def.geometry = Capsule{{-0.5f * half, 0.0f}, {0.5f * half, 0.0f}, 0.5f * half};
        break;
    // The circumradius R gives a triangle of 0.77 times the area of the box: 3 sqrt(3) / 4 R^2.
    case ToolboxShape::Triangle:
        def.geometry = makeRegularPolygon(3, 0.77f * size);
        // makeRegularPolygon puts the first vertex on the x axis; rotate the triangle onto its base.
        def.local.q = makeRot(0.5f * kPi);
        break;
    case ToolboxShape::Ngon:
        def.geometry = makeRegularPolygon(sides, 0.6f * size);
        def.local.q = makeRot(-0.5f * kPi + kPi / static_cast<float>(sides));
        break;
    case ToolboxShape::Plank:
        def.geometry = makeBox(1.5f * size, 0.15f * size);
        break;
    case ToolboxShape::Wall:
        def.geometry = makeBox(2.0f * size, 0.125f * size);
        made.body.type = BodyType::Static;
        break;
    }
    made.shapes.push_back(def);
    return made;
}

} // namespace satbox::app
