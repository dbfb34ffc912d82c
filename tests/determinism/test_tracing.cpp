#include "engine/collision/collision_trace.h"
#include "engine/scene/builders.h"
#include "engine/world/step_observer.h"

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
            const Transform bInA = invMul(world.bodies.motions[contact.bodyA].transform,
                                          world.bodies.motions[contact.bodyB].transform);
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
