#include "engine/scene/shape_reader.h"

#include "engine/core/quoted.h"
#include "engine/geometry/decompose.h"
#include "engine/geometry/hull.h"
#include "engine/geometry/polygon.h"
#include "engine/scene/suggest.h"
#include "engine/world/validate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace satbox {
namespace {

constexpr std::array<std::string_view, 8> kTypes{"box",     "circle",  "capsule", "segment",
                                                 "polygon", "regular", "outline", "convex"};
enum Type : size_t { Box, Round, Pill, Edge, HullOf, Regular, Outline, Exact };

constexpr size_t kMaxHullPoints = 512;
constexpr int kMaxSides = 64;
constexpr double kMaxAngle = 1e4; // rad, where makeRot is exact enough

Vec2 readPoint(const JsonPlace& place) { return readVec2(place, -kMaxCoordinate, kMaxCoordinate); }
float readSize(const JsonPlace& place) { return readFloat(place, kMinSize, kMaxCoordinate); }

std::vector<Vec2> readPoints(const JsonPlace& place, size_t minimum, size_t maximum)
{
    const JsonArray& items = readArray(place, "points", 0, std::numeric_limits<size_t>::max());
    if (items.size() > maximum || items.size() < minimum) {
        // Fewer than 3 are refused here or by what makes a polygon of them.
        fail(place, minimum == maximum ? fmt::format("{} points, expected {}", items.size(), minimum)
                                       : fmt::format("{} points, allowed are {} to {}", items.size(),
                                                     std::max<size_t>(minimum, 3), maximum));
    }
    std::vector<Vec2> points;
    points.reserve(items.size());
    for (size_t i = 0; i < items.size(); ++i) points.push_back(readPoint(element(place, items, i)));
    return points;
}

std::string counted(int count, const char* what)
{
    return fmt::format("{} point{} {}", count, count == 1 ? "" : "s", what);
}

void noteDropped(const JsonPlace& place, const HullReport& report, std::vector<std::string>& notes)
{
    std::string dropped;
    const auto tell = [&](int count, const char* what) {
        if (count > 0) dropped += (dropped.empty() ? "" : ", ") + counted(count, what);
    };
    tell(report.welded, "too near another");
    tell(report.collinear, "on an edge");
    tell(report.interior, "inside the hull");
    if (!dropped.empty()) notes.push_back(place.path() + ": dropped " + dropped);
}

std::vector<Shape> fromParts(const JsonPlace& place, const Decomposition& cut)
{
    if (!cut.ok()) fail(place, cut.error);
    return {cut.parts.begin(), cut.parts.end()};
}

std::vector<Shape> fromHull(const JsonPlace& place, std::span<const Vec2> points,
                            std::vector<std::string>& notes)
{
    const HullResult hull = makeHull(points);
    if (!hull.ok()) fail(place, hull.error);
    noteDropped(place, hull.report, notes);
    if (hull.vertices.size() <= static_cast<size_t>(kMaxPolygonVertices)) return {makePolygon(hull.vertices)};
    return fromParts(place, splitConvex(hull.vertices));
}

std::vector<Shape> fromOutline(const JsonPlace& place, std::span<const Vec2> points,
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
    if (!left.empty()) notes.push_back(place.path() + ": dropped " + left);
    return fromParts(place, cut);
}

// Rings are begun at the top, so that an odd one stands on its flat side, as makeRegularPolygon does it.
std::vector<Shape> fromRing(const JsonPlace& place, int sides, float radius, std::vector<std::string>& notes)
{
    if (sides <= kMaxPolygonVertices) return {makeRegularPolygon(sides, radius)};
    std::vector<Vec2> ring;
    for (int i = 0; i < sides; ++i) {
        const float angle = 2.0f * kPi * static_cast<float>(i) / static_cast<float>(sides);
        ring.push_back(rotate(makeRot(angle), {0.0f, radius}));
    }
    return fromHull(place, ring, notes);
}

// The very bits of a polygon, as the writer puts them down where making it from its points would give others.
Polygon readExact(const JsonFields& fields)
{
    const JsonPlace verticesPlace = fields.require("vertices");
    const JsonPlace normalsPlace = fields.require("normals");
    const std::vector<Vec2> vertices = readPoints(verticesPlace, 3, kMaxPolygonVertices);
    const std::vector<Vec2> normals = readPoints(normalsPlace, vertices.size(), vertices.size());
    Polygon polygon;
    polygon.count = static_cast<int>(vertices.size());
    for (size_t i = 0; i < vertices.size(); ++i) {
        const Vec2 edge = vertices[(i + 1) % vertices.size()] - vertices[i];
        const Vec2 next = vertices[(i + 2) % vertices.size()] - vertices[(i + 1) % vertices.size()];
        constexpr float kTolerance = 1e-3f;
        if (cross(edge, next) <= 0.0f) {
            fail(verticesPlace,
                 fmt::format("not convex and counter-clockwise at point {}; type \"polygon\" takes "
                             "any points",
                             (i + 1) % vertices.size()));
        }
        if (length(normals[i] - normalizeOrZero(rightPerp(edge))) > kTolerance) {
            fail(normalsPlace,
                 fmt::format("normal {} is not the outward unit normal of its edge; type \"polygon\" "
                             "needs no normals",
                             i));
        }
        polygon.vertices[i] = vertices[i];
        polygon.normals[i] = normals[i];
    }
    polygon.centroid = readPoint(fields.require("centroid"));
    return polygon;
}

std::vector<std::string_view> knownKeys(size_t type)
{
    std::vector<std::string_view> keys{"type", "offset", "angle", "rotation", "material", "filter", "sensor"};
    const auto also = [&](std::initializer_list<std::string_view> more) { keys.insert(keys.end(), more); };
    switch (type) {
    case Box:
        also({"size"});
        break;
    case Round:
        also({"radius", "center"});
        break;
    case Pill:
        also({"p1", "p2", "radius"});
        break;
    case Edge:
        also({"p1", "p2"});
        break;
    case Regular:
        also({"sides", "radius"});
        break;
    case Exact:
        also({"vertices", "normals", "centroid"});
        break;
    default:
        also({"vertices"});
        break;
    }
    return keys;
}

std::vector<Shape> readGeometry(const JsonFields& fields, size_t type, std::vector<std::string>& notes)
{
    const auto place = [&](std::string_view key) { return fields.require(key); };
    switch (type) {
    case Box: {
        const Vec2 size = readVec2(place("size"), 2.0 * kMinSize, 2.0 * kMaxCoordinate);
        return {makeBox(0.5f * size.x, 0.5f * size.y)};
    }
    case Round: {
        Circle circle{{0.0f, 0.0f}, readSize(place("radius"))};
        if (const auto center = fields.find("center")) circle.center = readPoint(*center);
        return {circle};
    }
    case Pill:
        return {Capsule{readPoint(place("p1")), readPoint(place("p2")), readSize(place("radius"))}};
    case Edge:
        return {Segment{readPoint(place("p1")), readPoint(place("p2"))}};
    case Regular: {
        const auto sides = static_cast<int>(readInteger(place("sides"), 3, kMaxSides));
        return fromRing(fields.place(), sides, readSize(place("radius")), notes);
    }
    case Exact:
        return {readExact(fields)};
    case Outline: {
        const JsonPlace vertices = place("vertices");
        return fromOutline(vertices, readPoints(vertices, 0, kMaxOutlinePoints), notes);
    }
    default: {
        const JsonPlace vertices = place("vertices");
        return fromHull(vertices, readPoints(vertices, 0, kMaxHullPoints), notes);
    }
    }
}

Filter readFilter(const JsonPlace& place)
{
    const JsonFields fields(place, "a filter", {"category", "mask", "group"});
    constexpr int64_t kAllBits = std::numeric_limits<uint32_t>::max();
    Filter filter;
    if (const auto bits = fields.find("category")) {
        filter.category = static_cast<uint32_t>(readInteger(*bits, 0, kAllBits));
    }
    if (const auto bits = fields.find("mask"))
        filter.mask = static_cast<uint32_t>(readInteger(*bits, 0, kAllBits));
    if (const auto group = fields.find("group")) {
        filter.group = static_cast<int32_t>(
            readInteger(*group, std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()));
    }
    return filter;
}

Material readMaterialOrName(const JsonPlace& place, const MaterialsByName& materials)
{
    const auto* name = std::get_if<std::string>(&place.value.data);
    if (name == nullptr) {
        if (std::holds_alternative<JsonObject>(place.value.data)) return readMaterial(place);
        fail(place, fmt::format(
                        "{}, expected a material (an object) or the name of one of the scene's \"materials\"",
                        describeKind(place.value)));
    }
    if (const auto found = materials.find(*name); found != materials.end()) return found->second;
    std::vector<std::string_view> known;
    for (const auto& entry : materials) known.push_back(entry.first);
    fail(place,
         fmt::format("the scene's \"materials\" hold no {}{}", quotedText(*name), didYouMean(*name, known)));
}

} // namespace

Rot readOrientation(const JsonFields& fields)
{
    const auto angle = fields.find("angle");
    const auto rotation = fields.find("rotation");
    if (angle && rotation) fail(*rotation, "both \"angle\" and \"rotation\" are given, one is enough");
    if (angle) return makeRot(readFloat(*angle, -kMaxAngle, kMaxAngle));
    return rotation ? readRotation(*rotation) : Rot{};
}

Material readMaterial(const JsonPlace& place)
{
    const JsonFields fields(place, "a material",
                            {"density", "friction", "staticFriction", "dynamicFriction", "restitution"});
    Material material;
    if (const auto density = fields.find("density")) material.density = readFloat(*density);
    if (const auto friction = fields.find("friction")) {
        for (const char* single : {"staticFriction", "dynamicFriction"}) {
            if (!fields.find(single)) continue;
            fail(*friction,
                 fmt::format("stands for both coefficients, leave out \"{}\" or \"friction\"", single));
        }
        material.staticFriction = material.dynamicFriction = readFloat(*friction);
    }
    if (const auto value = fields.find("staticFriction")) material.staticFriction = readFloat(*value);
    if (const auto value = fields.find("dynamicFriction")) {
        material.dynamicFriction = readFloat(*value);
    }
    if (const auto value = fields.find("restitution")) material.restitution = readFloat(*value);
    std::string sentence = validate(material);
    constexpr std::string_view kBoth = "staticFriction: "; // said as "friction" in the file
    if (fields.find("friction") && sentence.starts_with(kBoth))
        sentence.replace(0, kBoth.size(), "friction: ");
    failIfWrong(place, sentence);
    return material;
}

std::vector<ShapeDef> readShape(const JsonPlace& place, const MaterialsByName& materials,
                                std::vector<std::string>& notes)
{
    readObject(place, "a shape");
    // The type decides which other keys are known, so it is looked up before they are checked.
    const auto& members = std::get<JsonObject>(place.value.data);
    size_t type = kTypes.size();
    for (const auto& [key, value] : members)
        if (key == "type") type = readWord(JsonPlace{value, &place, key, 0}, kTypes);
    if (type == kTypes.size()) fail(place, "\"type\" is missing");
    const std::vector<std::string_view> known = knownKeys(type);
    const JsonFields fields(place, fmt::format("a shape of type \"{}\"", kTypes[type]), known);

    ShapeDef common;
    if (const auto offset = fields.find("offset")) common.local.p = readPoint(*offset);
    common.local.q = readOrientation(fields);
    if (const auto material = fields.find("material"))
        common.material = readMaterialOrName(*material, materials);
    if (const auto filter = fields.find("filter")) common.filter = readFilter(*filter);
    if (const auto sensor = fields.find("sensor")) common.sensor = readBool(*sensor);

    std::vector<ShapeDef> shapes;
    for (Shape& geometry : readGeometry(fields, type, notes)) {
        ShapeDef& def = shapes.emplace_back(common);
        def.geometry = std::move(geometry);
        failIfWrong(place, validate(def));
    }
    return shapes;
}

} // namespace satbox
