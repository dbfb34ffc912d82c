#include "engine/step/impacts/bouncing_impacts.h"

#include "engine/collision/manifold.h"
#include "engine/constraints/contact/contact_recorder.h"
#include "engine/geometry/shape.h"
#include "engine/step/contact_update.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace satbox {

namespace {

constexpr int kMaxSweeps = 64; // contacts that still approach after these are left to the solver passes
constexpr float kMinApproach = 1e-3f; // speed units: lower limit of the bounce threshold
// Length units: a shorter travel changes neither normal nor anchors.
constexpr float kMaxUnchangedTravel = 1e-3f;

// Relative to a position near the contact.
struct PredictedPose {
    Transform pose; // of the body's origin
    Vec2 center;    // centre of mass, m
};

// Pose of a body after `time` seconds at its current velocity.
PredictedPose predictPose(const BodyMotion& m, const BodyState& row, float time, Position from)
{
    const Rot turned = time > 0.0f ? integrate(row.dq, time * row.w) : row.dq;
    const Rot q = mul(turned, m.q);
    const Vec2 center = (m.center - from) + row.dp + time * row.v;
    return {{center - rotate(q, m.localCenter), q}, center};
}

// Upper bound of the speed of any point of the body, m/s.
float maxPointSpeed(const BodyMotion& m, const BodyState& row)
{
    return length(row.v) + std::fabs(row.w) * m.maxExtent;
}

// Solves both points of a contact at once, so that a box that falls flat gets no spin. The impulses are at
// least 0. They change the normal speed of each point by at least `wanted`, and by exactly `wanted` where the
// impulse is positive. `k`: 1/kg, change of speed at one point per impulse at another.
std::array<float, 2> solveBoth(const std::array<std::array<float, 2>, 2>& k,
                               const std::array<float, 2>& wanted)
{
    const float determinant = k[0][0] * k[1][1] - k[0][1] * k[0][1];
    if (determinant > 1e-6f * k[0][0] * k[1][1]) {
        const float j0 = (wanted[0] * k[1][1] - wanted[1] * k[0][1]) / determinant;
        const float j1 = (wanted[1] * k[0][0] - wanted[0] * k[0][1]) / determinant;
        if (j0 >= 0.0f && j1 >= 0.0f) return {j0, j1};
    }
    const float j0 = wanted[0] / k[0][0];
    if (j0 * k[0][1] >= wanted[1]) return {j0, 0.0f};
    return {0.0f, wanted[1] / k[1][1]};
}

} // namespace

BouncingImpacts::BouncingImpacts(const SolverStep& step, ImpactContacts& contacts)
    : step_(step), threshold_(step.context.restitutionThreshold), settledSpeed_(settledSpeed(step.context)),
      contacts_(contacts), marks_(contacts.size())
{
    for (uint32_t i = 0; i < contacts.size(); ++i) {
        const ImpactContact& entry = contacts[i];
        const Contact& c = contacts.contactOf(entry);
        if (!(c.restitution > 0.0f)) continue;
        for (int n = 0; n < c.count; ++n)
            marks_[i].isFast |= lengthSquared(contacts.initialVelocity(entry, n)) > threshold_ * threshold_;
    }
}

BouncingImpacts::PredictedContact BouncingImpacts::predictContact(const ImpactContact& entry,
                                                                  float time) const
{
    const Contact& c = step_.contacts[entry.contact];
    const BodyMotion &ma = step_.bodyStore->motions[c.bodyA], &mb = step_.bodyStore->motions[c.bodyB];
    BodyState &a = step_.bodies.states[entry.rows[0]], &b = step_.bodies.states[entry.rows[1]];
    const BodyPair pair{&a, &b}; // for its velocities
    const PredictedPose poseA = predictPose(ma, a, time, ma.center),
                        poseB = predictPose(mb, b, time, ma.center);
    const float reach =
        step_.context.linearSlop + step_.context.h * (maxPointSpeed(ma, a) + maxPointSpeed(mb, b));
    const Manifold m =
        manifoldOf(c, *step_.shapes, invMul(poseA.pose, poseB.pose), {reach, step_.context.lengthUnit});
    PredictedContact predicted;
    predicted.normal = rotate(poseA.pose.q, m.normal);
    const Vec2 apart = poseB.center - poseA.center;
    predicted.count = m.count;
    for (int i = 0; i < m.count; ++i) {
        const auto n = static_cast<size_t>(i);
        // Computed from the relative positions: world coordinates round more coarsely, and discs would begin
        // to spin.
        predicted.anchorA[n] = rotate(poseA.pose.q, m.points[n].point - ma.localCenter);
        predicted.anchorB[n] = predicted.anchorA[n] - apart;
        predicted.separation[n] = m.points[n].separation;
        predicted.speed[n] =
            dot(relativeVelocity(pair, predicted.anchorA[n], predicted.anchorB[n]), predicted.normal);
        const bool isSecond = c.count > 1 && m.points[n].id == c.points[1].id;
        predicted.point[n] = isSecond ? 1 : m.points[n].id == c.points[0].id ? 0 : std::min(i, c.count - 1);
    }
    return predicted;
}

BouncingImpacts::Arrival BouncingImpacts::arrivalOf(const PredictedContact& predicted,
                                                    float minApproach) const
{
    Arrival arrival;
    arrival.time = step_.context.h;
    for (size_t n = 0; n < static_cast<size_t>(predicted.count); ++n) {
        const float speed = predicted.speed[n];
        if (speed >= -minApproach) continue;
        const float gap = predicted.separation[n];
        const float time = gap <= step_.context.linearSlop ? 0.0f : gap / -speed;
        if (time > step_.context.h) continue;
        arrival.arrives[n] = true;
        arrival.time = std::min(arrival.time, time);
    }
    return arrival;
}

bool BouncingImpacts::resolveIfArriving(ImpactContact& entry, bool isFirst)
{
    const Contact& c = step_.contacts[entry.contact];
    const float slow = c.restitution > 0.0f
                           ? std::clamp(threshold_, kMinApproach * step_.context.speedUnit, settledSpeed_)
                           : settledSpeed_;
    const float minApproach = isFirst ? std::max(threshold_, slow) : slow;
    PredictedContact predicted = predictContact(entry, 0.0f);
    Arrival arrival = arrivalOf(predicted, minApproach);
    if (!arrival.any()) return false;
    const float travel =
        arrival.time * (maxPointSpeed(step_.bodyStore->motions[c.bodyA], step_.bodies.states[entry.rows[0]]) +
                        maxPointSpeed(step_.bodyStore->motions[c.bodyB], step_.bodies.states[entry.rows[1]]));
    // Find the meeting points again with the geometry at the time of the impact.
    if (travel > kMaxUnchangedTravel * step_.context.lengthUnit) {
        predicted = predictContact(entry, arrival.time);
        arrival.arrives = arrivalOf(predicted, minApproach).arrives;
        if (!arrival.any()) return false;
    }
    resolve(entry, predicted, arrival);
    return true;
}

void BouncingImpacts::resolve(ImpactContact& entry, const PredictedContact& predicted, const Arrival& arrival)
{
    const Contact& c = step_.contacts[entry.contact];
    BodyState a = step_.bodies.states[entry.rows[0]], b = step_.bodies.states[entry.rows[1]];
    const BodyState a0 = a, b0 = b;
    const BodyPair pair{&a, &b, step_.bodies.constants[entry.rows[0]].invInertia,
                        step_.bodies.constants[entry.rows[1]].invInertia};
    const Vec2 normal = predicted.normal, tangent = perp(normal);

    // The velocity v already includes gravity of the whole substep. The parabola through the positions at the
    // ends of the substeps has the slope v + g (t - h / 2) at time t of the substep. This is the impact
    // velocity that restitution reverses. With v itself, a ball that bounced in phase with a step rate of 15
    // Hz rose from 6 m to 22 m.
    const auto& constants = step_.bodies.constants;
    const float gained = (arrival.time * step_.context.invH - 0.5f) *
                         dot(constants[entry.rows[1]].dv - constants[entry.rows[0]].dv, normal);

    std::array<std::array<float, 2>, 2> k{};
    std::array<float, 2> wanted{};
    for (size_t n = 0; n < 2; ++n) {
        if (!arrival.arrives[n]) continue;
        const float speed = predicted.speed[n];
        wanted[n] = speed < -threshold_ ? -(1.0f + c.restitution) * std::min(speed + gained, 0.0f) : -speed;
        k[n][n] = inverseMassAlong(pair, predicted.anchorA[n], predicted.anchorB[n], normal);
    }
    std::array<float, 2> impulse{};
    if (arrival.arrives[0] && arrival.arrives[1]) {
        k[0][1] =
            a.invMass + b.invMass +
            pair.invInertiaA * cross(predicted.anchorA[0], normal) * cross(predicted.anchorA[1], normal) +
            pair.invInertiaB * cross(predicted.anchorB[0], normal) * cross(predicted.anchorB[1], normal);
        impulse = solveBoth(k, wanted);
    } else {
        const size_t n = arrival.arrives[0] ? 0 : 1;
        impulse[n] = wanted[n] / k[n][n];
    }
    for (size_t n = 0; n < 2; ++n)
        if (impulse[n] > 0.0f)
            applyImpulse(pair, predicted.anchorA[n], predicted.anchorB[n], impulse[n] * normal);
    std::array<float, 2> speedAfter{};
    for (size_t n = 0; n < 2; ++n)
        speedAfter[n] = dot(relativeVelocity(pair, predicted.anchorA[n], predicted.anchorB[n]), normal);

    // Friction removes tangential speed within the friction cone and never more than there is. So it adds no
    // energy, except with a surface speed.
    const float surfaceSpeed = step_.surfaces.empty() ? 0.0f : step_.surfaces[entry.contact].speed;
    for (size_t n = 0; n < 2; ++n) {
        if (!(impulse[n] > 0.0f)) continue;
        const Vec2 rA = predicted.anchorA[n], rB = predicted.anchorB[n];
        const float sliding = dot(relativeVelocity(pair, rA, rB), tangent);
        const float inverse = inverseMassAlong(pair, rA, rB, tangent);
        const float stickImpulse = -(sliding + surfaceSpeed) / inverse;
        float tangentImpulse = stickImpulse;
        if (std::fabs(tangentImpulse) > c.staticFriction * impulse[n])
            tangentImpulse = std::copysign(std::min(std::fabs(stickImpulse), c.dynamicFriction * impulse[n]),
                                           stickImpulse);
        applyImpulse(pair, rA, rB, tangentImpulse * tangent);

        const auto point = static_cast<size_t>(predicted.point[n]);
        entry.add(point, impulse[n], predicted.speed[n]);
        if (!step_.recorder) continue;
        PointRecord record{.shapeA = c.shapeA,
                           .shapeB = c.shapeB,
                           .point = static_cast<uint8_t>(point),
                           .anchorA = rA,
                           .anchorB = rB,
                           .normal = normal,
                           .separation = predicted.separation[n],
                           .speed = predicted.speed[n],
                           // With the effect of the other point.
                           .bias = -impulse[n] * k[n][n] - predicted.speed[n],
                           .mass = 1.0f / k[n][n],
                           .wanted = impulse[n],
                           .after = impulse[n],
                           .speedAfter = speedAfter[n]};
        step_.recorder->visited(nullptr, record);
        record.quantity = PointRecord::Quantity::Tangent;
        record.speed = sliding;
        record.bias = surfaceSpeed;
        record.mass = 1.0f / inverse;
        record.limit = c.staticFriction * impulse[n];
        record.wanted = stickImpulse;
        record.after = tangentImpulse;
        record.speedAfter = dot(relativeVelocity(pair, rA, rB), tangent);
        step_.recorder->visited(nullptr, record);
    }

    const auto storeBody = [&](uint32_t row, BodyState& now, const BodyState& before) {
        if (!(now.invMass > 0.0f)) return; // rows of immovable bodies are shared with other threads
        // integratePositions() will apply the new velocity to the whole substep, but until the impact the
        // body moved at its old velocity: shift the pose by the difference.
        now.dp -= arrival.time * (now.v - before.v);
        if (now.w != before.w) now.dq = integrate(now.dq, -arrival.time * (now.w - before.w));
        step_.bodies.states[row] = now;
    };
    storeBody(entry.rows[0], a, a0);
    storeBody(entry.rows[1], b, b0);
}

void BouncingImpacts::queueNeighbours(uint32_t row, std::vector<uint32_t>& queue)
{
    for (const uint32_t i : contacts_.of(row)) {
        marks_[i].isFast = true; // also in later substeps
        if (std::exchange(marks_[i].isQueued, true)) continue;
        queue.push_back(i);
    }
}

void BouncingImpacts::solve()
{
    std::vector<uint32_t> queue, next;
    for (uint32_t i = 0; i < contacts_.size(); ++i)
        if (marks_[i].isFast) queue.push_back(i);
    for (int sweep = 0; sweep < kMaxSweeps && !queue.empty(); ++sweep) {
        for (const uint32_t i : queue) {
            if (!resolveIfArriving(contacts_[i], sweep == 0)) continue;
            for (const uint32_t row : contacts_[i].rows) queueNeighbours(row, next);
        }
        for (const uint32_t i : next) marks_[i].isQueued = false;
        std::sort(next.begin(), next.end());
        queue.swap(next);
        next.clear();
    }
}

} // namespace satbox
