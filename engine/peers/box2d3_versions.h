#pragma once

// What differs between Box2D 3.1 and 3.2, so that box2d3_world.cpp is written once. Includes Box2D, so that
// only that file may include it. SATBOX_BOX2D3_HAS_FRAMES, from CMake: 3.2, whose joints have frames instead
// of anchors, axis and reference angle.

#include "engine/peers/peer_world.h"

#include <box2d/box2d.h>

#include <cstdint>

namespace satbox {

inline b2Vec2 toBox2d(Vec2 v) { return {v.x, v.y}; }

// Of a mouse joint. The body is grabbed where it is now.
struct Box2d3Grip {
    b2BodyId ground;
    b2BodyId body;
    Vec2 localAnchor;
    float frequency = 0.0f; // Hz
    float dampingRatio = 0.0f;
    float maxForce = 0.0f; // N
};

#if SATBOX_BOX2D3_HAS_FRAMES

using Box2d3Material = uint64_t; // of its callbacks for materials
constexpr bool kBox2d3LocksAxes = true;

// 3.2 can be built with world positions in double precision.
inline b2Pos toBox2d(Position p)
{
    return {static_cast<decltype(b2Pos::x)>(p.x), static_cast<decltype(b2Pos::y)>(p.y)};
}
inline b2Pos worldCenter(b2BodyId body) { return b2Body_GetWorldCenter(body); }
inline bool rotates(b2BodyId body) { return !b2Body_GetMotionLocks(body).angularZ; }
inline void setLocks(b2BodyDef& made, const BodyDef& def)
{
    made.motionLocks = {def.lockX, def.lockY, def.fixedRotation};
}

template<class Def>
void setFrames(Def& made, b2BodyId a, b2BodyId b, const JointDef& def)
{
    const Rot rotationA = makeRot(def.angleA), rotationB = makeRot(def.angleB);
    made.base.bodyIdA = a;
    made.base.bodyIdB = b;
    made.base.localFrameA = {toBox2d(def.anchorA), {rotationA.c, rotationA.s}};
    made.base.localFrameB = {toBox2d(def.anchorB), {rotationB.c, rotationB.s}};
    made.base.collideConnected = def.collideConnected;
}
inline float springTarget(const RevoluteJoint& kind, const JointDef&) { return kind.spring.target; }

// Holds a pose by a spring, as satbox's does.
inline void setMotorJoint(b2MotorJointDef& made, const MotorJoint& kind, const JointDef&, PeerNotes&)
{
    made.linearHertz = made.angularHertz = kind.frequency;
    made.linearDampingRatio = made.angularDampingRatio = kind.dampingRatio;
    made.maxSpringForce = kind.maxForce;
    made.maxSpringTorque = kind.maxTorque;
}

// It has no mouse joint: its samples use a motor joint to a frame that moves.
inline void setTarget(b2JointId pull, Position target)
{
    b2Joint_SetLocalFrameA(pull,
                           {{static_cast<float>(target.x), static_cast<float>(target.y)}, b2Rot_identity});
    b2Joint_WakeBodies(pull);
}
inline b2JointId makePull(b2WorldId world, const Box2d3Grip& grip)
{
    b2MotorJointDef def = b2DefaultMotorJointDef();
    const b2Pos grabbed = b2Body_GetWorldPoint(grip.body, toBox2d(grip.localAnchor));
    def.base.bodyIdA = grip.ground;
    def.base.bodyIdB = grip.body;
    def.base.localFrameA.p = {static_cast<float>(grabbed.x), static_cast<float>(grabbed.y)};
    def.base.localFrameB.p = toBox2d(grip.localAnchor);
    def.base.collideConnected = true;
    def.linearHertz = grip.frequency;
    def.linearDampingRatio = grip.dampingRatio;
    def.maxSpringForce = grip.maxForce;
    return b2CreateMotorJoint(world, &def);
}

#else

using Box2d3Material = int;
constexpr bool kBox2d3LocksAxes = false;

inline b2Vec2 toBox2d(Position p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }
inline b2Vec2 worldCenter(b2BodyId body) { return b2Body_GetWorldCenterOfMass(body); }
inline bool rotates(b2BodyId body) { return !b2Body_IsFixedRotation(body); }
inline void setLocks(b2BodyDef& made, const BodyDef& def) { made.fixedRotation = def.fixedRotation; }

template<class Def>
void setFrames(Def& made, b2BodyId a, b2BodyId b, const JointDef& def)
{
    made.bodyIdA = a;
    made.bodyIdB = b;
    if constexpr (requires { made.collideConnected; }) made.collideConnected = def.collideConnected;
    if constexpr (requires { made.localAnchorA; }) {
        made.localAnchorA = toBox2d(def.anchorA);
        made.localAnchorB = toBox2d(def.anchorB);
    }
    if constexpr (requires { made.referenceAngle; }) made.referenceAngle = def.angleA - def.angleB;
    if constexpr (requires { made.localAxisA; }) {
        const Rot axis = makeRot(def.angleA);
        made.localAxisA = {axis.c, axis.s};
    }
}
// Its spring ignores the reference angle.
inline float springTarget(const RevoluteJoint& kind, const JointDef& def)
{
    return kind.spring.target + def.angleA - def.angleB;
}

// Its anchor on B is B's origin, its offset is in A's frame.
inline void setMotorJoint(b2MotorJointDef& made, const MotorJoint& kind, const JointDef& def,
                          PeerNotes& notes)
{
    if (length(def.anchorB) > 0.0f) notes.add("motor joint with an anchor off body B's origin");
    made.linearOffset = toBox2d(def.anchorA);
    made.angularOffset = def.angleA - def.angleB;
    made.maxForce = kind.maxForce;
    made.maxTorque = kind.maxTorque;
}

inline void setTarget(b2JointId pull, Position target) { b2MouseJoint_SetTarget(pull, toBox2d(target)); }
inline b2JointId makePull(b2WorldId world, const Box2d3Grip& grip)
{
    b2MouseJointDef def = b2DefaultMouseJointDef();
    def.bodyIdA = grip.ground;
    def.bodyIdB = grip.body;
    def.target = b2Body_GetWorldPoint(grip.body, toBox2d(grip.localAnchor));
    def.hertz = grip.frequency;
    def.dampingRatio = grip.dampingRatio;
    def.maxForce = grip.maxForce;
    return b2CreateMouseJoint(world, &def);
}

#endif

} // namespace satbox
