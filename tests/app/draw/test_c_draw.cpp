// satbox/draw/satbox_draw.h against drawWorld(): the same items in the same order.
#include "app/draw/c_members.h"
#include "engine/c_api/world_handle.h"
#include "tests/app/draw/recorded_draw.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::c_api;

namespace {

// Receives through the functions of C, as the classes in recorded_draw.h through those of C++.
struct RecordedInC {
    test::RecordedDraw items; // frame, shapes and marks
    test::PlainDraw parts;
    bool draws = true; // shapes and marks; else they are broken down

    SatboxDebugDraw functions()
    {
        SatboxDebugDraw draw{};
        draw.drawLine = [](SatboxPosition a, SatboxPosition b, float width, SatboxDrawColor color,
                           void* self) {
            of(self).parts.drawLine(asCpp<Position>(a), asCpp<Position>(b), width, asCpp<DrawColor>(color));
        };
        draw.drawPolygon = [](const SatboxPosition* points, size_t count, SatboxDrawColor color, void* self) {
            of(self).parts.drawPolygon(positions(points, count), asCpp<DrawColor>(color));
        };
        draw.drawDisc = [](SatboxPosition center, float radius, SatboxDrawColor color, void* self) {
            of(self).parts.drawDisc(asCpp<Position>(center), radius, asCpp<DrawColor>(color));
        };
        draw.drawText = [](const SatboxDrawLabel* label, void* self) {
            auto read = asCpp<DrawLabel>(*label);
            read.text = label->text;
            of(self).items.drawText(read);
            of(self).parts.drawText(read);
        };
        draw.drawShape = [](const SatboxDrawShape* shape, const SatboxDrawFrame* frame, void* self) {
            const std::vector<Position> points = positions(shape->points, shape->pointCount);
            auto read = asCpp<DrawShape>(*shape);
            read.points = points;
            of(self).items.drawShape(read, asCpp<DrawFrame>(*frame));
            return of(self).draws;
        };
        draw.drawMark = [](const SatboxDrawMark* mark, const SatboxDrawFrame* frame, void* self) {
            of(self).items.drawMark(asCpp<DrawMark>(*mark), asCpp<DrawFrame>(*frame));
            return of(self).draws;
        };
        draw.context = this;
        return draw;
    }

  private:
    static RecordedInC& of(void* self) { return *static_cast<RecordedInC*>(self); }
    static std::vector<Position> positions(const SatboxPosition* points, size_t count)
    {
        std::vector<Position> result(count);
        for (size_t i = 0; i < count; ++i) result[i] = asCpp<Position>(points[i]);
        return result;
    }
};

// Every kind of shape, a sensor, a joint, and something of every overlay.
void fill(World& world)
{
    const auto add = [&](BodyType type, Position at, const Shape& shape, bool sensor = false) {
        const BodyId body = world.createBody({.type = type, .position = at, .linearVelocity = {1.0f, 0.0f}});
        world.addShape(body, {.geometry = shape, .sensor = sensor});
        return body;
    };
    const BodyId floor = add(BodyType::Static, {}, Segment{{-4.0f, 0.0f}, {4.0f, 0.0f}});
    add(BodyType::Dynamic, {0.0, 0.5}, makeBox(0.5f, 0.5f));
    add(BodyType::Dynamic, {0.2, 1.5}, makeRoundedBox(0.4f, 0.4f, 0.1f));
    const BodyId ball = add(BodyType::Dynamic, {2.0, 2.0}, Circle{.radius = 0.3f});
    add(BodyType::Dynamic, {-2.0, 1.0}, Capsule{{-0.4f, 0.0f}, {0.4f, 0.0f}, 0.2f});
    add(BodyType::Static, {-3.0, 1.0}, makeBox(0.4f, 0.4f), true);
    world.createJoint({.bodyA = floor, .bodyB = ball, .anchorA = {2.0f, 3.0f}});
    for (int i = 0; i < 12; ++i) world.step(1.0f / 60.0f);
}

} // namespace

TEST_CASE("c_functions_receive_the_same_shapes_marks_and_texts_as_a_class_in_cpp")
{
    SatboxWorld world;
    fill(world.world);
    const WorldBox visible({-5.0, -1.0}, {5.0, 5.0});
    const DrawOptions options{.overlays = "all",
                              .visible = visible,
                              .metersPerPixel = 0.02f,
                              .scale = 1.5f,
                              .palette = DrawPalette::Light,
                              .colorBodiesBy = "body",
                              .heatMap = "never"};
    auto inC = asC<SatboxDrawOptions>(options);
    const auto box = asC<SatboxWorldBox>(visible);
    inC.visible = &box;

    test::RecordedDraw expected;
    REQUIRE(drawWorld(world.world, expected, options) == "");
    RecordedInC drawn;
    const SatboxDebugDraw functions = drawn.functions();
    REQUIRE(satbox_world_draw(&world, &functions, &inC, nullptr, nullptr));
    CHECK(drawn.items.frame.pixel == expected.frame.pixel);
    CHECK(drawn.items.frame.background == expected.frame.background);
    CHECK(drawn.items.frame.visible.lower == expected.frame.visible.lower);
    REQUIRE(drawn.items.shapes.size() == expected.shapes.size());
    REQUIRE(expected.shapes.size() >= 6);
    for (size_t i = 0; i < expected.shapes.size(); ++i) {
        const DrawShape &a = drawn.items.shapes[i].shape, &b = expected.shapes[i].shape;
        CHECK(drawn.items.shapes[i].points == expected.shapes[i].points);
        CHECK(a.radius == b.radius);
        CHECK(a.fill == b.fill);
        CHECK(a.outline == b.outline);
        CHECK(a.outlineWidth == b.outlineWidth);
        CHECK(a.dashed == b.dashed);
        CHECK(a.hatched == b.hatched);
        CHECK(a.hatch == b.hatch);
    }
    REQUIRE(drawn.items.marks.size() == expected.marks.size());
    REQUIRE(expected.marks.size() > 20);
    for (size_t i = 0; i < expected.marks.size(); ++i) {
        const DrawMark &a = drawn.items.marks[i], &b = expected.marks[i];
        CHECK(a.kind == b.kind);
        CHECK(a.a == b.a);
        CHECK(a.b == b.b);
        CHECK(a.c == b.c);
        CHECK(a.width == b.width);
        CHECK(a.size == b.size);
        CHECK(a.color == b.color);
    }
    REQUIRE(drawn.items.texts.size() == expected.texts.size());
    REQUIRE(!expected.texts.empty());
    for (size_t i = 0; i < expected.texts.size(); ++i) {
        CHECK(drawn.items.texts[i].text == expected.texts[i].text);
        CHECK(drawn.items.texts[i].box.lower == expected.texts[i].box.lower);
        CHECK(drawn.items.texts[i].box.upper == expected.texts[i].box.upper);
        CHECK(drawn.items.texts[i].point == expected.texts[i].point);
    }
}

TEST_CASE("what_c_functions_do_not_draw_is_broken_down_as_in_cpp")
{
    SatboxWorld world;
    fill(world.world);
    auto options = satbox_draw_options_default();
    options.overlays = "shapes,contact-points,normals,velocities,joints";
    test::PlainDraw expected;
    REQUIRE(drawWorld(world.world, expected, {.overlays = options.overlays}) == "");
    for (const bool returnsFalse : {true, false}) {
        CAPTURE(returnsFalse);
        RecordedInC drawn;
        drawn.draws = false;
        SatboxDebugDraw functions = drawn.functions();
        if (!returnsFalse) {
            functions.drawShape = nullptr;
            functions.drawMark = nullptr;
        }
        REQUIRE(satbox_world_draw(&world, &functions, &options, nullptr, nullptr));
        CHECK(drawn.parts.polygons == expected.polygons);
        CHECK(drawn.parts.texts == expected.texts);
        REQUIRE(drawn.parts.lines.size() == expected.lines.size());
        for (size_t i = 0; i < expected.lines.size(); ++i) {
            CHECK(drawn.parts.lines[i].a == expected.lines[i].a);
            CHECK(drawn.parts.lines[i].b == expected.lines[i].b);
            CHECK(drawn.parts.lines[i].width == expected.lines[i].width);
            CHECK(drawn.parts.lines[i].color == expected.lines[i].color);
        }
        REQUIRE(drawn.parts.discs.size() == expected.discs.size());
        for (size_t i = 0; i < expected.discs.size(); ++i) {
            CHECK(drawn.parts.discs[i].center == expected.discs[i].center);
            CHECK(drawn.parts.discs[i].radius == expected.discs[i].radius);
        }
    }
}

TEST_CASE("default_options_in_c_are_those_of_cpp")
{
    const DrawOptions defaults;
    const SatboxDrawOptions inC = satbox_draw_options_default();
    CHECK(inC.visible == nullptr);
    ReadError error;
    const auto read = asCpp<DrawOptions>(inC, error);
    CHECK(error.ok());
    CHECK(read.overlays == defaults.overlays);
    CHECK(read.metersPerPixel == defaults.metersPerPixel);
    CHECK(read.scale == defaults.scale);
    CHECK(read.palette == defaults.palette);
    CHECK(read.labels == defaults.labels);
    CHECK(read.colorBodiesBy == defaults.colorBodiesBy);
    CHECK(read.heatMap == defaults.heatMap);
    CHECK(read.impulseScale == defaults.impulseScale);
    CHECK(read.velocityLength == defaults.velocityLength);
    CHECK(read.normalLength == defaults.normalLength);
    CHECK(read.lineScale == defaults.lineScale);
    CHECK(read.selected.isNull());
}

TEST_CASE("overlays_in_c_are_those_of_cpp")
{
    std::vector<SatboxDrawOverlay> overlays(drawOverlays().size());
    REQUIRE(satbox_draw_overlays(overlays.data(), 1) == overlays.size()); // writes one
    CHECK(overlays.back().name == nullptr);
    REQUIRE(satbox_draw_overlays(overlays.data(), overlays.size()) == overlays.size());
    for (size_t i = 0; i < overlays.size(); ++i) {
        CHECK(std::string(overlays[i].name) == std::string(drawOverlays()[i].name)); // each ends with a zero
        CHECK(std::string(overlays[i].label) == std::string(drawOverlays()[i].label));
        CHECK(std::string(overlays[i].help) == std::string(drawOverlays()[i].help));
    }
}
