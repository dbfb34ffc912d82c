#include "app/gfx/grid.h"
#include "app/gfx/label_layout.h"
#include "app/view/world_view.h"
#include "engine/world/world_access.h"
#include "tests/app/draw/recorded_draw.h"
#include <satbox/world.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <utility>

using namespace satbox;
using satbox::test::RecordedDraw;

namespace {

struct DrawnWorld {
    World world;
    BodyId box, ball, frozen;
};

// Bodies of all kinds of shapes, joints, a sensor and a frozen body, around `origin`.
DrawnWorld makeDrawnWorld(Position origin = {})
{
    DrawnWorld made;
    World& world = made.world;
    const auto add = [&](BodyType type, Vec2 at, const Shape& shape, bool sensor = false) {
        const BodyId body = world.createBody({.type = type, .position = origin + at});
        REQUIRE(world.isValid(world.addShape(body, {.geometry = shape, .sensor = sensor})));
        return body;
    };
    const BodyId floor = add(BodyType::Static, {0.0f, 0.0f}, Segment{{-4.0f, 0.0f}, {4.0f, 0.0f}});
    made.box = add(BodyType::Dynamic, {0.0f, 0.5f}, makeBox(0.5f, 0.5f));
    add(BodyType::Dynamic, {0.2f, 1.5f}, makeBox(0.5f, 0.5f));
    made.ball = add(BodyType::Dynamic, {2.0f, 2.0f}, Circle{.radius = 0.3f});
    add(BodyType::Dynamic, {-2.0f, 1.0f}, Capsule{{-0.4f, 0.0f}, {0.4f, 0.0f}, 0.2f});
    add(BodyType::Kinematic, {3.0f, 1.0f}, makeBox(0.2f, 0.2f));
    add(BodyType::Static, {-3.0f, 1.0f}, makeBox(0.4f, 0.4f), true);
    made.frozen = add(BodyType::Dynamic, {-3.0f, 3.0f}, makeRegularPolygon(5, 0.3f));
    world.createJoint({.bodyA = floor, .bodyB = made.ball, .anchorA = {2.0f, 3.0f}});
    for (int i = 0; i < 12; ++i) world.step(1.0f / 60.0f);
    editState(world, [&](WorldState& state) { state.bodies.slots.at(made.frozen.index).quarantined = true; });
    return made;
}

WorldBox around(Position origin) { return {origin - Vec2{4.0f, 1.0f}, origin + Vec2{4.0f, 5.0f}}; }

DrawOptions optionsOf(const std::string& overlays, Position origin = {})
{
    return {.overlays = overlays, .visible = around(origin), .heatMap = "never"};
}

// What the window draws of the world with these overlays: 100 points per metre, without shading.
app::DrawList listOfWindow(const World& world, const std::string& overlays, Position origin,
                           const app::TrailHistory& trails = {})
{
    app::ViewSettings view;
    REQUIRE(app::setOverlaysExactly(view, overlays).empty());
    view.shading = false;
    view.heatMap = app::HeatMapUse::Never;
    app::Camera camera;
    camera.setViewport({0.0f, 0.0f, 800.0f, 600.0f});
    camera.set(center(around(origin)), 100.0f);
    const app::Palette palette = app::makePalette(app::Theme::Dark);
    const app::Selection selection;
    app::ViewContext context{.world = world,
                             .view = view,
                             .selection = selection,
                             .camera = camera,
                             .palette = palette,
                             .trailHistory = trails,
                             .visible = {},
                             .focus = {},
                             .points = {}};
    app::DrawList list;
    app::drawWorld(context, list);
    return list;
}

DrawColor colorOf(const app::Color& color) { return {color.r, color.g, color.b, color.a}; }

void checkStyle(const RecordedDraw::RecordedShape& drawn, const app::ShapeStyle& style)
{
    CHECK(drawn.shape.fill == colorOf(style.fill));
    CHECK(drawn.shape.outline == colorOf(style.outline));
    CHECK(drawn.shape.outlineWidth == doctest::Approx(0.01f * style.outlineWidthPx));
    CHECK(drawn.shape.dashed == style.dashed);
    CHECK(drawn.shape.hatched == style.hatched);
    CHECK(drawn.shape.hatch == colorOf(style.hatch));
}

void checkSameItems(const RecordedDraw& drawn, const app::DrawList& list)
{
    REQUIRE(drawn.shapes.size() == list.rounds.size() + list.polygons.size());
    for (size_t i = 0; i < list.rounds.size(); ++i) {
        const app::RoundShape& round = list.rounds[i];
        const RecordedDraw::RecordedShape& shape = drawn.shapes[i];
        REQUIRE(shape.points.size() == (round.p1 == round.p2 ? 1 : 2));
        CHECK(shape.points.front() == transformPoint(round.transform, round.p1));
        CHECK(shape.points.back() == transformPoint(round.transform, round.p2));
        CHECK(shape.shape.radius == round.radius);
        checkStyle(shape, round.style);
    }
    for (size_t i = 0; i < list.polygons.size(); ++i) {
        const app::PolygonShape& polygon = list.polygons[i];
        const RecordedDraw::RecordedShape& shape = drawn.shapes[list.rounds.size() + i];
        REQUIRE(shape.points.size() == polygon.count);
        for (size_t k = 0; k < polygon.count; ++k)
            CHECK(shape.points[k] == transformPoint(polygon.transform, polygon.vertices[k]));
        checkStyle(shape, polygon.style);
    }
    REQUIRE(drawn.marks.size() == list.primitives.size());
    for (size_t i = 0; i < list.primitives.size(); ++i) {
        const app::Primitive& primitive = list.primitives[i];
        const DrawMark& mark = drawn.marks[i];
        CHECK(static_cast<int>(mark.kind) == static_cast<int>(primitive.kind));
        CHECK(mark.a == primitive.a);
        CHECK(mark.b == primitive.b);
        CHECK(mark.c == primitive.c);
        CHECK(mark.width == doctest::Approx(0.01f * primitive.widthPx));
        CHECK(mark.size == doctest::Approx(0.01f * primitive.sizePx));
        CHECK(mark.color == colorOf(primitive.color));
    }
    CHECK(drawn.texts.size() <= list.labels.size());
    for (const RecordedDraw::RecordedText& text : drawn.texts)
        CHECK(std::any_of(list.labels.begin(), list.labels.end(), [&](const app::WorldLabel& label) {
            return label.text == text.text && label.point == text.point;
        }));
}

} // namespace

TEST_CASE("a_renderer_receives_what_the_window_draws_with_every_overlay")
{
    const DrawnWorld made = makeDrawnWorld();
    size_t drawn = 0;
    for (const DrawOverlay& overlay : drawOverlays()) {
        if (overlay.name == "grid") continue; // the window's renderer adds it
        CAPTURE(overlay.name);
        RecordedDraw draw;
        REQUIRE(drawWorld(made.world, draw, optionsOf(std::string(overlay.name))).empty());
        checkSameItems(draw, listOfWindow(made.world, std::string(overlay.name), {}));
        drawn += draw.shapes.size() + draw.marks.size();
        CHECK((draw.shapes.empty() != (overlay.name == "shapes")));
    }
    CHECK(drawn > 100);
}

TEST_CASE("far_from_the_origin_a_renderer_receives_positions_without_rounding")
{
    const Position far{1.0e6, -1.0e6};
    const DrawnWorld near = makeDrawnWorld(), made = makeDrawnWorld(far);
    RecordedDraw here, there;
    const std::string overlays = "shapes,contact-points,normals,joints,penetration,centers";
    REQUIRE(drawWorld(near.world, here, optionsOf(overlays)).empty());
    REQUIRE(drawWorld(made.world, there, optionsOf(overlays, far)).empty());
    checkSameItems(there, listOfWindow(made.world, overlays, far));
    REQUIRE(here.shapes.size() == there.shapes.size());
    for (size_t i = 0; i < here.shapes.size(); ++i)
        for (size_t k = 0; k < here.shapes[i].points.size(); ++k)
            CHECK(length((there.shapes[i].points[k] - far) - (here.shapes[i].points[k] - Position{})) <
                  1e-4f);
}

TEST_CASE("drawing_with_a_renderer_does_not_change_the_world")
{
    DrawnWorld made = makeDrawnWorld();
    World copy = made.world;
    RecordedDraw draw;
    DrawHistory history;
    for (int i = 0; i < 5; ++i) {
        history.record(made.world);
        REQUIRE(drawWorld(made.world, draw, {.overlays = "all"}, &history).empty());
        CHECK(made.world.hash() == copy.hash());
        made.world.step(1.0f / 60.0f);
        copy.step(1.0f / 60.0f);
    }
    CHECK(made.world.hash() == copy.hash());
}

TEST_CASE("the_grid_needs_a_visible_box_and_is_drawn_first")
{
    const DrawnWorld made = makeDrawnWorld();
    RecordedDraw draw;
    REQUIRE(drawWorld(made.world, draw, optionsOf("grid,centers")).empty());
    app::Camera camera;
    camera.setViewport({0.0f, 0.0f, 800.0f, 600.0f});
    camera.set(center(around({})), 100.0f);
    std::vector<app::Primitive> grid;
    app::addGrid(grid, camera, app::makePalette(app::Theme::Dark).grid, 1.0f, 1.0f);
    REQUIRE(draw.marks.size() > grid.size());
    CHECK(draw.marks.front().a == grid.front().a);
    CHECK(draw.marks[grid.size() - 1].color == colorOf(grid.back().color));
    CHECK(draw.marks[grid.size()].kind == DrawMarkKind::Cross);

    RecordedDraw everything;
    REQUIRE(drawWorld(made.world, everything, {.overlays = "grid"}).empty());
    CHECK(everything.marks.empty());
}

TEST_CASE("without_a_visible_box_everything_is_drawn")
{
    World world;
    for (const double x : {-500.0, 0.0, 3000.0}) {
        const BodyId body = world.createBody({.type = BodyType::Static, .position = {x, x}});
        world.addShape(body, {.geometry = makeBox(1.0f, 1.0f)});
    }
    RecordedDraw all, part;
    REQUIRE(drawWorld(world, all).empty());
    CHECK(all.shapes.size() == 3);
    REQUIRE(drawWorld(world, part, {.visible = WorldBox({-1.0, -1.0}, {1.0, 1.0})}).empty());
    CHECK(part.shapes.size() == 1);
    RecordedDraw empty;
    CHECK(drawWorld(World(), empty, {.overlays = "all"}).empty());
    CHECK((empty.shapes.empty() && empty.marks.empty()));
}

TEST_CASE("marks_have_their_size_on_the_screen_and_shapes_theirs_in_the_world")
{
    const DrawnWorld made = makeDrawnWorld();
    RecordedDraw near, far, large;
    DrawOptions options = optionsOf("shapes,contact-points");
    REQUIRE(drawWorld(made.world, near, options).empty());
    options.scale = 2.0f;
    REQUIRE(drawWorld(made.world, large, options).empty());
    options.scale = 1.0f;
    options.metersPerPixel = 0.02f;
    REQUIRE(drawWorld(made.world, far, options).empty());
    REQUIRE(!near.marks.empty());
    CHECK(near.frame.pixel == doctest::Approx(0.01f));
    CHECK(far.frame.pixel == doctest::Approx(0.02f));
    CHECK(large.frame.pixel == doctest::Approx(0.02f));
    CHECK(near.shapes[0].points == far.shapes[0].points);
    CHECK(far.shapes[0].shape.outlineWidth == doctest::Approx(2.0f * near.shapes[0].shape.outlineWidth));
}

TEST_CASE("labels_are_placed_in_view_without_overlap_and_can_be_turned_off")
{
    const DrawnWorld made = makeDrawnWorld();
    RecordedDraw draw, mute;
    DrawOptions options = optionsOf("penetration,impulses,velocities,shapes");
    REQUIRE(drawWorld(made.world, draw, options).empty());
    REQUIRE(draw.texts.size() >= 3);
    for (size_t i = 0; i < draw.texts.size(); ++i) {
        const WorldBox& box = draw.texts[i].box;
        CHECK(contains(around({}), box));
        CHECK(box.upper.x - box.lower.x ==
              doctest::Approx(static_cast<double>(0.01f * draw.textSize(draw.texts[i].text).x)));
        for (size_t k = 0; k < i; ++k) CHECK_FALSE(overlaps(box, draw.texts[k].box));
    }
    CHECK(std::any_of(draw.texts.begin(), draw.texts.end(),
                      [](const auto& text) { return text.text.starts_with("frozen"); }));
    options.labels = false;
    REQUIRE(drawWorld(made.world, mute, options).empty());
    CHECK(mute.texts.empty());
    CHECK(mute.shapes.size() == draw.shapes.size());
}

TEST_CASE("trails_need_a_history_that_recorded_the_steps")
{
    DrawnWorld made = makeDrawnWorld();
    DrawHistory history;
    for (int i = 0; i < 5; ++i) {
        history.record(made.world);
        made.world.step(1.0f / 60.0f);
    }
    RecordedDraw without, with;
    REQUIRE(drawWorld(made.world, without, optionsOf("trails")).empty());
    CHECK(without.marks.empty());
    DrawHistory moved = std::move(history);
    REQUIRE(drawWorld(made.world, with, optionsOf("trails"), &moved).empty());
    CHECK(with.marks.size() >= 4);
}

TEST_CASE("the_selected_body_has_a_thicker_outline_and_a_stale_one_is_ignored")
{
    DrawnWorld made = makeDrawnWorld();
    const auto thickest = [&](BodyId selected) {
        RecordedDraw draw;
        DrawOptions options = optionsOf("shapes");
        options.selected = selected;
        REQUIRE(drawWorld(made.world, draw, options).empty());
        float width = 0.0f;
        for (const auto& shape : draw.shapes) width = std::max(width, shape.shape.outlineWidth);
        return width;
    };
    const float plain = thickest({});
    CHECK(thickest(made.box) > 1.2f * plain);
    made.world.destroyBody(made.box);
    CHECK(thickest(made.box) == plain);
}

TEST_CASE("a_refused_option_is_named_with_what_would_be_right_and_nothing_is_drawn")
{
    const DrawnWorld made = makeDrawnWorld();
    const auto refusal = [&](const DrawOptions& options) {
        RecordedDraw draw;
        const std::string sentence = drawWorld(made.world, draw, options);
        CHECK((draw.shapes.empty() && draw.marks.empty() && draw.texts.empty()));
        return sentence;
    };
    CHECK(refusal({.overlays = "shapes,contactpoints"})
              .find("\"contactpoints\" is not an overlay; valid words: all") != std::string::npos);
    CHECK(refusal({.metersPerPixel = 0.0f}) == "metersPerPixel: 0 is not within 2e-05 to 20");
    CHECK(refusal({.metersPerPixel = NAN}).starts_with("metersPerPixel: "));
    CHECK(refusal({.scale = 100.0f}) == "scale: 100 is not within 0.25 to 8");
    CHECK(refusal({.colorBodiesBy = "mass"}) ==
          "colorBodiesBy: \"mass\" is not one of state, material, body, island, speed");
    CHECK(refusal({.heatMap = ""}) == "heatMap: \"\" is not one of automatic, always, never");
    CHECK(refusal({.impulseScale = -1.0f}) == "impulseScale: -1 is not within 0.05 to 20");
    CHECK(refusal({.lineScale = 9.0f}) == "lineScale: 9 is not within 0.5 to 3");
    CHECK(refusal({.visible = WorldBox({1.0, 0.0}, {0.0, 1.0})}).starts_with("visible: the lower corner"));
    CHECK(refusal({.visible = WorldBox({0.0, 0.0}, {HUGE_VAL, 1.0})}).starts_with("visible: a corner"));
}
