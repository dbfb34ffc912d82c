#include "engine/core/number_text.h"
#include "engine/scene/import/readers.h"
#include "engine/scene/import/rube_joints.h"
#include "engine/scene/import/rube_values.h"
#include <satbox/limits.h>
#include <satbox/settings_table.h>
#include <satbox/validate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

// R.U.B.E. exports a Box2D world. The format is described at https://www.iforce2d.net/rube/json-structure.

namespace satbox {
namespace {

// Numbers of a Box2D filter have 16 bits. All ones mean everything, also here, where a filter has 64.
constexpr int64_t kAllBits = 0xFFFF;

size_t countOf(const std::optional<JsonLocation>& array)
{
    const auto* items = array ? std::get_if<JsonArray>(&array->value.data) : nullptr;
    return items != nullptr ? items->size() : 1;
}

// Custom properties and images, which a scene has no place for.
void refuseExtras(RubeObject& object, ConversionReport& report)
{
    if (const auto properties = object.find("customProperties"))
        report.refused("custom properties", properties->pointer(), countOf(properties));
    if (const auto images = object.find("image"))
        report.refused("images", images->pointer(), countOf(images));
}

void readWorld(RubeObject& root, ImportBuilder& builder)
{
    WorldSettings& settings = builder.definition().settings;
    if (root.find("gravity")) settings.gravity = root.vector("gravity");
    settings.sleeping = root.flag("allowSleep", settings.sleeping);
    settings.warmStarting = root.flag("warmStarting", settings.warmStarting);
    settings.continuous = root.flag("continuousPhysics", settings.continuous);
    settings.velocityIterations =
        static_cast<int>(root.integer("velocityIterations", settings.velocityIterations, 1, 100));
    settings.positionIterations =
        static_cast<int>(root.integer("positionIterations", settings.positionIterations, 0, 100));
    const float rate = root.number("stepsPerSecond", settings.stepRate);
    settings.stepRate = std::clamp(rate, 10.0f, 1000.0f);
    if (settings.stepRate != rate)
        builder.report().changed(
            fmt::format("{} steps per second became {}", numberText(rate), numberText(settings.stepRate)),
            root.location().pointer());
    failIfInvalid(root.location(), validate(settings));
    if (root.flag("subStepping")) builder.report().refused("subStepping", root.location().pointer());
    root.flag("autoClearForces");
    if (const auto planes = root.find("collisionbitplanes"))
        builder.report().refused("names of collision bit planes", planes->pointer());
}

ImportPart readFixture(const JsonLocation& location, ImportBuilder& builder)
{
    RubeObject fixture(location, "a fixture");
    ConversionReport& report = builder.report();
    ImportPart part{.place = location.pointer()};
    Material& material = part.common.material;
    material.density = fixture.number("density");
    material.staticFriction = material.dynamicFriction = fixture.number("friction");
    material.restitution = fixture.number("restitution");
    if (material.restitution > 1.0f) {
        material.restitution = 1.0f;
        report.changed("restitution above 1 became 1", part.place);
    }
    part.common.sensor = fixture.flag("sensor");
    Filter& filter = part.common.filter;
    filter.category = static_cast<uint64_t>(fixture.integer("filter-categoryBits", 1, 0, kAllBits));
    const int64_t mask = fixture.integer("filter-maskBits", kAllBits, -1, kAllBits);
    filter.mask = mask == kAllBits || mask == -1 ? Filter{}.mask : static_cast<uint64_t>(mask);
    filter.group = static_cast<int32_t>(fixture.integer("filter-groupIndex", 0, INT16_MIN, INT16_MAX));
    if (!fixture.text("name").empty()) report.refused("names of fixtures", part.place);
    fixture.text("path");
    refuseExtras(fixture, report);

    int kinds = 0;
    if (const auto value = fixture.find("circle")) {
        RubeObject circle(*value, "a circle");
        part.geometry = ImportCircle{circle.vector("center"), double{circle.number("radius")}};
        circle.reportOthers(report);
        ++kinds;
    }
    if (const auto value = fixture.find("polygon")) {
        RubeObject polygon(*value, "a polygon");
        part.geometry = ImportOutline{polygon.points("vertices")};
        if (polygon.number("radius") != 0.0f) report.refused("the radius of a polygon", part.place);
        polygon.reportOthers(report);
        ++kinds;
    }
    if (const auto value = fixture.find("edge")) {
        RubeObject edge(*value, "an edge");
        part.geometry = ImportLine{{edge.vector("vertex1"), edge.vector("vertex2")}};
        const bool hasVertex0 = edge.flag("hasVertex0"),
                   hasVertex3 = edge.flag("hasVertex3"); // both are read
        const bool smooth = hasVertex0 || hasVertex3;
        if (smooth) report.changed("edges lost their smooth joints (vertex0, vertex3)", part.place);
        edge.vector("vertex0");
        edge.vector("vertex3");
        edge.reportOthers(report);
        ++kinds;
    }
    for (const char* key : {"chain", "loop"})
        if (const auto value = fixture.find(key)) {
            RubeObject chain(*value, "a chain");
            ImportLine line{chain.points("vertices"), std::string_view(key) == "loop"};
            if (line.points.size() > 2 && line.points.front() == line.points.back()) {
                line.closed = true;
                line.points.pop_back();
            }
            // The neighbours of a closed chain are its own points.
            const bool hasPrevious = chain.flag("hasPrevVertex"),
                       hasNext = chain.flag("hasNextVertex"); // both are read
            const bool smooth = hasPrevious || hasNext;
            if (smooth && !line.closed)
                report.changed("chains lost their smooth ends (prevVertex, nextVertex)", part.place);
            chain.vector("prevVertex");
            chain.vector("nextVertex");
            chain.reportOthers(report);
            part.geometry = std::move(line);
            ++kinds;
        }
    if (kinds != 1)
        fail(
            location,
            fmt::format("{} shapes, expected one of \"circle\", \"polygon\", \"chain\" and \"edge\"", kinds));
    fixture.reportOthers(report);
    return part;
}

// Mass data that are not those of the shapes are the body's own. Box2D's inertia is about the body's origin.
void readMass(RubeObject& body, BodyDef& def, const std::vector<ShapeDef>& shapes, ConversionReport& report,
              std::string_view place)
{
    const float mass = body.number("massData-mass"), inertia = body.number("massData-I");
    const Vec2 center = body.vector("massData-center");
    if (def.type != BodyType::Dynamic) return;
    if (mass < 0.0f) report.changed("a negative mass became that of the shapes", place);
    if (mass <= 0.0f) return;
    std::vector<MassData> masses;
    for (const ShapeDef& shape : shapes)
        masses.push_back(computeMass(transformed(shape.geometry, shape.local), shape.material.density));
    const MassData own = combine(masses);
    constexpr float kShare = 1e-3f; // of rounding and of skins
    const float aboutCenter = inertia - mass * lengthSquared(center);
    const float size = std::sqrt(std::max(own.inertia, 0.0f) / std::max(own.mass, 1e-12f));
    if (std::abs(mass - own.mass) > kShare * mass) def.mass = mass;
    if (length(center - own.center) > kShare * size) {
        def.ownCenter = true;
        def.center = center;
    }
    if (inertia != 0.0f && aboutCenter <= 0.0f)
        report.changed("an impossible moment of inertia became that of the shapes", place);
    if (aboutCenter > 0.0f && std::abs(aboutCenter - own.inertia) > 10.0f * kShare * own.inertia)
        def.inertia = aboutCenter;
}

void readBody(const JsonLocation& location, ImportBuilder& builder)
{
    RubeObject body(location, "a body");
    const std::string place = location.pointer();
    constexpr std::array kTypes{BodyType::Static, BodyType::Kinematic, BodyType::Dynamic};
    BodyDef def{.type = kTypes[static_cast<size_t>(body.integer("type", 0, 0, 2))]};
    def.name = builder.nameFrom(body.text("name"), place);
    def.position = body.vector("position");
    const float angle = body.number("angle");
    constexpr float kMaxRubeAngle = 1e4f; // rad; makeRot is accurate enough up to here
    if (std::abs(angle) > kMaxRubeAngle)
        fail(location, fmt::format("the angle is {} rad, expected at most {}", numberText(angle),
                                   numberText(kMaxRubeAngle)));
    def.rotation = makeRot(angle);
    if (def.type != BodyType::Static) {
        def.linearVelocity = body.vector("linearVelocity");
        def.angularVelocity = body.number("angularVelocity");
    } else {
        body.vector("linearVelocity");
        body.number("angularVelocity");
    }
    def.linearDamping = body.number("linearDamping");
    def.angularDamping = body.number("angularDamping");
    def.gravityScale = body.number("gravityScale", 1.0f);
    def.fixedRotation = body.flag("fixedRotation");
    def.bullet = body.flag("bullet");
    def.sleepAllowed = body.flag("allowSleep", true);
    def.enabled = body.flag("active", true);
    const bool isAwake = body.flag("awake");
    if (def.type != BodyType::Static) def.awake = isAwake;
    body.text("path");
    refuseExtras(body, builder.report());

    const uint32_t index = builder.addBody(def, place);
    const size_t before = builder.definition().shapes.size();
    if (const auto fixtures = body.find("fixture")) {
        const JsonArray& items = readArray(*fixtures, "fixtures", 0, kMaxShapesOfBody);
        for (size_t i = 0; i < items.size(); ++i)
            builder.addPart(index, readFixture(element(*fixtures, items, i), builder), {});
    }
    std::vector<ShapeDef> shapes;
    for (size_t i = before; i < builder.definition().shapes.size(); ++i)
        shapes.push_back(builder.definition().shapes[i].def);
    BodyDef& added = builder.definition().bodies[index];
    readMass(body, added, shapes, builder.report(), place);
    body.reportOthers(builder.report());
    failIfInvalid(location, validate(added));
}

} // namespace

bool isRube(const JsonObject& root)
{
    bool hasBodies = false, hasWorld = false;
    for (const JsonMember& member : root) {
        if (member.key == "metaworld") return true; // a project, refused below
        if (member.key == "body") hasBodies = true;
        for (const char* key : {"gravity", "velocityIterations", "stepsPerSecond", "joint", "allowSleep"})
            if (member.key == key) hasWorld = true;
    }
    return hasBodies && hasWorld;
}

void importRube(const JsonLocation& location, ImportBuilder& builder)
{
    RubeObject root(location, "a R.U.B.E. scene");
    if (const auto project = root.find("metaworld"))
        fail(*project, "a project of R.U.B.E., expected an exported scene: use Export scene there");
    readWorld(root, builder);
    const JsonLocation bodies = root.require("body");
    const JsonArray& items = readArray(bodies, "bodies", 0, kMaxBodies);
    for (size_t i = 0; i < items.size(); ++i) readBody(element(bodies, items, i), builder);
    if (const auto joints = root.find("joint")) importRubeJoints(*joints, builder);
    refuseExtras(root, builder.report());
    root.reportOthers(builder.report());
    if (const float units = builder.options().unitsPerMetre; units > 0.0f && units != 1.0f)
        builder.report().refused("the scale: R.U.B.E. files are in metres", "/");
}

} // namespace satbox
