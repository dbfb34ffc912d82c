#include "engine/dynamics/contact_update.h"

#include "engine/collision/collide.h"
#include "engine/collision/collide_wide.h"

#include <algorithm>

namespace satbox {

namespace {

float extentAboutOrigin(const Body& body, const BodyMotion& m)
{
    return body.maxExtent + length(m.localCenter);
}

bool isRound(const BodyShape& shape) { return kindOf(shape.shape) == ShapeKind::Circle; }

// Whether the bodies have moved against each other by no more than `tolerance`, m, anywhere on the smaller
// one since the basis was made.
bool isKept(const ManifoldBasis& basis, const Transform& pose, float tolerance)
{
    if (!basis.isSet()) return false;
    const float turned = cross(Vec2{basis.pose.q.c, basis.pose.q.s}, Vec2{pose.q.c, pose.q.s}); // sine
    if (std::fabs(turned) * std::fabs(basis.extent) > tolerance) return false;
    if (basis.pose.q.c * pose.q.c + basis.pose.q.s * pose.q.s <= 0.0f) return false;
    Vec2 moved = pose.p - basis.pose.p;
    if (basis.extent < 0.0f) moved -= turned * perp(basis.pose.p); // at A's origin instead of B's
    return lengthSquared(moved) <= tolerance * tolerance;
}

// The kept points at the present poses.
void placePoints(Contact& contact, const BodyMotion& mA, const BodyMotion& mB)
{
    const ManifoldBasis& basis = contact.basis;
    const bool faceOnA = contact.referenceOwner == ReferenceOwner::A;
    const BodyMotion& face = faceOnA ? mA : mB;
    const BodyMotion& other = faceOnA ? mB : mA;
    const Vec2 outward = rotate(face.transform.q, basis.faceNormal);
    const Vec2 toOther = other.center - face.center;
    const Vec2 toCenter = face.center - face.transform.p;
    contact.normal = faceOnA ? outward : -outward;
    for (int i = 0; i < contact.count; ++i) {
        const Vec2 anchorOther = rotate(other.transform.q, basis.points[i] - other.localCenter);
        const Vec2 anchorFace = anchorOther + toOther;
        ContactPoint& p = contact.points[i];
        p.anchorA = faceOnA ? anchorFace : anchorOther;
        p.anchorB = faceOnA ? anchorOther : anchorFace;
        p.separation = dot(outward, anchorFace + toCenter) - basis.offsets[i];
    }
}

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
    contact.count = manifold.count;
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
    contact.normal = rotate(mA.transform.q, manifold.normal);
    for (int i = 0; i < contact.count; ++i) {
        ContactPoint& p = contact.points[i];
        p.anchorA = rotate(mA.transform.q, manifold.points[static_cast<size_t>(i)].point - mA.localCenter);
        p.anchorB = p.anchorA - offset;
    }
}

bool apart(const Contact& c, const ShapeStore& shapes, float margin)
{
    return !overlaps(expand(shapes.at(c.shapeA).box, margin), shapes.at(c.shapeB).box);
}

// Ends contacts whose fat boxes have parted; the last contact takes the place of each.
void removeParted(ContactStore& contacts, const ShapeStore& shapes, std::span<const uint8_t> news,
                  std::vector<ContactChange>& changes)
{
    std::vector<Contact>& list = contacts.awake;
    for (size_t i = 0; i < list.size();) {
        const Contact& c = list[i];
        const bool moved = (news[c.shapeA] | news[c.shapeB]) != 0;
        if (!moved || overlaps(shapes.at(c.shapeA).fatBox, shapes.at(c.shapeB).fatBox)) {
            ++i;
            continue;
        }
        contacts.pairs.erase(PairSet::key(c.shapeA, c.shapeB));
        if (c.touching) changes.push_back({ContactChange::Kind::Ended, c});
        list[i] = list.back();
        list.pop_back();
    }
}

// Contacts that need another manifold: polygons many at a time, the others one by one.
class ToCollide {
  public:
    ToCollide(size_t most, FrameArena& arena)
        : pairs_(arena.makeUninitialized<PolygonPair>(most)),
          ofPairs_(arena.makeUninitialized<uint32_t>(most)), others_(arena.makeUninitialized<Other>(most))
    {}

    void add(uint32_t index, const Contact& contact, const Transform& pose, const ShapeStore& shapes)
    {
        const auto* a = std::get_if<Polygon>(&shapes.at(contact.shapeA).shape);
        const auto* b = std::get_if<Polygon>(&shapes.at(contact.shapeB).shape);
        if (!a || !b || contact.sensor) { // a sensor sees nothing ahead of time
            others_[otherCount_++] = {index, pose};
            return;
        }
        ofPairs_[pairCount_] = index;
        pairs_[pairCount_++] = {a, b, pose};
    }

    // fn(contact index, manifold, pose of B in A's frame), each contact once.
    template<class Fn>
    void forEachManifold(const ContactStore& contacts, const ShapeStore& shapes, float margin, int lanes,
                         FrameArena& arena, Fn&& fn)
    {
        const std::span<Manifold> manifolds = arena.makeUninitialized<Manifold>(pairCount_);
        collidePolygonPairs(pairs_.first(pairCount_), margin, manifolds.data(), lanes);
        for (size_t i = 0; i < pairCount_; ++i) fn(ofPairs_[i], manifolds[i], pairs_[i].bInA);
        for (size_t i = 0; i < otherCount_; ++i) {
            const Contact& c = contacts.awake[others_[i].contact];
            const Manifold manifold = collide(shapes.at(c.shapeA).shape, shapes.at(c.shapeB).shape,
                                              others_[i].pose, c.sensor ? 0.0f : margin);
            fn(others_[i].contact, manifold, others_[i].pose);
        }
    }

  private:
    struct Other {
        uint32_t contact;
        Transform pose;
    };
    std::span<PolygonPair> pairs_;
    std::span<uint32_t> ofPairs_; // contact of each pair
    std::span<Other> others_;
    size_t pairCount_ = 0;
    size_t otherCount_ = 0;
};

// What began or ended at which contact: told in the order of contacts, whatever order they were done in.
struct NotedChange {
    uint32_t contact;
    ContactChange::Kind kind;
};

// Touching begins at contact and ends only beyond the slop, so that a resting pair does not flicker.
void updateTouching(Contact& contact, float slop, uint32_t steps, uint32_t index,
                    std::vector<NotedChange>& noted)
{
    float least = 1e30f;
    for (int i = 0; i < contact.count; ++i) least = std::min(least, contact.points[i].separation);
    const bool touches = least <= (contact.touching ? slop : 0.0f);
    if (touches != contact.touching) {
        contact.touching = touches;
        contact.age = 0;
        noted.push_back({index, touches ? ContactChange::Kind::Began : ContactChange::Kind::Ended});
    } else if (touches) {
        contact.age += steps;
    }
}

} // namespace

ManifoldBasis makeBasis(const Contact& contact, const Manifold& manifold, const Transform& pose,
                        const BodyStore& bodies, const ShapeStore& shapes)
{
    ManifoldBasis basis;
    const bool kept = manifold.count > 0 && manifold.referenceOwner != ReferenceOwner::None &&
                      !contact.sensor && !isRound(shapes.at(contact.shapeA)) &&
                      !isRound(shapes.at(contact.shapeB));
    if (!kept) return basis;

    const float extentA = extentAboutOrigin(bodies.slots.at(contact.bodyA), bodies.motions[contact.bodyA]);
    const float extentB = extentAboutOrigin(bodies.slots.at(contact.bodyB), bodies.motions[contact.bodyB]);
    const bool faceOnA = manifold.referenceOwner == ReferenceOwner::A;
    basis.pose = pose;
    basis.extent = extentA < extentB ? -extentA : extentB;
    basis.faceNormal = faceOnA ? manifold.normal : -invRotate(pose.q, manifold.normal);
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& p = manifold.points[static_cast<size_t>(i)];
        const Vec2 inB = invTransformPoint(pose, p.point);
        basis.points[i] = faceOnA ? inB : p.point;
        basis.offsets[i] = dot(basis.faceNormal, faceOnA ? p.point : inB) - p.separation;
    }
    return basis;
}

void updateContacts(ContactStore& contacts, const BodyStore& bodies, const ShapeStore& shapes,
                    std::span<const uint8_t> news, const ContactSettings& settings, uint32_t steps, int lanes,
                    FrameArena& arena, std::vector<ContactChange>& changes)
{
    removeParted(contacts, shapes, news, changes);

    const float tolerance = kKeepManifold * settings.linearSlop;
    ToCollide anew(contacts.awake.size(), arena);
    std::vector<NotedChange> noted;
    for (uint32_t i = 0; i < contacts.awake.size(); ++i) {
        Contact& contact = contacts.awake[i];
        // Most pairs whose fat boxes overlap are further apart than anything would be reported.
        if (!contact.basis.isSet() && apart(contact, shapes, settings.speculativeMargin)) {
            if (contact.count > 0) takeManifold(contact, Manifold{}, steps);
            updateTouching(contact, settings.linearSlop, steps, i, noted);
            continue;
        }
        const BodyMotion& mA = bodies.motions[contact.bodyA];
        const BodyMotion& mB = bodies.motions[contact.bodyB];
        const Transform pose = invMul(mA.transform, mB.transform);
        if (!isKept(contact.basis, pose, tolerance)) {
            anew.add(i, contact, pose, shapes);
            continue;
        }
        for (int k = 0; k < contact.count; ++k) contact.points[k].age += steps;
        placePoints(contact, mA, mB);
        updateTouching(contact, settings.linearSlop, steps, i, noted);
    }

    anew.forEachManifold(contacts, shapes, settings.speculativeMargin, lanes, arena,
                         [&](uint32_t i, const Manifold& manifold, const Transform& pose) {
                             Contact& contact = contacts.awake[i];
                             const BodyMotion& mA = bodies.motions[contact.bodyA];
                             const BodyMotion& mB = bodies.motions[contact.bodyB];
                             takeManifold(contact, manifold, steps);
                             contact.basis = makeBasis(contact, manifold, pose, bodies, shapes);
                             if (contact.basis.isSet())
                                 placePoints(contact, mA, mB);
                             else
                                 placeManifold(contact, manifold, mA, mB);
                             updateTouching(contact, settings.linearSlop, steps, i, noted);
                         });

    std::sort(noted.begin(), noted.end(),
              [](const NotedChange& a, const NotedChange& b) { return a.contact < b.contact; });
    for (const NotedChange& n : noted) changes.push_back({n.kind, contacts.awake[n.contact]});
}

} // namespace satbox
