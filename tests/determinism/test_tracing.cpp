#include "engine/lab/collision_trace.h"
#include "engine/lab/step_record.h"
#include "engine/model/world_state.h"
#include <satbox/observe.h>
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>
#include <string>
#include <utility>

using namespace satbox;

namespace {

// Traces every contact after every stage.
class Tracer final : public StepObserver {
  public:
    size_t axes = 0;

  private:
    void afterStage(Stage, int, const WorldState& world, std::span<const BodyState>) override
    {
        for (const Contact& contact : world.contacts.awake) {
            const auto& a = world.shapes.at(contact.shapeA).shape;
            const auto& b = world.shapes.at(contact.shapeB).shape;
            const Transform bInA = invMul(world.bodies.motions[contact.bodyA].transform(),
                                          world.bodies.motions[contact.bodyB].transform());
            axes += traceCollision(a, b, bInA, world.settings.speculativeMargin).axes.size();
        }
    }
};

} // namespace

TEST_CASE("worlds_that_are_traced_at_every_stage_step_to_the_same_bits")
{
    size_t axes = 0;
    int scenes = 0;
    for (const BuiltinScene& scene : builtinScenes()) {
        if (!scene.shipped || scenes == 10) continue;
        ++scenes;
        CAPTURE(std::string(scene.name));
        World plain = scene.build().world;
        World traced = plain;
        Tracer tracer;
        for (int i = 0; i < 60; ++i) {
            plain.step(1.0f / 60.0f);
            traced.step(1.0f / 60.0f, &tracer);
        }
        CHECK(plain.hash() == traced.hash());
        axes += tracer.axes;
    }
    CHECK(scenes == 10);
    CHECK(axes > 100000);
}

TEST_CASE("worlds_whose_every_visit_to_a_contact_is_recorded_step_to_the_same_bits")
{
    size_t visits = 0, islands = 0;
    int scenes = 0;
    for (const BuiltinScene& scene : builtinScenes()) {
        if (!scene.shipped || scenes == 10) continue;
        ++scenes;
        CAPTURE(std::string(scene.name));
        World plain = scene.build().world;
        World recorded = plain;
        for (int i = 0; i < 60; ++i) {
            uint32_t shapeA = 0, shapeB = 0;
            recorded.forEachContact([&](const Contact& contact) {
                if (contact.count == 0) return;
                shapeA = contact.shapeA;
                shapeB = contact.shapeB;
            });
            const StepRecord record = recordStep(recorded, 1.0f / 60.0f, shapeA, shapeB);
            plain.step(1.0f / 60.0f);
            islands += record.bodies.size();
            for (const StepTick& tick : record.ticks) visits += tick.visits.size();
        }
        CHECK(plain.hash() == recorded.hash());
    }
    CHECK(scenes == 10);
    CHECK(visits > 10000);
    CHECK(islands > 1000);
}
