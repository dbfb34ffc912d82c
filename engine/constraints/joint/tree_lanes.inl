// What the kernels for trees in lanes work on: the memory of a batch, its bodies while they are solved, and
// impulses on them. Included by tree_kernels.inl.

#pragma once

#include "engine/constraints/double_lanes.inl"
#include "engine/constraints/joint/joint_blocks.h"
#include "engine/constraints/joint/tree_kernels.h"

namespace satbox {
namespace {

using Role = JointPart::Role;

using Block = SymmetricBlockOf<DoubleW>;
using Vector = Vector3Of<DoubleW>;
using Jacobian = JacobianOf<DoubleW>;

[[gnu::always_inline]] inline Vector choose(LongW mask, const Vector& a, const Vector& b)
{
    return {mask ? a[0] : b[0], mask ? a[1] : b[1], mask ? a[2] : b[2]};
}
[[gnu::always_inline]] inline Block choose(LongW mask, const Block& a, const Block& b)
{
    return {mask ? a.xx : b.xx, mask ? a.xy : b.xy, mask ? a.xz : b.xz,
            mask ? a.yy : b.yy, mask ? a.yz : b.yz, mask ? a.zz : b.zz};
}

// As TreeBody and JointBody.
struct Body {
    uint32_t offset[kLanes]; // bytes, of its row
    FloatW invMass;          // as joints see it: 0 for a body that nothing moves
    FloatW fullInvInertia, invInertia;
    DoubleW mass, inertia;
    Block inverse; // of a leaf
    Vec2W pushedV; // velocity after the push
    FloatW pushedW;
};
// As JointRow.
struct Row {
    FloatW target, lower, upper;
    FloatW biasRate, massScale, impulseScale; // Softness of a spring
    DoubleW springScale;                      // the same in units of the inverse effective mass
    FloatW maxImpulse;                        // of a motor, N s
    Vec2W direction;                          // of body B; that of A is the opposite
    FloatW leverA, leverB;
    FloatW mass, value;
    FloatW impulse, relax, relaxBefore;
    FloatW side;
    IntW isInTree, exits;
};
// As JointConstraint.
struct Joint {
    Vec2W startA, startB, startD, startAxis;
    FloatW startAngle;
    Vec2W rA, rB, d, axis;
    FloatW angle;
    FloatW pinBiasRate;
    DoubleW pinScale; // softness in units of its matrix K
    Vec2W pinImpulse, pinRelax, pinRelaxBefore;
    FloatW k11, k12, k22;
    Vec2W force;
    FloatW torque;
};

// The parts of a batch's memory.
struct Memory {
    Body* bodies;
    Joint* joints;
    Row* rows; // of all joints
};
[[gnu::always_inline]] inline Memory memoryOf(const TreeBatch& batch)
{
    auto* bodies = reinterpret_cast<Body*>(batch.memory);
    auto* joints = reinterpret_cast<Joint*>(bodies + batch.shape->bodyCount);
    return {bodies, joints, reinterpret_cast<Row*>(joints + batch.shape->jointCount)};
}

// A body while its tree is solved; as BodyState and TreeBody.
struct MovingBody {
    Vec2W v;
    FloatW w, rowMass; // inverse mass of its row: 0 in a lane without a tree
    Block block, inverse;
    Vector rhs, change;
};
// As TreeJoint and TreeRows.
struct SolvedJoint {
    Jacobian parent, child;
    Block softness, inverse;
    Vector error;
    IntW position[kMaxJointRows]; // of each row among the joint's equations; kOut: not in the tree
    IntW size;                    // equations
    int minSize, maxSize;         // of all lanes with a tree
};
constexpr int kOut = static_cast<int>(kMaxTreeRows);

// What a pass works on.
struct Tree : Memory {
    const TreeShape& shape;
    IntW isUsed; // lanes with a tree
    MovingBody moving[2 * kMaxBatchedJoints + 1];
    SolvedJoint solved[kMaxBatchedJoints];

    [[gnu::always_inline]] explicit Tree(const TreeBatch& batch)
        : Memory(memoryOf(batch)), shape(*batch.shape)
    {
        for (int lane = 0; lane < kLanes; ++lane)
            isUsed[lane] = static_cast<uint32_t>(lane) < batch.count ? -1 : 0;
    }
};
size_t bytesOf(const TreeShape& shape)
{
    return shape.bodyCount * sizeof(Body) + shape.jointCount * sizeof(Joint) + shape.rowCount * sizeof(Row);
}

// A joint with its bodies.
struct Link {
    const TreeShape::Joint& shape;
    Joint& joint;
    Row* rows;
    SolvedJoint& solved;
    const Body& bodyA;
    const Body& bodyB;
    MovingBody& a;
    MovingBody& b;
    bool movesA, movesB;
};
[[gnu::always_inline]] inline Link linkOf(Tree& tree, uint32_t i, Row* rows)
{
    const TreeShape::Joint& shape = tree.shape.joints[i];
    const uint32_t a = shape.parentIsA ? shape.parent : shape.child;
    const uint32_t b = shape.parentIsA ? shape.child : shape.parent;
    return {shape,
            tree.joints[i],
            rows,
            tree.solved[i],
            tree.bodies[a],
            tree.bodies[b],
            tree.moving[a],
            tree.moving[b],
            !(shape.parentIsFixed && shape.parentIsA),
            !(shape.parentIsFixed && !shape.parentIsA)};
}
// fn(link) for all joints, from the root.
template<class Fn>
[[gnu::always_inline]] inline void forEachJoint(Tree& tree, Fn fn)
{
    Row* rows = tree.rows;
    for (uint32_t i = 0; i < tree.shape.jointCount; ++i) {
        fn(linkOf(tree, i, rows));
        rows += tree.shape.joints[i].rowCount;
    }
}

void loadVelocities(Tree& tree, const BodyState* states)
{
    for (uint32_t i = 0; i < tree.shape.bodyCount; ++i) {
        const FloatW4 row = gather(states, tree.bodies[i].offset, 0);
        MovingBody& body = tree.moving[i];
        body.v = {row.x, row.y};
        body.w = row.z;
        body.rowMass = row.w;
    }
}
void storeVelocities(const Tree& tree, BodyState* states)
{
    for (uint32_t i = 0; i < tree.shape.treeBodyCount; ++i) {
        const MovingBody& body = tree.moving[i];
        scatterMovable(body.rowMass, states, tree.bodies[i].offset, 0,
                       {body.v.x, body.v.y, body.w, body.rowMass});
    }
}

[[gnu::always_inline]] inline Vec2W directionA(const TreeShape::Row& shape, const Row& row)
{
    return shape.coordinate == JointCoordinate::Angle ? Vec2W{} : -row.direction;
}

// Adds an impulse in the lanes of the mask; as applyRowImpulse().
[[gnu::always_inline]] inline void applyRow(const Link& link, const TreeShape::Row& shape, const Row& row,
                                            FloatW impulse, IntW mask)
{
    if (link.movesA) {
        link.a.v = choose(mask, link.a.v + link.bodyA.invMass * impulse * directionA(shape, row), link.a.v);
        link.a.w = mask ? link.a.w + link.bodyA.invInertia * impulse * row.leverA : link.a.w;
    }
    if (link.movesB) {
        link.b.v = choose(mask, link.b.v + link.bodyB.invMass * impulse * row.direction, link.b.v);
        link.b.w = mask ? link.b.w + link.bodyB.invInertia * impulse * row.leverB : link.b.w;
    }
}
[[gnu::always_inline]] inline void setRow(const Link& link, const TreeShape::Row& shape, Row& row,
                                          FloatW impulse, IntW mask)
{
    applyRow(link, shape, row, impulse - row.impulse, mask);
    row.impulse = mask ? impulse : row.impulse;
}
[[gnu::always_inline]] inline void applyPin(const Link& link, const Vec2W& impulse, IntW mask)
{
    if (link.movesA) {
        link.a.v = choose(mask, link.a.v - link.bodyA.invMass * impulse, link.a.v);
        link.a.w = mask ? link.a.w - link.bodyA.invInertia * cross(link.joint.rA, impulse) : link.a.w;
    }
    if (link.movesB) {
        link.b.v = choose(mask, link.b.v + link.bodyB.invMass * impulse, link.b.v);
        link.b.w = mask ? link.b.w + link.bodyB.invInertia * cross(link.joint.rB, impulse) : link.b.w;
    }
}

[[gnu::always_inline]] inline void set(Vec2W& target, uint32_t lane, const Vec2& v)
{
    target.x[lane] = v.x;
    target.y[lane] = v.y;
}
[[gnu::always_inline]] inline Vec2 get(const Vec2W& from, uint32_t lane)
{
    Vec2 v;
    v.x = from.x[lane];
    v.y = from.y[lane];
    return v;
}
// As relativeSoftness().
[[gnu::always_inline]] inline double springScale(const Softness& s)
{
    return s.massScale > 0.0f ? static_cast<double>(s.impulseScale) / static_cast<double>(s.massScale) : 1e12;
}

void packBody(Body& body, uint32_t lane, int32_t row, bool isEmpty)
{
    body.offset[lane] = isEmpty ? 0 : static_cast<uint32_t>(row) * static_cast<uint32_t>(sizeof(BodyState));
}

void pack(const TreeBatch& batch, uint32_t lane, const TreeLane& from, bool isEmpty)
{
    const TreeShape& shape = *batch.shape;
    auto [bodies, joints, rows] = memoryOf(batch);
    for (uint32_t i = 0; i < shape.treeBodyCount; ++i) {
        const TreeBody& source = from.bodies[i];
        Body& body = bodies[i];
        packBody(body, lane, source.row, isEmpty);
        body.mass[lane] = source.mass;
        body.fullInvInertia[lane] = body.invInertia[lane] =
            from.jointBodies[source.row - from.firstRow].fullInvInertia;
    }
    const JointRow* row = from.rows;
    for (uint32_t i = 0; i < shape.jointCount; ++i) {
        const JointConstraint& source = from.joints[i];
        const TreeShape::Joint& ofJoint = shape.joints[i];
        const bool aIsParent = ofJoint.parentIsA;
        bodies[ofJoint.parent].invMass[lane] = aIsParent ? source.invMassA : source.invMassB;
        bodies[ofJoint.child].invMass[lane] = aIsParent ? source.invMassB : source.invMassA;
        if (ofJoint.parentIsFixed) {
            Body& fixed = bodies[ofJoint.parent];
            packBody(fixed, lane, aIsParent ? source.rowA : source.rowB, isEmpty);
            fixed.fullInvInertia[lane] = fixed.invInertia[lane] = 0.0f;
        }
        Joint& joint = joints[i];
        set(joint.startA, lane, source.start.rA);
        set(joint.startB, lane, source.start.rB);
        set(joint.startD, lane, source.start.d);
        set(joint.startAxis, lane, source.start.axis);
        joint.startAngle[lane] = source.start.angle;
        joint.pinBiasRate[lane] = source.pinSoftness.biasRate;
        joint.pinScale[lane] = springScale(source.pinSoftness);
        set(joint.pinImpulse, lane, source.pinImpulse);
        set(joint.pinRelax, lane, source.pinRelax);
        set(joint.force, lane, source.force);
        joint.torque[lane] = source.torque;
        for (uint32_t r = 0; r < ofJoint.rowCount; ++r, ++row, ++rows) {
            rows->target[lane] = row->part.target;
            rows->lower[lane] = row->part.lower;
            rows->upper[lane] = row->part.upper;
            rows->biasRate[lane] = row->softness.biasRate;
            rows->massScale[lane] = row->softness.massScale;
            rows->impulseScale[lane] = row->softness.impulseScale;
            rows->springScale[lane] = springScale(row->softness);
            rows->maxImpulse[lane] = source.h * row->part.maxForce;
            set(rows->direction, lane, row->directionB);
            rows->impulse[lane] = row->impulse;
            rows->relax[lane] = row->relax;
        }
    }
}

void unpack(const TreeBatch& batch, uint32_t lane, const TreeLane& tree)
{
    const TreeShape& shape = *batch.shape;
    auto [bodies, joints, rows] = memoryOf(batch);
    JointRow* row = tree.rows;
    for (uint32_t i = 0; i < shape.jointCount; ++i) {
        JointConstraint& target = tree.joints[i];
        target.pinImpulse = get(joints[i].pinImpulse, lane);
        target.pinRelax = get(joints[i].pinRelax, lane);
        target.force = get(joints[i].force, lane);
        target.torque = joints[i].torque[lane];
        target.now.angle = joints[i].angle[lane];
        for (uint32_t r = 0; r < shape.joints[i].rowCount; ++r, ++row, ++rows) {
            row->impulse = rows->impulse[lane];
            row->relax = rows->relax[lane];
        }
    }
}

} // namespace
} // namespace satbox
