#include "engine/step/contact_update.h"

#include "engine/collision/collide.h"
#include "engine/collision/collide_chain.h"
#include "engine/collision/collide_wide.h"
#include "engine/collision/manifold.h"
#include "engine/constraints/contact/recycled_manifold.h"
#include "engine/core/assert.h"
#include "engine/core/nonzero_bytes.h"
#include "engine/core/parallel.h"
#include "engine/core/raise_flag.h"
#include "engine/core/raw_array.h"
#include "engine/geometry/shape.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace satbox {

using Outcome = ContactUpdate::Outcome;

namespace {

// Replaces the contact's points by those of the manifold. A point whose feature id persists keeps its
// impulses and its age. Written in place: copying a struct just written member by member would fail
// store-to-load forwarding and stall until the stores reach the cache.
void replacePoints(Contact& contact, const Manifold& manifold, uint32_t steps)
{
    struct Persistent {
        float normalImpulse = 0.0f;
        float tangentImpulse = 0.0f;
        uint32_t age = 0;
    } persistent[2];
    for (int i = 0; i < manifold.count; ++i) {
        for (int j = 0; j < contact.count; ++j) {
            const ContactPoint& old = contact.points[j];
            if (old.id != manifold.points[static_cast<size_t>(i)].id) continue;
            persistent[i] = {old.normalImpulse, old.tangentImpulse, old.age + steps};
            break;
        }
    }
    for (int i = 0; i < 2; ++i) {
        ContactPoint& point = contact.points[i];
        point = {};
        if (i >= manifold.count) continue;
        point.separation = manifold.points[static_cast<size_t>(i)].separation;
        point.id = manifold.points[static_cast<size_t>(i)].id;
        point.normalImpulse = persistent[i].normalImpulse;
        point.tangentImpulse = persistent[i].tangentImpulse;
        point.age = persistent[i].age;
    }
    contact.count = static_cast<uint8_t>(manifold.count);
    if (manifold.count == 0) contact.rollingImpulse = 0.0f;
    contact.referenceOwner = manifold.referenceOwner;
    contact.referenceFace = manifold.referenceFace;
    contact.incidentFace = manifold.incidentFace;
}

// Normal and anchors in world axes, computed from the manifold: for contacts without a manifold cache.
void computeAnchors(Contact& contact, const Manifold& manifold, const BodyMotion& mA, const BodyMotion& mB)
{
    const Vec2 offset = mB.center - mA.center;
    contact.normal = contact.count > 0 ? rotate(mA.q, manifold.normal) : Vec2{0.0f, 0.0f};
    for (int i = 0; i < contact.count; ++i) {
        ContactPoint& p = contact.points[i];
        p.anchorA = rotate(mA.q, manifold.points[static_cast<size_t>(i)].point - mA.localCenter);
        p.anchorB = p.anchorA - offset;
    }
}

// Touching begins at contact and ends only beyond the slop: the hysteresis keeps a resting pair touching.
[[gnu::always_inline]] inline Outcome updateTouching(Contact& contact, float slop, uint32_t steps)
{
    float least = 1e30f;
    for (int i = 0; i < contact.count; ++i) least = std::min(least, contact.points[i].separation);
    const bool touches = least <= (contact.touching ? slop : 0.0f);
    if (touches == contact.touching) {
        if (touches) contact.age += steps;
        return Outcome::Nothing;
    }
    contact.touching = touches;
    contact.age = 0;
    return touches ? Outcome::Began : Outcome::Ended;
}

// Multiple of the usual speculative margin: contacts without restitution get the usual margin while their
// bodies approach by at most this much in the prediction time. Mean of the deepest overlap in the benchmark
// scene "smash", ten starts: 7.4 mm with 3, 5.1 mm with 2, 4.1 mm with 1.5, 3.9 mm with 1.
constexpr float kSlowApproach = 1.5f;

// Contacts per task.
constexpr size_t kGrain = 256;

// Saves a sixth of the time of updating 58,000 contacts. Inlined by force: g++ removes a call to a function
// that only prefetches.
[[gnu::always_inline]] inline void prefetch(const Contact& contact)
{
    const char* bytes = reinterpret_cast<const char*>(&contact);
    for (size_t line = 0; line < sizeof(Contact); line += 64) __builtin_prefetch(bytes + line);
}

} // namespace

Manifold manifoldOf(const Contact& contact, const ShapeStore& shapes, const Transform& bInA,
                    CollisionRange range)
{
    return collide(shapes.at(contact.shapeA).shape, shapes.at(contact.shapeB).shape, bInA, range);
}

ContactUpdate::ContactUpdate(ContactStore& store, GraphChanges& changes, const BodyStore& bodies,
                             const ShapeStore& shapes, const ContactSettings& settings, uint32_t steps,
                             int lanes, FrameArena& arena)
    : store_(store), graphChanges_(changes), contacts_(store.awake), bodies_(bodies), shapes_(shapes),
      settings_(settings), steps_(steps), lanes_(lanes), recycleKernel_(recycleKernelFor(lanes)),
      previousCount_(changes.needsFullRebuild(store) ? 0 : changes.edges.size()),
      outcomes_(arena.makeUninitialized<Outcome>(store.awake.size())),
      edgeChanges_(arena.makeUninitialized<EdgeChange>(store.awake.size())), arena_(arena),
      changed_(std::exchange(changes.removalsPending, false))
{
    changes.edgesDirty |= changes.edges.size() != store.awake.size();
    changes.isIncomplete |=
        !changes.adds.empty() || !changes.removes.empty(); // two updates without a step in between
    changes.edges.resize(store.awake.size());
}

// Fills the compact input of marginUpperBound(), which decides most pairs: half a cache line per body instead
// of two.
void ContactUpdate::predictMotions(TaskExecutor* executor)
{
    constexpr size_t kManyBodies = 8; // per contact: beyond this it costs more than it saves
    if (!(settings_.predictionTime > 0.0f) || contacts_.size() * kManyBodies < bodies_.motions.size()) return;
    predictedMotions_ = arena_.makeUninitialized<PredictedMotion>(bodies_.motions.size());
    parallelFor(executor, predictedMotions_.size(), 4 * kGrain, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            const BodyMotion& m = bodies_.motions[i];
            predictedMotions_[i] = {m.center, settings_.predictionTime * m.v, settings_.predictionTime * m.w,
                                    m.maxExtent};
        }
    });
}

void ContactUpdate::updateAll(TaskExecutor* executor)
{
    parallelFor(executor, contacts_.size(), kGrain, [&](size_t first, size_t last) {
        updateBatch(last - first, contacts_.size() - first,
                    [first](size_t i) { return static_cast<uint32_t>(first + i); });
    });
}

void ContactUpdate::update(std::span<const uint32_t> indices, TaskExecutor* executor)
{
    parallelFor(executor, indices.size(), kGrain, [&](size_t first, size_t last) {
        updateBatch(last - first, indices.size() - first, [&](size_t i) { return indices[first + i]; });
    });
}

Outcome ContactUpdate::advanceAges(Contact& contact) const
{
    for (int k = 0; k < contact.count; ++k) contact.points[k].age += steps_;
    return updateTouching(contact, settings_.linearSlop, steps_);
}

// Upper bound of exactMarginOf() without a square root: the usual margin for most pairs.
[[gnu::always_inline]] inline float ContactUpdate::marginUpperBound(const Contact& contact) const
{
    constexpr float kUnknown = 1e18f, kRounding = 1.01f;
    if (predictedMotions_.empty()) return kUnknown;
    const PredictedMotion &a = predictedMotions_[contact.bodyA], &b = predictedMotions_[contact.bodyB];
    const float turn = a.extent < b.extent ? b.turn : a.turn;
    const Vec2 relative = b.displacement - a.displacement - cross(turn, b.center - a.center);
    const float turning = std::fabs(b.turn - a.turn) * std::min(a.extent, b.extent);
    const float bound = kRounding * (std::fabs(relative.x) + std::fabs(relative.y) + turning);
    const float slow = contact.restitution > 0.0f ? 1.0f : kSlowApproach;
    const float usual = settings_.range.speculative;
    return bound <= slow * usual ? usual : bound;
}

[[gnu::always_inline]] inline float ContactUpdate::marginOf(const Contact& contact) const
{
    const float usual = settings_.range.speculative;
    return marginUpperBound(contact) > usual ? exactMarginOf(contact) : usual;
}

// Decides from the tight boxes whether the narrow phase must run; if not, updates the contact at once.
// Inlined by force: most pairs whose fat boxes overlap are farther apart than the speculative margin, and a
// pile has more of these than of pairs that touch.
[[gnu::always_inline]] inline Outcome ContactUpdate::updateFromBoxes(Contact& contact) const
{
    if (contact.count > 0 && contact.cache.isSet()) return Outcome::Collide;
    const ShapeBoxes& a = shapes_.boxes[contact.shapeA];
    const ShapeBoxes& b = shapes_.boxes[contact.shapeB];
    const float usual = settings_.range.speculative;
    if (overlaps(expand(a.tight, usual), b.tight)) {
        const bool isApart = isStillSeparated(contact, bodies_) && !(marginOf(contact) > usual);
        return isApart ? Outcome::Nothing : Outcome::Collide;
    }
    const float bound = marginUpperBound(contact);
    if (bound > usual && overlaps(expand(a.tight, bound), b.tight) &&
        overlaps(expand(a.tight, exactMarginOf(contact)), b.tight))
        return Outcome::Collide;
    if (contact.count > 0) replacePoints(contact, Manifold{}, steps_);
    if (contact.touching) return updateTouching(contact, settings_.linearSlop, steps_);
    return contact.colour >= 0 || overlaps(a.fat, b.fat) ? Outcome::Nothing : Outcome::Disjoint;
}

// For updateFromBoxes(), which runs after the batch of recycled manifolds.
[[gnu::always_inline]] inline void ContactUpdate::prefetchBoxes(const Contact& contact) const
{
    __builtin_prefetch(&shapes_.boxes[contact.shapeA]);
    __builtin_prefetch(&shapes_.boxes[contact.shapeB]);
}

// Returns true if the narrow phase must run for the contact.
[[gnu::always_inline]] inline bool ContactUpdate::recordOutcome(uint32_t index, Outcome outcome,
                                                                bool isRecycled, bool leavesGraph)
{
    edgeChanges_[index] = EdgeChange::None;
    outcomes_[index] = outcome;
    if (outcome == Outcome::Disjoint) changed_.store(true, std::memory_order_relaxed);
    // A contact with a recycled manifold keeps its edge, unless the contact is new.
    if (outcome != Outcome::Collide && (!isRecycled || index >= previousCount_))
        checkEdge(index, leavesGraph);
    return outcome == Outcome::Collide;
}

// Contacts with points are collected until there are enough for one call of recycleManifolds(). collide()
// receives, in batches, the contacts whose manifolds cannot be recycled and those without points that may
// have points now. `available`: number of valid indices from the start of this range on. Indices beyond
// `count` are prefetched, since this thread probably updates them next.
template<class IndexOf>
void ContactUpdate::updateBatch(size_t count, size_t available, IndexOf&& indexOf)
{
    const float tolerance = kRecycleTolerance * settings_.linearSlop;
    constexpr size_t kBatch = 16;
    RawArray<Contact*, 2 * kBatch> withPoints;
    RawArray<Contact*, kBatch> withoutPoints;
    RawArray<uint32_t, kMaxCollideBatch> toCollide;
    size_t withCount = 0, toCollideCount = 0;
    const auto finishOne = [&](const Contact& contact, Outcome outcome, bool isRecycled, bool leavesGraph)
        __attribute__((always_inline))
    {
        const auto index = static_cast<uint32_t>(&contact - contacts_.data());
        toCollide[toCollideCount] = index;
        toCollideCount += recordOutcome(index, outcome, isRecycled, leavesGraph);
    };
    for (size_t i = 0; i < count; i += kBatch) {
        const size_t end = std::min(i + kBatch, count);
        size_t withoutCount = 0;
        for (size_t k = i; k < end; ++k) {
            Contact* const contact = &contacts_[indexOf(k)];
            withPoints[withCount] = withoutPoints[withoutCount] = contact;
            const bool hasPoints = contact->count > 0;
            withCount += hasPoints;
            withoutCount += !hasPoints;
        }
        for (size_t k = 0; k < withoutCount; ++k) prefetchBoxes(*withoutPoints[k]);
        for (size_t k = end; k < std::min(end + kBatch, available); ++k) prefetch(contacts_[indexOf(k)]);

        const size_t enough = end < count ? kBatch : 1;
        while (withCount >= enough) {
            const size_t n = std::min(withCount, kBatch);
            const uint32_t recycled =
                recycleManifolds(withPoints.data(), n, bodies_, tolerance, recycleKernel_);
            for (size_t k = 0; k < n; ++k) {
                Contact& contact = *withPoints[k];
                const bool isRecycled = (recycled >> k & 1u) != 0;
                finishOne(contact, isRecycled ? advanceAges(contact) : updateFromBoxes(contact), isRecycled,
                          false);
            }
            withCount -= n;
            for (size_t k = 0; k < withCount; ++k) withPoints[k] = withPoints[n + k];
        }
        for (size_t k = 0; k < withoutCount; ++k) {
            const bool leavesGraph = mustLeaveGraph(*withoutPoints[k]);
            finishOne(*withoutPoints[k], updateFromBoxes(*withoutPoints[k]), false, leavesGraph);
        }
        if (end < count && toCollideCount + 3 * kBatch <= toCollide.size()) continue;
        collide(toCollide.first(toCollideCount));
        toCollideCount = 0;
    }
}

// Their manifolds may have points within the margin that depend on how far beyond it the search went: a body
// may be far from the piece as a two-sided segment, and overlap it along the normal of the chain.
bool ContactUpdate::hasChainPiece(const Contact& contact) const
{
    return isChainPiece(shapes_.at(contact.shapeA).shape) || isChainPiece(shapes_.at(contact.shapeB).shape);
}

bool ContactUpdate::isWithinMargin(const Manifold& manifold) const
{
    for (int i = 0; i < manifold.count; ++i)
        if (manifold.points[static_cast<size_t>(i)].separation > settings_.range.speculative) return false;
    return manifold.count > 0;
}

// Speculative margin of a pair, enlarged for fast ones so that they have a contact before their surfaces
// meet. A contact that is found only when the shapes overlap may have a wrong normal; pushing them apart then
// takes several steps and, with restitution, adds energy. Without restitution the margin is enlarged only
// - for fast pairs: slow ones are found soon enough;
// - up to minExtent of the thinner body: beyond that the normal is unreliable;
// - between bodies of similar mass. A body that slides over the seams of the ground would catch on their far
//   sides. And a heavy body would push a light one little by little before it arrives, so that the impact
//   stage would find no impact.
float ContactUpdate::exactMarginOf(const Contact& contact) const
{
    const float usual = settings_.range.speculative;
    if (!(settings_.predictionTime > 0.0f)) return usual;
    const BodyMotion &a = bodies_.motions[contact.bodyA], &b = bodies_.motions[contact.bodyB];
    const bool bounces = contact.restitution > 0.0f;
    if (!bounces && 2.0f * std::min(a.invMass, b.invMass) < std::max(a.invMass, b.invMass)) return usual;
    // Velocity at the centre of the smaller body: a body that turns with a drum has none relative to it.
    const bool isSmallerA = a.maxExtent < b.maxExtent;
    const Vec2 apart = b.center - a.center;
    const Vec2 velocity = b.v - a.v - cross(isSmallerA ? b.w : a.w, apart);
    const float turning = std::fabs(b.w - a.w) * std::min(a.maxExtent, b.maxExtent);
    // Upper bound without a square root: enough for most pairs.
    const float speedBound = std::fabs(velocity.x) + std::fabs(velocity.y) + turning;
    if (settings_.predictionTime * speedBound <= (bounces ? 1.0f : kSlowApproach) * usual) return usual;
    float distance = settings_.predictionTime * (length(velocity) + turning);
    if (bounces) return std::max(usual, distance);
    if (distance <= kSlowApproach * usual) return usual;
    return std::max(usual, std::min({distance, a.minExtent, b.minExtent}));
}

// Pairs of polygons go to the SIMD narrow phase in batches, others run one by one.
void ContactUpdate::collide(std::span<const uint32_t> indices)
{
    RawArray<PolygonPair, kMaxCollideBatch> pairs;
    RawArray<uint32_t, kMaxCollideBatch> contactOfPair;
    RawArray<Manifold, kMaxCollideBatch> manifolds;
    size_t count = 0;
    for (const uint32_t index : indices) {
        const Contact& c = contacts_[index];
        const Transform pose = poseInOther(bodies_.motions[c.bodyA], bodies_.motions[c.bodyB]);
        const Shape& shapeA = shapes_.at(c.shapeA).shape;
        const Shape& shapeB = shapes_.at(c.shapeB).shape;
        const auto* a = std::get_if<Polygon>(&shapeA);
        const auto* b = std::get_if<Polygon>(&shapeB);
        const float margin = c.sensor ? 0.0f : marginOf(c); // sensors have no speculative contacts
        if (a && b) {
            contactOfPair[count] = index;
            pairs[count++] = {a, b, pose, margin};
        } else {
            applyManifold(index, manifoldOf(c, shapes_, pose, {margin, settings_.range.lengthUnit}), pose,
                          margin);
        }
    }
    collidePolygonPairs(pairs.first(count), settings_.range.lengthUnit, manifolds.data(), lanes_);
    for (size_t i = 0; i < count; ++i)
        applyManifold(contactOfPair[i], manifolds[i], pairs[i].bInA, pairs[i].speculative);
}

void ContactUpdate::reportChanges(std::vector<ContactChange>& changes) const
{
    SATBOX_ASSERT(outcomes_.size() == contacts_.size(),
                  "contacts must not change between their update and finish()");
    forEachNonZero(outcomes_, [&](size_t i) {
        if (outcomes_[i] == Outcome::Began) changes.push_back({ContactChange::Kind::Began, contacts_[i]});
        if (outcomes_[i] == Outcome::Ended) changes.push_back({ContactChange::Kind::Ended, contacts_[i]});
    });
}

// Asks ContactCallbacks::preSolve about the contacts of shapes that want it, in contact order.
void ContactUpdate::preSolve()
{
    for (size_t i = 0; i < contacts_.size(); ++i) {
        Contact& c = contacts_[i];
        if (!needsSolving(c)) continue;
        if (!shapes_.at(c.shapeA).def.preSolve && !shapes_.at(c.shapeB).def.preSolve) continue;
        mixMaterials(c, shapes_, settings_);
        PreSolveContact view{.shapeA = shapes_.handleAt(c.shapeA),
                             .shapeB = shapes_.handleAt(c.shapeB),
                             .normal = c.normal,
                             .count = c.count,
                             .material = {c.staticFriction, c.dynamicFriction, c.restitution}};
        for (int k = 0; k < c.count; ++k) {
            view.points[k] = bodies_.motions[c.bodyA].center + c.points[k].anchorA;
            view.separations[k] = c.points[k].separation;
        }
        if (settings_.callbacks->preSolve(view)) {
            setMaterial(c, view.material);
            continue;
        }
        const bool touched = outcomes_[i] != Outcome::Began && (c.touching || outcomes_[i] == Outcome::Ended);
        replacePoints(c, Manifold{}, steps_);
        c.normal = {0.0f, 0.0f};
        c.cache = {};
        c.touching = false;
        c.age = 0;
        outcomes_[i] = touched ? Outcome::Ended : Outcome::Nothing;
        edgeChanges_[i] = EdgeChange::None;
        checkEdge(i, false);
    }
}

void ContactUpdate::finish(std::vector<ContactChange>& changes, TaskExecutor* executor)
{
    if (settings_.callbacks) preSolve();
    if (!hasChanged() && !graphChanges_.needsFullRebuild(store_))
        return reportChanges(changes); // most steps of a pile at rest
    std::span<const uint32_t> disjoint;
    constexpr size_t kMany = 4 * kGrain; // contacts: with fewer, waking a thread costs more than it saves
    TaskExecutor* const threads = contacts_.size() > kMany ? executor : nullptr;
    parallelFor(threads, 2, 1, [&](size_t which, size_t) { // the two longest stages, which are independent
        if (which == 0)
            reportChanges(changes);
        else
            disjoint = eraseDisjointPairs();
    });
    removeEdges();
    removeDisjoint(disjoint);
    updateEdges();
}

// Removes the edges of contacts that have ended.
void ContactUpdate::removeEdges()
{
    forEachNonZero(edgeChanges_, [&](size_t i) {
        if (edgeChanges_[i] != EdgeChange::Remove) return;
        if (!graphChanges_.needsFullRebuild(store_)) graphChanges_.removes.push_back(graphChanges_.edges[i]);
        contacts_[i].colour = -1;
        graphChanges_.edges[i] = {};
        graphChanges_.edgesDirty = true;
    });
}

// Erases pairs whose fat boxes no longer overlap from the pair set. Returns their contacts, ascending.
std::span<const uint32_t> ContactUpdate::eraseDisjointPairs()
{
    const std::span<uint32_t> disjoint = arena_.makeUninitialized<uint32_t>(contacts_.size());
    size_t count = 0;
    forEachNonZero(outcomes_, [&](size_t i) {
        if (outcomes_[i] == Outcome::Disjoint) disjoint[count++] = static_cast<uint32_t>(i);
    });
    const auto keyOf = [&](size_t n) {
        return PairSet::key(contacts_[disjoint[n]].shapeA, contacts_[disjoint[n]].shapeB);
    };
    constexpr size_t kAhead = 4;
    for (size_t n = 0; n < count; ++n) {
        // Most of this loop's time is cache misses on the contact and then on its key's slot.
        if (n + 2 * kAhead < count) prefetch(contacts_[disjoint[n + 2 * kAhead]]);
        if (n + kAhead < count) store_.pairs.prefetch(keyOf(n + kAhead));
        store_.pairs.erase(keyOf(n));
    }
    return disjoint.first(count);
}

void ContactUpdate::removeDisjoint(std::span<const uint32_t> disjoint)
{
    for (size_t n = disjoint.size(); n-- > 0;) { // from the end: the moved contact is never disjoint itself
        contacts_[disjoint[n]] = contacts_.back();
        contacts_.pop_back();
        edgeChanges_[disjoint[n]] = edgeChanges_[contacts_.size()];
        graphChanges_.edges[disjoint[n]] = graphChanges_.edges.back();
        graphChanges_.edges.pop_back();
        graphChanges_.edgesDirty = true;
    }
}

// Writes new edges and lists contacts that the graph must add.
void ContactUpdate::updateEdges()
{
    if (graphChanges_.needsFullRebuild(store_)) {
        for (size_t i = 0; i < contacts_.size(); ++i) graphChanges_.edges[i] = graphEdgeOf(contacts_[i]);
        graphChanges_.edgesDirty = true;
        return;
    }
    forEachNonZero(edgeChanges_.first(contacts_.size()), [&](size_t i) {
        if (edgeChanges_[i] != EdgeChange::Update) return;
        graphChanges_.edges[i] = graphEdgeOf(contacts_[i]);
        if (graphChanges_.edges[i].isInGraph()) graphChanges_.adds.push_back(static_cast<uint32_t>(i));
        graphChanges_.edgesDirty = true;
    });
}

void ContactUpdate::recordEdgeChange(size_t index, bool leavesGraph)
{
    const bool ended = hasStaleColour(contacts_[index]);
    // removalsPending and changed_ are shared by all threads.
    if (ended && !leavesGraph) {
        raiseFlag(graphChanges_.removalsPending);
    } else {
        edgeChanges_[index] = ended ? EdgeChange::Remove : EdgeChange::Update;
        changed_.store(true, std::memory_order_relaxed);
    }
}

void ContactUpdate::applyManifold(uint32_t index, const Manifold& manifold, const Transform& pose,
                                  float margin)
{
    Contact& contact = contacts_[index];
    const bool leavesGraph = mustLeaveGraph(contact);
    const BodyMotion& mA = bodies_.motions[contact.bodyA];
    const BodyMotion& mB = bodies_.motions[contact.bodyB];
    replacePoints(contact, manifold, steps_);
    if (margin > settings_.range.speculative && (!isWithinMargin(manifold) || hasChainPiece(contact)))
        contact.cache = {}; // the predictive margin changes with the speed
    else if (manifold.count > 0)
        cacheManifold(contact, manifold, pose, bodies_, shapes_);
    else
        cacheSeparation(contact, pose, settings_.range, bodies_, shapes_);
    if (contact.cache.isSet())
        refreshPoints(contact, mA, mB);
    else
        computeAnchors(contact, manifold, mA, mB);
    outcomes_[index] = updateTouching(contact, settings_.linearSlop, steps_);
    checkEdge(index, leavesGraph);
}

} // namespace satbox
