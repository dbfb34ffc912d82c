#include "app/document/joint_kind.h"

#include "engine/model/joint_fields.h"

#include <cmath>

namespace satbox::app {

namespace {

constexpr float kMinAxis = 1e-3f;     // m; anchors that are nearer define no direction
constexpr float kPulleyHeight = 2.0f; // m, of the fixed points of a new pulley above its anchors

struct Adaptation {
    const World& world;
    JointDef& def;
    const JointView& view;

    float angleOfBody(BodyId body) const { return angleOf(world.motion(body).q); }
    // Frame B in the direction of frame A.
    void alignFrames() const { def.angleB = angleOfBody(def.bodyA) + def.angleA - angleOfBody(def.bodyB); }
    void joinAnchors() const
    {
        def.anchorB = invTransformPoint(world.motion(def.bodyB).transform(), view.anchorA);
    }
    void axisThroughAnchors() const
    {
        const Vec2 along = view.anchorB - view.anchorA;
        if (length(along) > kMinAxis) def.angleA = std::atan2(along.y, along.x) - angleOfBody(def.bodyA);
        alignFrames();
    }

    void operator()(DistanceJoint& kind) const
    {
        kind.length = kind.spring.target = kind.limit.upper = view.length;
    }
    void operator()(RevoluteJoint&) const
    {
        joinAnchors();
        alignFrames();
    }
    void operator()(PrismaticJoint&) const { axisThroughAnchors(); }
    void operator()(WeldJoint&) const
    {
        joinAnchors();
        alignFrames();
    }
    void operator()(WheelJoint& kind) const
    {
        axisThroughAnchors();
        kind.spring.target = view.length;
    }
    void operator()(MotorJoint&) const
    {
        joinAnchors();
        alignFrames();
    }
    void operator()(PulleyJoint& kind) const
    {
        const Vec2 up{0.0f, kPulleyHeight};
        kind.groundA = toVec2(view.anchorA) + up;
        kind.groundB = toVec2(view.anchorB) + up;
        kind.length = kPulleyHeight * (1.0f + kind.ratio);
    }
    void operator()(FilterJoint&) const {}
};

} // namespace

JointDef withKind(const World& world, JointId joint, size_t kind)
{
    JointDef def = world.jointDef(joint);
    def.kind = defaultJointKind(kind);
    const JointView view = world.jointView(joint);
    std::visit(Adaptation{world, def, view}, def.kind);
    return def;
}

} // namespace satbox::app
