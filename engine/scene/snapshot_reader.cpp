#include "engine/collision/collide.h"
#include "engine/dynamics/recycled_manifold.h"
#include "engine/scene/snapshot.h"
#include "engine/scene/snapshot_format.h"
#include "engine/world/limits.h"
#include "engine/world/stages.h"
#include "engine/world/validate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace satbox {
namespace {

constexpr int64_t kMaxCount = INT32_MAX;

// Takes the numbers of a row one after the other.
class RowReader {
  public:
    RowReader(const JsonPlace& place, size_t minimum, size_t maximum)
        : place_(place), items_(readArray(place, "numbers", minimum, maximum))
    {}

    size_t size() const { return items_.size(); }
    float number() { return readFloat(next()); }
    Vec2 vector()
    {
        const float x = number();
        return {x, number()};
    }
    Position position(PositionGrid grid)
    {
        const double x = readDouble(next(), -kMaxReach, kMaxReach);
        return grid.snap(Position{x, readDouble(next(), -kMaxReach, kMaxReach)});
    }
    int64_t integer(int64_t minimum, int64_t maximum) { return readInteger(next(), minimum, maximum); }
    uint32_t place(size_t count) // of a body or shape
    {
        if (count == 0) fail(place_, "names something that the scene does not have");
        return static_cast<uint32_t>(integer(0, static_cast<int64_t>(count) - 1));
    }

  private:
    JsonPlace next()
    {
        const size_t index = next_++;
        return element(place_, items_, index);
    }

    const JsonPlace& place_;
    const JsonArray& items_;
    size_t next_ = 0;
};

std::vector<uint32_t> readPlaces(const JsonPlace& place, size_t count)
{
    const JsonArray& items = readArray(place, "places", 0, count);
    std::vector<bool> seen(count, false);
    std::vector<uint32_t> places;
    for (size_t i = 0; i < items.size(); ++i) {
        const JsonPlace item = element(place, items, i);
        const auto value = static_cast<uint32_t>(readInteger(item, 0, static_cast<int64_t>(count) - 1));
        if (seen[value]) fail(item, fmt::format("{} stands twice", value));
        seen[value] = true;
        places.push_back(value);
    }
    return places;
}

class SnapshotReader {
  public:
    SnapshotReader(const JsonPlace& place, const ResumeSource& source)
        : source_(source), fields_(place, "the state to resume from",
                                   {"time", "stepCount", "shapeOrder", "bodies", "quarantined", "boxes",
                                    "moved", "contacts", "islands", "mouseJoints"})
    {}

    World run()
    {
        world_ = freshWorld(ordered());
        if (!std::is_sorted(slotOfShape_.begin(), slotOfShape_.end())) orderShapes();
        readBodies();
        readBoxes();
        readContacts(fields_.require("contacts"), state().contacts.awake, -1);
        if (const auto islands = fields_.find("islands")) readIslands(*islands);
        if (const auto joints = fields_.find("mouseJoints")) readMouseJoints(*joints);
        state().time = readDouble(fields_.require("time"), 0.0, 1e12);
        state().stepCount = readUnsigned(fields_.require("stepCount"));
        // Not in the file, being no part of the value: for drawing and asking.
        if (state().settings.solver == SolverType::VertexContact) refreshVertexContacts(state());
        return std::move(world_);
    }

  private:
    WorldState& state() { return world_.mutableState(); }

    // The same source with its shapes in the order of their slots; in a fresh world the slots count up.
    ResumeSource ordered()
    {
        const size_t count = source_.shapes.size();
        slotOfShape_.resize(count);
        std::vector<uint32_t> order(count);
        for (uint32_t i = 0; i < count; ++i) order[i] = i;
        if (const auto given = fields_.find("shapeOrder")) {
            order = readPlaces(*given, count);
            if (order.size() != count) {
                fail(*given, fmt::format("{} places, the scene has {} shapes", order.size(), count));
            }
        }
        ResumeSource result{source_.settings, source_.bodies, {}};
        for (uint32_t slot = 0; slot < count; ++slot) {
            slotOfShape_[order[slot]] = slot;
            result.shapes.push_back(source_.shapes[order[slot]]);
        }
        return result;
    }

    // A body's own list of shapes goes by the file, not by slots; its mass is summed in that order.
    void orderShapes()
    {
        std::vector<uint32_t> placeOfSlot(slotOfShape_.size());
        for (uint32_t i = 0; i < placeOfSlot.size(); ++i) placeOfSlot[slotOfShape_[i]] = i;
        for (uint32_t slot = 0; slot < source_.bodies.size(); ++slot) {
            std::vector<uint32_t>& shapes = state().bodies.slots.at(slot).shapes;
            std::sort(shapes.begin(), shapes.end(),
                      [&](uint32_t a, uint32_t b) { return placeOfSlot[a] < placeOfSlot[b]; });
            updateMass(state().bodies, state().shapes, slot);
        }
    }

    void readBodies()
    {
        BodyStore& bodies = state().bodies;
        if (const auto place = fields_.find("quarantined")) {
            for (const uint32_t slot : readPlaces(*place, source_.bodies.size())) {
                bodies.slots.at(slot).quarantined = true;
                for (const uint32_t shape : bodies.slots.at(slot).shapes)
                    removeProxy(state(), shape, state().pendingEvents);
                bodies.motions[slot].invMass = bodies.motions[slot].invInertia = 0.0f;
            }
        }
        const JsonPlace place = fields_.require("bodies");
        const JsonArray& rows = readArray(place, "bodies", source_.bodies.size(), source_.bodies.size());
        bodies.awake.clear();
        ++bodies.revision;
        for (uint32_t slot = 0; slot < rows.size(); ++slot) {
            const JsonPlace rowPlace = element(place, rows, slot);
            RowReader row(rowPlace, resume::kBodyRow, resume::kBodyRow);
            readBody(rowPlace, row, slot);
        }
    }

    void readBody(const JsonPlace& place, RowReader& row, uint32_t slot)
    {
        const BodyDef& def = source_.bodies[slot];
        Body& body = state().bodies.slots.at(slot);
        BodyMotion& m = state().bodies.motions[slot];
        m.q = def.rotation;
        m.center = row.position(state().bodies.grid);
        constexpr float kSlack = 1e-2f; // m
        if (length(m.origin() - def.position) > kSlack) {
            fail(place, "the centre of mass is not where the body is; after editing a scene by hand, delete "
                        "\"resume\"");
        }
        m.force = row.vector();
        m.torque = row.number();
        body.sleepTime = row.number();
        m.moved = m.center - row.position(state().bodies.grid);
        m.q0.c = row.number();
        m.q0.s = row.number();
        if (body.type != BodyType::Static) {
            m.v = def.linearVelocity;
            m.w = def.angularVelocity;
        }
        body.awake = def.awake && body.type != BodyType::Static && body.enabled && !body.quarantined;
        if (body.awake) state().bodies.awake.push_back(slot);
        updateBoxes(state().bodies, state().shapes, slot);
    }

    void readBoxes()
    {
        const JsonPlace place = fields_.require("boxes");
        const JsonArray& rows = readArray(place, "boxes", slotOfShape_.size(), slotOfShape_.size());
        for (size_t i = 0; i < rows.size(); ++i) {
            const JsonPlace rowPlace = element(place, rows, i);
            const int32_t proxy = state().shapes.at(slotOfShape_[i]).proxy;
            const bool none = std::holds_alternative<std::nullptr_t>(rowPlace.value.data);
            if (none != (proxy < 0)) {
                fail(rowPlace, none ? "null, but the shape takes part in collisions"
                                    : "a box, but the shape takes no part in collisions, expected null");
            }
            if (none) continue;
            RowReader row(rowPlace, resume::kBoxRow, resume::kBoxRow);
            WorldBox& fat = state().shapes.boxes[slotOfShape_[i]].fat;
            fat.lower = row.position(state().bodies.grid);
            fat.upper = row.position(state().bodies.grid);
            if (fat.lower.x > fat.upper.x || fat.lower.y > fat.upper.y) {
                fail(rowPlace, "the lower corner is not below the upper one");
            }
            state().broadPhase.enlarge(proxy, fat);
        }
        // All pairs are known: only what had moved since they were looked for is to be looked at again.
        state().broadPhase.settle();
        state().broadPhase.dropNews();
        const JsonPlace moved = fields_.require("moved");
        for (const uint32_t shape : readPlaces(moved, slotOfShape_.size())) {
            const int32_t proxy = state().shapes.at(slotOfShape_[shape]).proxy;
            if (proxy >= 0) state().broadPhase.touch(proxy);
        }
    }

    void readContacts(const JsonPlace& place, std::vector<Contact>& out, int32_t island)
    {
        const JsonArray& rows = readArray(place, "contacts", 0, kMaxContacts);
        for (size_t i = 0; i < rows.size(); ++i) {
            const JsonPlace rowPlace = element(place, rows, i);
            out.push_back(readContact(rowPlace));
            const Contact& c = out.back();
            if (!state().contacts.pairs.insert(PairSet::key(c.shapeA, c.shapeB))) {
                fail(rowPlace, "this pair of shapes has a contact already");
            }
            if (state().contacts.pairs.size() > kMaxContacts) {
                fail(rowPlace, fmt::format("more than {} contacts in all", kMaxContacts));
            }
            const auto bodyAwake = [&](uint32_t slot) { return state().bodies.slots.at(slot).awake; };
            const auto belongs = [&](uint32_t slot) {
                return state().bodies.slots.at(slot).sleepingIsland == island;
            };
            if (island < 0 && !bodyAwake(c.bodyA) && !bodyAwake(c.bodyB)) {
                fail(rowPlace, "both bodies sleep; their contact belongs to a sleeping island");
            }
            if (island >= 0) out.back().colour = -1; // as earlier files do not say
            // Of two bodies that sleep apart (a sensor and what it saw) one keeps the contact.
            if (island >= 0 &&
                (bodyAwake(c.bodyA) || bodyAwake(c.bodyB) || (!belongs(c.bodyA) && !belongs(c.bodyB)) ||
                 (!state().bodies.canMove(c.bodyA) && !state().bodies.canMove(c.bodyB)))) {
                fail(rowPlace, "its bodies do not sleep in this island");
            }
        }
    }

    Contact readContact(const JsonPlace& place)
    {
        RowReader row(place, resume::kContactRow, resume::kContactRow + 2 * resume::kPointRow);
        const size_t rest = row.size() - resume::kContactRow;
        if (rest % resume::kPointRow != 0) {
            fail(place, fmt::format("{} numbers, expected {} and {} for each point", row.size(),
                                    resume::kContactRow, resume::kPointRow));
        }
        Contact c;
        c.shapeA = slotOfShape_[row.place(slotOfShape_.size())];
        c.shapeB = slotOfShape_[row.place(slotOfShape_.size())];
        const BodyShape& a = state().shapes.at(c.shapeA);
        const BodyShape& b = state().shapes.at(c.shapeB);
        c.bodyA = a.body;
        c.bodyB = b.body;
        if (c.shapeA >= c.shapeB || c.bodyA == c.bodyB || a.proxy < 0 || b.proxy < 0) {
            fail(place, "not a pair of shapes of two bodies in the order of the scene");
        }
        const int64_t flags = row.integer(0, resume::kTouching | resume::kSliding);
        c.touching = (flags & resume::kTouching) != 0;
        c.sliding = (flags & resume::kSliding) != 0;
        c.sensor = a.def.sensor || b.def.sensor;
        c.age = static_cast<uint32_t>(row.integer(0, kMaxCount));
        c.colour = static_cast<int8_t>(row.integer(-1, kOverflowColour));
        if (c.sensor && c.colour != -1) fail(place, "a sensor's contact is not solved, expected colour -1");
        c.referenceOwner = static_cast<ReferenceOwner>(row.integer(0, 2));
        c.referenceFace = static_cast<uint8_t>(row.integer(0, kMaxPolygonVertices - 1));
        c.incidentFace = static_cast<uint8_t>(row.integer(0, kMaxPolygonVertices - 1));
        c.normal = row.vector();
        Transform kept;
        kept.p = row.vector();
        kept.q.c = row.number();
        kept.q.s = row.number();
        c.count = static_cast<uint8_t>(rest / resume::kPointRow);
        if (c.count > 0 && std::fabs(length(c.normal) - 1.0f) > 1e-2f)
            fail(place, "the normal is no unit vector");
        for (int i = 0; i < c.count; ++i) readPoint(row, c.points[i]);
        mixMaterials(c, state().shapes, contactSettings(source_.settings));
        if (kept.q.c != 0.0f || kept.q.s != 0.0f) readBasis(place, c, kept);
        return c;
    }

    // The rest of the basis follows from the pose.
    void readBasis(const JsonPlace& place, Contact& c, const Transform& pose)
    {
        if (std::fabs(pose.q.c * pose.q.c + pose.q.s * pose.q.s - 1.0f) > 1e-2f)
            fail(place, "the pose that its points are kept from has no rotation of unit length");
        const Manifold manifold =
            collide(state().shapes.at(c.shapeA).shape, state().shapes.at(c.shapeB).shape, pose,
                    collisionRangeOf(source_.settings));
        bool same = manifold.count == c.count && manifold.referenceOwner == c.referenceOwner;
        for (int i = 0; same && i < c.count; ++i)
            same = manifold.points[static_cast<size_t>(i)].id == c.points[i].id;
        if (!same) fail(place, "the pose that its points are kept from does not give these points");
        setBasis(c, manifold, pose, state().bodies, state().shapes);
    }

    static void readPoint(RowReader& row, ContactPoint& p)
    {
        p.anchorA = row.vector();
        p.anchorB = row.vector();
        p.separation = row.number();
        p.normalImpulse = row.number();
        p.tangentImpulse = row.number();
        p.totalImpulse = row.number();
        p.normalVelocity = row.number();
        p.age = static_cast<uint32_t>(row.integer(0, kMaxCount));
        p.id.key = static_cast<uint16_t>(row.integer(0, UINT16_MAX));
    }

    void readIslands(const JsonPlace& place)
    {
        const JsonArray& items = readArray(place, "islands", 0, source_.bodies.size());
        auto& asleep = state().islands.asleep;
        asleep.resize(items.size());
        for (size_t i = 0; i < items.size(); ++i) {
            const JsonPlace islandPlace = element(place, items, i);
            const JsonFields fields(islandPlace, "a sleeping island", {"bodies", "contacts"});
            const JsonPlace bodiesPlace = fields.require("bodies");
            const JsonArray& bodyItems = readArray(bodiesPlace, "bodies", 0, source_.bodies.size());
            for (size_t k = 0; k < bodyItems.size(); ++k) {
                const JsonPlace item = element(bodiesPlace, bodyItems, k);
                const auto slot = static_cast<uint32_t>(
                    readInteger(item, 0, static_cast<int64_t>(source_.bodies.size()) - 1));
                Body& body = state().bodies.slots.at(slot);
                if (body.awake || body.type == BodyType::Static || body.sleepingIsland >= 0) {
                    fail(item, "this body is awake, static or in another island");
                }
                body.sleepingIsland = static_cast<int32_t>(i);
                asleep[i].bodies.push_back(slot);
            }
            readContacts(fields.require("contacts"), asleep[i].contacts, static_cast<int32_t>(i));
        }
    }

    void readMouseJoints(const JsonPlace& place)
    {
        const JsonArray& rows = readArray(place, "mouse joints", 0, 1000);
        for (size_t i = 0; i < rows.size(); ++i) {
            const JsonPlace rowPlace = element(place, rows, i);
            RowReader row(rowPlace, resume::kMouseRow, resume::kMouseRow);
            MouseJoint joint;
            joint.body = row.place(source_.bodies.size());
            if (source_.bodies[joint.body].type != BodyType::Dynamic)
                fail(rowPlace, "the body is not dynamic");
            joint.localAnchor = row.vector();
            joint.target = row.position(state().bodies.grid);
            joint.impulse = row.vector();
            joint.force = row.vector();
            state().mouseJoints.insert(joint);
        }
    }

    const ResumeSource& source_;
    JsonFields fields_;
    World world_;
    std::vector<uint32_t> slotOfShape_; // by place in the file
};

} // namespace

World resumeWorld(const JsonPlace& place, const ResumeSource& source)
{
    return SnapshotReader(place, source).run();
}

} // namespace satbox
