#include "engine/scene/import/import_builder.h"

#include "engine/core/number_text.h"
#include "engine/core/quoted.h"
#include "engine/scene/json_fields.h"
#include <satbox/limits.h>
#include <satbox/outlines.h>
#include <satbox/validate.h>

#include <algorithm>
#include <fmt/format.h>

namespace satbox {
namespace {

std::vector<Vec2> relativeTo(const std::vector<Position>& points, Position origin)
{
    std::vector<Vec2> relative;
    relative.reserve(points.size());
    for (const Position& point : points) relative.push_back(point - origin);
    return relative;
}

std::string pointText(Position p) { return fmt::format("({:.6g}, {:.6g}) m", p.x, p.y); }

} // namespace

WorldBox boxOf(const std::vector<ImportPart>& parts)
{
    bool isFirst = true;
    WorldBox box;
    const auto include = [&](Position lower, Position upper) {
        box =
            isFirst ? WorldBox{lower, upper} : WorldBox{minimum(box.lower, lower), maximum(box.upper, upper)};
        isFirst = false;
    };
    for (const ImportPart& part : parts)
        std::visit(
            [&](const auto& geometry) {
                if constexpr (requires { geometry.radius; }) {
                    const double r = geometry.radius;
                    include({geometry.center.x - r, geometry.center.y - r},
                            {geometry.center.x + r, geometry.center.y + r});
                } else {
                    for (const Position& point : geometry.points) include(point, point);
                }
            },
            part.geometry);
    return box;
}

std::string ImportBuilder::nameFrom(std::string_view text, std::string_view place)
{
    if (text.size() <= kMaxNameBytes && isUtf8(text)) return std::string(text);
    report_.changed(
        fmt::format("names that are longer than {} bytes, or not UTF-8, are left out", kMaxNameBytes), place);
    return {};
}

uint32_t ImportBuilder::addBody(BodyDef def, std::string_view place)
{
    if (definition_.bodies.size() >= kMaxBodies)
        throw SceneError{fmt::format("{}: more than {} bodies, the maximum", place, kMaxBodies)};
    definition_.bodies.push_back(std::move(def));
    shapesOfLastBody_ = 0;
    return static_cast<uint32_t>(definition_.bodies.size() - 1);
}

void ImportBuilder::addExtraBody(BodyDef def, ShapeDef shape)
{
    definition_.shapes.push_back({addBody(std::move(def), "/"), std::move(shape)});
    ++extraBodies_;
}

void ImportBuilder::refuseOutline(const ImportOutline& outline, const std::vector<Vec2>& points,
                                  const std::string& error, const std::string& place, Position origin)
{
    const OutlineCheck check = checkOutline(points);
    if (check.fault != OutlineFault::Crossing) {
        report_.refused(fmt::format("an outline: {}", error), place);
        return;
    }
    const std::string at = pointText(origin + check.crossing);
    if (outline.lines.empty())
        report_.refused(
            fmt::format("an outline that crosses itself at {}: its edges {} and {}, counted from 0", at,
                        check.edgeA, check.edgeB),
            place);
    else
        report_.refused(
            fmt::format("an outline that crosses itself at {}: the edges that begin in lines {} and {}", at,
                        outline.lines[check.edgeA], outline.lines[check.edgeB]),
            place);
}

std::vector<Shape> ImportBuilder::outlineShapes(const ImportOutline& outline, const std::string& place,
                                                Position origin)
{
    const std::vector<Vec2> points = relativeTo(outline.points, origin);
    const Decomposition cut = decompose(points);
    if (!cut.ok()) {
        refuseOutline(outline, points, cut.error, place, origin);
        return {};
    }
    if (cut.droppedPoints > 0)
        report_.changed("points dropped that are nearly on the line between their neighbours", place,
                        static_cast<size_t>(cut.droppedPoints));
    if (cut.leftOutArea > 0.0)
        report_.changed("slivers of outlines left out that are too thin for a body", place);
    return {cut.pieces.begin(), cut.pieces.end()};
}

// Chains collide from one side, so there are two, one in each direction.
std::vector<Shape> ImportBuilder::lineShapes(const ImportLine& line, const std::string& place,
                                             Position origin)
{
    std::vector<Vec2> points = relativeTo(line.points, origin);
    std::vector<Shape> shapes;
    for (int side = 0; side < 2; ++side) {
        const Chain chain = makeChain(points, line.closed);
        if (!chain.ok()) {
            report_.refused(fmt::format("a line: {}", chain.error), place);
            return {};
        }
        shapes.insert(shapes.end(), chain.pieces.begin(), chain.pieces.end());
        std::reverse(points.begin(), points.end());
    }
    return shapes;
}

std::vector<Shape> ImportBuilder::shapesOf(const ImportPart& part, Position origin)
{
    if (const auto* circle = std::get_if<ImportCircle>(&part.geometry))
        return {Circle{circle->center - origin, static_cast<float>(circle->radius)}};
    if (const auto* outline = std::get_if<ImportOutline>(&part.geometry))
        return outlineShapes(*outline, part.place, origin);
    return lineShapes(std::get<ImportLine>(part.geometry), part.place, origin);
}

bool ImportBuilder::addPart(uint32_t body, const ImportPart& part, Position origin)
{
    std::vector<ShapeDef> defs;
    for (Shape& shape : shapesOf(part, origin)) {
        ShapeDef& def = defs.emplace_back(part.common);
        def.geometry = std::move(shape);
        if (const std::string wrong = validate(def); !wrong.empty()) {
            report_.refused(fmt::format("a shape: {}", wrong), part.place);
            return false;
        }
    }
    shapesOfLastBody_ += defs.size();
    if (shapesOfLastBody_ > kMaxShapesOfBody)
        throw SceneError{fmt::format("{}: the body has more than {} convex shapes, the maximum", part.place,
                                     kMaxShapesOfBody)};
    if (definition_.shapes.size() + defs.size() > kMaxShapes)
        throw SceneError{fmt::format("{}: more than {} shapes, the maximum", part.place, kMaxShapes)};
    for (ShapeDef& def : defs) definition_.shapes.push_back({body, std::move(def)});
    return !defs.empty();
}

bool ImportBuilder::addBodyWithParts(BodyDef def, const std::vector<ImportPart>& parts)
{
    if (parts.empty()) return false;
    const std::string& place = parts.front().place;
    const Position origin = center(boxOf(parts));
    def.position = origin;
    if (const std::string wrong = validate(def); !wrong.empty()) {
        report_.refused(fmt::format("a body: {}", wrong), place);
        return false;
    }
    const bool hasArea = std::any_of(parts.begin(), parts.end(), [](const ImportPart& part) {
        return !std::holds_alternative<ImportLine>(part.geometry);
    });
    if (!hasArea && def.type == BodyType::Dynamic) {
        def.type = BodyType::Static;
        report_.changed("lines became static bodies, which collide from both sides", place);
    }
    const uint32_t body = addBody(std::move(def), place);
    bool any = false;
    for (const ImportPart& part : parts)
        if (addPart(body, part, origin)) any = true;
    if (!any) definition_.bodies.pop_back();
    return any;
}

} // namespace satbox
