#include "engine/dynamics/contact_update.h"

#include "engine/collision/collide.h"
#include "engine/collision/collide_wide.h"
#include "engine/core/assert.h"
#include "engine/core/marks.h"
#include "engine/core/parallel.h"
#include "engine/core/raise_flag.h"
#include "engine/core/raw_array.h"
#include "engine/dynamics/recycled_manifold.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace satbox {

using Outcome = ContactUpdate::Outcome;

namespace {

// New points; one whose feature id was there before keeps its impulses and its age. They are written in
// place: to copy what has just been written in smaller pieces, a processor waits until it has reached the
// cache.
void takeManifold(Contact& contact, const Manifold& manifold, uint32_t steps)
{
    struct Kept {
        float normalImpulse = 0.0f;
        float tangentImpulse = 0.0f;
        uint32_t age = 0;
    } kept[2];
    for (int i = 0; i < manifold.count; ++i) {
        for (int j = 0; j < contact.count; ++j) {
            const ContactPoint& old = contact.points[j];
            if (old.id != manifold.points[static_cast<size_t>(i)].id) continue;
            kept[i] = {old.normalImpulse, old.tangentImpulse, old.age + steps};
            break;
        }
    }
    for (int i = 0; i < 2; ++i) {
        ContactPoint& point = contact.points[i];
        point = {};
        if (i >= manifold.count) continue;
        point.separation = manifold.points[static_cast<size_t>(i)].separation;
        point.id = manifold.points[static_cast<size_t>(i)].id;
        point.normalImpulse = kept[i].normalImpulse;
        point.tangentImpulse = kept[i].tangentImpulse;
        point.age = kept[i].age;
    }
    contact.count = static_cast<uint8_t>(manifold.count);
    contact.referenceOwner = manifold.referenceOwner;
    contact.referenceFace = manifold.referenceFace;
    contact.incidentFace = manifold.incidentFace;
}

// Normal and anchors in world axes straight from the manifold, where there is no basis.
void placeManifold(Contact& contact, const Manifold& manifold, const BodyMotion& mA, const BodyMotion& mB)
{
    const Vec2 offset = mB.center - mA.center;
    contact.normal = contact.count > 0 ? rotate(mA.q, manifold.normal) : Vec2{0.0f, 0.0f};
    for (int i = 0; i < contact.count; ++i) {
        ContactPoint& p = contact.points[i];
        p.anchorA = rotate(mA.q, manifold.points[static_cast<size_t>(i)].point - mA.localCenter);
        p.anchorB = p.anchorA - offset;
    }
}

// Touching begins at contact and ends only beyond the slop, so that a resting pair does not flicker.
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

// Contacts without restitution get the usual margin while their bodies approach by no more than this many
// usual margins in the time that contacts are made ahead. Mean of the deepest overlap in the benchmark's
// smash, ten starts: 7.4 mm with 3, 5.1 mm with 2, 4.1 mm with 1.5, 3.9 mm with 1.
constexpr float kSlow = 1.5f;

// Contacts that a thread takes at once.
constexpr size_t kGrain = 256;

// Asks for a contact ahead: a sixth off updating 58,000 of them. Inlined by force: g++ drops a call that does
// nothing but ask.
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

ContactUpdate::ContactUpdate(ContactStore& store, const BodyStore& bodies, const ShapeStore& shapes,
                             const ContactSettings& settings, uint32_t steps, int lanes, FrameArena& arena)
    : store_(store), contacts_(store.awake), bodies_(bodies), shapes_(shapes), settings_(settings),
      steps_(steps), lanes_(lanes), keepKernel_(keepKernelFor(lanes)),
      known_(store.rearranged ? 0 : store.edges.size()),
      outcomes_(arena.makeUninitialized<Outcome>(store.awake.size())),
      links_(arena.makeUninitialized<Link>(store.awake.size())), arena_(arena),
      changed_(std::exchange(store.removalsPending, false))
{
    store.edgesDirty |= store.edges.size() != store.awake.size();
    store.rearranged |=
        !store.graphAdds.empty() || !store.graphRemoves.empty(); // two updates and no step between
    store.edges.resize(store.awake.size());
}

// For most pairs mostMarginOf() needs no more than this: half a cache line of each body instead of two.
void ContactUpdate::findWays(TaskExecutor* executor)
{
    constexpr size_t kManyBodies = 8; // for each contact
    if (!(settings_.ahead > 0.0f) || contacts_.size() * kManyBodies < bodies_.motions.size()) return;
    ways_ = arena_.makeUninitialized<Way>(bodies_.motions.size());
    forEachRange(executor, ways_.size(), 4 * kGrain, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            const BodyMotion& m = bodies_.motions[i];
            ways_[i] = {m.center, settings_.ahead * m.v, settings_.ahead * m.w, m.maxExtent};
        }
    });
}

void ContactUpdate::updateAll(TaskExecutor* executor)
{
    forEachRange(executor, contacts_.size(), kGrain, [&](size_t first, size_t last) {
        updateRun(last - first, contacts_.size() - first,
                  [first](size_t i) { return static_cast<uint32_t>(first + i); });
    });
}

void ContactUpdate::update(std::span<const uint32_t> indices, TaskExecutor* executor)
{
    forEachRange(executor, indices.size(), kGrain, [&](size_t first, size_t last) {
        updateRun(last - first, indices.size() - first, [&](size_t i) { return indices[first + i]; });
    });
}

Outcome ContactUpdate::age(Contact& contact) const
{
    for (int k = 0; k < contact.count; ++k) contact.points[k].age += steps_;
    return updateTouching(contact, settings_.linearSlop, steps_);
}

// An upper bound of fastMarginOf(), without a square root; the usual margin for most pairs.
[[gnu::always_inline]] inline float ContactUpdate::mostMarginOf(const Contact& contact) const
{
    constexpr float kUnknown = 1e18f, kRounding = 1.01f;
    if (ways_.empty()) return kUnknown;
    const Way &a = ways_[contact.bodyA], &b = ways_[contact.bodyB];
    const float turn = a.extent < b.extent ? b.turn : a.turn;
    const Vec2 way = b.ofCenter - a.ofCenter - cross(turn, b.center - a.center);
    const float turning = std::fabs(b.turn - a.turn) * std::min(a.extent, b.extent);
    const float most = kRounding * (std::fabs(way.x) + std::fabs(way.y) + turning);
    const float slow = contact.restitution > 0.0f ? 1.0f : kSlow;
    const float usual = settings_.range.speculative;
    return most <= slow * usual ? usual : most;
}

[[gnu::always_inline]] inline float ContactUpdate::marginOf(const Contact& contact) const
{
    const float usual = settings_.range.speculative;
    return mostMarginOf(contact) > usual ? fastMarginOf(contact) : usual;
}

// Most pairs whose fat boxes overlap are further apart than anything would be reported.
// Inlined by force: a heap has more of them than pairs that touch.
[[gnu::always_inline]] inline Outcome ContactUpdate::passOver(Contact& contact) const
{
    if (contact.count > 0 && contact.basis.isSet()) return Outcome::Collide;
    const ShapeBoxes& a = shapes_.boxes[contact.shapeA];
    const ShapeBoxes& b = shapes_.boxes[contact.shapeB];
    const float usual = settings_.range.speculative;
    if (overlaps(expand(a.tight, usual), b.tight)) {
        const bool isApart = staysApart(contact, bodies_) && !(marginOf(contact) > usual);
        return isApart ? Outcome::Nothing : Outcome::Collide;
    }
    const float most = mostMarginOf(contact);
    if (most > usual && overlaps(expand(a.tight, most), b.tight) &&
        overlaps(expand(a.tight, fastMarginOf(contact)), b.tight))
        return Outcome::Collide;
    if (contact.count > 0) takeManifold(contact, Manifold{}, steps_);
    if (contact.touching) return updateTouching(contact, settings_.linearSlop, steps_);
    return contact.colour >= 0 || overlaps(a.fat, b.fat) ? Outcome::Nothing : Outcome::Parted;
}

// Of a pair that is passed over: they are looked at once the others' manifolds are kept.
[[gnu::always_inline]] inline void ContactUpdate::prefetchBoxes(const Contact& contact) const
{
    __builtin_prefetch(&shapes_.boxes[contact.shapeA]);
    __builtin_prefetch(&shapes_.boxes[contact.shapeB]);
}

// Records the outcome of a contact. True if its manifold has to be made.
[[gnu::always_inline]] inline bool ContactUpdate::note(uint32_t index, Outcome outcome, bool isKept,
                                                       bool lapses)
{
    links_[index] = Link::Same;
    outcomes_[index] = outcome;
    if (outcome == Outcome::Parted) changed_.store(true, std::memory_order_relaxed);
    // A kept manifold keeps its colour; only new contacts need one.
    if (outcome != Outcome::Collide && (!isKept || index >= known_)) noteLink(index, lapses);
    return outcome == Outcome::Collide;
}

// Contacts with points wait until there are as many as keepManifolds() does at a time: those that are not
// kept are made again, many at a time, like those without points that may have some now. After the run there
// are others, up to `all` from its beginning on, of which this thread is likely to do the next.
template<class IndexOf>
void ContactUpdate::updateRun(size_t count, size_t all, IndexOf&& indexOf)
{
    const float tolerance = kKeepManifold * settings_.linearSlop;
    constexpr size_t kAtOnce = 16;
    RawArray<Contact*, 2 * kAtOnce> holding; // have points
    RawArray<Contact*, kAtOnce> empty;       // have none
    RawArray<uint32_t, kMaxOthers> others;   // to be made again
    size_t held = 0, waiting = 0;
    const auto done = [&](const Contact& contact, Outcome outcome, bool isKept, bool lapses)
        __attribute__((always_inline))
    {
        const auto index = static_cast<uint32_t>(&contact - contacts_.data());
        others[waiting] = index;
        waiting += note(index, outcome, isKept, lapses);
    };
    for (size_t i = 0; i < count; i += kAtOnce) {
        const size_t end = std::min(i + kAtOnce, count);
        size_t empties = 0;
        for (size_t k = i; k < end; ++k) {
            Contact* const contact = &contacts_[indexOf(k)];
            holding[held] = empty[empties] = contact;
            const bool holds = contact->count > 0;
            held += holds;
            empties += !holds;
        }
        for (size_t k = 0; k < empties; ++k) prefetchBoxes(*empty[k]);
        for (size_t k = end; k < std::min(end + kAtOnce, all); ++k) prefetch(contacts_[indexOf(k)]);

        const size_t enough = end < count ? kAtOnce : 1;
        while (held >= enough) {
            const size_t n = std::min(held, kAtOnce);
            const uint32_t kept = keepManifolds(holding.data(), n, bodies_, tolerance, keepKernel_);
            for (size_t k = 0; k < n; ++k) {
                Contact& contact = *holding[k];
                const bool isKept = (kept >> k & 1u) != 0;
                done(contact, isKept ? age(contact) : passOver(contact), isKept, false);
            }
            held -= n;
            for (size_t k = 0; k < held; ++k) holding[k] = holding[n + k];
        }
        for (size_t k = 0; k < empties; ++k) {
            const bool lapses = lapsesNow(*empty[k]);
            done(*empty[k], passOver(*empty[k]), false, lapses);
        }
        if (end < count && waiting + 3 * kAtOnce <= others.size()) continue;
        collide(others.first(waiting));
        waiting = 0;
    }
}

bool ContactUpdate::isWithinMargin(const Manifold& manifold) const
{
    for (int i = 0; i < manifold.count; ++i)
        if (manifold.points[static_cast<size_t>(i)].separation > settings_.range.speculative) return false;
    return manifold.count > 0;
}

// Contacts of what comes fast are made before the surfaces meet: found as an overlap they would have another
// normal, and pushing them apart takes steps and, where they bounce, would make energy. Those that do not
// bounce are made so only
// - where they come fast: slow ones are found soon enough;
// - no farther ahead than the bodies are thick, beyond which the normal is not to be trusted;
// - between bodies of like mass. What slides over the ground's joints would be held up by their far sides,
//   and impacts see nothing of a heavy body that the passes let push a light one before it arrives.
float ContactUpdate::fastMarginOf(const Contact& contact) const
{
    const float usual = settings_.range.speculative;
    if (!(settings_.ahead > 0.0f)) return usual;
    const BodyMotion &a = bodies_.motions[contact.bodyA], &b = bodies_.motions[contact.bodyB];
    const bool bounces = contact.restitution > 0.0f;
    if (!bounces && 2.0f * std::min(a.invMass, b.invMass) < std::max(a.invMass, b.invMass)) return usual;
    // At the centre of the smaller body: what turns with a drum does not move against it.
    const bool isSmallerA = a.maxExtent < b.maxExtent;
    const Vec2 apart = b.center - a.center;
    const Vec2 velocity = b.v - a.v - cross(isSmallerA ? b.w : a.w, apart);
    const float turning = std::fabs(b.w - a.w) * std::min(a.maxExtent, b.maxExtent);
    // Most pairs, without a root.
    const float most = std::fabs(velocity.x) + std::fabs(velocity.y) + turning;
    if (settings_.ahead * most <= (bounces ? 1.0f : kSlow) * usual) return usual;
    float way = settings_.ahead * (length(velocity) + turning);
    if (bounces) return std::max(usual, way);
    if (way <= kSlow * usual) return usual;
    return std::max(usual, std::min({way, a.minExtent, b.minExtent}));
}

// Polygons many at a time, the rest one by one.
void ContactUpdate::collide(std::span<const uint32_t> others)
{
    RawArray<PolygonPair, kMaxOthers> pairs;
    RawArray<uint32_t, kMaxOthers> ofPairs; // contact of each
    RawArray<Manifold, kMaxOthers> manifolds;
    size_t count = 0;
    for (const uint32_t index : others) {
        const Contact& c = contacts_[index];
        const Transform pose = poseInOther(bodies_.motions[c.bodyA], bodies_.motions[c.bodyB]);
        const Shape& shapeA = shapes_.at(c.shapeA).shape;
        const Shape& shapeB = shapes_.at(c.shapeB).shape;
        const auto* a = std::get_if<Polygon>(&shapeA);
        const auto* b = std::get_if<Polygon>(&shapeB);
        const float margin = c.sensor ? 0.0f : marginOf(c); // a sensor sees nothing ahead of time
        if (a && b) {
            ofPairs[count] = index;
            pairs[count++] = {a, b, pose, margin};
        } else {
            take(index, manifoldOf(c, shapes_, pose, {margin, settings_.range.lengthUnit}), pose, margin);
        }
    }
    collidePolygonPairs(pairs.first(count), settings_.range.lengthUnit, manifolds.data(), lanes_);
    for (size_t i = 0; i < count; ++i) take(ofPairs[i], manifolds[i], pairs[i].bInA, pairs[i].speculative);
}

void ContactUpdate::tell(std::vector<ContactChange>& changes) const
{
    SATBOX_ASSERT(outcomes_.size() == contacts_.size(), "contacts stay until what happened to them is told");
    forEachMarked(outcomes_, [&](size_t i) {
        if (outcomes_[i] == Outcome::Began) changes.push_back({ContactChange::Kind::Began, contacts_[i]});
        if (outcomes_[i] == Outcome::Ended) changes.push_back({ContactChange::Kind::Ended, contacts_[i]});
    });
}

void ContactUpdate::finish(std::vector<ContactChange>& changes, TaskExecutor* executor)
{
    if (!hasChanged() && !store_.rearranged) return tell(changes); // as in most steps of a pile at rest
    std::span<const uint32_t> parted;
    constexpr size_t kMany = 4 * kGrain; // contacts: in few, there is nothing to wake a thread for
    TaskExecutor* const threads = contacts_.size() > kMany ? executor : nullptr;
    forEachRange(threads, 2, 1, [&](size_t which, size_t) { // the two longest, which do not touch
        if (which == 0)
            tell(changes);
        else
            parted = forgetParted();
    });
    unlink();
    removeParted(parted);
    link();
}

// Contacts that ended before give back their colour.
void ContactUpdate::unlink()
{
    forEachMarked(links_, [&](size_t i) {
        if (links_[i] != Link::Remove) return;
        if (!store_.rearranged) store_.graphRemoves.push_back(store_.edges[i]);
        contacts_[i].colour = -1;
        store_.edges[i] = {};
        store_.edgesDirty = true;
    });
}

// Pairs whose fat boxes have parted are no pairs any more. Their contacts, ascending.
std::span<const uint32_t> ContactUpdate::forgetParted()
{
    const std::span<uint32_t> parted = arena_.makeUninitialized<uint32_t>(contacts_.size());
    size_t count = 0;
    forEachMarked(outcomes_, [&](size_t i) {
        if (outcomes_[i] == Outcome::Parted) parted[count++] = static_cast<uint32_t>(i);
    });
    const auto keyOf = [&](size_t n) {
        return PairSet::key(contacts_[parted[n]].shapeA, contacts_[parted[n]].shapeB);
    };
    constexpr size_t kAhead = 4;
    for (size_t n = 0; n < count; ++n) {
        // Cache misses on the contact and then on its key's slot are most of this loop's time.
        if (n + 2 * kAhead < count) prefetch(contacts_[parted[n + 2 * kAhead]]);
        if (n + kAhead < count) store_.pairs.prefetch(keyOf(n + kAhead));
        store_.pairs.erase(keyOf(n));
    }
    return parted.first(count);
}

void ContactUpdate::removeParted(std::span<const uint32_t> parted)
{
    for (size_t n = parted.size(); n-- > 0;) { // from the end on, so that none of them is moved
        contacts_[parted[n]] = contacts_.back();
        contacts_.pop_back();
        links_[parted[n]] = links_[contacts_.size()];
        store_.edges[parted[n]] = store_.edges.back();
        store_.edges.pop_back();
        store_.edgesDirty = true;
    }
}

// Those that have begun are listed.
void ContactUpdate::link()
{
    if (store_.rearranged) {
        for (size_t i = 0; i < contacts_.size(); ++i) store_.edges[i] = graphEdgeOf(contacts_[i]);
        store_.edgesDirty = true;
        return;
    }
    forEachMarked(links_.first(contacts_.size()), [&](size_t i) {
        if (links_[i] != Link::Changed) return;
        store_.edges[i] = graphEdgeOf(contacts_[i]);
        if (store_.edges[i].any()) store_.graphAdds.push_back(static_cast<uint32_t>(i));
        store_.edgesDirty = true;
    });
}

void ContactUpdate::noteChangedLink(size_t index, bool lapses)
{
    const bool ended = hasEnded(contacts_[index]);
    // What is one for all contacts is written from any thread.
    if (ended && !lapses) {
        raiseFlag(store_.removalsPending);
    } else {
        links_[index] = ended ? Link::Remove : Link::Changed;
        changed_.store(true, std::memory_order_relaxed);
    }
}

void ContactUpdate::take(uint32_t index, const Manifold& manifold, const Transform& pose, float margin)
{
    Contact& contact = contacts_[index];
    const bool lapses = lapsesNow(contact);
    const BodyMotion& mA = bodies_.motions[contact.bodyA];
    const BodyMotion& mB = bodies_.motions[contact.bodyB];
    takeManifold(contact, manifold, steps_);
    if (margin > settings_.range.speculative && !isWithinMargin(manifold))
        contact.basis = {}; // how far ahead changes with the speed
    else if (manifold.count > 0)
        setBasis(contact, manifold, pose, bodies_, shapes_);
    else
        setApart(contact, pose, settings_.range, bodies_, shapes_);
    if (contact.basis.isSet())
        placePoints(contact, mA, mB);
    else
        placeManifold(contact, manifold, mA, mB);
    outcomes_[index] = updateTouching(contact, settings_.linearSlop, steps_);
    noteLink(index, lapses);
}

} // namespace satbox
