#include "engine/core/quoted.h"
#include "engine/geometry/rounded_outline.h"
#include "engine/scene/cpp_text.h"
#include "engine/scene/export/box2d_joints.h"
#include "engine/scene/export/box2d_text.h"
#include "engine/scene/snapshot.h"
#include <satbox/outlines.h>
#include <satbox/scene/scene_box2d.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace satbox {
namespace {

constexpr float kWeld = 0.0025f;  // m, half of b2_linearSlop: Box2D merges vertices nearer than this
constexpr float kMinArea = 1e-6f; // m^2, of a polygon; Box2D asserts more than about 1e-7
constexpr uint64_t kFilterBits = 0xFFFF;

constexpr std::string_view kBox2dHelpers =
    R"([[maybe_unused]] void addFixture(b2Body* body, b2FixtureDef def, const b2Shape& shape)
{
    def.shape = &shape;
    body->CreateFixture(&def); // copies the shape
}
[[maybe_unused]] void addPolygon(b2Body* body, const b2FixtureDef& def, const std::vector<b2Vec2>& points)
{
    b2PolygonShape shape;
    shape.Set(points.data(), static_cast<int>(points.size()));
    addFixture(body, def, shape);
}
[[maybe_unused]] void addCircle(b2Body* body, const b2FixtureDef& def, b2Vec2 center, float radius)
{
    b2CircleShape shape;
    shape.m_p = center;
    shape.m_radius = radius;
    addFixture(body, def, shape);
}
[[maybe_unused]] void addEdge(b2Body* body, const b2FixtureDef& def, b2Vec2 p1, b2Vec2 p2)
{
    b2EdgeShape shape;
    shape.SetTwoSided(p1, p2);
    addFixture(body, def, shape);
}
[[maybe_unused]] void addEdge(b2Body* body, const b2FixtureDef& def, b2Vec2 before, b2Vec2 p1, b2Vec2 p2, b2Vec2 after)
{
    b2EdgeShape shape;
    shape.SetOneSided(before, p1, p2, after);
    addFixture(body, def, shape);
}
// Mass in kg and inertia about the centre of mass in kg m^2.
[[maybe_unused]] void setMass(b2Body* body, float mass, b2Vec2 center, float inertia)
{
    b2MassData data;
    data.mass = mass;
    data.center = center;
    data.I = inertia + mass * center.LengthSquared(); // Box2D wants it about the origin
    body->SetMassData(&data);
}

)";

constexpr size_t kBodiesPerBox2dFunction = 50; // compilers take long for one large function

// Writes the statements that create the bodies.
class Box2dBodies {
  public:
    Box2dBodies(const World& world, const FileOrder& order, const SceneDefinition& definition, Box2dText& out)
        : world_(world), order_(order), definition_(definition), out_(out)
    {}

    // Returns the number of functions.
    size_t write()
    {
        size_t functions = 0, shape = 0;
        for (size_t i = 0; i < definition_.bodies.size(); ++i) {
            if (i % kBodiesPerBox2dFunction == 0) {
                if (i > 0) out_.add("}\n\n");
                out_.add(fmt::format("void addBodies{}(b2World& world, std::vector<b2Body*>& bodies)\n{{\n",
                                     ++functions));
                out_.add("    b2BodyDef def;\n    b2FixtureDef fixture;\n    b2Body* body = nullptr;\n");
            } else {
                out_.add("\n    def = b2BodyDef();\n");
            }
            writeBody(i, shape);
        }
        if (functions > 0) out_.add("}\n\n");
        return functions;
    }

  private:
    void writeBody(size_t index, size_t& shape)
    {
        const BodyDef& def = definition_.bodies[index];
        place_ = fmt::format("body {}", index);
        out_.add(fmt::format("    // {}{}\n", place_, def.name.empty() ? "" : ": " + quotedText(def.name)));
        writeDef(def);
        out_.add("    body = world.CreateBody(&def);\n    bodies.push_back(body);\n");
        hasOtherMass_ = def.mass > 0.0f || def.inertia > 0.0f || def.ownCenter;
        for (; shape < definition_.shapes.size() && definition_.shapes[shape].body == index; ++shape)
            writeShape(definition_.shapes[shape].def);
        if (def.type != BodyType::Dynamic) return;
        const MassData& mass = world_.body(order_.bodies[index]).massData;
        if (hasOtherMass_ && mass.mass > 0.0f)
            out_.add(fmt::format("    setMass(body, {}, {}, {});\n", cppText(mass.mass), cppText(mass.center),
                                 cppText(mass.inertia)));
        if (def.angularVelocity != 0.0f) // fixtures and masses moved the centre, and with it the velocity
            out_.add(fmt::format("    body->SetLinearVelocity({});\n", cppText(def.linearVelocity)));
    }

    void writeDef(const BodyDef& def)
    {
        const BodyDef usual;
        const auto assign = [&](const char* key, const auto& value, const auto& box2dUsual) {
            if (cppText(value) != cppText(box2dUsual))
                out_.add(fmt::format("    def.{} = {};\n", key, cppText(value)));
        };
        constexpr const char* kTypes[] = {"b2_staticBody", "b2_kinematicBody", "b2_dynamicBody"};
        if (def.type != BodyType::Static)
            out_.add(fmt::format("    def.type = {};\n", kTypes[static_cast<size_t>(def.type)]));
        assign("position", toVec2(def.position), Vec2{0.0f, 0.0f});
        assign("angle", angleOf(def.rotation), 0.0f);
        assign("linearVelocity", def.linearVelocity, Vec2{0.0f, 0.0f});
        assign("angularVelocity", def.angularVelocity, 0.0f);
        assign("linearDamping", def.linearDamping, 0.0f);
        assign("angularDamping", def.angularDamping, 0.0f);
        assign("gravityScale", def.gravityScale, 1.0f);
        assign("fixedRotation", def.fixedRotation, false);
        assign("allowSleep", def.sleepAllowed, true);
        assign("awake", def.awake || def.type == BodyType::Static, true);
        assign("bullet", def.bullet, false);
        assign("enabled", def.enabled, true);
        if (def.lockX || def.lockY) out_.refused("locked axes of bodies", place_);
        if (def.sleepSpeed != usual.sleepSpeed) out_.refused("sleep speeds of bodies", place_);
        if (!def.leftKey.empty() || !def.rightKey.empty() || !def.jumpKey.empty())
            out_.refused("keys of characters", place_);
    }

    void writeShape(const ShapeDef& def)
    {
        writeFixture(def);
        std::visit([&](const auto& shape) { writeGeometry(shape); }, transformed(def.geometry, def.local));
    }

    void writeFixture(const ShapeDef& def)
    {
        const Material& material = def.material;
        out_.add("    fixture = b2FixtureDef();\n");
        out_.add(fmt::format("    fixture.density = {};\n    fixture.friction = {};\n",
                             cppText(material.density), cppText(material.dynamicFriction)));
        if (material.restitution != 0.0f)
            out_.add(fmt::format("    fixture.restitution = {};\n", cppText(material.restitution)));
        const float threshold = definition_.settings.restitutionThreshold;
        if (threshold != WorldSettings{}.restitutionThreshold)
            out_.add(fmt::format("    fixture.restitutionThreshold = {};\n", cppText(threshold)));
        if (def.sensor) out_.add("    fixture.isSensor = true;\n");
        writeFilter(def.filter);
        if (material.staticFriction != material.dynamicFriction)
            out_.changed("static friction became that of sliding", place_);
        if (material.rollingResistance != 0.0f) out_.refused("rolling resistance", place_);
        if (material.surfaceSpeed != 0.0f) out_.refused("surface speeds of conveyors", place_);
    }

    void writeFilter(const Filter& filter)
    {
        const uint64_t category = filter.category & kFilterBits, mask = filter.mask & kFilterBits;
        if (category != 1) out_.add(fmt::format("    fixture.filter.categoryBits = 0x{:04X};\n", category));
        if (mask != kFilterBits) out_.add(fmt::format("    fixture.filter.maskBits = 0x{:04X};\n", mask));
        if (filter.category != category) out_.changed("layers above the 16th were cut off", place_);
        const int group = std::clamp(filter.group, INT16_MIN, INT16_MAX);
        if (group != 0) out_.add(fmt::format("    fixture.filter.groupIndex = {};\n", group));
        if (group != filter.group) out_.changed("filter groups beyond 16 bits were cut off", place_);
    }

    void writeGeometry(const Circle& circle)
    {
        out_.add(fmt::format("    addCircle(body, fixture, {}, {});\n", cppText(circle.center),
                             cppText(circle.radius)));
    }
    void writeGeometry(const Segment& segment)
    {
        if (segment.oneSided)
            out_.add(fmt::format("    addEdge(body, fixture, {}, {}, {}, {});\n", cppText(segment.before),
                                 cppText(segment.p1), cppText(segment.p2), cppText(segment.after)));
        else
            out_.add(fmt::format("    addEdge(body, fixture, {}, {});\n", cppText(segment.p1),
                                 cppText(segment.p2)));
    }
    void writeGeometry(const Capsule& capsule)
    {
        out_.changed("capsules became polygons", place_);
        writeRound(capsuleOutlineOfEqualArea(capsule.p1, capsule.p2, capsule.radius));
    }
    void writeGeometry(const Polygon& polygon)
    {
        if (polygon.radius == 0.0f)
            return writePolygon({polygon.vertices.begin(), polygon.vertices.begin() + polygon.count});
        out_.changed("round corners of polygons became edges", place_);
        writeRound(roundedOutlineOfEqualArea(polygon, kRoundEdges));
    }

    // Box2D has no round corners: an outline of the same area, in pieces of at most 8 vertices.
    void writeRound(const std::vector<Vec2>& outline)
    {
        hasOtherMass_ = true;
        const HullResult hull = makeHull(outline);
        if (!hull.ok()) return refuseShape();
        const Decomposition cut = splitConvex(hull.vertices);
        if (!cut.ok()) return refuseShape();
        for (const Polygon& piece : cut.pieces)
            writePolygon({piece.vertices.begin(), piece.vertices.begin() + piece.count});
    }

    void refuseShape()
    {
        out_.refused("shapes that are too small for Box2D", place_);
        hasOtherMass_ = true;
    }

    void writePolygon(const std::vector<Vec2>& points)
    {
        std::vector<Vec2> kept;
        for (const Vec2 point : points)
            if (std::none_of(kept.begin(), kept.end(),
                             [&](Vec2 other) { return length(point - other) < kWeld; }))
                kept.push_back(point);
        if (kept.size() < 3 || computeArea(makePolygon(kept)) < kMinArea) return refuseShape();
        if (kept.size() != points.size()) {
            out_.changed("vertices of polygons nearer than 2.5 mm were merged", place_);
            hasOtherMass_ = true;
        }
        std::string text;
        for (const Vec2 point : kept) text += (text.empty() ? "" : ", ") + cppText(point);
        out_.add(fmt::format("    addPolygon(body, fixture, {{{}}});\n", text));
    }

    const World& world_;
    const FileOrder& order_;
    const SceneDefinition& definition_;
    Box2dText& out_;
    std::string place_;
    bool hasOtherMass_ = false; // than that of the Box2D shapes
};

void noteSettings(const WorldSettings& settings, Box2dText& out)
{
    if (settings.frictionRule != CombineRule::GeometricMean ||
        settings.restitutionRule != CombineRule::Maximum || settings.overrideFriction ||
        settings.overrideRestitution)
        out.refused("rules for the friction and restitution of pairs", "settings");
    if (settings.lengthUnit != 1.0f)
        out.refused("the length unit: Box2D's tolerances are for metres", "settings");
}

std::string mainText(const WorldSettings& settings, int64_t steps)
{
    const auto flag = [](const char* call, bool value) {
        return value ? std::string() : fmt::format("    world.{}(false);\n", call);
    };
    return fmt::format(R"(int main()
{{
    b2World world({});
{}{}{}    std::vector<b2Body*> bodies;
    buildScene(world, bodies);
    for (long long i = 0; i < {}; ++i) world.Step(1.0f / {}, {}, {});
    for (const b2Body* body : bodies)
        std::printf("%.9g %.9g %.9g\n", static_cast<double>(body->GetPosition().x),
                    static_cast<double>(body->GetPosition().y), static_cast<double>(body->GetAngle()));
    return 0;
}}
)",
                       cppText(settings.gravity), flag("SetAllowSleeping", settings.sleeping),
                       flag("SetContinuousPhysics", settings.continuous),
                       flag("SetWarmStarting", settings.warmStarting), steps, cppText(settings.stepRate),
                       settings.velocityIterations, settings.positionIterations);
}

} // namespace

Box2dProgram sceneAsBox2d(const Scene& scene, int64_t steps)
{
    const FileOrder order = fileOrderOf(scene.world);
    const SceneDefinition definition = definitionOf(scene.world, order);
    Box2dText out;
    out.add(
        fmt::format("// Scene {}, written by satbox for Box2D 2.4.\n//   c++ -std=c++17 FILE.cpp -lbox2d\n",
                    quotedText(scene.name)));
    if (scene.world.stepCount() > 0)
        out.add(
            "// The world had been stepped: the program has its poses and velocities, but no impulses.\n");
    noteSettings(definition.settings, out);
    out.add("#include <box2d/box2d.h>\n\n#include <cstdio>\n#include <vector>\n\nnamespace {\n\n");
    out.add(kBox2dHelpers);
    const size_t bodyFunctions = Box2dBodies(scene.world, order, definition, out).write();
    const size_t jointFunctions = writeBox2dJoints(definition, out);
    out.add("void buildScene([[maybe_unused]] b2World& world, [[maybe_unused]] std::vector<b2Body*>& "
            "bodies)\n{\n");
    for (size_t i = 1; i <= bodyFunctions; ++i) out.add(fmt::format("    addBodies{}(world, bodies);\n", i));
    for (size_t i = 1; i <= jointFunctions; ++i) out.add(fmt::format("    addJoints{}(world, bodies);\n", i));
    out.add("}\n\n} // namespace\n\n" + mainText(definition.settings, steps));
    return {out.text(), out.report().lines()};
}

} // namespace satbox
