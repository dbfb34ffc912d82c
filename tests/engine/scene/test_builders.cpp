#include "engine/collision/collide.h"
#include <satbox/lab/metrics.h>
#include <satbox/scene/builders.h>

#include <cmath>
#include <doctest/doctest.h>
#include <set>

namespace satbox {
namespace {

constexpr float kDt = 1.0f / 60.0f;

// Where everything has to stay: the walls' inner faces, or wide bounds where a scene has none.
WorldBox allowedPlace(std::string_view name)
{
    if (name == "welcome") return {{-11.0f, -0.1f}, {11.0f, 25.0f}};
    if (name == "mixed_rain") return {{-9.0f, -0.1f}, {9.0f, 25.0f}};
    if (name == "tumbler") return {{-8.5f, -8.5f}, {8.5f, 8.5f}};
    if (name == "tumbler_bench") return {{-14.2f, -14.2f}, {14.2f, 14.2f}};
    if (name == "compound") return {{-8.0f, -0.1f}, {8.0f, 20.0f}};
    if (name == "funnel") return {{-8.5f, -0.6f}, {8.5f, 30.0f}};
    if (name == "gas") return {{-10.0f, -6.0f}, {10.0f, 6.0f}};
    if (name == "container2000") return {{-20.0f, -0.1f}, {20.0f, 140.0f}};
    if (name == "newtons_cradle") return {{-8.1f, -0.1f}, {8.1f, 6.0f}};
    return {{-300.0f, -300.0f}, {300.0f, 400.0f}};
}

void checkPlaces(const World& world, const WorldBox& allowed)
{
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        CAPTURE(id.index);
        REQUIRE_FALSE(body.quarantined);
        REQUIRE(isFinite(motion.center));
        REQUIRE(isFinite(motion.v));
        if (body.type == BodyType::Dynamic) REQUIRE(contains(allowed, motion.center));
    });
}

void stepScene(const BuiltinScene& builtin, int steps)
{
    CAPTURE(builtin.name);
    Scene scene = builtin.build();
    const WorldBox allowed = allowedPlace(builtin.name);
    for (int i = 1; i <= steps; ++i) {
        scene.world.step(kDt);
        if (i % 50 == 0 || i == steps) checkPlaces(scene.world, allowed);
    }
}

// Deepest overlap before the first step, m.
float overlapAtStart(Scene scene)
{
    scene.world.refreshContacts();
    const auto depths = penetrationDepths(scene.world);
    return depths.empty() ? 0.0f : depths.back();
}

} // namespace

TEST_CASE("built_in_scenes_have_distinct_names_and_texts")
{
    std::set<std::string_view> names;
    for (const BuiltinScene& scene : builtinScenes()) {
        CHECK(names.insert(scene.name).second);
        CHECK_FALSE(scene.title.empty());
        CHECK(scene.description.size() > 20);
        CHECK(findBuiltinScene(scene.name) == &scene);
    }
    CHECK(names.size() >= 22);
    CHECK(findBuiltinScene("nothing") == nullptr);
}

TEST_CASE("building_a_scene_twice_gives_the_same_bits")
{
    for (const BuiltinScene& scene : builtinScenes())
        CHECK(scene.build().world.hash() == scene.build().world.hash());
}

TEST_CASE("scenes_start_touching_and_not_overlapping")
{
    for (const BuiltinScene& scene : builtinScenes()) {
        CAPTURE(scene.name);
        if (scene.name == "two_triangles" || scene.name == "vertex_contacts")
            continue; // overlaps: they show it
        CHECK(overlapAtStart(scene.build()) < 1e-3f);
    }
}

TEST_CASE("every_shipped_scene_runs_without_a_broken_or_escaped_body")
{
    for (const BuiltinScene& scene : builtinScenes())
        if (scene.shipped) stepScene(scene, 400);
}

TEST_CASE("every_benchmark_scene_starts_without_a_broken_or_escaped_body")
{
    for (const BuiltinScene& scene : builtinScenes())
        if (!scene.shipped) stepScene(scene, 20);
}

TEST_CASE("benchmark_scenes_have_the_sizes_that_they_are_compared_by")
{
    const auto bodies = [](const char* name) {
        return findBuiltinScene(name)->build().world.counters().bodies;
    };
    CHECK(bodies("large_pyramid") == 5050 + 1);
    CHECK(bodies("many_pyramids") == 400 * 55 + 20);
    CHECK(bodies("container2000") == 2000 + 3);
    CHECK(bodies("tumbler_bench") == 45 * 45 + 1);
    CHECK(bodies("compounds") == 20 * 150 + 3);
    CHECK(bodies("junkyard") == 8000 + 5 + 1);
    CHECK(bodies("smash") == 120 * 80 + 1);
    CHECK(bodies("washer") == 8100 + 1);
    CHECK(bodies("circles") == 5000 + 3);
    CHECK(bodies("mixed") == 5000 + 3);
    const World pyramid = findBuiltinScene("large_pyramid")->build().world;
    CHECK_FALSE(pyramid.settings().sleeping);
    CHECK(pyramid.bounds().lower == Vec2{-100.0f, -2.0f});
    CHECK(pyramid.bounds().upper == Vec2{100.0f, 100.0f});
}

TEST_CASE("the_welcome_scene_moves_all_its_parts_in_the_first_five_seconds")
{
    Scene scene = findBuiltinScene("welcome")->build();
    const int bodies = scene.world.counters().bodies;
    CHECK(bodies >= 60);
    CHECK(bodies <= 125);
    std::vector<Position> start;
    scene.world.forEachBody([&](BodyId, const Body&, const BodyMotion& m) { start.push_back(m.center); });
    for (int i = 0; i < 300; ++i) scene.world.step(kDt);
    int moved = 0;
    size_t index = 0;
    scene.world.forEachBody([&](BodyId, const Body&, const BodyMotion& m) {
        moved += length(m.center - start[index]) > 0.1f ? 1 : 0;
        ++index;
    });
    CHECK(moved > bodies * 2 / 3);
}

TEST_CASE("only_the_box_with_the_most_friction_stays_on_the_friction_ramp")
{
    Scene scene = findBuiltinScene("friction_ramp")->build();
    std::vector<Position> start;
    scene.world.forEachBody([&](BodyId, const Body& body, const BodyMotion& m) {
        if (body.type == BodyType::Dynamic) start.push_back(m.center);
    });
    for (int i = 0; i < 180; ++i) scene.world.step(kDt);
    size_t index = 0;
    std::vector<float> moved;
    scene.world.forEachBody([&](BodyId, const Body& body, const BodyMotion& m) {
        if (body.type == BodyType::Dynamic) moved.push_back(length(m.center - start[index++]));
    });
    REQUIRE(moved.size() == 5);
    CHECK(moved[4] < 0.02f);
    for (size_t i = 0; i < 4; ++i) CHECK(moved[i] > 0.1f);
    CHECK(moved[1] > moved[2]);
    CHECK(moved[2] > moved[3]);
}

TEST_CASE("balls_of_the_restitution_row_bounce_the_higher_the_more_restitution_they_have")
{
    Scene scene = findBuiltinScene("restitution_row")->build();
    std::vector<double> highest(11, 0.0);
    for (int i = 0; i < 160; ++i) { // fall of 1.06 s, then up again
        scene.world.step(kDt);
        if (i < 66) continue;
        size_t index = 0;
        scene.world.forEachBody([&](BodyId, const Body& body, const BodyMotion& m) {
            if (body.type == BodyType::Dynamic)
                highest[index] = std::max(highest[index], m.center.y), ++index;
        });
    }
    for (size_t i = 2; i < highest.size(); ++i) CHECK(highest[i] > highest[i - 1]);
}

TEST_CASE("newtons_cradle_passes_the_blow_to_the_last_ball")
{
    Scene scene = findBuiltinScene("newtons_cradle")->build();
    double farthest = 0.0;
    for (int i = 0; i < 150; ++i) {
        scene.world.step(kDt);
        scene.world.forEachBody([&](BodyId, const Body& body, const BodyMotion& m) {
            if (body.type == BodyType::Dynamic) farthest = std::max(farthest, m.center.x);
        });
    }
    CHECK(farthest > 5.0f); // up the right curve: the row itself ends at 2 m
}

TEST_CASE("no_bullet_passes_the_plate")
{
    Scene scene = findBuiltinScene("bullet_wall")->build();
    for (int i = 0; i < 120; ++i) {
        scene.world.step(kDt);
        scene.world.forEachBody([&](BodyId, const Body& body, const BodyMotion& m) {
            if (body.name == "bullet" && m.center.y < 6.0f) REQUIRE(m.center.x < 7.0f);
        });
    }
}

TEST_CASE("each_scene_of_the_lab_has_two_shapes_and_shows_what_its_title_says")
{
    const auto manifold = [](std::string_view name) {
        const BuiltinScene* lab = findLabScene(name);
        REQUIRE(lab != nullptr);
        std::vector<Shape> shapes;
        std::vector<WorldTransform> poses;
        const World world = lab->build().world;
        world.forEachShape([&](ShapeId id, const BodyShape& shape) {
            shapes.push_back(shape.shape);
            poses.push_back(world.motion(world.bodyOf(id)).transform());
        });
        REQUIRE(shapes.size() == 2);
        return collide(shapes[0], shapes[1], invMul(poses[0], poses[1]), 0.02f);
    };
    for (const BuiltinScene& lab : labScenes()) {
        CAPTURE(lab.name);
        CHECK(lab.name.starts_with("lab_"));
        CHECK(lab.description.size() > 20);
        CHECK(findBuiltinScene(lab.name) == nullptr);
        CHECK(openScene(lab.name).ok());
        CHECK(manifold(lab.name).count > 0);
    }
    CHECK(labScenes().size() == 11);
    CHECK(manifold("lab_two_triangles").points[0].separation == doctest::Approx(-1.0f / std::sqrt(5.0f)));
    CHECK(manifold("lab_corner").points[0].separation == doctest::Approx(0.0f));
    CHECK(manifold("lab_containment").points[0].separation < -1.0f);
    CHECK(std::fabs(manifold("lab_near_parallel").normal.x) < 1e-3f);
    CHECK(manifold("lab_circle_corner").normal.x == doctest::Approx(manifold("lab_circle_corner").normal.y));
}

} // namespace satbox
