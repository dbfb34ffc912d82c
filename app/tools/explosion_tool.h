#pragma once

#include "app/tools/edit_tool.h"

namespace satbox::app {

// The impulses of an explosion on the bodies of a world, in the order of their slots. Each dynamic body with
// a point within `radius` of `center` gets, at its point nearest to the centre and away from it,
//
//   J = strength * w * (1 - d / radius)
//
// d: distance of that point, m; w: width of the body as seen from the centre, m, at most 2 * radius. So
// `strength` is the impulse on one metre of width at the centre, N s/m: larger bodies catch more of the
// blast, heavier ones move less. A body that contains the centre is pushed at its centre of mass. Nothing
// shields a body behind another one.
// Source: b2World_Explode() of Box2D 3.1, which has the same impulse per projected width, applied at the
// nearest point; there the full impulse acts up to a radius, and the linear falloff begins beyond it.
std::vector<op::ApplyImpulse> explosionImpulses(const World& world, Position center, float radius,
                                                float strength);

// A click pushes all bodies around it away. It works while paused too: then the velocities change.
class ExplosionTool : public EditTool {
  public:
    const ToolText& text() const override;
    std::string hint() const override;
    std::vector<ToolOption> options() override;
    void press(ToolContext& context, const ToolPointer& pointer) override;
    void update(ToolContext& context, const ToolPointer& pointer, double seconds) override;
    void draw(const ViewContext& context, DrawList& out) const override;

  private:
    float radius_ = 3.0f;   // m
    float strength_ = 8.0f; // N s/m
    Position center_{};     // the pointer
    bool isShown_ = false;  // the pointer is over the world
};

} // namespace satbox::app
