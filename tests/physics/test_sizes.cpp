// Bodies of any size: tolerances that are lengths or speeds scale with WorldSettings::lengthUnit.

#include "tests/support/lcg.h"
#include "tests/support/physics_fixture.h"
#include <satbox/validate.h>

#include <cmath>
#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

Position scaledPlace(Position p, float factor)
{
    return {static_cast<double>(factor) * p.x, static_cast<double>(factor) * p.y};
}

// A heap of all kinds of shapes between a thin wall, a segment and the ground. Lengths are scaled by `size`
// and speeds by its square root, both powers of two, so that scaling is exact.
struct Heap {
    Heap(float rootOfSize, WorldSettings settings, float restitution, float fast)
        : root(rootOfSize), size(root * root), material{.restitution = restitution}
    {
        settings.lengthUnit = size;
        settings.stepRate = 60.0f / root;
        settings.sleeping = false; // timeToSleep is not scaled
        settings.maxSpeed = 10000.0f;
        world = World(settings);
        add(box(20.0f, 0.5f), {.type = BodyType::Static, .position = {0.0f, -0.5f}});
        add(Segment{size * Vec2{-8.0f, 0.0f}, size * Vec2{-8.0f, 20.0f}}, {.type = BodyType::Static});
        add(box(0.05f, 20.0f), {.type = BodyType::Static, .position = {8.0f, 10.0f}});
        Lcg random(7);
        const auto between = [&](float a, float b) { return random.between(a, b); };
        for (int i = 0; i < 100; ++i) {
            BodyDef def;
            def.position = {between(-6.0f, 6.0f), between(1.0f, 14.0f)};
            def.rotation = makeRot(between(-3.0f, 3.0f));
            def.linearVelocity = {fast * between(-3.0f, 3.0f), between(-3.0f, 3.0f)};
            def.bullet = fast > 1.0f && i % 3 == 0;
            const float a = between(0.2f, 0.6f), b = between(0.1f, 0.4f);
            switch (i % 5) {
            case 0:
                add(box(a, b), def);
                break;
            case 1:
                add(Circle{{0.0f, 0.0f}, size * a}, def);
                break;
            case 2:
                add(Capsule{size * Vec2{-a, 0.0f}, size * Vec2{a, 0.0f}, size * b}, def);
                break;
            case 3:
                add(scaled(makeRegularPolygon(3 + i % 6, a)), def);
                break;
            default:
                add(box(0.3f * b, a), def);
            }
        }
    }

    void step() { world.step(root * kStep); }

    float root, size;
    Material material;
    World world;
    std::vector<BodyId> bodies;

  private:
    Polygon scaled(Polygon p) const
    {
        for (Vec2& v : p.vertices) v = size * v;
        p.centroid = size * p.centroid;
        return p;
    }
    Polygon box(float halfWidth, float halfHeight) const { return scaled(makeBox(halfWidth, halfHeight)); }
    void add(const Shape& shape, BodyDef def)
    {
        def.position = scaledPlace(def.position, size);
        def.linearVelocity = root * def.linearVelocity;
        bodies.push_back(addBody(world, shape, def, material));
    }
};

// Index of the first step after which some pose differs from its counterpart in any bit; -1 if none does.
int firstDifference(Heap& a, Heap& b, int steps)
{
    for (int i = 0; i < steps; ++i) {
        a.step();
        b.step();
        for (size_t k = 0; k < a.bodies.size(); ++k) {
            const BodyMotion &m = a.world.motion(a.bodies[k]), &n = b.world.motion(b.bodies[k]);
            // Speeds are not compared: they decay to denormal numbers, which cannot be scaled exactly.
            if (scaledPlace(m.center, b.size) != scaledPlace(n.center, a.size) || m.q != n.q) return i;
        }
    }
    return -1;
}

} // namespace

// A length or speed in the step that did not scale with the length unit would change some bit.
TEST_CASE("world_and_its_scaled_model_step_to_the_same_bits")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        for (const float restitution : {0.0f, 0.5f}) {
            for (const float fast : {1.0f, 20.0f}) {
                for (const float root : {0.0625f, 2.0f}) {
                    CAPTURE(std::string(toString(solver)));
                    CAPTURE(restitution);
                    CAPTURE(fast);
                    CAPTURE(root);
                    Heap heap(1.0f, settingsFor(solver), restitution, fast);
                    Heap model(root, settingsFor(solver), restitution, fast);
                    CHECK(firstDifference(heap, model, 120) == -1);
                }
            }
        }
    }
}

TEST_CASE("boxes_of_any_size_stack_and_fall_asleep")
{
    for (const float size : {0.001f, 0.01f, 0.1f, 1.0f, 1000.0f}) {
        CAPTURE(size);
        WorldSettings settings;
        settings.lengthUnit = size;
        settings.substeps = std::max(4, static_cast<int>(std::ceil(2.0f / std::sqrt(size))));
        World world(settings);
        addBody(world, makeBox(20.0f * size, size), {.type = BodyType::Static, .position = {0.0f, -size}});
        std::vector<BodyId> boxes;
        for (int i = 0; i < 10; ++i)
            boxes.push_back(addBody(world, makeBox(0.5f * size, 0.5f * size),
                                    {.position = {0.0f, (0.5f + static_cast<float>(i)) * size}}));
        run(world, 10.0f);
        CHECK(world.counters().awakeBodies == 0);
        for (size_t i = 0; i < boxes.size(); ++i) {
            const Position center = world.motion(boxes[i]).center;
            CHECK(std::fabs(center.x) < 0.01f * size);
            CHECK(center.y > (0.5f + static_cast<float>(i) - 0.06f) * size);
        }
    }
}

TEST_CASE("body_that_slides_down_slowly_for_its_size_does_not_fall_asleep")
{
    WorldSettings settings; // 5 body sizes per second
    settings.gravity = {0.0f, 0.0f};
    for (const float unit : {1.0f, 0.01f}) {
        settings.lengthUnit = unit;
        World world(settings);
        const BodyId box = addBody(world, makeBox(0.005f, 0.005f), {.linearVelocity = {0.02f, 0.0f}});
        run(world, 2.0f);
        CHECK(world.body(box).awake == (unit < 1.0f));
    }
}

TEST_CASE("shapes_down_to_a_fifth_of_a_millimetre_are_taken")
{
    CHECK(validate(Shape{makeBox(0.0005f, 0.0005f)}) == "");
    CHECK(validate(Shape{makeBox(0.0001f, 0.0001f)}) == "");
    CHECK(validate(Shape{Circle{{0.0f, 0.0f}, 0.0001f}}) == "");
    CHECK(validate(Shape{makeBox(0.00009f, 1.0f)}).ends_with("it must be at least 0.0002 m"));
}
