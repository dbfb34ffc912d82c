#include "app/document/step_facts.h"

#include "engine/world/world_access.h"
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace satbox;
using namespace satbox::app;

namespace {

// Of all contacts, awake and asleep.
float deepestOverlapOf(const World& world)
{
    float deepest = 0.0f;
    world.forEachContactView([&](const ContactView& contact) {
        if (contact.contact->sensor) return;
        for (const ContactPoint& point : contact.points) deepest = std::max(deepest, -point.separation);
    });
    return deepest;
}

} // namespace

TEST_CASE("the_deepest_overlap_of_a_step_is_that_of_all_contacts_also_while_bodies_sleep_and_wake")
{
    for (const char* name : {"box_stack", "pyramid", "welcome", "vertex_contacts"}) {
        CAPTURE(std::string(name));
        World world = findBuiltinScene(name)->build().world;
        StepFactsMeter meter;
        int asleep = 0, woken = 0;
        for (int i = 0; i < 900; ++i) {
            const uint32_t awakeBefore = awakeBodyCount(world);
            if (i == 700) { // something wakes between two steps
                world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
                    if (body.type == BodyType::Dynamic) world.setVelocity(id, {0.0f, 2.0f}, 0.0f);
                });
                meter.forget();
            }
            world.step(1.0f / 60.0f);
            const StepFacts facts = meter.measure(world, awakeBefore);
            REQUIRE(facts.deepestOverlap == deepestOverlapOf(world));
            REQUIRE(facts.awakeBodies == awakeBodyCount(world));
            asleep += facts.fellAsleep ? 1 : 0;
            woken += facts.awakeBodies > awakeBefore ? 1 : 0;
        }
        if (world.settings().sleeping) CHECK(asleep + woken > 0);
    }
}

TEST_CASE("joints_that_break_in_a_step_are_counted")
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    const BodyId box = world.createBody({.position = {0.0f, -1.0f}});
    world.addShape(box, {.geometry = makeBox(0.2f, 0.2f)});
    world.createJoint({.bodyA = ground, .bodyB = box, .breakForce = 1e-3f, .kind = DistanceJoint{}});
    StepFactsMeter meter;
    world.step(1.0f / 60.0f);
    CHECK(meter.measure(world, 1).breaks == 1);
    world.step(1.0f / 60.0f);
    CHECK(meter.measure(world, 1).breaks == 0);
}
