#include "app/lenses/pair/pair_export.h"

#include "engine/collision/manifold.h"
#include "engine/core/number_text.h"
#include <satbox/contacts.h>
#include <satbox/scene/scene.h>

#include <fmt/format.h>

namespace satbox::app {

namespace {

std::string literal(float number)
{
    std::string text = numberText(number);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + "f";
}

std::string literal(Vec2 v) { return fmt::format("{{{}, {}}}", literal(v.x), literal(v.y)); }

// A C++ expression that reproduces the shape exactly.
struct ShapeText {
    std::string operator()(const Circle& s) const
    {
        return fmt::format("Circle{{{}, {}}}", literal(s.center), literal(s.radius));
    }
    std::string operator()(const Capsule& s) const
    {
        return fmt::format("Capsule{{{}, {}, {}}}", literal(s.p1), literal(s.p2), literal(s.radius));
    }
    std::string operator()(const Segment& s) const
    {
        if (s.oneSided) {
            return fmt::format("Segment{{{}, {}, true, {}, {}}}", literal(s.p1), literal(s.p2),
                               literal(s.before), literal(s.after));
        }
        return fmt::format("Segment{{{}, {}}}", literal(s.p1), literal(s.p2));
    }
    // Normals are written rather than recomputed: those of a shape with a local pose were rotated and would
    // differ.
    std::string operator()(const Polygon& s) const
    {
        std::string vertices, normals;
        for (size_t i = 0; i < static_cast<size_t>(s.count); ++i) {
            const char* comma = i > 0 ? ", " : "";
            vertices += fmt::format("{}Vec2{}", comma, literal(s.vertices[i]));
            normals += fmt::format("{}Vec2{}", comma, literal(s.normals[i]));
        }
        return fmt::format("Polygon{{.vertices = {{{}}},\n                        .normals = {{{}}},\n"
                           "                        .centroid = {},\n                        .radius = {},\n"
                           "                        .count = {}}}",
                           vertices, normals, literal(s.centroid), literal(s.radius), s.count);
    }
};

std::string checks(const Manifold& m)
{
    std::string text = fmt::format("    REQUIRE(m.count == {});\n", m.count);
    if (m.count > 0) text += fmt::format("    CHECK(m.normal == Vec2{});\n", literal(m.normal));
    for (int i = 0; i < m.count; ++i) {
        const ManifoldPoint& p = m.points[static_cast<size_t>(i)];
        text += fmt::format("    CHECK(m.points[{0}].point == Vec2{1});\n"
                            "    CHECK(m.points[{0}].separation == {2});\n"
                            "    CHECK(m.points[{0}].id.key == {3});\n",
                            i, literal(p.point), literal(p.separation), p.id.key);
    }
    return text;
}

} // namespace

World pairAlone(const World& world, const PairState& pair)
{
    World alone(world.settings());
    const BodyId bodies[] = {world.bodyOf(pair.shapeA), world.bodyOf(pair.shapeB)};
    const ShapeId shapes[] = {pair.shapeA, pair.shapeB};
    for (size_t i = 0; i < 2; ++i) {
        BodyId made;
        if (i == 1 && bodies[1] == bodies[0]) break; // two shapes of the same body
        made = alone.createBody(world.bodyDef(bodies[i]));
        for (size_t k = i; k < (bodies[0] == bodies[1] ? 2u : i + 1); ++k)
            alone.addShape(made, world.shapeDef(shapes[k]));
        alone.setBodyDef(made,
                         world.bodyDef(bodies[i])); // adding a shape wakes it and may change its velocity
    }
    return alone;
}

std::string pairAsText(const World& world, const PairAnalysis& analysis, const PairState& pair)
{
    const Transform& bInA = analysis.bInA;
    Scene scene;
    scene.name = "pair";
    scene.title = "Pair";
    scene.description = fmt::format("{} and {}.", analysis.nameA, analysis.nameB);
    scene.world = pairAlone(world, pair);
    scene.camera = fitCamera(scene.world);
    std::string json = writeScene(scene);
    // "*/" would end the comment; JSON reads \/ as /.
    for (size_t at = json.find("*/"); at != std::string::npos; at = json.find("*/", at + 1))
        json.insert(at + 1, "\\");
    const auto oneLine = [](std::string name) {
        for (char& c : name)
            if (c == '\n' || c == '\r' || c == '\\') c = ' ';
        return name;
    };
    return fmt::format(
        "#include \"engine/collision/collide.h\"\n\n#include <doctest/doctest.h>\n\n"
        "TEST_CASE(\"pair_as_seen_in_satbox\") // A: {}; B: {}\n{{\n    using namespace satbox;\n"
        "    const Shape a = {};\n    const Shape b = {};\n"
        "    const Transform bInA{{{}, Rot{{{}, {}}}}};\n"
        "    const Manifold m = collide(a, b, bInA, {{{}, {}}});\n{}}}\n\n/* As a scene:\n{}\n*/\n",
        oneLine(analysis.nameA), oneLine(analysis.nameB), std::visit(ShapeText{}, analysis.shapeA),
        std::visit(ShapeText{}, analysis.shapeB), literal(bInA.p), literal(bInA.q.c), literal(bInA.q.s),
        literal(analysis.trace.speculativeDistance), literal(world.settings().lengthUnit),
        checks(analysis.trace.manifold), json);
}

} // namespace satbox::app
