#include "engine/step/impacts/inelastic_impacts.h"

#include "engine/constraints/contact/contact_kernels.h"
#include "engine/constraints/contact/contact_recorder.h"

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

constexpr size_t kMaxNeighbours = 64;   // in a neighbourhood; one with more is treated as a pile
constexpr size_t kPileContacts = 8;     // solved contacts of a pile, those nearest to the impact
constexpr int kMaxInelasticSweeps = 64; // each visits all contacts forward, then backward
constexpr int kPileSweeps = 4;
constexpr float kTolerance = 0.002f; // of the impact's speed: converged if no visit changes more

// Has the same bits as massSimilarity() of the kernels.
bool hasUnequalMasses(const BodyState& a, const BodyState& b)
{
    const float least = std::min(a.invMass, b.invMass);
    return least > 0.0f && 2.0f * least / (a.invMass + b.invMass) < kMinMassSimilarity;
}

} // namespace

InelasticImpacts::InelasticImpacts(const SolverStep& step, ImpactContacts& contacts)
    : step_(step), settledSpeed_(settledSpeed(step.context)), contacts_(contacts), isFast_(contacts.size()),
      isSolved_(contacts.size()), isInPile_(contacts.size())
{
    for (uint32_t i = 0; i < contacts.size(); ++i) {
        const ImpactContact& entry = contacts[i];
        const Contact& c = contacts.contactOf(entry);
        if (c.restitution > 0.0f ||
            !hasUnequalMasses(step.bodies.states[entry.rows[0]], step.bodies.states[entry.rows[1]]))
            continue;
        for (int n = 0; n < c.count; ++n)
            if (dot(contacts.initialVelocity(entry, n), c.normal) < -step.context.inelasticSpeed)
                isFast_[i] = 1;
    }
}

// Prepares a contact for an impact after `time`, s: with the anchors of the current poses, the gap that
// remains at `time`, and the normal of the last contact update.
InelasticImpacts::Constraint InelasticImpacts::makeConstraint(uint32_t contact, BodyState& a, BodyState& b,
                                                              float time) const
{
    const float rest = step_.context.h - time;
    const ImpactContact& entry = contacts_[contact];
    const Contact& c = contacts_.contactOf(entry);
    const auto& motions = step_.bodyStore->motions;
    const Vec2 apart = (motions[c.bodyB].center - motions[c.bodyA].center) + (b.dp - a.dp);
    Constraint constraint{.contact = contact,
                          .bodies = {&a, &b, step_.bodies.constants[entry.rows[0]].invInertia,
                                     step_.bodies.constants[entry.rows[1]].invInertia},
                          .axes = {c.normal, perp(c.normal)},
                          .friction = c.sliding ? c.dynamicFriction : c.staticFriction,
                          .count = c.count};
    for (int n = 0; n < c.count; ++n) {
        const ContactPoint& from = c.points[n];
        const Vec2 rA = rotate(a.dq, from.anchorA), rB = rotate(b.dq, from.anchorB);
        const Vec2 moved = (b.dp - a.dp) + (rB - from.anchorB) - (rA - from.anchorA);
        const float separation = from.separation + dot(moved, c.normal);
        if (c.restitution > 0.0f && separation > step_.context.linearSlop)
            constraint.count = 0; // bounces later
        Point& p = constraint.points[static_cast<size_t>(n)];
        p.anchorA = rA;
        p.anchorB = rA - apart; // one common point: both bodies get the same angular momentum
        p.separation = separation;
        const Vec2 initial = relativeVelocity(constraint.bodies, p.anchorA, p.anchorB);
        const float gap = separation + time * dot(initial, c.normal);
        p.gapSpeed = gap > step_.context.linearSlop && rest > 0.0f ? gap / rest : 0.0f;
        for (size_t k = 0; k < 2; ++k) {
            p.initialSpeed[k] = dot(initial, constraint.axes[k]);
            const float inverse =
                inverseMassAlong(constraint.bodies, p.anchorA, p.anchorB, constraint.axes[k]);
            p.mass[k] = inverse > 0.0f ? 1.0f / inverse : 0.0f;
        }
    }
    return constraint;
}

// Time and speed of the impact if no other contact acted. The speed is 0 if no point meets within the
// substep.
InelasticImpacts::Hit InelasticImpacts::findHit(uint32_t contact) const
{
    const auto& [rowA, rowB] = contacts_[contact].rows;
    const Constraint constraint =
        makeConstraint(contact, step_.bodies.states[rowA], step_.bodies.states[rowB], 0.0f);
    Hit hit{.time = step_.context.h};
    for (size_t n = 0; n < static_cast<size_t>(constraint.count); ++n) {
        const Point& p = constraint.points[n];
        if (p.initialSpeed[0] + p.gapSpeed >= -settledSpeed_) continue;
        const bool isClosed = p.separation <= step_.context.linearSlop;
        hit.speed = std::max(hit.speed, -p.initialSpeed[0]);
        hit.time = std::min(hit.time, isClosed ? 0.0f : p.separation / -p.initialSpeed[0]);
    }
    return hit;
}

// Collects the contacts that are connected to this one through bodies, nearest first.
void InelasticImpacts::gatherNeighbourhood(uint32_t contact, float time)
{
    neighbourhood_.clear();
    isPile_ = false;
    const auto take = [&](uint32_t i) {
        if (isSolved_[i]) return;
        isSolved_[i] = 1;
        isPile_ |= isInPile_[i] != 0;
        neighbourhood_.push_back(i);
    };
    // In a pile that is known already, the search ends after kPileContacts.
    const auto isDone = [&] { return neighbourhood_.size() > (isPile_ ? kPileContacts : kMaxNeighbours); };
    take(contact);
    for (size_t next = 0; next < neighbourhood_.size() && !isDone(); ++next)
        for (const uint32_t body : contacts_[neighbourhood_[next]].rows)
            for (const uint32_t i : contacts_.of(body)) take(i);
    isPile_ |= neighbourhood_.size() > kMaxNeighbours;
    if (isPile_) {
        for (const uint32_t i : neighbourhood_) isInPile_[i] = 1;
        for (size_t i = std::min(kPileContacts, neighbourhood_.size()); i < neighbourhood_.size(); ++i)
            isSolved_[neighbourhood_[i]] = 0;
        neighbourhood_.resize(std::min(kPileContacts, neighbourhood_.size()));
    }
    copyBodies();
    constraints_.clear();
    for (const uint32_t i : neighbourhood_) {
        const auto& [rowA, rowB] = contacts_[i].rows;
        if (const Constraint constraint = makeConstraint(i, bodyCopy(rowA), bodyCopy(rowB), time);
            constraint.count > 0)
            constraints_.push_back(constraint);
    }
}

// Working copies, because rows of immovable bodies are shared with other threads.
void InelasticImpacts::copyBodies()
{
    bodies_.clear();
    for (const uint32_t i : neighbourhood_)
        for (const uint32_t row : contacts_[i].rows) bodies_.push_back({.row = row});
    const auto byRow = [](const Body& a, const Body& b) { return a.row < b.row; };
    const auto isSame = [](const Body& a, const Body& b) { return a.row == b.row; };
    std::sort(bodies_.begin(), bodies_.end(), byRow);
    bodies_.erase(std::unique(bodies_.begin(), bodies_.end(), isSame), bodies_.end());
    for (Body& body : bodies_) body.state = step_.bodies.states[body.row];
}

BodyState& InelasticImpacts::bodyCopy(uint32_t row)
{
    const auto isBefore = [](const Body& body, uint32_t wanted) { return body.row < wanted; };
    return std::lower_bound(bodies_.begin(), bodies_.end(), row, isBefore)->state;
}

// One visit: removes the approach along the normal, except the speed that closes the gap, then applies
// friction within its cone. Returns the largest change of a normal speed, m/s.
float InelasticImpacts::visit(Constraint& constraint) const
{
    float most = 0.0f;
    for (size_t n = 0; n < static_cast<size_t>(constraint.count); ++n) {
        Point& p = constraint.points[n];
        const auto push = [&](size_t k, float wanted) {
            const float change = wanted - p.impulse[k];
            p.impulse[k] = wanted;
            if (change != 0.0f)
                applyImpulse(constraint.bodies, p.anchorA, p.anchorB, change * constraint.axes[k]);
            return std::fabs(change);
        };
        const auto speed = [&](size_t k) {
            return dot(relativeVelocity(constraint.bodies, p.anchorA, p.anchorB), constraint.axes[k]);
        };
        if (!(p.mass[0] > 0.0f)) continue;
        const float change = push(0, std::max(p.impulse[0] - p.mass[0] * (speed(0) + p.gapSpeed), 0.0f));
        most = std::max(most, change / p.mass[0]);
        const float limit = constraint.friction * p.impulse[0];
        push(1, std::clamp(p.impulse[1] - p.mass[1] * speed(1), -limit, limit));
    }
    return most;
}

float InelasticImpacts::sweep()
{
    float most = 0.0f;
    for (Constraint& constraint : constraints_) most = std::max(most, visit(constraint));
    for (size_t i = constraints_.size(); i-- > 0;) most = std::max(most, visit(constraints_[i]));
    return most;
}

// Advances the impulses by `share` of the previous search direction, and stores the new direction.
void InelasticImpacts::applyDirection(float share)
{
    for (Constraint& constraint : constraints_) {
        for (size_t n = 0; n < static_cast<size_t>(constraint.count); ++n) {
            Point& p = constraint.points[n];
            for (size_t k = 0; k < 2; ++k) {
                const float change = p.impulse[k] - p.before[k];
                const float advance = share * p.direction[k];
                p.direction[k] = advance + change;
                if (advance == 0.0f) continue;
                p.impulse[k] += advance;
                applyImpulse(constraint.bodies, p.anchorA, p.anchorB, advance * constraint.axes[k]);
            }
        }
    }
}

// Squared change of all impulses in the last sweep, each divided by its effective mass.
float InelasticImpacts::squaredChange() const
{
    float sum = 0.0f;
    for (const Constraint& constraint : constraints_) {
        for (const Point& p : constraint.points) { // a point that does not exist has no mass
            for (size_t k = 0; k < 2; ++k) {
                const float change = p.impulse[k] - p.before[k];
                if (p.mass[k] > 0.0f) sum += change * change / p.mass[k];
            }
        }
    }
    return sum;
}

// Projected Gauss-Seidel with conjugate-gradient directions between the sweeps (Silcowitz, Niebe and Erleben,
// "A nonsmooth nonlinear conjugate gradient method for interactive contact force problems", 2010). When a box
// fell on a stack of five boxes of a hundredth of its weight, 1,000 sweeps were needed without the
// directions, 121 with them.
void InelasticImpacts::solveConstraints(float tolerance)
{
    float last = 0.0f; // squared change of the previous sweep; 0 before the first
    for (int i = 0; i < (isPile_ ? kPileSweeps : kMaxInelasticSweeps); ++i) {
        for (Constraint& constraint : constraints_)
            for (Point& p : constraint.points) p.before = p.impulse;
        if (sweep() < tolerance) return;
        const float now = squaredChange();
        const bool shrinks = now > 0.0f && now <= last; // now is 0 if the sweep ended where it began
        applyDirection(shrinks ? now / last : 0.0f);    // 0: a new direction
        last = now;
    }
    sweep(); // the last direction may have left the limits
}

void InelasticImpacts::storeImpulses()
{
    for (const Constraint& constraint : constraints_) {
        for (size_t n = 0; n < static_cast<size_t>(constraint.count); ++n) {
            const Point& p = constraint.points[n];
            if (!(p.impulse[0] > 0.0f)) continue;
            isFast_[constraint.contact] = 1; // its gap may close in the next substep
            contacts_[constraint.contact].add(n, p.impulse[0], p.initialSpeed[0]);
            if (step_.recorder) recordVisits(constraint, n);
        }
    }
}

// Records all visits of a point as one; its bias contains the effect of the neighbours.
void InelasticImpacts::recordVisits(const Constraint& constraint, size_t n) const
{
    const Point& p = constraint.points[n];
    const Contact& c = contacts_.contactOf(contacts_[constraint.contact]);
    for (size_t k = 0; k < 2; ++k) {
        if (!(p.mass[k] > 0.0f)) continue;
        const Vec2 after = relativeVelocity(constraint.bodies, p.anchorA, p.anchorB);
        step_.recorder->visited(
            nullptr, {.shapeA = c.shapeA,
                      .shapeB = c.shapeB,
                      .point = static_cast<uint8_t>(n),
                      .quantity = k == 0 ? PointRecord::Quantity::Normal : PointRecord::Quantity::Tangent,
                      .anchorA = p.anchorA,
                      .anchorB = p.anchorB,
                      .normal = c.normal,
                      .separation = p.separation,
                      .speed = p.initialSpeed[k],
                      .bias = -p.impulse[k] / p.mass[k] - p.initialSpeed[k],
                      .mass = p.mass[k],
                      .limit = k == 0 ? 0.0f : constraint.friction * p.impulse[0],
                      .wanted = p.impulse[k],
                      .after = p.impulse[k],
                      .speedAfter = dot(after, constraint.axes[k])});
    }
}

// Stores the new velocities. integratePositions() will apply them to the whole substep, but until the impact
// the bodies moved at their old velocities: shifts the poses by the difference.
void InelasticImpacts::storeVelocities(float time)
{
    for (const Body& body : bodies_) {
        if (!contacts_.canBePushed(body.row)) continue;
        BodyState& now = step_.bodies.states[body.row];
        if (time > 0.0f) {
            now.dp -= time * (body.state.v - now.v);
            if (body.state.w != now.w) now.dq = integrate(now.dq, -time * (body.state.w - now.w));
        }
        now.v = body.state.v;
        now.w = body.state.w;
    }
}

void InelasticImpacts::solve()
{
    std::fill(isSolved_.begin(), isSolved_.end(), uint8_t{0});
    for (uint32_t i = 0; i < contacts_.size(); ++i) {
        if (!isFast_[i] || isSolved_[i]) continue;
        const Hit hit = findHit(i);
        if (hit.speed == 0.0f) continue;
        gatherNeighbourhood(i, hit.time);
        solveConstraints(kTolerance * hit.speed);
        storeImpulses();
        storeVelocities(hit.time);
    }
}

} // namespace satbox
