#include "app/tools/palette.h"

#include "engine/core/assert.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

constexpr auto kItems = std::to_array<PaletteItem>({
    {PaletteShape::Box, "box", "Box", Key::Num1, "A square box."},
    {PaletteShape::Circle, "circle", "Circle", Key::Num2, "A solid circle."},
    {PaletteShape::Capsule, "capsule", "Capsule", Key::Num3,
     "A rod with round ends, twice as long as it is thick."},
    {PaletteShape::Triangle, "triangle", "Triangle", Key::Num4, "An equilateral triangle."},
    {PaletteShape::Ngon, "n-gon", "Polygon", Key::Num5, "A regular polygon with 3 to 8 sides."},
    {PaletteShape::Plank, "plank", "Plank", Key::Num6, "A flat board, ten times as long as it is thick."},
    {PaletteShape::Wall, "wall", "Static wall", Key::Num7, "A static body: it collides, but never moves."},
});

} // namespace

std::span<const PaletteItem> paletteItems() { return kItems; }

const PaletteItem& paletteItem(PaletteShape shape)
{
    for (const PaletteItem& item : kItems)
        if (item.shape == shape) return item;
    SATBOX_ASSERT(false, "every value has a row in the table");
    return kItems.front();
}

PaletteBody makePaletteBody(PaletteShape shape, const PaletteSpec& spec)
{
    const float size = std::clamp(spec.size, PaletteSpec::kMinSize, PaletteSpec::kMaxSize);
    const int sides = std::clamp(spec.sides, 3, kMaxPolygonVertices);
    const float half = 0.5f * size;

    PaletteBody made;
    made.body.rotation = makeRot(spec.angle);
    ShapeDef def;
    def.material = spec.material;
    switch (shape) {
    case PaletteShape::Box:
        def.geometry = makeBox(half, half);
        break;
    case PaletteShape::Circle:
        def.geometry = Circle{.radius = half};
        break;
    case PaletteShape::Capsule:
        def.geometry = Capsule{{-0.5f * half, 0.0f}, {0.5f * half, 0.0f}, 0.5f * half};
        break;
    // The circumradius gives about the area of the box: side^2 * sqrt(3) / 4 for a triangle.
    case PaletteShape::Triangle:
        def.geometry = makeRegularPolygon(3, 0.77f * size);
        // makeRegularPolygon puts the first vertex on the x axis; rotate the triangle onto its base.
        def.local.q = makeRot(0.5f * kPi);
        break;
    case PaletteShape::Ngon:
        def.geometry = makeRegularPolygon(sides, 0.6f * size);
        def.local.q = makeRot(-0.5f * kPi + kPi / static_cast<float>(sides));
        break;
    case PaletteShape::Plank:
        def.geometry = makeBox(1.5f * size, 0.15f * size);
        break;
    case PaletteShape::Wall:
        def.geometry = makeBox(2.0f * size, 0.125f * size);
        made.body.type = BodyType::Static;
        break;
    }
    made.shapes.push_back(def);
    return made;
}

} // namespace satbox::app
