#include "engine/core/quoted.h"
#include "engine/model/definition_fields.h"
#include "engine/model/joint_fields.h"
#include "engine/scene/cpp_text.h"
#include "engine/scene/shape_writer.h"
#include "engine/scene/snapshot.h"
#include <satbox/scene/scene_cpp.h>
#include <satbox/settings_table.h>

#include <cctype>
#include <fmt/format.h>
#include <type_traits>

namespace satbox {
namespace {

// --- literals of the types that definitions have ---

using satbox::cppText; // beside the overloads of this file
std::string cppText(DisplayColor color) { return color ? fmt::format("0x{:06X}u", color.rgb) : "{}"; }

// "soft-step" becomes "SoftStep": the enumerators have the names of the files.
std::string enumerator(std::string_view type, std::string_view name)
{
    std::string text = std::string(type) + "::";
    bool isFirst = true;
    for (const char c : name) {
        if (c != '-') text += isFirst ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        isFirst = c == '-';
    }
    return text;
}
std::string cppText(BodyType value) { return enumerator("BodyType", toString(value)); }
std::string cppText(SolverType value) { return enumerator("SolverType", toString(value)); }
std::string cppText(CombineRule value) { return enumerator("CombineRule", toString(value)); }

// --- definitions ---

// "    NAME.key = value;" for each field whose text differs from that of the default; of the parts of joints,
// for each of their fields.
template<class Fields, class Owner>
std::string assignments(const Fields& fields, const Owner& owner, const std::string& name,
                        const Owner& defaults = {})
{
    std::string text;
    for (const auto& field : fields)
        std::visit(
            [&](auto member) {
                const auto& value = owner.*member;
                const auto& usual = defaults.*member;
                const std::string path = fmt::format("{}.{}", name, field.key);
                if constexpr (kIsJointPart<std::remove_cvref_t<decltype(value)>>)
                    text += assignments(fieldsOf(&value), value, path, usual);
                else if (cppText(value) != cppText(usual))
                    text += fmt::format("    {} = {};\n", path, cppText(value));
            },
            field.member);
    return text;
}

template<class Fields, class Owner>
std::string bracedFields(const Fields& fields, const Owner& owner)
{
    std::string text;
    for (const auto& field : fields)
        std::visit([&](auto member) { text += (text.empty() ? "" : ", ") + cppText(owner.*member); },
                   field.member);
    return '{' + text + '}';
}

std::string pointsText(const std::array<Vec2, kMaxPolygonVertices>& points, int count)
{
    std::string text;
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) text += (i > 0 ? ", " : "") + cppText(points[i]);
    return '{' + text + '}';
}

struct GeometryText {
    std::string operator()(const Circle& c) const
    {
        return fmt::format("Circle{{{}, {}}}", cppText(c.center), cppText(c.radius));
    }
    std::string operator()(const Capsule& c) const
    {
        return fmt::format("Capsule{{{}, {}, {}}}", cppText(c.p1), cppText(c.p2), cppText(c.radius));
    }
    std::string operator()(const Segment& s) const
    {
        if (s.oneSided) {
            return fmt::format("Segment{{{}, {}, true, {}, {}}}", cppText(s.p1), cppText(s.p2),
                               cppText(s.before), cppText(s.after));
        }
        return fmt::format("Segment{{{}, {}}}", cppText(s.p1), cppText(s.p2));
    }
    std::string operator()(const Polygon& p) const
    {
        const std::string radius = p.radius != 0.0f ? ", " + cppText(p.radius) : std::string();
        if (const auto half = halfSizeOfBox(p)) {
            return fmt::format("{}({}, {}{})", radius.empty() ? "makeBox" : "makeRoundedBox",
                               cppText(half->x), cppText(half->y), radius);
        }
        return fmt::format("convex({}, {}, {}{})", pointsText(p.vertices, p.count),
                           pointsText(p.normals, p.count), cppText(p.centroid), radius);
    }
};

std::string shapeDefText(const ShapeDef& def)
{
    const ShapeDef defaults;
    std::string text = "{.geometry = " + std::visit(GeometryText{}, def.geometry);
    const std::string local = fmt::format("{{{}, {}}}", cppText(def.local.p), cppText(def.local.q));
    if (local != "{{0.0f, 0.0f}, {1.0f, 0.0f}}") text += ", .local = " + local;
    const std::string material = bracedFields(materialFields(), def.material);
    if (material != bracedFields(materialFields(), defaults.material)) text += ", .material = " + material;
    if (def.filter != defaults.filter) text += ", .filter = " + bracedFields(filterFields(), def.filter);
    for (const ShapeField& field : shapeFields())
        std::visit(
            [&](auto member) {
                if (def.*member != defaults.*member)
                    text += fmt::format(", .{} = {}", field.key, cppText(def.*member));
            },
            field.member);
    return text + '}';
}

// Statements that create the joint. Bodies are created in order, so their slots are their places in the list.
std::string jointText(const SceneDefinition::JointBetween& joint)
{
    std::string text = fmt::format(
        "    def = {{}};\n    def.bodyA = world.bodyAt({}u);\n    def.bodyB = world.bodyAt({}u);\n",
        joint.bodyA, joint.bodyB);
    text += assignments(fieldsOf(&joint.def), joint.def, "def");
    std::string type = toString(joint.def.kind);
    type.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(type.front())));
    type += "Joint";
    const std::string fields = std::visit(
        [](const auto& kind) {
            if constexpr (std::is_empty_v<std::remove_cvref_t<decltype(kind)>>)
                return std::string();
            else
                return assignments(fieldsOf(&kind), kind, "kind");
        },
        joint.def.kind);
    if (fields.empty())
        return text + fmt::format("    def.kind = {}{{}};\n    world.createJoint(def);\n", type);
    return text +
           fmt::format("    {{\n    {} kind;\n{}    def.kind = kind;\n    }}\n    world.createJoint(def);\n",
                       type, fields);
}

// --- the program ---

constexpr std::string_view kHelpers = R"(// A convex polygon by its exact numbers.
[[maybe_unused]] Polygon convex(std::initializer_list<Vec2> vertices, std::initializer_list<Vec2> normals,
                                Vec2 centroid, float radius = 0.0f)
{
    Polygon polygon;
    polygon.radius = radius;
    std::copy(vertices.begin(), vertices.end(), polygon.vertices.begin());
    std::copy(normals.begin(), normals.end(), polygon.normals.begin());
    polygon.centroid = centroid;
    polygon.count = static_cast<int>(vertices.size());
    return polygon;
}

// Bodies that move or sleep get their definition once more: adding a shape wakes a body and changes the
// velocity of its centre of mass.
struct Redefined {
    BodyId body;
    BodyDef def;
};
using RedefinedBodies = std::vector<Redefined>;

)";

constexpr size_t kBodiesPerFunction = 50; // compilers take long for one large function
constexpr size_t kJointsPerFunction = 50;

std::string headerText(const Scene& scene, bool isExact)
{
    std::string text = fmt::format("// Scene {}, written by satbox.\n", quotedText(scene.name));
    if (!isExact)
        text += "// The world had been stepped: the program has its poses and velocities, but no impulses, "
                "sleeping\n"
                "// islands and time. It goes on from a fresh start, and its hash is another.\n";
    text += "//   c++ -std=c++20 FILE.cpp $(pkg-config --cflags --libs satbox)\n";
    for (const char* header :
         {"satbox/shapes.h", "satbox/world.h", "", "algorithm", "cstdio", "initializer_list", "vector"})
        text += *header ? fmt::format("#include <{}>\n", header) : "\n";
    return text + "\nusing namespace satbox;\n\nnamespace {\n\n";
}

// Functions that add the bodies; returns their number.
size_t addBodyFunctions(std::string& text, const SceneDefinition& definition)
{
    size_t functions = 0, shape = 0;
    for (size_t i = 0; i < definition.bodies.size(); ++i) {
        if (i % kBodiesPerFunction == 0) {
            if (i > 0) text += "}\n\n";
            text +=
                fmt::format("void addBodies{}(World& world, [[maybe_unused]] RedefinedBodies& redefined)\n"
                            "{{\n    BodyDef def;\n    BodyId body;\n",
                            ++functions);
        } else {
            text += "\n    def = {};\n";
        }
        const BodyDef& def = definition.bodies[i];
        text += assignments(bodyFields(), def, "def") + "    body = world.createBody(def);\n";
        for (; shape < definition.shapes.size() && definition.shapes[shape].body == i; ++shape)
            text +=
                fmt::format("    world.addShape(body, {});\n", shapeDefText(definition.shapes[shape].def));
        if (isRedefined(def)) text += "    redefined.push_back({body, def});\n";
    }
    if (functions > 0) text += "}\n\n";
    return functions;
}

// Functions that add the joints; returns their number.
size_t addJointFunctions(std::string& text, const SceneDefinition& definition)
{
    size_t functions = 0;
    for (size_t i = 0; i < definition.joints.size(); ++i) {
        if (i % kJointsPerFunction == 0)
            text += fmt::format("{}void addJoints{}(World& world)\n{{\n    JointDef def;\n",
                                i > 0 ? "}\n\n" : "", ++functions);
        text += jointText(definition.joints[i]);
    }
    if (functions > 0) text += "}\n\n";
    return functions;
}

} // namespace

std::string sceneAsCpp(const Scene& scene, int64_t steps)
{
    const SceneDefinition definition = definitionOf(scene.world, fileOrderOf(scene.world));
    std::string text = headerText(scene, buildWorld(definition) == scene.world);
    text += kHelpers;
    text += "WorldSettings makeSettings()\n{\n    WorldSettings settings;\n" +
            assignments(settingFields(), definition.settings, "settings") + "    return settings;\n}\n\n";
    const size_t functions = addBodyFunctions(text, definition);
    const size_t jointFunctions = addJointFunctions(text, definition);
    std::string joints;
    for (size_t i = 1; i <= jointFunctions; ++i) joints += fmt::format("    addJoints{}(world);\n", i);
    text +=
        "} // namespace\n\nint main()\n{\n    World world(makeSettings());\n    RedefinedBodies redefined;\n";
    for (size_t i = 1; i <= functions; ++i) text += fmt::format("    addBodies{}(world, redefined);\n", i);
    return text +
           fmt::format(R"(    for (const Redefined& one : redefined) world.setBodyDef(one.body, one.def);
{}    const float dt = 1.0f / world.settings().stepRate;
    for (long long i = 0; i < {}; ++i) world.step(dt);
    std::printf("%016llx\n", static_cast<unsigned long long>(world.hash()));
}}
)",
                       joints, steps);
}

} // namespace satbox
