#include "engine/constraints/joint/joint_tree_rows.h"

#include "engine/constraints/joint/joint_equations.h"
#include "engine/constraints/joint/joint_reports.h"

#include <algorithm>
#include <cmath>

namespace satbox {
namespace {

using Role = JointPart::Role;

// Softness::impulseScale / massScale: the softness in units of the inverse effective mass.
double relativeSoftness(const Softness& s)
{
    return s.massScale > 0.0f ? static_cast<double>(s.impulseScale) / static_cast<double>(s.massScale) : 1e12;
}

// The same of a row in a tree.
double treeSoftness(const JointConstraint& c, const JointRow& row)
{
    if (row.part.role == Role::Spring) return relativeSoftness(row.softness);
    return row.part.role == Role::Limit && c.limitsYield ? kLimitSoftness : 0.0;
}

// What treeErrors() adds up, of each equation.
void reportTreeRates(const JointConstraint& c, const BodyState& a, const BodyState& b, JointPass pass)
{
    if (c.isPinInTree) {
        JointVisit visit = visitOfPin(c, JointVisit::Kind::Tree, pass);
        const auto [rate, bias] = pinRate(c, a, b, pass);
        visit.rate = rate;
        visit.bias = bias;
        if (!c.isPinRigid) {
            visit.massScale = c.pinSoftness.massScale;
            visit.impulseScale = c.pinSoftness.impulseScale;
        }
        c.recorder->visitedJoint(visit);
    }
    for (const JointRow& row : c.rows) {
        if (!row.isInTree) continue;
        JointVisit visit = visitOf(c, row, JointVisit::Kind::Tree, pass);
        const auto [rate, bias] = rowRate(c, row, a, b, pass);
        visit.rate.x = rate;
        visit.bias.x = bias;
        if (row.part.role == Role::Spring) {
            visit.massScale = row.softness.massScale;
            visit.impulseScale = row.softness.impulseScale;
        }
        c.recorder->visitedJoint(visit);
    }
}

} // namespace

bool mayEnterTree(const JointConstraint& c, const JointRow& row, JointPass pass)
{
    return c.isInTree && (pass == JointPass::Push || pass == JointPass::Relax) && row.exits < kMaxTreeExits &&
           row.mass > 0.0f && treeRowCount(c) < kMaxTreeRows;
}
bool isWithinBounds(const JointConstraint& c, const JointRow& row)
{
    return row.part.maxPower <= 0.0f && std::fabs(row.impulse) < c.h * row.part.maxForce;
}

void chooseTreeRows(JointConstraint& c, JointPass pass)
{
    if (!c.isInTree) return;
    c.limitsYield = pass == JointPass::Push;
    for (JointRow& row : c.rows) {
        row.isInTree = false;
        row.exits = 0;
    }
    const bool movesSprings = pass == JointPass::Push || pass == JointPass::Velocity;
    c.isPinInTree = c.hasPin && c.pinMaxImpulse <= 0.0f && (c.isPinRigid || movesSprings);
    const auto choose = [&](Role role) {
        for (JointRow& row : c.rows) {
            if (row.part.role != role) continue;
            row.isInTree = treeRowCount(c) < kMaxTreeRows && row.mass > 0.0f && row.part.maxForce <= 0.0f;
        }
    };
    choose(Role::Lock);
    if (movesSprings) choose(Role::Spring);
    // Those that were within their bounds at last.
    for (JointRow& row : c.rows) {
        if (pass == JointPass::Relax) row.side = sideOf(row.impulse);
        const bool wasActive = (row.part.role == Role::Limit && row.side != 0.0f) ||
                               (row.part.role == Role::Motor && isWithinBounds(c, row));
        if (wasActive) row.isInTree = mayEnterTree(c, row, pass);
    }
}

bool leaveTree(std::span<JointConstraint> constraints, std::span<BodyState> states, JointPass pass)
{
    bool any = false;
    for (JointConstraint& c : constraints) {
        for (JointRow& row : c.rows) {
            if (!row.isInTree) continue;
            float bounded = 0.0f;
            if (row.part.role == Role::Limit) {
                bounded = row.side * std::max(row.side * row.impulse, 0.0f);
            } else if (row.part.role == Role::Motor) {
                const float limit = c.h * row.part.maxForce;
                bounded = std::clamp(row.impulse, -limit, limit);
            } else {
                continue;
            }
            if (bounded == row.impulse) continue;
            if (c.recorder) reportLeave(c, row, pass, bounded);
            setRowImpulse(c, row, stateOf(states, c.rowA), stateOf(states, c.rowB), bounded);
            row.isInTree = false;
            ++row.exits;
            any = true;
        }
    }
    return any;
}

void setTreeRows(TreeRows& rows, const JointConstraint& c, bool parentIsA)
{
    size_t count = 0;
    rows.softness = {};
    const auto vector = [](Vec2 direction, float lever) {
        return std::array{static_cast<double>(direction.x), static_cast<double>(direction.y),
                          static_cast<double>(lever)};
    };
    const auto add = [&](Vec2 directionA, float leverA, Vec2 directionB, float leverB) {
        (parentIsA ? rows.parent : rows.child)[count] = vector(directionA, leverA);
        (parentIsA ? rows.child : rows.parent)[count++] = vector(directionB, leverB);
    };
    if (c.isPinInTree) {
        const Vec2 rA = c.now.rA, rB = c.now.rB;
        const double softness = c.isPinRigid ? 0.0 : relativeSoftness(c.pinSoftness);
        add({-1.0f, 0.0f}, rA.y, {1.0f, 0.0f}, -rB.y);
        add({0.0f, -1.0f}, -rA.x, {0.0f, 1.0f}, rB.x);
        rows.softness.xx = softness * static_cast<double>(c.k11);
        rows.softness.xy = softness * static_cast<double>(c.k12);
        rows.softness.yy = softness * static_cast<double>(c.k22);
    }
    double* const diagonal[] = {&rows.softness.xx, &rows.softness.yy, &rows.softness.zz};
    for (const JointRow& row : c.rows) {
        if (!row.isInTree) continue;
        *diagonal[count] = treeSoftness(c, row) / static_cast<double>(row.mass);
        add(row.directionA, row.leverA, row.directionB, row.leverB);
    }
    rows.count = count;
}

size_t treeRowCount(const JointConstraint& c)
{
    size_t count = c.isPinInTree ? 2 : 0;
    for (const JointRow& row : c.rows) count += row.isInTree ? 1 : 0;
    return count;
}

std::array<double, kMaxTreeRows> treeMasses(const JointConstraint& c)
{
    std::array<double, kMaxTreeRows> masses{};
    size_t count = 0;
    if (c.isPinInTree) {
        masses[count++] = 1.0 / static_cast<double>(c.k11);
        masses[count++] = 1.0 / static_cast<double>(c.k22);
    }
    for (const JointRow& row : c.rows)
        if (row.isInTree) masses[count++] = static_cast<double>(row.mass);
    return masses;
}

std::array<double, kMaxTreeRows> treeErrors(const JointConstraint& c, const SymmetricBlock& softness,
                                            std::span<const BodyState> states, JointPass pass)
{
    const BodyState& a = states[static_cast<size_t>(c.rowA)];
    const BodyState& b = states[static_cast<size_t>(c.rowB)];
    std::array<double, kMaxTreeRows> errors{};
    size_t count = 0;
    if (c.isPinInTree) {
        const Vec2 error = pinError(c, a, b, pass);
        const auto x = static_cast<double>(c.pinImpulse.x), y = static_cast<double>(c.pinImpulse.y);
        errors[0] = static_cast<double>(error.x) + (softness.xx * x + softness.xy * y);
        errors[1] = static_cast<double>(error.y) + (softness.xy * x + softness.yy * y);
        count = 2;
    }
    const double diagonal[] = {softness.xx, softness.yy, softness.zz};
    for (const JointRow& row : c.rows) {
        if (!row.isInTree) continue;
        errors[count] = static_cast<double>(rowError(c, row, a, b, pass)) +
                        diagonal[count] * static_cast<double>(row.impulse);
        ++count;
    }
    if (c.recorder && pass != JointPass::Correct) reportTreeRates(c, a, b, pass);
    return errors;
}

std::array<float, kMaxTreeRows> treeImpulses(const JointConstraint& c)
{
    std::array<float, kMaxTreeRows> impulses{};
    size_t count = 0;
    if (c.isPinInTree) {
        impulses = {c.pinImpulse.x, c.pinImpulse.y};
        count = 2;
    }
    for (const JointRow& row : c.rows)
        if (row.isInTree) impulses[count++] = row.impulse;
    return impulses;
}

std::array<float, kMaxTreeRows> passImpulses(const JointConstraint& c, JointPass pass)
{
    if (pass == JointPass::Correct) return {}; // it moves poses
    std::array<float, kMaxTreeRows> impulses = treeImpulses(c);
    if (pass != JointPass::Relax) return impulses;
    size_t count = 0;
    if (c.isPinInTree) {
        impulses[0] += c.pinRelax.x;
        impulses[1] += c.pinRelax.y;
        count = 2;
    }
    for (const JointRow& row : c.rows)
        if (row.isInTree) impulses[count++] += row.relax;
    return impulses;
}

void applyTreeImpulse(JointConstraint& c, std::span<BodyState> states,
                      const std::array<double, kMaxTreeRows>& impulse)
{
    BodyState &a = stateOf(states, c.rowA), &b = stateOf(states, c.rowB);
    size_t count = 0;
    if (c.isPinInTree) {
        const Vec2 pin{static_cast<float>(impulse[0]), static_cast<float>(impulse[1])};
        applyPinImpulse(c, a, b, pin);
        c.pinImpulse += pin;
        count = 2;
    }
    for (JointRow& row : c.rows)
        if (row.isInTree) setRowImpulse(c, row, a, b, row.impulse + static_cast<float>(impulse[count++]));
}

} // namespace satbox
