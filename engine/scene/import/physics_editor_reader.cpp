#include "engine/core/quoted.h"
#include "engine/scene/import/readers.h"
#include <satbox/limits.h>
#include <satbox/validate.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

// Collections of named shapes, traced from images. Three kinds of JSON:
// - PhysicsEditor for Phaser 3: {"NAME": {"type": "fromPhysicsEditor", "isStatic": ..., "fixtures":
// [{"vertices":
//   [[{"x": 1, "y": 2}, ...], ...]} or {"circle": {"x": ..., "y": ..., "radius": ...}}]}}; pixels, y
//   downwards
// - PhysicsEditor for Phaser 2: {"NAME": [{"density": ..., "shape": [x, y, x, y, ...]}, ...]}; likewise
// - Physics Body Editor: {"rigidBodies": [{"name": ..., "polygons": [[{"x": ..., "y": ...}, ...]], "circles":
//   [{"cx": ..., "cy": ..., "r": ...}]}]}; the image is 1 unit wide, y upwards
// They have no world, so the bodies are placed side by side on a floor.

namespace satbox {
namespace {

constexpr double kUsualPixelsPerMetre = 100.0;
constexpr double kGap = 0.5; // m, between neighbours
constexpr double kMaxUnits = 1e9;
constexpr size_t kMaxEditorNameBytes = 100'000;

const JsonValue* memberOf(const JsonObject& object, std::string_view key)
{
    for (const JsonMember& member : object)
        if (member.key == key) return &member.value;
    return nullptr;
}

bool hasShape(const JsonValue& fixture)
{
    const auto* object = std::get_if<JsonObject>(&fixture.data);
    return object != nullptr &&
           (memberOf(*object, "shape") != nullptr || memberOf(*object, "circle") != nullptr);
}

bool isPhaser3Body(const JsonValue& value)
{
    const auto* object = std::get_if<JsonObject>(&value.data);
    const JsonValue* fixtures = object != nullptr ? memberOf(*object, "fixtures") : nullptr;
    return fixtures != nullptr && std::holds_alternative<JsonArray>(fixtures->data);
}

bool isPhaser2Body(const JsonValue& value)
{
    const auto* array = std::get_if<JsonArray>(&value.data);
    return array != nullptr && !array->empty() && hasShape(array->front());
}

class PhysicsEditorReader {
  public:
    PhysicsEditorReader(ImportBuilder& builder, double usualUnitsPerMetre, bool yUp)
        : builder_(builder), report_(builder.report()),
          scale_(1.0 / (builder.options().unitsPerMetre > 0.0f ? double{builder.options().unitsPerMetre}
                                                               : usualUnitsPerMetre)),
          yUp_(yUp)
    {}

    void readPhaser(const JsonLocation& root)
    {
        for (const auto& [key, value] : readObject(root, "bodies by name")) {
            const JsonLocation location{value, &root, key, 0};
            if (isPhaser3Body(value))
                readPhaser3Body(location);
            else if (isPhaser2Body(value))
                readPhaser2Body(location);
            else if (key != "generator_info")
                report_.refused("keys that are no bodies", location.pointer());
        }
        addFloor();
    }

    void readBodyEditor(const JsonLocation& list)
    {
        const JsonArray& items = readArray(list, "bodies", 0, kMaxBodies);
        for (size_t i = 0; i < items.size(); ++i) {
            const JsonLocation location = element(list, items, i);
            const JsonObject& object = readObject(location, "a body");
            std::vector<ImportPart> parts;
            std::string name;
            for (const auto& [key, value] : object) {
                const JsonLocation member{value, &location, key, 0};
                if (key == "name")
                    name = readText(member, kMaxEditorNameBytes);
                else if (key == "polygons")
                    addPolygons(member, {}, parts);
                else if (key == "circles")
                    addEditorCircles(member, parts);
                else if (key == "imagePath")
                    report_.refused("images", member.pointer());
                // "shapes" has the outlines from which the program made the polygons, "origin" moves the
                // image.
                else if (key != "shapes" && key != "origin")
                    report_.refused(fmt::format("the key {}", quotedText(key)), location.pointer());
            }
            place(name, BodyType::Dynamic, std::move(parts), location.pointer());
        }
        addFloor();
    }

  private:
    Position pointFrom(const JsonLocation& x, const JsonLocation& y) const
    {
        const double sign = yUp_ ? 1.0 : -1.0;
        return {scale_ * readDouble(x, -kMaxUnits, kMaxUnits),
                sign * scale_ * readDouble(y, -kMaxUnits, kMaxUnits)};
    }
    Position pointFrom(const JsonLocation& location, std::string_view xKey = "x",
                       std::string_view yKey = "y") const
    {
        const JsonObject& object = readObject(location, "a point");
        return pointFrom(require(location, object, xKey), require(location, object, yKey));
    }
    static JsonLocation require(const JsonLocation& location, const JsonObject& object, std::string_view key)
    {
        const JsonValue* value = memberOf(object, key);
        if (value == nullptr) fail(location, fmt::format("\"{}\" is missing", key));
        return {*value, &location, key, 0};
    }

    // Numbers that are missing keep their value.
    template<class Number>
    static void readNumber(const JsonLocation& location, const JsonObject& object, std::string_view key,
                           Number& number)
    {
        if (const JsonValue* value = memberOf(object, key)) {
            const JsonLocation member{*value, &location, key, 0};
            if constexpr (std::is_same_v<Number, float>)
                number = readFloat(member);
            else
                number = static_cast<Number>(readInteger(member, INT32_MIN, INT32_MAX));
        }
    }

    void addPolygons(const JsonLocation& location, const ShapeDef& common, std::vector<ImportPart>& parts)
    {
        const JsonArray& polygons = readArray(location, "polygons", 0, kMaxShapesOfBody);
        for (size_t i = 0; i < polygons.size(); ++i) {
            const JsonLocation polygon = element(location, polygons, i);
            const JsonArray& items = readArray(polygon, "points", 0, kMaxImportPoints);
            ImportOutline outline;
            for (size_t k = 0; k < items.size(); ++k)
                outline.points.push_back(pointFrom(element(polygon, items, k)));
            parts.push_back({std::move(outline), common, polygon.pointer()});
        }
    }

    void addEditorCircles(const JsonLocation& location, std::vector<ImportPart>& parts)
    {
        const JsonArray& items = readArray(location, "circles", 0, kMaxShapesOfBody);
        for (size_t i = 0; i < items.size(); ++i) {
            const JsonLocation circle = element(location, items, i);
            const JsonObject& object = readObject(circle, "a circle");
            const double radius = scale_ * readDouble(require(circle, object, "r"), 0.0, kMaxUnits);
            parts.push_back({ImportCircle{pointFrom(circle, "cx", "cy"), radius}, {}, circle.pointer()});
        }
    }

    // {"x": ..., "y": ..., "radius": ...}, or with "position": [x, y].
    void addCircle(const JsonLocation& location, const ShapeDef& common, std::vector<ImportPart>& parts)
    {
        const JsonObject& object = readObject(location, "a circle");
        const double radius = scale_ * readDouble(require(location, object, "radius"), 0.0, kMaxUnits);
        Position center;
        if (const JsonValue* position = memberOf(object, "position")) {
            const JsonLocation at{*position, &location, "position", 0};
            const JsonArray& xy = readArray(at, "an x and a y", 2, 2);
            center = pointFrom(element(at, xy, 0), element(at, xy, 1));
        } else {
            center = pointFrom(location);
        }
        parts.push_back({ImportCircle{center, radius}, common, location.pointer()});
    }

    // Friction and restitution outside of satbox's range would refuse each shape: the report has one line for
    // it.
    static void readMaterial(const JsonLocation& location, const JsonObject& object, Material& material)
    {
        readNumber(location, object, "density", material.density);
        readNumber(location, object, "friction", material.dynamicFriction);
        readNumber(location, object, "restitution", material.restitution);
        readNumber(location, object, "bounce", material.restitution);
        material.staticFriction = material.dynamicFriction;
    }

    void readPhaser3Body(const JsonLocation& location)
    {
        const JsonObject& object = readObject(location, "a body");
        ShapeDef common;
        readMaterial(location, object, common.material);
        for (const char* key : {"frictionAir", "frictionStatic"})
            if (memberOf(object, key) != nullptr) report_.refused(key, location.pointer());
        if (const JsonValue* value = memberOf(object, "collisionFilter"))
            readFilter({*value, &location, "collisionFilter", 0}, "category", "mask", common.filter);
        bool isStatic = false;
        if (const JsonValue* value = memberOf(object, "isStatic"))
            isStatic = readBool({*value, &location, "isStatic", 0});
        std::vector<ImportPart> parts;
        const JsonLocation fixtures = require(location, object, "fixtures");
        const JsonArray& items = readArray(fixtures, "fixtures", 0, kMaxShapesOfBody);
        for (size_t i = 0; i < items.size(); ++i) {
            const JsonLocation fixture = element(fixtures, items, i);
            const JsonObject& members = readObject(fixture, "a fixture");
            ShapeDef def = common;
            if (const JsonValue* value = memberOf(members, "isSensor"))
                def.sensor = readBool({*value, &fixture, "isSensor", 0});
            if (const JsonValue* value = memberOf(members, "vertices"))
                addPolygons({*value, &fixture, "vertices", 0}, def, parts);
            if (const JsonValue* value = memberOf(members, "circle"))
                addCircle({*value, &fixture, "circle", 0}, def, parts);
        }
        place(std::string(location.key), isStatic ? BodyType::Static : BodyType::Dynamic, std::move(parts),
              location.pointer());
    }

    void readPhaser2Body(const JsonLocation& location)
    {
        std::vector<ImportPart> parts;
        const JsonArray& items = readArray(location, "fixtures", 0, kMaxShapesOfBody);
        for (size_t i = 0; i < items.size(); ++i) {
            const JsonLocation fixture = element(location, items, i);
            const JsonObject& object = readObject(fixture, "a fixture");
            ShapeDef common;
            readMaterial(fixture, object, common.material);
            if (const JsonValue* value = memberOf(object, "isSensor"))
                common.sensor = readBool({*value, &fixture, "isSensor", 0});
            if (const JsonValue* value = memberOf(object, "filter"))
                readFilter({*value, &fixture, "filter", 0}, "categoryBits", "maskBits", common.filter);
            if (const JsonValue* value = memberOf(object, "shape"))
                addFlatPolygon({*value, &fixture, "shape", 0}, common, parts);
            if (const JsonValue* value = memberOf(object, "circle"))
                addCircle({*value, &fixture, "circle", 0}, common, parts);
        }
        place(std::string(location.key), BodyType::Dynamic, std::move(parts), location.pointer());
    }

    void addFlatPolygon(const JsonLocation& location, const ShapeDef& common, std::vector<ImportPart>& parts)
    {
        const JsonArray& items = readArray(location, "numbers, x and y alternating", 0, 2 * kMaxImportPoints);
        if (items.size() % 2 != 0)
            fail(location, fmt::format("{} numbers, expected an x and a y each", items.size()));
        ImportOutline outline;
        for (size_t i = 0; i + 1 < items.size(); i += 2)
            outline.points.push_back(pointFrom(element(location, items, i), element(location, items, i + 1)));
        parts.push_back({std::move(outline), common, location.pointer()});
    }

    // Bits that are set in the file; a mask with all of its bits, or -1, means everything.
    static void readFilter(const JsonLocation& location, std::string_view categoryKey,
                           std::string_view maskKey, Filter& filter)
    {
        const JsonObject& object = readObject(location, "a filter");
        int64_t category = 1, mask = -1;
        readNumber(location, object, categoryKey, category);
        readNumber(location, object, maskKey, mask);
        readNumber(location, object, "group", filter.group);
        filter.category = static_cast<uint64_t>(category) & 0xFFFFFFFFu;
        constexpr int64_t kByte = 0xFF, kWord = 0xFFFF;
        if (mask != -1 && mask != kByte && mask != kWord)
            filter.mask = static_cast<uint64_t>(mask) & 0xFFFFFFFFu;
    }

    // Puts the parts to the right of what is there, on the floor at y = 0.
    void place(std::string_view name, BodyType type, std::vector<ImportPart> parts, const std::string& where)
    {
        if (parts.empty()) {
            report_.refused("bodies without shapes", where);
            return;
        }
        if (builder_.options().bodyType) type = *builder_.options().bodyType;
        const WorldBox box = boxOf(parts);
        if (!builder_.addBodyWithParts({.type = type, .name = builder_.nameFrom(name, where)}, parts)) return;
        Position& position = builder_.definition().bodies.back().position;
        position = {position.x - box.lower.x + right_, position.y - box.lower.y};
        right_ += box.upper.x - box.lower.x + kGap;
    }

    void addFloor()
    {
        if (builder_.definition().bodies.empty()) return;
        constexpr double kDepth = 0.5, kBeyond = 2.0; // m
        const double left = -kBeyond, right = right_ - kGap + kBeyond;
        if (!(0.5 * (right - left) < double{kMaxCoordinate})) return;
        builder_.addExtraBody(
            {.type = BodyType::Static, .position = {0.5 * (left + right), -kDepth}, .name = "floor"},
            {.geometry = makeBox(static_cast<float>(0.5 * (right - left)), static_cast<float>(kDepth))});
        report_.changed("a floor added, since the file has shapes but no world", "/");
    }

    ImportBuilder& builder_;
    ConversionReport& report_;
    double scale_; // m per unit
    bool yUp_;
    double right_ = 0.0; // m, where the next body begins
};

} // namespace

bool isPhysicsEditor(const JsonObject& root)
{
    if (const JsonValue* bodies = memberOf(root, "rigidBodies"))
        if (std::holds_alternative<JsonArray>(bodies->data)) return true;
    return std::any_of(root.begin(), root.end(), [](const JsonMember& member) {
        return isPhaser3Body(member.value) || isPhaser2Body(member.value);
    });
}

void importPhysicsEditor(const JsonLocation& root, ImportBuilder& builder)
{
    const JsonObject& members = readObject(root, "bodies by name");
    if (const JsonValue* bodies = memberOf(members, "rigidBodies")) {
        for (const auto& [key, value] : members)
            if (key != "rigidBodies")
                builder.report().refused("the key " + quotedText(key), "/",
                                         std::holds_alternative<JsonArray>(value.data)
                                             ? std::get<JsonArray>(value.data).size()
                                             : 1);
        PhysicsEditorReader(builder, 1.0, true).readBodyEditor({*bodies, &root, "rigidBodies", 0});
    } else {
        PhysicsEditorReader(builder, kUsualPixelsPerMetre, false).readPhaser(root);
    }
}

} // namespace satbox
