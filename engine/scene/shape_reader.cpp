#include "engine/scene/shape_reader.h"

#include "engine/core/number_text.h"
#include "engine/core/quoted.h"
#include "engine/core/suggest.h"
#include "engine/model/definition_fields.h"
#include "engine/scene/field_values.h"
#include <satbox/outlines.h>
#include <satbox/shapes.h>
#include <satbox/validate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace satbox {
namespace {

constexpr std::array<std::string_view, 9> kTypes{"box",     "circle",  "capsule", "segment", "polygon",
                                                 "regular", "outline", "convex",  "chain"};
enum TypeIndex : size_t {
    BoxType,
    CircleType,
    CapsuleType,
    SegmentType,
    PolygonType,
    RegularType,
    OutlineType,
    ConvexType,
    ChainType
};

constexpr size_t kMaxHullPoints = 512;
constexpr int kMaxSides = 64;
constexpr double kMaxAngle = 1e4; // rad; makeRot is accurate enough up to here

Vec2 readPoint(const JsonLocation& location) { return readVec2(location, -kMaxCoordinate, kMaxCoordinate); }
float readSize(const JsonLocation& location) { return readFloat(location, kMinSize, kMaxCoordinate); }

std::vector<Vec2> readPoints(const JsonLocation& location, size_t minimum, size_t maximum)
{
    const JsonArray& items = readArray(location, "points", 0, std::numeric_limits<size_t>::max());
    if (items.size() > maximum || items.size() < minimum) {
        // Callers with minimum 0 leave the check for at least 3 points to the geometry functions; the message
        // names that limit.
        fail(location, minimum == maximum ? fmt::format("{} points, expected {}", items.size(), minimum)
                                          : fmt::format("{} points, expected {} to {}", items.size(),
                                                        std::max<size_t>(minimum, 3), maximum));
    }
    std::vector<Vec2> points;
    points.reserve(items.size());
    for (size_t i = 0; i < items.size(); ++i) points.push_back(readPoint(element(location, items, i)));
    return points;
}

std::string counted(int count, const char* what)
{
    return fmt::format("{} point{} {}", count, count == 1 ? "" : "s", what);
}

void noteDropped(const JsonLocation& location, const HullReport& report, std::vector<std::string>& notes)
{
    std::string dropped;
    const auto add = [&](int count, const char* what) {
        if (count > 0) dropped += (dropped.empty() ? "" : ", ") + counted(count, what);
    };
    add(report.welded, "too near another");
    add(report.collinear, "on an edge");
    add(report.interior, "inside the hull");
    if (!dropped.empty()) notes.push_back(location.pointer() + ": dropped " + dropped);
}

std::vector<Shape> fromDecomposition(const JsonLocation& location, const Decomposition& cut)
{
    if (!cut.ok()) fail(location, cut.error);
    return {cut.pieces.begin(), cut.pieces.end()};
}

std::vector<Shape> fromHull(const JsonLocation& location, std::span<const Vec2> points,
                            std::vector<std::string>& notes)
{
    const HullResult hull = makeHull(points);
    if (!hull.ok()) fail(location, hull.error);
    noteDropped(location, hull.report, notes);
    if (hull.vertices.size() <= static_cast<size_t>(kMaxPolygonVertices)) return {makePolygon(hull.vertices)};
    return fromDecomposition(location, splitConvex(hull.vertices));
}

std::vector<Shape> fromOutline(const JsonLocation& location, std::span<const Vec2> points,
                               std::vector<std::string>& notes)
{
    const Decomposition cut = decompose(points);
    std::string left;
    if (cut.droppedPoints > 0)
        left = counted(cut.droppedPoints, fmt::format("within {} m of the outline without {}",
                                                      std::max(cut.tolerance, kWeldDistance),
                                                      cut.droppedPoints == 1 ? "it" : "them")
                                              .c_str());
    if (cut.leftOutArea > 0.0) {
        left += fmt::format("{}slivers too thin for a body, {:.2g} m² together", left.empty() ? "" : ", ",
                            cut.leftOutArea);
    }
    if (!left.empty()) notes.push_back(location.pointer() + ": dropped " + left);
    return fromDecomposition(location, cut);
}

// Starts at the top, so that an odd polygon has a flat bottom. (makeRegularPolygon, used for up to 8 sides,
// starts at angle 0.)
std::vector<Shape> fromRegular(const JsonLocation& location, int sides, float radius,
                               std::vector<std::string>& notes)
{
    if (sides <= kMaxPolygonVertices) return {makeRegularPolygon(sides, radius)};
    std::vector<Vec2> ring;
    for (int i = 0; i < sides; ++i) {
        const float angle = 2.0f * kPi * static_cast<float>(i) / static_cast<float>(sides);
        ring.push_back(rotate(makeRot(angle), {0.0f, radius}));
    }
    return fromHull(location, ring, notes);
}

// Of round corners, m; 0: sharp ones.
float readCornerRadius(const JsonFields& fields)
{
    const auto radius = fields.find("radius");
    if (!radius) return 0.0f;
    const float value = readFloat(*radius, 0.0, kMaxCoordinate);
    if (value > 0.0f && value < kMinSize) {
        fail(*radius, fmt::format("{} m is too small, expected 0 for sharp corners, or {} m at least",
                                  numberText(value), numberText(kMinSize)));
    }
    return value;
}

// Reads the exact bits of a polygon. The writer uses this type if rebuilding the polygon from its vertices
// would change bits.
Polygon readConvex(const JsonFields& fields)
{
    const JsonLocation verticesLocation = fields.require("vertices");
    const JsonLocation normalsLocation = fields.require("normals");
    const std::vector<Vec2> vertices = readPoints(verticesLocation, 3, kMaxPolygonVertices);
    const std::vector<Vec2> normals = readPoints(normalsLocation, vertices.size(), vertices.size());
    Polygon polygon;
    polygon.count = static_cast<int>(vertices.size());
    for (size_t i = 0; i < vertices.size(); ++i) {
        const Vec2 edge = vertices[(i + 1) % vertices.size()] - vertices[i];
        const Vec2 next = vertices[(i + 2) % vertices.size()] - vertices[(i + 1) % vertices.size()];
        constexpr float kTolerance = 1e-3f;
        if (cross(edge, next) <= 0.0f) {
            fail(verticesLocation,
                 fmt::format("not convex and counter-clockwise at point {}; use type \"polygon\" for "
                             "points in any order",
                             (i + 1) % vertices.size()));
        }
        if (length(normals[i] - normalizeOrZero(rightPerp(edge))) > kTolerance) {
            fail(normalsLocation,
                 fmt::format("normal {} is not the outward unit normal of its edge; use type \"polygon\" "
                             "to leave out the normals",
                             i));
        }
        polygon.vertices[i] = vertices[i];
        polygon.normals[i] = normals[i];
    }
    polygon.centroid = readPoint(fields.require("centroid"));
    polygon.radius = readCornerRadius(fields);
    return polygon;
}

// With the neighbouring points, a piece of a chain.
Segment readSegment(const JsonFields& fields)
{
    Segment segment{.p1 = readPoint(fields.require("p1")), .p2 = readPoint(fields.require("p2"))};
    const auto before = fields.find("before"), after = fields.find("after");
    if (!before && !after) return segment;
    segment.oneSided = true;
    segment.before = readPoint(before ? *before : fields.require("before"));
    segment.after = readPoint(after ? *after : fields.require("after"));
    return segment;
}

std::vector<Shape> readChain(const JsonFields& fields)
{
    const JsonLocation vertices = fields.require("vertices");
    bool closed = false;
    if (const auto value = fields.find("closed")) readField(*value, closed);
    const Chain chain = makeChain(readPoints(vertices, 0, kMaxOutlinePoints), closed);
    if (!chain.ok()) fail(vertices, chain.error);
    return {chain.pieces.begin(), chain.pieces.end()};
}

// Pieces with round corners would overlap at their seams and stick out of the outline, so there may be one
// only.
void roundCorners(const JsonFields& fields, std::vector<Shape>& pieces)
{
    const float radius = readCornerRadius(fields);
    if (radius == 0.0f) return;
    if (pieces.size() > 1) {
        fail(*fields.find("radius"),
             fmt::format(
                 "the hull has more than {0} corners, expected at most {0} of a polygon with round corners",
                 kMaxPolygonVertices));
    }
    std::get<Polygon>(pieces.front()).radius = radius;
}

std::vector<std::string_view> knownKeys(size_t type)
{
    std::vector<std::string_view> keys{"type", "offset", "angle", "rotation", "material", "filter"};
    for (const ShapeField& field : shapeFields()) keys.push_back(field.key);
    const auto also = [&](std::initializer_list<std::string_view> more) { keys.insert(keys.end(), more); };
    switch (type) {
    case BoxType:
        also({"size", "radius"});
        break;
    case CircleType:
        also({"radius", "center"});
        break;
    case CapsuleType:
        also({"p1", "p2", "radius"});
        break;
    case SegmentType:
        also({"p1", "p2", "before", "after"});
        break;
    case ChainType:
        also({"vertices", "closed"});
        break;
    case RegularType:
        also({"sides", "radius"});
        break;
    case PolygonType:
        also({"vertices", "radius"});
        break;
    case ConvexType:
        also({"vertices", "radius", "normals", "centroid"});
        break;
    default:
        also({"vertices"});
        break;
    }
    return keys;
}

std::vector<Shape> readGeometry(const JsonFields& fields, size_t type, std::vector<std::string>& notes)
{
    const auto required = [&](std::string_view key) { return fields.require(key); };
    switch (type) {
    case BoxType: {
        const Vec2 size = readVec2(required("size"), 2.0 * kMinSize, 2.0 * kMaxCoordinate);
        return {makeRoundedBox(0.5f * size.x, 0.5f * size.y, readCornerRadius(fields))};
    }
    case CircleType: {
        Circle circle{{0.0f, 0.0f}, readSize(required("radius"))};
        if (const auto center = fields.find("center")) circle.center = readPoint(*center);
        return {circle};
    }
    case CapsuleType:
        return {Capsule{readPoint(required("p1")), readPoint(required("p2")), readSize(required("radius"))}};
    case SegmentType:
        return {readSegment(fields)};
    case ChainType:
        return readChain(fields);
    case RegularType: {
        const auto sides = static_cast<int>(readInteger(required("sides"), 3, kMaxSides));
        return fromRegular(fields.location(), sides, readSize(required("radius")), notes);
    }
    case ConvexType:
        return {readConvex(fields)};
    case OutlineType: {
        const JsonLocation vertices = required("vertices");
        return fromOutline(vertices, readPoints(vertices, 0, kMaxOutlinePoints), notes);
    }
    default: {
        const JsonLocation vertices = required("vertices");
        std::vector<Shape> pieces = fromHull(vertices, readPoints(vertices, 0, kMaxHullPoints), notes);
        roundCorners(fields, pieces);
        return pieces;
    }
    }
}

Filter readFilter(const JsonLocation& location)
{
    std::vector<std::string_view> known;
    for (const FilterField& field : filterFields()) known.push_back(field.key);
    const JsonFields fields(location, "a filter", known);
    Filter filter;
    for (const FilterField& field : filterFields()) {
        const auto bits = fields.find(field.key);
        if (!bits) continue;
        if (const auto* wide = std::get_if<uint64_t Filter::*>(&field.member))
            readField(*bits, filter.*(*wide));
        else
            filter.*std::get<int32_t Filter::*>(field.member) = static_cast<int32_t>(
                readInteger(*bits, static_cast<int64_t>(field.minimum), static_cast<int64_t>(field.maximum)));
    }
    return filter;
}

Material readMaterialOrName(const JsonLocation& location, const MaterialsByName& materials)
{
    const auto* name = std::get_if<std::string>(&location.value.data);
    if (name == nullptr) {
        if (std::holds_alternative<JsonObject>(location.value.data)) return readMaterial(location);
        fail(
            location,
            fmt::format("{}, expected a material (an object) or the name of one of the scene's \"materials\"",
                        describeKind(location.value)));
    }
    if (const auto found = materials.find(*name); found != materials.end()) return found->second;
    std::vector<std::string_view> known;
    for (const auto& entry : materials) known.push_back(entry.first);
    fail(location,
         fmt::format("the scene's \"materials\" have no {}{}", quotedText(*name), didYouMean(*name, known)));
}

} // namespace

Rot readOrientation(const JsonFields& fields)
{
    const auto angle = fields.find("angle");
    const auto rotation = fields.find("rotation");
    if (angle && rotation) fail(*rotation, "both \"angle\" and \"rotation\" are given, expected one of them");
    if (angle) return makeRot(readFloat(*angle, -kMaxAngle, kMaxAngle));
    return rotation ? readRotation(*rotation) : Rot{};
}

Material readMaterial(const JsonLocation& location)
{
    std::vector<std::string_view> known{"friction"}; // both coefficients at once
    for (const MaterialField& field : materialFields()) known.push_back(field.key);
    const JsonFields fields(location, "a material", known);
    Material material;
    if (const auto friction = fields.find("friction")) {
        for (const char* single : {"staticFriction", "dynamicFriction"}) {
            if (!fields.find(single)) continue;
            fail(*friction, fmt::format("sets both coefficients, remove \"{}\" or \"friction\"", single));
        }
        material.staticFriction = material.dynamicFriction = readFloat(*friction);
    }
    for (const MaterialField& field : materialFields())
        if (const auto value = fields.find(field.key))
            std::visit([&](auto member) { readField(*value, material.*member); }, field.member);
    std::string message = validate(material);
    constexpr std::string_view kBoth = "staticFriction: "; // the file says "friction"
    if (fields.find("friction") && message.starts_with(kBoth)) message.replace(0, kBoth.size(), "friction: ");
    failIfInvalid(location, message);
    return material;
}

std::vector<ShapeDef> readShape(const JsonLocation& location, const MaterialsByName& materials,
                                std::vector<std::string>& notes)
{
    readObject(location, "a shape");
    // The type determines the known keys, so read it before checking them.
    const auto& members = std::get<JsonObject>(location.value.data);
    size_t type = kTypes.size();
    for (const auto& [key, value] : members)
        if (key == "type") type = readEnumName(JsonLocation{value, &location, key, 0}, kTypes);
    if (type == kTypes.size()) fail(location, "\"type\" is missing");
    const std::vector<std::string_view> known = knownKeys(type);
    const JsonFields fields(location, fmt::format("a shape of type \"{}\"", kTypes[type]), known);

    ShapeDef common;
    if (const auto offset = fields.find("offset")) common.local.p = readPoint(*offset);
    common.local.q = readOrientation(fields);
    if (const auto material = fields.find("material"))
        common.material = readMaterialOrName(*material, materials);
    if (const auto filter = fields.find("filter")) common.filter = readFilter(*filter);
    for (const ShapeField& field : shapeFields())
        if (const auto value = fields.find(field.key))
            std::visit([&](auto member) { readField(*value, common.*member); }, field.member);

    std::vector<ShapeDef> shapes;
    for (Shape& geometry : readGeometry(fields, type, notes)) {
        ShapeDef& def = shapes.emplace_back(common);
        def.geometry = std::move(geometry);
        failIfInvalid(location, validate(def));
    }
    return shapes;
}

} // namespace satbox
