#include "engine/world/compact_world.h"

#include "engine/constraints/contact/recycled_manifold.h"
#include "engine/core/assert.h"
#include "engine/model/settings.h"
#include "engine/step/step_settings.h"
#include "engine/world/world_access.h"
#include <satbox/contacts.h>

#include <cstring>
#include <type_traits>
#include <utility>
#include <variant>

namespace satbox {

namespace {

// For types without padding. 0.0 and -0.0 differ, as they do in the hash of a world.
template<class T>
bool haveSameBits(const T& a, const T& b)
{
    static_assert(std::is_trivially_copyable_v<T>);
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

bool hasForce(const BodyMotion& m)
{
    return !haveSameBits(m.force, Vec2{0.0f, 0.0f}) || !haveSameBits(m.torque, 0.0f);
}

// Compares all that bodies_ does not store.
bool areSameBody(const WorldState& a, const WorldState& b, uint32_t slot)
{
    const Body &x = a.bodies.slots.at(slot), &y = b.bodies.slots.at(slot);
    const BodyMotion &m = a.bodies.motions[slot], &n = b.bodies.motions[slot];
    return x.type == y.type && x.fixedRotation == y.fixedRotation && x.lockX == y.lockX &&
           x.lockY == y.lockY && x.ownCenter == y.ownCenter && x.sleepAllowed == y.sleepAllowed &&
           haveSameBits(x.sleepSpeed, y.sleepSpeed) && haveSameBits(x.mass, y.mass) &&
           haveSameBits(x.inertia, y.inertia) && haveSameBits(x.center, y.center) && x.bullet == y.bullet &&
           x.enabled == y.enabled && x.quarantined == y.quarantined && x.shapes == y.shapes &&
           x.name == y.name && x.userValue == y.userValue && x.group == y.group && x.color == y.color &&
           x.leftKey == y.leftKey && x.rightKey == y.rightKey && x.jumpKey == y.jumpKey &&
           haveSameBits(x.walkSpeed, y.walkSpeed) && haveSameBits(x.jumpSpeed, y.jumpSpeed) &&
           haveSameBits(x.pushForce, y.pushForce) && m.damped == n.damped &&
           haveSameBits(x.linearDamping, y.linearDamping) &&
           haveSameBits(x.angularDamping, y.angularDamping) && haveSameBits(x.massData, y.massData) &&
           haveSameBits(m.localCenter, n.localCenter) && haveSameBits(m.invMass, n.invMass) &&
           haveSameBits(m.invInertia, n.invInertia) && haveSameBits(m.maxExtent, n.maxExtent) &&
           haveSameBits(m.minExtent, n.minExtent) && haveSameBits(m.gravityScale, n.gravityScale);
}

bool areSameShape(const WorldState& a, const WorldState& b, uint32_t slot)
{
    const BodyShape &x = a.shapes.at(slot), &y = b.shapes.at(slot);
    const auto isSameOutline = [&](const auto& outline) {
        return haveSameBits(outline, std::get<std::remove_cvref_t<decltype(outline)>>(y.shape));
    };
    return x.body == y.body && x.proxy == y.proxy && x.def == y.def &&
           haveSameBits(x.def.material, y.def.material) && x.shape.index() == y.shape.index() &&
           std::visit(isSameOutline, x.shape);
}

bool haveSameDefinitions(const WorldState& a, const WorldState& b)
{
    bool isSame = a.bodies.grid == b.bodies.grid &&
                  a.bodies.slots.slotHistory() == b.bodies.slots.slotHistory() &&
                  a.shapes.slotHistory() == b.shapes.slotHistory();
    if (!isSame) return false;
    a.bodies.slots.forEach([&](uint32_t slot, const Body&) { isSame = isSame && areSameBody(a, b, slot); });
    a.shapes.forEach([&](uint32_t slot, const BodyShape&) { isSame = isSame && areSameShape(a, b, slot); });
    return isSame;
}

template<class T>
size_t bytesOf(const std::vector<T>& items)
{
    return items.capacity() * sizeof(T);
}

} // namespace

void CompactWorld::add(const Contact& c)
{
    contacts_.push_back({.shapeA = c.shapeA,
                         .shapeB = c.shapeB,
                         .normal = c.normal,
                         .age = c.age,
                         .referenceOwner = c.referenceOwner,
                         .referenceFace = c.referenceFace,
                         .incidentFace = c.incidentFace,
                         .colour = c.colour,
                         .count = c.count,
                         .sliding = c.sliding,
                         .touching = c.touching,
                         .isRecycled = c.cache.isSet(),
                         .rollingImpulse = c.rollingImpulse});
    points_.insert(points_.end(), c.points, c.points + c.count);
    if (c.cache.isSet()) poses_.push_back(c.cache.pose);
}

CompactWorld::CompactWorld(const World& world, const CompactWorld* like)
{
    if (like && haveSameDefinitions(stateOf(world), stateOf(*like->base_))) {
        base_ = like->base_;
        baseBytes_ = like->baseBytes_;
        store(world);
    } else {
        base_ = std::make_shared<const World>(world); // which has no scratch memory of steps
        baseBytes_ = base_->counters().bytes;
        isWhole_ = true;
    }
}

void CompactWorld::store(const World& world)
{
    const WorldState& state = stateOf(world);
    settings_ = state.settings;
    time_ = state.time;
    stepCount_ = state.stepCount;
    bodies_.reserve(state.bodies.slots.size());
    fatBoxes_.reserve(state.shapes.size());
    state.bodies.slots.forEach([&](uint32_t slot, const Body& body) {
        const BodyMotion& m = state.bodies.motions[slot];
        bodies_.push_back({m.center, m.moved, m.q, m.q0, m.v, m.w, body.sleepTime, body.sleepingIsland});
        if (hasForce(m)) forces_.push_back({slot, m.force, m.torque});
    });
    state.shapes.forEach([&](uint32_t slot, const BodyShape& shape) {
        if (shape.proxy >= 0) fatBoxes_.push_back(state.shapes.boxes[slot].fat);
    });
    awake_ = state.bodies.awake;
    pending_ = state.broadPhase.pending();
    size_t contacts = 0, points = 0, recycled = 0;
    world.forEachContact([&](const Contact& c) {
        ++contacts;
        points += c.count;
        recycled += c.cache.isSet() ? 1 : 0;
    });
    contacts_.reserve(contacts);
    points_.reserve(points);
    poses_.reserve(recycled);
    world.forEachContact([&](const Contact& c) { add(c); });
    awakeContacts_ = state.contacts.awake.size();
    for (const SleepingIsland& island : state.islands.asleep)
        islands_.push_back({island.bodies, island.contacts.size()});
    joints_ = state.joints;
    report_ = reportOf(world);
}

// Reads the lists of contacts in order.
class CompactWorld::Reader {
  public:
    Reader(const CompactWorld& from, WorldState& to)
        : from_(from), to_(to), settings_(contactSettings(to.settings))
    {}

    void read(std::vector<Contact>& list, size_t count)
    {
        list.clear();
        list.reserve(count);
        for (size_t i = 0; i < count; ++i) list.push_back(next());
    }

  private:
    Contact next()
    {
        const ContactMoment& m = from_.contacts_[contact_++];
        Contact c = contactOf(to_.shapes, m.shapeA, m.shapeB, settings_);
        c.normal = m.normal;
        c.age = m.age;
        c.referenceOwner = m.referenceOwner;
        c.referenceFace = m.referenceFace;
        c.incidentFace = m.incidentFace;
        c.colour = m.colour;
        c.count = m.count;
        c.sliding = m.sliding;
        c.touching = m.touching;
        c.rollingImpulse = m.rollingImpulse;
        for (int i = 0; i < m.count; ++i) c.points[i] = from_.points_[point_++];
        to_.contacts.pairs.insert(PairSet::key(c.shapeA, c.shapeB));
        if (!m.isRecycled) return c;
        const bool isSame = restoreManifoldCache(c, from_.poses_[pose_++], collisionRangeOf(to_.settings),
                                                 to_.bodies, to_.shapes);
        SATBOX_ASSERT(isSame, "the manifold at a pose is always the same");
        static_cast<void>(isSame);
        return c;
    }

    const CompactWorld& from_;
    WorldState& to_;
    ContactSettings settings_;
    size_t contact_ = 0, point_ = 0, pose_ = 0;
};

World CompactWorld::world() const
{
    World world = *base_;
    if (isWhole_) return world;
    editState(world, [&](WorldState& state) {
        state.settings = settings_;
        state.time = time_;
        state.stepCount = stepCount_;
        state.joints = joints_;

        BodyStore& bodies = state.bodies;
        bodies.apart = joints_.pairsApart();
        ++bodies.revision;
        const BodyMoment* moment = bodies_.data();
        bodies.slots.forEach([&](uint32_t slot, Body& body) {
            BodyMotion& m = bodies.motions[slot];
            m.center = moment->center;
            m.moved = moment->moved;
            m.q = moment->q;
            m.q0 = moment->q0;
            m.v = moment->v;
            m.w = moment->w;
            m.force = {0.0f, 0.0f};
            m.torque = 0.0f;
            body.sleepTime = moment->sleepTime;
            body.sleepingIsland = moment->sleepingIsland;
            body.awake = false;
            updateBoxes(bodies, state.shapes, slot);
            ++moment;
        });
        for (const Force& f : forces_) {
            bodies.motions[f.body].force = f.force;
            bodies.motions[f.body].torque = f.torque;
        }
        bodies.awake = awake_;
        for (const uint32_t slot : awake_) bodies.slots.at(slot).awake = true;

        const WorldBox* fat = fatBoxes_.data();
        state.shapes.forEach([&](uint32_t slot, const BodyShape& shape) {
            if (shape.proxy < 0) return;
            state.shapes.boxes[slot].fat = *fat;
            state.broadPhase.moveProxy(shape.proxy, *fat);
            ++fat;
        });
        state.broadPhase.refit();
        state.broadPhase.clearPending();
        for (const uint32_t shape : pending_) state.broadPhase.markDirty(state.shapes.at(shape).proxy);

        Reader reader(*this, state);
        state.contacts.pairs = {};
        ++state.contacts.revision;
        reader.read(state.contacts.awake, awakeContacts_);
        state.islands.asleep.assign(islands_.size(), {});
        for (size_t i = 0; i < islands_.size(); ++i) {
            state.islands.asleep[i].bodies = islands_[i].bodies;
            reader.read(state.islands.asleep[i].contacts, islands_[i].contacts);
        }
    });
    WorldAccess::data(world).report = report_;
    return world;
}

size_t CompactWorld::bytes() const
{
    size_t bytes = sizeof(CompactWorld) + bytesOf(bodies_) + bytesOf(forces_) + bytesOf(awake_) +
                   bytesOf(fatBoxes_) + bytesOf(pending_) + bytesOf(contacts_) + bytesOf(points_) +
                   bytesOf(poses_) + bytesOf(islands_) + joints_.bytes() + report_.vertexContacts.bytes();
    for (const Island& island : islands_) bytes += bytesOf(island.bodies);
    for (const WorldEvents* events : {&report_.events, &report_.pendingEvents})
        bytes += bytesOf(events->begins) + bytesOf(events->ends) + bytesOf(events->hits) +
                 bytesOf(events->sensors) + bytesOf(events->quarantines);
    return bytes;
}

} // namespace satbox
