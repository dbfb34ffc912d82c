#include "engine/lab/body_label.h"

namespace satbox {
namespace {

std::string nameByCorners(const Polygon& polygon)
{
    switch (polygon.count) {
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

std::string kindName(const ShapeDef& def)
{
    const Polygon* polygon = std::get_if<Polygon>(&def.geometry);
    if (!polygon) return toString(kindOf(def.geometry));
    return (polygon->radius > 0.0f ? "rounded " : "") + nameByCorners(*polygon);
}

} // namespace

std::string bodyLabel(const World& world, BodyId body)
{
    if (!world.isValid(body)) return "body";
    const Body& b = world.body(body);
    if (!b.name.empty()) return b.name;
    const std::vector<ShapeId> shapes = world.shapesOf(body);
    std::string kind = "body";
    if (shapes.size() == 1) kind = kindName(world.shape(shapes.front()).def);
    if (shapes.size() > 1) kind = "compound";
    if (b.type != BodyType::Dynamic) kind = std::string(toString(b.type)) + " " + kind;
    return kind + " " + std::to_string(body.index);
}

std::string noBodyWithNumber(const World& world, uint32_t number)
{
    std::string text = "there is no body " + std::to_string(number);
    uint32_t last = kNoIndex;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) { last = id.index; });
    if (last != kNoIndex) text += "; the last one is body " + std::to_string(last);
    return text;
}

} // namespace satbox
