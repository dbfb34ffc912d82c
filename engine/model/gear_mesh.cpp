#include "engine/model/gear_mesh.h"

#include <cmath>

namespace satbox {

namespace {

constexpr float kTurn = 2.0f * kPi;

// A tooth further is the same mesh.
float nearestTooth(float phase) { return phase - kTurn * std::floor(phase / kTurn + 0.5f); }

} // namespace

float rackRadius(const GearJoint& gear) { return static_cast<float>(gear.teethB) * gear.pitch / kTurn; }

GearMesh meshOf(const GearJoint& gear, Vec2 d, Vec2 axis, float angle)
{
    const auto teethA = static_cast<float>(gear.teethA), teethB = static_cast<float>(gear.teethB);
    // The phase is the number of teeth, times a turn, by which B is ahead of the nearest gap.
    if (gear.rack) {
        const float perPhase = gear.pitch / kTurn; // m
        const float phase = teethB * (angle + 0.5f * kPi) + dot(d, axis) / perPhase;
        return {.error = perPhase * nearestTooth(phase),
                .direction = axis,
                .pitchPoint = d - rackRadius(gear) * perp(axis),
                .radiusB = rackRadius(gear)};
    }
    const float distance = length(d);
    if (!(distance > 0.0f)) return {};
    const Vec2 u = (1.0f / distance) * d;
    const float slope = angleOf(Rot{dot(axis, u), cross(axis, u)}); // of the line of centres, in frame A
    // Wheels mesh between their centres, a wheel inside a ring beyond its own. The teeth of a ring count as
    // negative: it turns in the direction of the wheel.
    const bool isAInside = gear.ring && teethA < teethB, isBInside = gear.ring && !isAInside;
    const float signedB = gear.ring ? -teethB : teethB;
    const float phase =
        teethA * ((isAInside ? -kPi : 0.0f) - slope) + signedB * ((isBInside ? 0.0f : -kPi) + angle - slope);
    const float perPhase = distance / (teethA + signedB); // m
    return {.error = perPhase * nearestTooth(phase),
            .direction = -perp(u),
            .pitchPoint = perPhase * teethA * u,
            .radiusA = perPhase * teethA,
            .radiusB = perPhase * signedB};
}

float meshedAngleB(const JointDef& def, const WorldTransform& a, const WorldTransform& b)
{
    const Rot frameA = mul(a.q, makeRot(def.angleA)), frameB = mul(b.q, makeRot(def.angleB));
    const Vec2 d = transformPoint(b, def.anchorB) - transformPoint(a, def.anchorA);
    const GearMesh mesh =
        meshOf(std::get<GearJoint>(def.kind), d, {frameA.c, frameA.s}, angleOf(invMul(frameA, frameB)));
    if (mesh.radiusB == 0.0f) return def.angleB; // both have one centre
    return std::remainder(def.angleB - mesh.error / mesh.radiusB, kTurn);
}

} // namespace satbox
