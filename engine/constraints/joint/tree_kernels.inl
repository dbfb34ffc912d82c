// The passes over batches of trees, a lane for each tree; included by tree_kernels_*.cpp with SATBOX_LANES
// defined. Everything is in an unnamed namespace: each including file is compiled for a different instruction
// set and must not share code with the others. Each number is computed as joint_tree.cpp, joint_equations.cpp
// and joint_constraint.cpp compute it, in the same order; where they decide by numbers, masks do here.

#include "engine/constraints/joint/tree_rows.inl"

namespace satbox {
namespace {

// As setTreeRows(). A row's position among the equations may differ between lanes.
template<bool kPush>
[[gnu::always_inline]] inline void setTreeRows(const Link& link, IntW isUsed)
{
    SolvedJoint& solved = link.solved;
    const Joint& joint = link.joint;
    Jacobian &ofA = link.shape.parentIsA ? solved.parent : solved.child,
             &ofB = link.shape.parentIsA ? solved.child : solved.parent;
    ofA = ofB = Jacobian{};
    solved.softness = Block{};
    int first = 0, last = 0; // the least and greatest number of equations so far, of all lanes
    IntW count{};
    if (isPinInTree(link.shape, kPush)) {
        const DoubleW one = splatDouble(1.0);
        ofA[0] = {-one, DoubleW{}, widen(joint.rA.y)};
        ofA[1] = {DoubleW{}, -one, widen(-joint.rA.x)};
        ofB[0] = {one, DoubleW{}, widen(-joint.rB.y)};
        ofB[1] = {DoubleW{}, one, widen(joint.rB.x)};
        const DoubleW scale = link.shape.isPinRigid ? DoubleW{} : joint.pinScale;
        solved.softness.xx = scale * widen(joint.k11);
        solved.softness.xy = scale * widen(joint.k12);
        solved.softness.yy = scale * widen(joint.k22);
        first = last = 2;
        count += 2;
    }
    DoubleW* const diagonal[] = {&solved.softness.xx, &solved.softness.yy, &solved.softness.zz};
    for (uint32_t r = 0; r < link.shape.rowCount; ++r) {
        const TreeShape::Row& shape = link.shape.rows[r];
        const Row& row = link.rows[r];
        solved.position[r] = row.isInTree ? count : IntW{} + kOut;
        if (shape.role == Role::Spring && !kPush) continue;
        DoubleW softness{};
        if (shape.role == Role::Spring) softness = row.springScale;
        if (shape.role == Role::Limit && kPush) softness = splatDouble(kLimitSoftness);
        softness = softness / widen(row.mass);
        const Vec2W fromA = directionA(shape, row);
        const Vector a{widen(fromA.x), widen(fromA.y), widen(row.leverA)};
        const Vector b{widen(row.direction.x), widen(row.direction.y), widen(row.leverB)};
        for (int p = first; p <= last && p < kOut; ++p) {
            const auto at = static_cast<size_t>(p);
            const LongW here = widen(solved.position[r] == p);
            for (size_t k = 0; k < 3; ++k) {
                ofA[at][k] = here ? a[k] : ofA[at][k];
                ofB[at][k] = here ? b[k] : ofB[at][k];
            }
            *diagonal[p] = here ? softness : *diagonal[p];
        }
        count -= row.isInTree;
        if (isHeld(shape, kPush) && !any(isUsed & ~row.isInTree)) ++first;
        ++last;
    }
    solved.size = count;
    for (solved.minSize = first; !any(isUsed & (count == solved.minSize));) ++solved.minSize;
    for (solved.maxSize = last < kOut ? last : kOut; !any(isUsed & (count == solved.maxSize));)
        --solved.maxSize;
}

// fn(size, mask) for each number of equations that any lane with a tree has, as a constant, and its lanes. So
// each lane gets the numbers of its own size.
template<class Fn>
[[gnu::always_inline]] inline void forEachSize(const SolvedJoint& joint, Fn fn)
{
    for (int size = joint.minSize; size <= joint.maxSize; ++size) {
        const LongW mask = widen(joint.size == size);
        withSize(static_cast<size_t>(size), [&](auto constant) { fn(constant, mask); });
    }
}

// As eliminateJointTree().
template<bool kPush>
void eliminate(Tree& tree)
{
    const TreeShape& shape = tree.shape;
    const DoubleW zero{};
    for (uint32_t i = 0; i < shape.treeBodyCount; ++i) {
        const Body& body = tree.bodies[i];
        tree.moving[i].block = {body.mass, zero, zero, body.mass, zero, body.inertia};
        if (shape.isLeaf[i]) tree.moving[i].inverse = body.inverse;
    }
    Row* rows = tree.rows + shape.rowCount;
    for (uint32_t i = shape.jointCount; i-- > 0;) {
        rows -= shape.joints[i].rowCount;
        const Link link = linkOf(tree, i, rows);
        setTreeRows<kPush>(link, tree.isUsed);
        SolvedJoint& joint = link.solved;
        MovingBody& child = tree.moving[link.shape.child];
        if (!shape.isLeaf[link.shape.child]) child.inverse = inverseOf(child.block);
        joint.inverse = Block{};
        forEachSize(joint, [&](auto size, LongW mask) {
            Block block = joint.softness;
            add(block, around<size>(joint.child, child.inverse));
            joint.inverse = choose(mask, inverseOf<size>(block), joint.inverse);
            if (link.shape.parentIsFixed) return;
            Block& parent = tree.moving[link.shape.parent].block;
            Block sum = parent;
            add(sum, within<size>(joint.parent, joint.inverse));
            parent = choose(mask, sum, parent);
        });
    }
    for (uint32_t i = 0; i < shape.treeBodyCount; ++i)
        if (shape.isRoot[i]) tree.moving[i].inverse = inverseOf(tree.moving[i].block);
}

// As treeErrors().
template<bool kPush>
[[gnu::always_inline]] inline Vector errorsOf(const Link& link, const TreeParams& params)
{
    const SolvedJoint& solved = link.solved;
    Vector errors{};
    int first = 0;
    if (isPinInTree(link.shape, kPush)) {
        const Vec2W error = pinError<kPush>(link, params);
        const DoubleW x = widen(link.joint.pinImpulse.x), y = widen(link.joint.pinImpulse.y);
        errors[0] = widen(error.x) + (solved.softness.xx * x + solved.softness.xy * y);
        errors[1] = widen(error.y) + (solved.softness.xy * x + solved.softness.yy * y);
        first = 2;
    }
    const DoubleW* const diagonal[] = {&solved.softness.xx, &solved.softness.yy, &solved.softness.zz};
    for (uint32_t r = 0; r < link.shape.rowCount; ++r) {
        const IntW position = solved.position[r];
        if (!any(position != kOut)) continue;
        const Row& row = link.rows[r];
        const DoubleW error = widen(rowError<kPush>(link, link.shape.rows[r], row, params));
        const DoubleW impulse = widen(row.impulse);
        for (int p = first; p < solved.maxSize; ++p) {
            DoubleW& target = errors[static_cast<size_t>(p)];
            target = widen(position == p) ? error + *diagonal[p] * impulse : target;
        }
    }
    return errors;
}

// As applyTreeImpulse().
template<bool kPush>
[[gnu::always_inline]] inline void applyTreeImpulse(const Link& link, const Vector& impulse, IntW working)
{
    if (isPinInTree(link.shape, kPush)) {
        const Vec2W pin{narrow(impulse[0]), narrow(impulse[1])};
        applyPin(link, pin, working);
        link.joint.pinImpulse = choose(working, link.joint.pinImpulse + pin, link.joint.pinImpulse);
    }
    const FloatW parts[] = {narrow(impulse[0]), narrow(impulse[1]), narrow(impulse[2])};
    for (uint32_t r = 0; r < link.shape.rowCount; ++r) {
        const IntW mask = working & link.rows[r].isInTree;
        if (!any(mask)) continue;
        const IntW position = link.solved.position[r];
        const FloatW part = position == 0 ? parts[0] : position == 1 ? parts[1] : parts[2];
        setRow(link, link.shape.rows[r], link.rows[r], link.rows[r].impulse + part, mask);
    }
}

// As solveJointTree().
template<bool kPush>
void solveTree(Tree& tree, const TreeParams& params, IntW working)
{
    const TreeShape& shape = tree.shape;
    for (uint32_t i = 0; i < shape.treeBodyCount; ++i) tree.moving[i].rhs = tree.moving[i].change = Vector{};
    Row* rows = tree.rows + shape.rowCount;
    for (uint32_t i = shape.jointCount; i-- > 0;) {
        rows -= shape.joints[i].rowCount;
        const Link link = linkOf(tree, i, rows);
        SolvedJoint& joint = link.solved;
        const MovingBody& child = tree.moving[link.shape.child];
        joint.error = errorsOf<kPush>(link, params);
        const Vector childChange =
            shape.isLeaf[link.shape.child] ? Vector{} : times(child.inverse, child.rhs);
        forEachSize(joint, [&](auto size, LongW mask) {
            if (!shape.isLeaf[link.shape.child])
                joint.error =
                    choose(mask, sum(joint.error, product<size>(joint.child, childChange)), joint.error);
            if (link.shape.parentIsFixed) return;
            Vector& rhs = tree.moving[link.shape.parent].rhs;
            const Vector taken = transposed<size>(joint.parent, times<size>(joint.inverse, joint.error));
            rhs = choose(mask, difference(rhs, taken), rhs);
        });
    }
    for (uint32_t i = 0; i < shape.treeBodyCount; ++i)
        if (shape.isRoot[i]) tree.moving[i].change = times(tree.moving[i].inverse, tree.moving[i].rhs);
    forEachJoint(tree, [&](const Link& link) {
        const SolvedJoint& joint = link.solved;
        MovingBody& child = tree.moving[link.shape.child];
        Vector impulse{};
        forEachSize(joint, [&](auto size, LongW mask) {
            Vector fromOthers{};
            if (!link.shape.parentIsFixed)
                fromOthers = product<size>(joint.parent, tree.moving[link.shape.parent].change);
            impulse =
                choose(mask, negated(times<size>(joint.inverse, sum(joint.error, fromOthers))), impulse);
            if (shape.isLeaf[link.shape.child]) return;
            const Vector rhs = sum(child.rhs, transposed<size>(joint.child, impulse));
            child.change = choose(mask, times(child.inverse, rhs), child.change);
        });
        applyTreeImpulse<kPush>(link, impulse, working);
    });
}

// As solveComponent(), in the lanes of the mask.
template<bool kPush>
void solve(Tree& tree, const TreeParams& params, bool isContinued, IntW working)
{
    if (!isContinued) chooseRows<kPush>(tree);
    const int minPasses = kPush && !isContinued ? kMinPushPasses : 1;
    bool isEliminated = false;
    for (int i = 1; i <= kMaxTreePasses; ++i) {
        const Changes changes = solveAlone<kPush>(tree, params, working, i == 1 && !isContinued);
        if (i > minPasses) working = changes.impulses | changes.rows;
        if (!any(working)) return;
        if (any(changes.rows)) isEliminated = false;
        IntW solving = working;
        do {
            if (!isEliminated) eliminate<kPush>(tree);
            isEliminated = true;
            solveTree<kPush>(tree, params, solving);
            solving = leaveTree(tree, solving);
            if (any(solving)) isEliminated = false;
        } while (any(solving));
    }
}

// As limitInertia(). True if the inertia of any body changed.
bool limitInertia(Tree& tree, const BodyState* states, const TreeParams& params)
{
    FloatW stiffness[2 * kMaxBatchedJoints + 1];
    RotW turns[2 * kMaxBatchedJoints + 1];
    for (uint32_t i = 0; i < tree.shape.treeBodyCount; ++i) {
        const FloatW4 pose = gather(states, tree.bodies[i].offset, 1);
        turns[i] = {pose.z, pose.w};
        stiffness[i] = FloatW{};
    }
    forEachJoint(tree, [&](const Link& link) {
        Vec2W impulse = link.joint.pinImpulse;
        for (uint32_t r = 0; r < link.shape.rowCount; ++r)
            impulse = impulse + link.rows[r].impulse * link.rows[r].direction;
        const auto add = [&](const MovingBody& body, const Vec2W& anchor, const Vec2W& push) {
            const auto i = static_cast<size_t>(&body - tree.moving);
            const FloatW along = dot(rotate(turns[i], anchor), push);
            stiffness[i] += along < FloatW{} ? FloatW{} : along;
        };
        if (link.movesA) add(link.a, link.joint.startA, -impulse);
        if (link.movesB) add(link.b, link.joint.startB, impulse);
    });
    IntW changed{};
    const FloatW none{}, unit = splat(1.0f);
    const DoubleW zero{}, one = splatDouble(1.0);
    DoubleW greatest{}; // kg m^2
    for (uint32_t i = 0; i < tree.shape.treeBodyCount; ++i) {
        Body& body = tree.bodies[i];
        MovingBody& moving = tree.moving[i];
        const FloatW full = body.fullInvInertia, minInertia = params.h * stiffness[i];
        const IntW isLimited = ~((full <= none) | (minInertia * full <= unit));
        const FloatW invInertia = isLimited ? 1.0f / (isLimited ? minInertia : unit) : full;
        moving.w = isLimited ? moving.w * (invInertia / (isLimited ? full : unit)) : moving.w;
        changed |= invInertia != body.invInertia;
        body.invInertia = invInertia;
        const IntW rotates = invInertia > none;
        body.inertia = widen(rotates) ? one / widen(rotates ? invInertia : unit) : zero;
        greatest = greatest < body.inertia ? body.inertia : greatest;
    }
    for (uint32_t i = 0; i < tree.shape.treeBodyCount; ++i) { // as updateInertia()
        Body& body = tree.bodies[i];
        body.inertia = body.inertia == zero ? kFixedInertia * (greatest + body.mass) : body.inertia;
        body.inverse = {one / body.mass, zero, zero, one / body.mass, zero, one / body.inertia};
    }
    return any(changed);
}

void warmStart(const TreeBatch& batch, BodyState* states, const TreeParams& params)
{
    Tree tree(batch);
    loadVelocities(tree, states);
    const bool haveChanged = limitInertia(tree, states, params);
    if (params.haveMoved || haveChanged) updateToPoses(tree, states);
    forEachJoint(tree, [&](const Link& link) {
        Joint& joint = link.joint;
        for (uint32_t r = 0; r < link.shape.rowCount; ++r) {
            Row& row = link.rows[r];
            const TreeShape::Row& shape = link.shape.rows[r];
            row.relaxBefore = row.relax;
            if (shape.role == Role::Lock) row.impulse -= row.relax;
            row.relax = FloatW{};
            row.side = sideOf(row.impulse);
            if (shape.role == Role::Limit) row.impulse = FloatW{};
            applyRow(link, shape, row, row.impulse, tree.isUsed);
        }
        joint.pinRelaxBefore = joint.pinRelax;
        joint.pinImpulse = joint.pinImpulse - joint.pinRelax;
        joint.pinRelax = Vec2W{};
        if (link.shape.hasPin) applyPin(link, joint.pinImpulse, tree.isUsed);
    });
    storeVelocities(tree, states);
}

void push(const TreeBatch& batch, BodyState* states, const TreeParams& params)
{
    Tree tree(batch);
    loadVelocities(tree, states);
    solve<true>(tree, params, false, tree.isUsed);
    for (uint32_t i = 0; i < tree.shape.treeBodyCount; ++i) {
        tree.bodies[i].pushedV = tree.moving[i].v;
        tree.bodies[i].pushedW = tree.moving[i].w;
    }
    storeVelocities(tree, states);
}

void pushAgain(const TreeBatch& batch, BodyState* states, const TreeParams& params)
{
    Tree tree(batch);
    loadVelocities(tree, states);
    IntW changed{};
    for (uint32_t i = 0; i < tree.shape.treeBodyCount; ++i) {
        const MovingBody& body = tree.moving[i];
        const Vec2W before = tree.bodies[i].pushedV;
        changed |= (body.v.x != before.x) | (body.v.y != before.y) | (body.w != tree.bodies[i].pushedW);
    }
    changed &= tree.isUsed;
    if (!any(changed)) return;
    solve<true>(tree, params, true, changed);
    storeVelocities(tree, states);
}

void relax(const TreeBatch& batch, BodyState* states, const TreeParams& params)
{
    Tree tree(batch);
    loadVelocities(tree, states);
    updateToPoses(tree, states);
    forEachJoint(tree, [&](const Link& link) { // as beginRelaxing()
        Joint& joint = link.joint;
        for (uint32_t r = 0; r < link.shape.rowCount; ++r) {
            Row& row = link.rows[r];
            row.relax = -row.impulse;
            if (link.shape.rows[r].role == Role::Lock)
                setRow(link, link.shape.rows[r], row, row.impulse + row.relaxBefore, tree.isUsed);
        }
        if (!link.shape.hasPin) return;
        joint.pinRelax = -joint.pinImpulse;
        if (!link.shape.isPinRigid) return;
        applyPin(link, joint.pinRelaxBefore, tree.isUsed);
        joint.pinImpulse = joint.pinImpulse + joint.pinRelaxBefore;
    });
    solve<false>(tree, params, false, tree.isUsed);
    forEachJoint(tree, [&](const Link& link) { // as endRelaxing()
        Joint& joint = link.joint;
        for (uint32_t r = 0; r < link.shape.rowCount; ++r) {
            Row& row = link.rows[r];
            row.relax += row.impulse;
            joint.force = joint.force + row.impulse * row.direction;
            joint.torque += row.impulse * (row.leverB - cross(joint.rB, row.direction));
        }
        joint.pinRelax = joint.pinRelax + joint.pinImpulse;
        if (link.shape.hasPin) joint.force = joint.force + joint.pinImpulse;
    });
    storeVelocities(tree, states);
}

constexpr TreeKernels makeTreeKernels()
{
    return {.lanes = kLanes,
            .bytes = bytesOf,
            .pack = pack,
            .warmStart = warmStart,
            .push = push,
            .pushAgain = pushAgain,
            .relax = relax,
            .unpack = unpack};
}

} // namespace
} // namespace satbox
