#include "engine/dynamics/contact_update.h"

#include "engine/collision/collide.h"
#include "engine/collision/collide_wide.h"
#include "engine/core/marks.h"
#include "engine/core/parallel.h"
#include "engine/dynamics/kept_manifold.h"

#include <algorithm>

namespace satbox {

namespace {

// New points; one whose feature id was there before keeps its impulses and its age.
void takeManifold(Contact& contact, const Manifold& manifold, uint32_t steps)
{
    ContactPoint points[2];
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& from = manifold.points[static_cast<size_t>(i)];
        points[i].separation = from.separation;
        points[i].id = from.id;
        for (int j = 0; j < contact.count; ++j) {
            const ContactPoint& old = contact.points[j];
            if (old.id != from.id) continue;
            points[i].normalImpulse = old.normalImpulse;
            points[i].tangentImpulse = old.tangentImpulse;
            points[i].age = old.age + steps;
            break;
        }
    }
    contact.count = static_cast<uint8_t>(manifold.count);
    contact.points[0] = points[0];
    contact.points[1] = points[1];
    contact.referenceOwner = manifold.referenceOwner;
    contact.referenceFace = manifold.referenceFace;
    contact.incidentFace = manifold.incidentFace;
}

// Normal and anchors in world axes straight from the manifold, where there is no basis.
void placeManifold(Contact& contact, const Manifold& manifold, const BodyMotion& mA, const BodyMotion& mB)
{
    const Vec2 offset = mB.center - mA.center;
    contact.normal = contact.count > 0 ? rotate(mA.transform.q, manifold.normal) : Vec2{0.0f, 0.0f};
    for (int i = 0; i < contact.count; ++i) {
        ContactPoint& p = contact.points[i];
        p.anchorA = rotate(mA.transform.q, manifold.points[static_cast<size_t>(i)].point - mA.localCenter);
        p.anchorB = p.anchorA - offset;
    }
}

// What happened to a contact, by its index: told in the order of contacts, whatever thread did what.
enum Outcome : uint8_t { kNothing, kBegan, kEnded, kCollide, kParted };

// Touching begins at contact and ends only beyond the slop, so that a resting pair does not flicker.
Outcome updateTouching(Contact& contact, float slop, uint32_t steps)
{
    float least = 1e30f;
    for (int i = 0; i < contact.count; ++i) least = std::min(least, contact.points[i].separation);
    const bool touches = least <= (contact.touching ? slop : 0.0f);
    if (touches == contact.touching) {
        if (touches) contact.age += steps;
        return kNothing;
    }
    contact.touching = touches;
    contact.age = 0;
    return touches ? kBegan : kEnded;
}

// Contacts that a thread takes at once.
constexpr size_t kKeepGrain = 512;
constexpr size_t kCollideGrain = 128;

// One update of all awake contacts: which manifolds are kept, then those that are made anew.
class ContactUpdate {
  public:
    ContactUpdate(ContactStore& store, const BodyStore& bodies, const ShapeStore& shapes,
                  const ContactSettings& settings, uint32_t steps, int lanes, FrameArena& arena)
        : store_(store), contacts_(store.awake), bodies_(bodies), shapes_(shapes), settings_(settings),
          steps_(steps), lanes_(lanes), keepKernel_(keepKernelFor(lanes)),
          outcomes_(arena.make<uint8_t>(store.awake.size())),
          relinked_(arena.make<uint8_t>(store.awake.size())), arena_(arena)
    {
        store.endsChanged |= store.ends.size() != store.awake.size();
        store.rearranged |=
            !store.linked.empty() || !store.unlinked.empty(); // two updates and no step between
        store.ends.resize(store.awake.size());
    }

    // Places the points of kept manifolds again; who needs another one goes to `others`. Returns how many.
    size_t keep(size_t first, size_t last, uint32_t* others)
    {
        size_t count = 0;
        const float tolerance = kKeepManifold * settings_.linearSlop;
        constexpr size_t kAtOnce = 16;
        for (size_t i = first; i < last; i += kAtOnce) {
            const size_t n = std::min(kAtOnce, last - i);
            const uint32_t kept = keepManifolds(&contacts_[i], n, bodies_, tolerance, keepKernel_);
            for (size_t k = i; k < i + n; ++k) {
                outcomes_[k] = (kept >> (k - i) & 1u) != 0 ? age(contacts_[k]) : passOver(contacts_[k]);
                if (outcomes_[k] != kCollide) noteEnds(k);
                others[count] = static_cast<uint32_t>(k);
                count += outcomes_[k] == kCollide;
            }
        }
        return count;
    }

    // Those that need another manifold, ascending.
    void setOthers(std::span<const uint32_t> others)
    {
        others_ = others;
        pairs_ = arena_.makeUninitialized<PolygonPair>(others.size());
        ofPairs_ = arena_.makeUninitialized<uint32_t>(others.size());
        manifolds_ = arena_.makeUninitialized<Manifold>(others.size());
    }

    // Makes the manifolds of the others first .. last - 1: polygons many at a time, the rest one by one.
    void collideOthers(size_t first, size_t last)
    {
        size_t end = first;
        for (size_t i = first; i < last; ++i) {
            const Contact& c = contacts_[others_[i]];
            const Transform pose =
                invMul(bodies_.motions[c.bodyA].transform, bodies_.motions[c.bodyB].transform);
            const Shape& shapeA = shapes_.at(c.shapeA).shape;
            const Shape& shapeB = shapes_.at(c.shapeB).shape;
            const auto* a = std::get_if<Polygon>(&shapeA);
            const auto* b = std::get_if<Polygon>(&shapeB);
            if (a && b && !c.sensor) {
                ofPairs_[end] = others_[i];
                pairs_[end++] = {a, b, pose};
            } else { // a sensor sees nothing ahead of time
                take(others_[i], collide(shapeA, shapeB, pose, c.sensor ? 0.0f : settings_.speculativeMargin),
                     pose);
            }
        }
        collidePolygonPairs(pairs_.subspan(first, end - first), settings_.speculativeMargin,
                            manifolds_.data() + first, lanes_);
        for (size_t i = first; i < end; ++i) take(ofPairs_[i], manifolds_[i], pairs_[i].bInA);
    }

    void tell(std::vector<ContactChange>& changes) const
    {
        forEachMarked(outcomes_, [&](size_t i) {
            if (outcomes_[i] == kBegan) changes.push_back({ContactChange::Kind::Began, contacts_[i]});
            if (outcomes_[i] == kEnded) changes.push_back({ContactChange::Kind::Ended, contacts_[i]});
        });
    }

    // Pairs whose fat boxes have parted are no contacts any more; the last one takes the place of each.
    void removeParted()
    {
        const std::span<uint32_t> parted = arena_.makeUninitialized<uint32_t>(contacts_.size());
        size_t count = 0;
        forEachMarked(outcomes_, [&](size_t i) {
            if (outcomes_[i] == kParted) parted[count++] = static_cast<uint32_t>(i);
        });
        const auto keyOf = [&](size_t n) {
            return PairSet::key(contacts_[parted[n]].shapeA, contacts_[parted[n]].shapeB);
        };
        constexpr size_t kAhead = 4;
        for (size_t n = count; n-- > 0;) {
            // Waiting for a key's place takes longer than all else here.
            if (n >= kAhead) store_.pairs.prefetch(keyOf(n - kAhead));
            store_.pairs.erase(keyOf(n));
            contacts_[parted[n]] = contacts_.back();
            contacts_.pop_back();
            relinked_[parted[n]] = relinked_[contacts_.size()];
            store_.ends[parted[n]] = store_.ends.back();
            store_.ends.pop_back();
            store_.endsChanged = true;
        }
    }

    // Contacts that hold nothing apart any more lose their colour. Before parted ones are removed.
    void unlink()
    {
        if (store_.rearranged) return;
        forEachMarked(relinked_, [&](size_t i) {
            if (store_.ends[i].colour >= 0) store_.unlinked.push_back(store_.ends[i]);
            contacts_[i].colour = -1;
            store_.ends[i] = endsOf(contacts_[i]);
            store_.endsChanged = true;
        });
    }

    // Once they are.
    void link()
    {
        if (!store_.rearranged) {
            forEachMarked(relinked_.first(contacts_.size()), [&](size_t i) {
                if (store_.ends[i].any()) store_.linked.push_back(static_cast<uint32_t>(i));
            });
            return;
        }
        for (size_t i = 0; i < contacts_.size(); ++i) {
            if (!endsOf(contacts_[i]).any()) contacts_[i].colour = -1;
            store_.ends[i] = endsOf(contacts_[i]);
        }
        store_.endsChanged = true;
    }

  private:
    void noteEnds(size_t index)
    {
        if (store_.ends[index] != endsOf(contacts_[index])) relinked_[index] = 1;
    }

    Outcome age(Contact& contact)
    {
        for (int k = 0; k < contact.count; ++k) contact.points[k].age += steps_;
        return updateTouching(contact, settings_.linearSlop, steps_);
    }

    // Most pairs whose fat boxes overlap are further apart than anything would be reported.
    Outcome passOver(Contact& contact)
    {
        if (contact.count > 0 && contact.basis.isSet()) return kCollide;
        const BodyShape& a = shapes_.at(contact.shapeA);
        const BodyShape& b = shapes_.at(contact.shapeB);
        if (overlaps(expand(a.box, settings_.speculativeMargin), b.box))
            return staysApart(contact, bodies_) ? kNothing : kCollide;
        if (contact.count > 0) takeManifold(contact, Manifold{}, steps_);
        if (contact.touching) return updateTouching(contact, settings_.linearSlop, steps_);
        return overlaps(a.fatBox, b.fatBox) ? kNothing : kParted;
    }

    void take(uint32_t index, const Manifold& manifold, const Transform& pose)
    {
        Contact& contact = contacts_[index];
        const BodyMotion& mA = bodies_.motions[contact.bodyA];
        const BodyMotion& mB = bodies_.motions[contact.bodyB];
        takeManifold(contact, manifold, steps_);
        contact.basis = manifold.count > 0
                            ? makeBasis(contact, manifold, pose, bodies_, shapes_)
                            : makeApart(contact, pose, settings_.speculativeMargin, bodies_, shapes_);
        if (contact.basis.isSet())
            placePoints(contact, mA, mB);
        else
            placeManifold(contact, manifold, mA, mB);
        outcomes_[index] = updateTouching(contact, settings_.linearSlop, steps_);
        noteEnds(index);
    }

    ContactStore& store_;
    std::vector<Contact>& contacts_;
    const BodyStore& bodies_;
    const ShapeStore& shapes_;
    const ContactSettings& settings_;
    uint32_t steps_;
    int lanes_;
    const KeepKernel* keepKernel_;
    std::span<uint8_t> outcomes_; // by contact
    std::span<uint8_t> relinked_; // by contact: 1 where its ends are others than they were
    FrameArena& arena_;
    std::span<const uint32_t> others_; // which contacts need another manifold, ascending
    // Polygons among them; each run of others fills its own part from the start.
    std::span<PolygonPair> pairs_;
    std::span<uint32_t> ofPairs_; // contact of each pair
    std::span<Manifold> manifolds_;
};

} // namespace

void updateContacts(ContactStore& contacts, const BodyStore& bodies, const ShapeStore& shapes,
                    const ContactSettings& settings, uint32_t steps, int lanes, FrameArena& arena,
                    std::vector<ContactChange>& changes, TaskExecutor* executor)
{
    ContactUpdate update(contacts, bodies, shapes, settings, steps, lanes, arena);
    const std::span<const uint32_t> others = collectFromRuns(
        executor, contacts.awake.size(), kKeepGrain, arena,
        [&](size_t first, size_t last, uint32_t* out) { return update.keep(first, last, out); });
    update.setOthers(others);
    forEachRange(executor, others.size(), kCollideGrain,
                 [&](size_t first, size_t last) { update.collideOthers(first, last); });
    update.tell(changes);
    update.unlink();
    update.removeParted();
    update.link();
}

} // namespace satbox
