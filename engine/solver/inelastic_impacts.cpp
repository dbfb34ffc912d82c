#include "engine/solver/inelastic_impacts.h"

#include "engine/solver/contact_kernels.h"
#include "engine/solver/contact_recorder.h"

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

constexpr size_t kMaxContacts = 64; // of a neighbourhood; more are a heap
constexpr size_t kOfHeap = 8;       // contacts of a heap, those nearest to the impact
constexpr int kMaxSweeps = 64;      // to and fro
constexpr int kSweepsOfHeap = 4;
constexpr float kTolerance = 0.002f; // of the impact's speed: no visit changes more when it is done

// To the bit as the kernels have it.
bool isUneven(const BodyState& a, const BodyState& b)
{
    const float least = std::min(a.invMass, b.invMass);
    return least > 0.0f && 2.0f * least / (a.invMass + b.invMass) < kMinEvenness;
}

} // namespace

InelasticImpacts::InelasticImpacts(const SolverStep& step, ImpactContacts& contacts)
    : step_(step), settled_(settledSpeed(step.context)), contacts_(contacts), isFast_(contacts.size()),
      isSolved_(contacts.size()), isOfHeap_(contacts.size())
{
    for (uint32_t i = 0; i < contacts.size(); ++i) {
        const ImpactContact& entry = contacts[i];
        const Contact& c = contacts.contactOf(entry);
        if (c.restitution > 0.0f ||
            !isUneven(step.bodies.states[entry.rows[0]], step.bodies.states[entry.rows[1]]))
            continue;
        for (int n = 0; n < c.count; ++n)
            if (dot(contacts.firstVelocity(entry, n), c.normal) < -step.context.inelasticSpeed)
                isFast_[i] = 1;
    }
}

// At the bodies' present poses, with what gap is left after `time`; the normal is the one that the step
// found.
InelasticImpacts::Row InelasticImpacts::rowOf(uint32_t contact, BodyState& a, BodyState& b, float time) const
{
    const float rest = step_.context.h - time;
    const ImpactContact& entry = contacts_[contact];
    const Contact& c = contacts_.contactOf(entry);
    const auto& motions = step_.store->motions;
    const Vec2 apart = (motions[c.bodyB].center - motions[c.bodyA].center) + (b.dp - a.dp);
    Row row{.contact = contact,
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
        if (c.restitution > 0.0f && separation > step_.context.linearSlop) row.count = 0; // it will bounce
        Point& p = row.points[static_cast<size_t>(n)];
        p.anchorA = rA;
        p.anchorB = rA - apart; // one place: both bodies get the same angular momentum
        p.separation = separation;
        const Vec2 first = relativeVelocity(row.bodies, p.anchorA, p.anchorB);
        const float gap = separation + time * dot(first, c.normal);
        p.gapSpeed = gap > step_.context.linearSlop && rest > 0.0f ? gap / rest : 0.0f;
        for (size_t k = 0; k < 2; ++k) {
            p.first[k] = dot(first, row.axes[k]);
            const float inverse = inverseMassAlong(row.bodies, p.anchorA, p.anchorB, row.axes[k]);
            p.mass[k] = inverse > 0.0f ? 1.0f / inverse : 0.0f;
        }
    }
    return row;
}

// Of the contact alone; a speed of 0 where nothing meets within the substep.
InelasticImpacts::Hit InelasticImpacts::hitOf(uint32_t contact) const
{
    const auto& [rowA, rowB] = contacts_[contact].rows;
    const Row row = rowOf(contact, step_.bodies.states[rowA], step_.bodies.states[rowB], 0.0f);
    Hit hit{.time = step_.context.h};
    for (size_t n = 0; n < static_cast<size_t>(row.count); ++n) {
        const Point& p = row.points[n];
        if (p.first[0] + p.gapSpeed >= -settled_) continue;
        const bool isClosed = p.separation <= step_.context.linearSlop;
        hit.speed = std::max(hit.speed, -p.first[0]);
        hit.time = std::min(hit.time, isClosed ? 0.0f : p.separation / -p.first[0]);
    }
    return hit;
}

// The contacts that bodies and contacts lead to from this one, nearest first.
void InelasticImpacts::gatherAround(uint32_t contact, float time)
{
    near_.clear();
    isHeap_ = false;
    const auto take = [&](uint32_t i) {
        if (isSolved_[i]) return;
        isSolved_[i] = 1;
        isHeap_ |= isOfHeap_[i] != 0;
        near_.push_back(i);
    };
    // A heap need not be found out to its end once more.
    const auto isDone = [&] { return near_.size() > (isHeap_ ? kOfHeap : kMaxContacts); };
    take(contact);
    for (size_t next = 0; next < near_.size() && !isDone(); ++next)
        for (const uint32_t body : contacts_[near_[next]].rows)
            for (const uint32_t i : contacts_.of(body)) take(i);
    isHeap_ |= near_.size() > kMaxContacts;
    if (isHeap_) {
        for (const uint32_t i : near_) isOfHeap_[i] = 1;
        for (size_t i = std::min(kOfHeap, near_.size()); i < near_.size(); ++i) isSolved_[near_[i]] = 0;
        near_.resize(std::min(kOfHeap, near_.size()));
    }
    copyBodies();
    rows_.clear();
    for (const uint32_t i : near_) {
        const auto& [rowA, rowB] = contacts_[i].rows;
        if (const Row row = rowOf(i, copyOf(rowA), copyOf(rowB), time); row.count > 0) rows_.push_back(row);
    }
}

// To work on: rows of what does not move are other threads' as well.
void InelasticImpacts::copyBodies()
{
    bodies_.clear();
    for (const uint32_t i : near_)
        for (const uint32_t row : contacts_[i].rows) bodies_.push_back({.row = row});
    const auto byRow = [](const Body& a, const Body& b) { return a.row < b.row; };
    const auto isSame = [](const Body& a, const Body& b) { return a.row == b.row; };
    std::sort(bodies_.begin(), bodies_.end(), byRow);
    bodies_.erase(std::unique(bodies_.begin(), bodies_.end(), isSame), bodies_.end());
    for (Body& body : bodies_) body.state = step_.bodies.states[body.row];
}

BodyState& InelasticImpacts::copyOf(uint32_t row)
{
    const auto isBefore = [](const Body& body, uint32_t wanted) { return body.row < wanted; };
    return std::lower_bound(bodies_.begin(), bodies_.end(), row, isBefore)->state;
}

// One visit: no approach along the normal but what closes the gap, then friction within its cone. The most
// that a normal speed changed, m/s.
float InelasticImpacts::visit(Row& row) const
{
    float most = 0.0f;
    for (size_t n = 0; n < static_cast<size_t>(row.count); ++n) {
        Point& p = row.points[n];
        const auto push = [&](size_t k, float wanted) {
            const float change = wanted - p.impulse[k];
            p.impulse[k] = wanted;
            if (change != 0.0f) applyImpulse(row.bodies, p.anchorA, p.anchorB, change * row.axes[k]);
            return std::fabs(change);
        };
        const auto speed = [&](size_t k) {
            return dot(relativeVelocity(row.bodies, p.anchorA, p.anchorB), row.axes[k]);
        };
        if (!(p.mass[0] > 0.0f)) continue;
        const float change = push(0, std::max(p.impulse[0] - p.mass[0] * (speed(0) + p.gapSpeed), 0.0f));
        most = std::max(most, change / p.mass[0]);
        const float limit = row.friction * p.impulse[0];
        push(1, std::clamp(p.impulse[1] - p.mass[1] * speed(1), -limit, limit));
    }
    return most;
}

float InelasticImpacts::sweep()
{
    float most = 0.0f;
    for (Row& row : rows_) most = std::max(most, visit(row));
    for (size_t i = rows_.size(); i-- > 0;) most = std::max(most, visit(rows_[i]));
    return most;
}

// Goes on by a share of the way that the impulses took before, and remembers the way that they took now.
void InelasticImpacts::followDirection(float share)
{
    for (Row& row : rows_) {
        for (size_t n = 0; n < static_cast<size_t>(row.count); ++n) {
            Point& p = row.points[n];
            for (size_t k = 0; k < 2; ++k) {
                const float change = p.impulse[k] - p.before[k];
                const float further = share * p.direction[k];
                p.direction[k] = further + change;
                if (further == 0.0f) continue;
                p.impulse[k] += further;
                applyImpulse(row.bodies, p.anchorA, p.anchorB, further * row.axes[k]);
            }
        }
    }
}

// Of all impulses in the last sweep, each weighted by the inverse of its mass.
float InelasticImpacts::squaredChange() const
{
    float sum = 0.0f;
    for (const Row& row : rows_) {
        for (const Point& p : row.points) { // one that is not there has no mass
            for (size_t k = 0; k < 2; ++k) {
                const float change = p.impulse[k] - p.before[k];
                if (p.mass[k] > 0.0f) sum += change * change / p.mass[k];
            }
        }
    }
    return sum;
}

// Projected Gauss-Seidel with the directions of conjugate gradients between the sweeps (Silcowitz, Niebe and
// Erleben, "A nonsmooth nonlinear conjugate gradient method for interactive contact force problems", 2010):
// the sweeps alone took 1,000 times to and fro, instead of 121, where a box fell on a stack of five that
// weigh a hundredth.
void InelasticImpacts::solveRows(float tolerance)
{
    float last = 0.0f; // the squared length of the last sweep's change; 0 before the first
    for (int i = 0; i < (isHeap_ ? kSweepsOfHeap : kMaxSweeps); ++i) {
        for (Row& row : rows_)
            for (Point& p : row.points) p.before = p.impulse;
        if (sweep() < tolerance) return;
        const float now = squaredChange();
        const bool shrinks = now > 0.0f && now <= last; // a sweep to and fro may end where it began
        followDirection(shrinks ? now / last : 0.0f);   // 0: a new direction
        last = now;
    }
    sweep(); // a direction may have left the limits
}

void InelasticImpacts::takeImpulses()
{
    for (const Row& row : rows_) {
        for (size_t n = 0; n < static_cast<size_t>(row.count); ++n) {
            const Point& p = row.points[n];
            if (!(p.impulse[0] > 0.0f)) continue;
            isFast_[row.contact] = 1; // its gap may close in the next substep
            contacts_[row.contact].add(n, p.impulse[0], p.first[0]);
            if (step_.recorder) tell(row, n);
        }
    }
}

// As one visit, though it took many: what the neighbours did meanwhile is in the bias.
void InelasticImpacts::tell(const Row& row, size_t n) const
{
    const Point& p = row.points[n];
    const Contact& c = contacts_.contactOf(contacts_[row.contact]);
    for (size_t k = 0; k < 2; ++k) {
        if (!(p.mass[k] > 0.0f)) continue;
        const Vec2 after = relativeVelocity(row.bodies, p.anchorA, p.anchorB);
        step_.recorder->visited(
            nullptr, {.shapeA = c.shapeA,
                      .shapeB = c.shapeB,
                      .point = static_cast<uint8_t>(n),
                      .quantity = k == 0 ? PointRecord::Quantity::Normal : PointRecord::Quantity::Tangent,
                      .anchorA = p.anchorA,
                      .anchorB = p.anchorB,
                      .normal = c.normal,
                      .separation = p.separation,
                      .speed = p.first[k],
                      .bias = -p.impulse[k] / p.mass[k] - p.first[k],
                      .mass = p.mass[k],
                      .limit = k == 0 ? 0.0f : row.friction * p.impulse[0],
                      .wanted = p.impulse[k],
                      .after = p.impulse[k],
                      .speedAfter = dot(after, row.axes[k])});
    }
}

// Until the impact the bodies went at their old velocities, not at those that now count for the whole
// substep.
void InelasticImpacts::takeVelocities(float time)
{
    for (const Body& body : bodies_) {
        if (!contacts_.moves(body.row)) continue;
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
        const Hit hit = hitOf(i);
        if (hit.speed == 0.0f) continue;
        gatherAround(i, hit.time);
        solveRows(kTolerance * hit.speed);
        takeImpulses();
        takeVelocities(hit.time);
    }
}

} // namespace satbox
