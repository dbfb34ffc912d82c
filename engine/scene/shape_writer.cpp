#include "engine/scene/shape_writer.h"

#include "engine/core/bit_cast.h"
#include "engine/model/definition_fields.h"
#include "engine/scene/field_values.h"
#include "engine/scene/json_text.h"
#include <satbox/outlines.h>
#include <satbox/shapes.h>
#include <satbox/validate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace satbox {
namespace {

constexpr int kMinSharedUses = 2; // a material used once is written in its shape

// Compares bits, not values: minus zero equals zero, but would change the world's hash.
bool sameBits(float a, float b) { return bitCast<uint32_t>(a) == bitCast<uint32_t>(b); }
bool sameBits(Vec2 a, Vec2 b) { return sameBits(a.x, b.x) && sameBits(a.y, b.y); }
bool sameBits(Rot a, Rot b) { return sameBits(a.c, b.c) && sameBits(a.s, b.s); }
bool sameBits(uint64_t a, uint64_t b) { return a == b; }
bool sameBits(const Material& a, const Material& b)
{
    const std::span<const MaterialField> fields = materialFields();
    return std::all_of(fields.begin(), fields.end(), [&](const MaterialField& field) {
        return std::visit([&](auto member) { return sameBits(a.*member, b.*member); }, field.member);
    });
}
bool sameBits(const Polygon& a, const Polygon& b)
{
    bool same = a == b && sameBits(a.centroid, b.centroid);
    for (size_t i = 0; same && i < static_cast<size_t>(a.count); ++i)
        same = sameBits(a.vertices[i], b.vertices[i]) && sameBits(a.normals[i], b.normals[i]);
    return same;
}

std::string materialText(const Material& material)
{
    const Material defaults;
    JsonObjectText object;
    const bool isOneFriction = sameBits(material.staticFriction, material.dynamicFriction);
    for (const MaterialField& field : materialFields()) {
        const bool isStatic = field.member == MaterialField::Member(&Material::staticFriction);
        const bool isFriction = isStatic || field.member == MaterialField::Member(&Material::dynamicFriction);
        std::visit(
            [&](auto member) {
                const bool isDefault = sameBits(material.*member, defaults.*member);
                if (isFriction && isOneFriction) { // both at once
                    if (isStatic && !isDefault) object.add("friction", fieldText(material.*member));
                } else if (isFriction || !isDefault) {
                    object.add(field.key, fieldText(material.*member));
                }
            },
            field.member);
    }
    return object.text();
}

std::string pointsText(std::span<const Vec2> points)
{
    std::vector<std::string> texts;
    for (const Vec2 p : points) texts.push_back(jsonText(p));
    return jsonArray(texts);
}

void addRadius(const Polygon& polygon, JsonObjectText& object)
{
    if (polygon.radius != 0.0f) object.add("radius", jsonText(polygon.radius));
}

bool addAsBox(const Polygon& polygon, JsonObjectText& object)
{
    const std::optional<Vec2> half = halfSizeOfBox(polygon);
    if (!half) return false;
    object.add("type", jsonText("box"));
    object.add("size", jsonText(2.0f * *half));
    addRadius(polygon, object);
    return true;
}

bool addAsRegular(const Polygon& polygon, JsonObjectText& object)
{
    if (polygon.count < 3) return false;
    const float radius = length(polygon.vertices[0]);
    if (!(radius >= kMinSize)) return false;
    // The computed length may differ from the radius by one rounding: try the neighbouring floats too.
    for (const float candidate : {radius, std::nextafter(radius, 0.0f), std::nextafter(radius, 1e30f)}) {
        if (!sameBits(makeRegularPolygon(polygon.count, candidate), polygon)) continue;
        object.add("type", jsonText("regular"));
        object.add("sides", std::to_string(polygon.count));
        object.add("radius", jsonText(candidate));
        return true;
    }
    return false;
}

void addPolygon(const Polygon& polygon, JsonObjectText& object)
{
    if (addAsBox(polygon, object) || addAsRegular(polygon, object)) return;
    const HullResult hull = makeHull(polygon.points());
    const bool sameHull = hull.ok() && hull.vertices.size() == static_cast<size_t>(polygon.count) &&
                          sameBits(makePolygon(hull.vertices, polygon.radius), polygon);
    object.add("type", jsonText(sameHull ? "polygon" : "convex"));
    object.add("vertices", pointsText(polygon.points()));
    addRadius(polygon, object);
    if (sameHull) return;
    object.add("normals", pointsText(std::span(polygon.normals).first(static_cast<size_t>(polygon.count))));
    object.add("centroid", jsonText(polygon.centroid));
}

struct GeometryWriter {
    JsonObjectText& object;

    void operator()(const Circle& circle) const
    {
        object.add("type", jsonText("circle"));
        object.add("radius", jsonText(circle.radius));
        if (const std::string center = jsonText(circle.center); center != "[0, 0]")
            object.add("center", center);
    }
    void operator()(const Capsule& capsule) const
    {
        object.add("type", jsonText("capsule"));
        object.add("p1", jsonText(capsule.p1));
        object.add("p2", jsonText(capsule.p2));
        object.add("radius", jsonText(capsule.radius));
    }
    void operator()(const Segment& segment) const
    {
        object.add("type", jsonText("segment"));
        object.add("p1", jsonText(segment.p1));
        object.add("p2", jsonText(segment.p2));
        if (!segment.oneSided) return;
        object.add("before", jsonText(segment.before));
        object.add("after", jsonText(segment.after));
    }
    void operator()(const Polygon& polygon) const { addPolygon(polygon, object); }
};

std::string filterText(const Filter& filter)
{
    const Filter defaults;
    JsonObjectText object;
    for (const FilterField& field : filterFields())
        std::visit(
            [&](auto member) {
                if (filter.*member != defaults.*member) object.add(field.key, std::to_string(filter.*member));
            },
            field.member);
    return object.text();
}

} // namespace

void MaterialNames::addUse(const Material& material)
{
    if (sameBits(material, Material{})) return;
    for (Entry& entry : entries_) {
        if (!sameBits(entry.material, material)) continue;
        ++entry.uses;
        return;
    }
    constexpr size_t kMaxNames = 64; // bounds the search in worlds where every shape has its own material
    if (entries_.size() < kMaxNames) entries_.push_back({material, 1});
}

std::string MaterialNames::reference(const Material& material) const
{
    if (sameBits(material, Material{})) return {};
    for (size_t i = 0; i < entries_.size(); ++i) {
        if (sameBits(entries_[i].material, material) && entries_[i].uses >= kMinSharedUses) {
            return jsonText("material " + std::to_string(i + 1));
        }
    }
    return materialText(material);
}

std::string MaterialNames::text() const
{
    JsonObjectText object;
    for (size_t i = 0; i < entries_.size(); ++i) {
        if (entries_[i].uses < kMinSharedUses) continue;
        object.add("material " + std::to_string(i + 1), materialText(entries_[i].material));
    }
    return object.empty() ? std::string() : object.expandedText();
}

std::optional<Vec2> halfSizeOfBox(const Polygon& polygon)
{
    if (polygon.count != 4) return std::nullopt;
    Vec2 half = polygon.vertices[0];
    for (const Vec2 v : polygon.points()) half = maximum(half, v);
    const bool isBox = half.x >= kMinSize && half.y >= kMinSize &&
                       sameBits(makeRoundedBox(half.x, half.y, polygon.radius), polygon);
    return isBox ? std::optional(half) : std::nullopt;
}

std::pair<std::string, std::string> orientationText(Rot rotation)
{
    if (sameBits(rotation, Rot{})) return {};
    const float angle = angleOf(rotation);
    const Rot again = makeRot(angle);
    if (sameBits(again, rotation)) return {"angle", jsonText(angle)};
    return {"rotation", jsonText(Vec2{rotation.c, rotation.s})};
}

std::string shapeText(const ShapeDef& def, const MaterialNames& materials)
{
    JsonObjectText object;
    std::visit(GeometryWriter{object}, def.geometry);
    if (const std::string offset = jsonText(def.local.p); offset != "[0, 0]") object.add("offset", offset);
    if (auto [key, text] = orientationText(def.local.q); !key.empty()) object.add(key, text);
    if (std::string text = materials.reference(def.material); !text.empty()) object.add("material", text);
    if (def.filter != Filter{}) object.add("filter", filterText(def.filter));
    static const ShapeDef kDefaults;
    for (const ShapeField& field : shapeFields())
        std::visit(
            [&](auto member) {
                if (def.*member != kDefaults.*member) object.add(field.key, fieldText(def.*member));
            },
            field.member);
    return object.text();
}

} // namespace satbox
