// The equations of joints in lanes: directions and effective masses at the present poses, the speeds that
// solving removes, which rows are part of the tree, and those that are not. Included by tree_kernels.inl.

#pragma once

#include "engine/constraints/joint/pin_rates.inl"
#include "engine/constraints/joint/tree_lanes.inl"

namespace satbox {
namespace {

[[gnu::always_inline]] inline void updateRow(const Link& link, JointCoordinate coordinate, Row& row)
{
    const Joint& pose = link.joint;
    Vec2W fromA{};
    if (coordinate == JointCoordinate::Angle) {
        row.direction = Vec2W{};
        row.leverA = splat(-1.0f);
        row.leverB = splat(1.0f);
        row.value = pose.angle;
    } else {
        row.direction = pose.axis;
        if (coordinate == JointCoordinate::Across) row.direction = perp(pose.axis);
        if (coordinate == JointCoordinate::Length) {
            const FloatW size = length(pose.d);
            const auto hasSize = size > FloatW{};
            row.direction = choose(hasSize, (1.0f / (hasSize ? size : splat(1.0f))) * pose.d, pose.axis);
        }
        fromA = -row.direction;
        row.leverA = -cross(pose.d + pose.rA, row.direction);
        row.leverB = cross(pose.rB, row.direction);
        row.value = dot(row.direction, pose.d);
    }
    const Body &a = link.bodyA, &b = link.bodyB;
    const FloatW k = a.invMass * dot(fromA, fromA) + a.invInertia * row.leverA * row.leverA +
                     b.invMass * dot(row.direction, row.direction) + b.invInertia * row.leverB * row.leverB;
    const auto hasMass = k > FloatW{};
    row.mass = hasMass ? 1.0f / (hasMass ? k : splat(1.0f)) : FloatW{};
}

// As updateToPoses().
void updateToPoses(Tree& tree, const BodyState* states)
{
    struct Pose {
        Vec2W p;
        RotW q;
        FloatW angle;
    };
    Pose poses[2 * kMaxBatchedJoints + 1];
    bool usesAngles = false;
    for (uint32_t i = 0; i < tree.shape.jointCount; ++i) usesAngles |= tree.shape.joints[i].usesAngle;
    for (uint32_t i = 0; i < tree.shape.bodyCount; ++i) {
        const FloatW4 row = gather(states, tree.bodies[i].offset, 1);
        poses[i] = {{row.x, row.y}, {row.z, row.w}, FloatW{}};
        if (usesAngles) poses[i].angle = narrow(angleOfDoubles(widen(row.z), widen(row.w)));
    }
    forEachJoint(tree, [&](const Link& link) {
        Joint& joint = link.joint;
        const Pose& a = poses[&link.a - tree.moving];
        const Pose& b = poses[&link.b - tree.moving];
        joint.rA = rotate(a.q, joint.startA);
        joint.rB = rotate(b.q, joint.startB);
        joint.axis = rotate(a.q, joint.startAxis);
        const Vec2W moveA = a.p + (joint.rA - joint.startA), moveB = b.p + (joint.rB - joint.startB);
        joint.d = joint.startD + (moveB - moveA);
        joint.angle = link.shape.usesAngle ? joint.startAngle + (b.angle - a.angle) : joint.startAngle;
        for (uint32_t r = 0; r < link.shape.rowCount; ++r)
            updateRow(link, link.shape.rows[r].coordinate, link.rows[r]);
        if (!link.shape.hasPin) return;
        const FloatW iA = link.bodyA.invInertia, iB = link.bodyB.invInertia;
        const Vec2W rA = joint.rA, rB = joint.rB;
        const FloatW mass = link.bodyA.invMass + link.bodyB.invMass;
        joint.k11 = mass + iA * rA.y * rA.y + iB * rB.y * rB.y;
        joint.k12 = -iA * rA.x * rA.y - iB * rB.x * rB.y;
        joint.k22 = mass + iA * rA.x * rA.x + iB * rB.x * rB.x;
    });
}

[[gnu::always_inline]] inline FloatW rowVelocity(const Link& link, const TreeShape::Row& shape,
                                                 const Row& row)
{
    return dot(directionA(shape, row), link.a.v) + row.leverA * link.a.w + dot(row.direction, link.b.v) +
           row.leverB * link.b.w;
}
[[gnu::always_inline]] inline FloatW lengthRate(const Vec2W& v, const Vec2W& rate, float h)
{
    const Vec2W end = v + splat(h) * rate;
    const FloatW sum = length(v) + length(end);
    const auto hasSum = sum > FloatW{};
    return hasSum ? dot(rate, v + end) / (hasSum ? sum : splat(1.0f)) : length(rate);
}

// As rowSpeed().
template<bool kPush>
[[gnu::always_inline]] inline FloatW rowSpeed(const Link& link, const TreeShape::Row& shape, const Row& row,
                                              const TreeParams& params)
{
    const FloatW velocity = rowVelocity(link, shape, row);
    if (!kPush || shape.coordinate == JointCoordinate::Angle) return velocity;
    IntW isBetter = isPredictable(link.a.w, link.b.w, params.h);
    const Joint& now = link.joint;
    const FloatW h = splat(params.h);
    const Turn turnA = turnOf(link.a.w, params.h), turnB = turnOf(link.b.w, params.h);
    const Vec2W anchorA = link.a.v + rateOf(turnA, now.rA), anchorB = link.b.v + rateOf(turnB, now.rB);
    const Vec2W d = anchorB - anchorA, axis = rateOf(turnA, now.axis);
    FloatW rate;
    if (shape.coordinate == JointCoordinate::Length) {
        isBetter &= h * length(d) < 0.5f * length(now.d);
        rate = lengthRate(now.d, d, params.h);
    } else if (shape.coordinate == JointCoordinate::Along) {
        rate = dot(axis, now.d) + dot(now.axis + h * axis, d);
    } else {
        rate = dot(perp(axis), now.d) + dot(perp(now.axis + h * axis), d);
    }
    return isBetter ? rate : velocity;
}

[[gnu::always_inline]] inline FloatW correctionSpeed(FloatW error, float share, const TreeParams& params)
{
    return clamped(share * error / params.h, splat(-params.pushSpeed), splat(params.pushSpeed));
}
template<bool kPush>
[[gnu::always_inline]] inline FloatW allowedSpeed(FloatW gap, const TreeParams& params,
                                                  float share = kJointErrorShare)
{
    return gap > FloatW{} ? gap / params.h : kPush ? correctionSpeed(gap, share, params) : FloatW{};
}

// As rowError().
template<bool kPush>
[[gnu::always_inline]] inline FloatW rowError(const Link& link, const TreeShape::Row& shape, const Row& row,
                                              const TreeParams& params)
{
    if (shape.role == Role::Motor) return rowVelocity(link, shape, row) + -row.target;
    if (shape.role == Role::Limit) {
        const FloatW gap = row.side > FloatW{} ? row.value - row.lower : row.upper - row.value;
        return rowSpeed<kPush>(link, shape, row, params) + row.side * allowedSpeed<kPush>(gap, params, 1.0f);
    }
    const FloatW deviation = row.value - row.target;
    if (shape.role == Role::Spring) return rowVelocity(link, shape, row) + row.biasRate * deviation;
    return rowSpeed<kPush>(link, shape, row, params) +
           (kPush ? correctionSpeed(deviation, kJointErrorShare, params) : FloatW{});
}
template<bool kPush>
[[gnu::always_inline]] inline Vec2W pinError(const Link& link, const TreeParams& params)
{
    const Joint& joint = link.joint;
    const PinEnds ends{link.a.v, link.a.w, joint.rA, link.b.v, link.b.w, joint.rB};
    if (!link.shape.isPinRigid) return pinSpeed(ends) + joint.pinBiasRate * joint.d;
    if constexpr (!kPush) return pinSpeed(ends);
    const PinRateW push = pushRate(ends, joint.d, params.h, params.pushSpeed);
    return push.rate + push.bias;
}

[[gnu::always_inline]] inline bool isPinInTree(const TreeShape::Joint& joint, bool isPush)
{
    return joint.hasPin && (joint.isPinRigid || isPush);
}
// Whether a row is held: an equation of the tree in all lanes in which it has an effective mass.
[[gnu::always_inline]] inline bool isHeld(const TreeShape::Row& row, bool isPush)
{
    return row.role == Role::Lock || (row.role == Role::Spring && isPush);
}
[[gnu::always_inline]] inline bool hasBounds(const TreeShape::Row& row)
{
    return row.role == Role::Limit || row.role == Role::Motor;
}
[[gnu::always_inline]] inline FloatW sideOf(FloatW impulse)
{
    const FloatW zero{};
    return impulse > zero ? splat(1.0f) : impulse < zero ? splat(-1.0f) : zero;
}
[[gnu::always_inline]] inline IntW countOf(const Link& link, bool isPush)
{
    IntW count = IntW{} + (isPinInTree(link.shape, isPush) ? 2 : 0);
    for (uint32_t r = 0; r < link.shape.rowCount; ++r) count -= link.rows[r].isInTree;
    return count;
}

// As chooseTreeRows().
template<bool kPush>
void chooseRows(Tree& tree)
{
    forEachJoint(tree, [&](const Link& link) {
        for (uint32_t r = 0; r < link.shape.rowCount; ++r) {
            Row& row = link.rows[r];
            row.exits = IntW{};
            row.isInTree = isHeld(link.shape.rows[r], kPush) ? row.mass > FloatW{} : IntW{};
        }
        IntW count = countOf(link, kPush);
        for (uint32_t r = 0; r < link.shape.rowCount; ++r) {
            Row& row = link.rows[r];
            const Role role = link.shape.rows[r].role;
            if constexpr (!kPush) row.side = sideOf(row.impulse);
            IntW enters{};
            if (role == Role::Limit) enters = row.side != FloatW{};
            if (role == Role::Motor) enters = magnitude(row.impulse) < row.maxImpulse;
            enters &= (row.mass > FloatW{}) & (count < static_cast<int>(kMaxTreeRows));
            row.isInTree |= enters;
            count -= enters;
        }
    });
}

// As solvedLimit() and so on: the impulse of a row that is solved by itself.
template<bool kPush>
[[gnu::always_inline]] inline FloatW solvedImpulse(const Link& link, const TreeShape::Row& shape,
                                                   const Row& row, const TreeParams& params)
{
    if (shape.role == Role::Limit) {
        const FloatW speed = rowSpeed<kPush>(link, shape, row, params);
        const FloatW rise = allowedSpeed<kPush>(row.value - row.lower, params);
        const FloatW push = row.impulse - row.mass * (speed + rise);
        const FloatW fall = allowedSpeed<kPush>(row.upper - row.value, params);
        const FloatW pull = row.impulse - row.mass * (speed - fall);
        return push > FloatW{} ? push : FloatW{} < pull ? FloatW{} : pull;
    }
    if (shape.role == Role::Motor) {
        const FloatW speed = rowVelocity(link, shape, row);
        return clamped(row.impulse - row.mass * (speed - row.target), -row.maxImpulse, row.maxImpulse);
    }
    const FloatW error = rowError<kPush>(link, shape, row, params);
    if (shape.role == Role::Lock) return row.impulse - row.mass * error;
    return row.impulse - row.massScale * row.mass * error - row.impulseScale * row.impulse;
}

// As JointConstraint::solve(): rows outside the tree.
struct Changes {
    IntW impulses{}, rows{};
};
template<bool kPush>
Changes solveAlone(Tree& tree, const TreeParams& params, IntW working, bool isFirst)
{
    Changes changes;
    forEachJoint(tree, [&](const Link& link) {
        IntW count = countOf(link, kPush);
        for (uint32_t r = 0; r < link.shape.rowCount; ++r) {
            const TreeShape::Row& shape = link.shape.rows[r];
            if (shape.role == Role::Spring && !kPush) continue;
            Row& row = link.rows[r];
            const IntW alone = working & ~row.isInTree;
            IntW mayEnter{};
            if (hasBounds(shape))
                mayEnter = alone & (row.exits < kMaxTreeExits) & (row.mass > FloatW{}) &
                           (count < static_cast<int>(kMaxTreeRows));
            IntW solved = alone;
            if (shape.role == Role::Limit) solved &= ~mayEnter;
            if (!any(isFirst ? solved : alone)) continue;
            const bool isAngle = shape.coordinate == JointCoordinate::Angle;
            const FloatW tolerance = row.mass * (isAngle ? params.angularTolerance : params.linearTolerance);
            const FloatW after = solvedImpulse<kPush>(link, shape, row, params);
            const IntW changed = magnitude(after - row.impulse) > tolerance;
            changes.impulses |= solved & changed;
            setRow(link, shape, row, after, solved);
            IntW enters{};
            if (shape.role == Role::Limit) {
                enters = isFirst ? IntW{} : mayEnter & changed;
                row.side = enters ? sideOf(after) : row.side;
            } else if (shape.role == Role::Motor) {
                enters = mayEnter & (magnitude(row.impulse) < row.maxImpulse);
            }
            row.isInTree |= enters;
            count -= enters;
            changes.rows |= enters;
        }
    });
    return changes;
}

// As leaveTree(). The lanes in which any row left.
IntW leaveTree(Tree& tree, IntW working)
{
    IntW left{};
    forEachJoint(tree, [&](const Link& link) {
        for (uint32_t r = 0; r < link.shape.rowCount; ++r) {
            const TreeShape::Row& shape = link.shape.rows[r];
            Row& row = link.rows[r];
            FloatW bounded;
            if (shape.role == Role::Limit) {
                const FloatW along = row.side * row.impulse;
                bounded = row.side * (along < FloatW{} ? FloatW{} : along);
            } else if (shape.role == Role::Motor) {
                bounded = clamped(row.impulse, -row.maxImpulse, row.maxImpulse);
            } else {
                continue;
            }
            const IntW leaves = working & row.isInTree & (bounded != row.impulse);
            if (!any(leaves)) continue;
            setRow(link, shape, row, bounded, leaves);
            row.isInTree &= ~leaves;
            row.exits -= leaves;
            left |= leaves;
        }
    });
    return left;
}

} // namespace
} // namespace satbox
