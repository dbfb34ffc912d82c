#include "app/text/names.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

std::string kindName(const ShapeDef& def)
{
    const Polygon* polygon = std::get_if<Polygon>(&def.geometry);
    if (!polygon) return toString(kindOf(def.geometry));
    switch (polygon->count) {
    case 3:
        return "triangle";
    case 4:
        return "box";
    case 5:
        return "pentagon";
    case 6:
        return "hexagon";
    case 7:
        return "heptagon";
    case 8:
        return "octagon";
    default:
        return "polygon";
    }
}

} // namespace

std::string describeBody(const World& world, BodyId body)
{
    if (!world.isValid(body)) return "body";
    const Body& b = world.body(body);
    if (!b.name.empty()) return b.name;
    const std::vector<ShapeId> shapes = world.shapesOf(body);
    std::string kind = "body";
    if (shapes.size() == 1) kind = kindName(world.shape(shapes.front()).def);
    if (shapes.size() > 1) kind = "compound";
    if (b.type != BodyType::Dynamic) kind = std::string(toString(b.type)) + " " + kind;
    return fmt::format("{} {}", kind, body.index);
}

std::string describeBodies(const World& world, BodyId first, size_t count)
{
    return count == 1 ? describeBody(world, first) : fmt::format("{} bodies", count);
}

std::string nameOfShape(const World& world, ShapeId shape)
{
    return fmt::format("{}, {}", describeBody(world, world.bodyOf(shape)),
                       toString(kindOf(world.shape(shape).shape)));
}

} // namespace satbox::app
