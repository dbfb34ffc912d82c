#include "engine/collision/manifold.h"
#include "engine/constraints/contact/recycled_manifold.h"
#include "engine/math/position.h"
#include "engine/model/settings.h"
#include "engine/scene/snapshot.h"
#include "engine/scene/snapshot_format.h"
#include "engine/scene/snapshot_slots.h"
#include "engine/step/proxies.h"
#include "engine/step/step_settings.h"
#include "engine/world/world_access.h"
#include <satbox/contacts.h>
#include <satbox/limits.h>
#include <satbox/math.h>
#include <satbox/settings.h>
#include <satbox/validate.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace satbox {
namespace {

constexpr int64_t kMaxCount = INT32_MAX;

// Reads the numbers of a row in order.
class RowReader {
  public:
    RowReader(const JsonLocation& location, size_t minimum, size_t maximum)
        : location_(location), items_(readArray(location, "numbers", minimum, maximum))
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
    // A field of a joint.
    void field(float& value, PositionGrid) { value = number(); }
    void field(Vec2& value, PositionGrid) { value = vector(); }
    void field(Position& value, PositionGrid grid) { value = position(grid); }
    template<size_t Size>
    void field(std::array<float, Size>& values, PositionGrid)
    {
        for (float& value : values) value = number();
    }
    int64_t integer(int64_t minimum, int64_t maximum) { return readInteger(next(), minimum, maximum); }
    uint32_t index(size_t count) // of a body or shape
    {
        if (count == 0) fail(location_, "refers to a body or shape, but the scene has none");
        return static_cast<uint32_t>(integer(0, static_cast<int64_t>(count) - 1));
    }

  private:
    JsonLocation next()
    {
        const size_t i = next_++;
        return element(location_, items_, i);
    }

    const JsonLocation& location_;
    const JsonArray& items_;
    size_t next_ = 0;
};

std::vector<std::string_view> snapshotKeys()
{
    std::vector<std::string_view> keys{"time",  "stepCount", "shapeOrder", "bodies",  "quarantined",
                                       "boxes", "moved",     "contacts",   "islands", "slots"};
    JointStore().forEachKind(
        [&](const auto& joints) { keys.push_back(std::remove_cvref_t<decltype(joints)>::Value::kFileKey); });
    return keys;
}

// Length of a joint's row.
template<class Joint>
size_t jointRowSize()
{
    Joint joint;
    size_t size = 0;
    const auto count = [&](const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (requires { value.size(); })
            size += value.size();
        else
            size += std::is_same_v<Value, float> ? 1 : 2;
    };
    if (!Joint::kHasDefinition) forEachBodyOf(joint, [&](uint32_t) { ++size; });
    forEachStateField(joint, count);
    forEachReportField(joint, count);
    return size;
}

class SnapshotReader {
  public:
    SnapshotReader(const JsonLocation& location, const SceneDefinition& definition)
        : definition_(definition), fields_(location, "a snapshot", snapshotKeys())
    {}

    World run()
    {
        readSlotsOfWorld();
        World world = buildWorld(inSlotOrder(), &slots_);
        editState(world, [&](WorldState& state) {
            state_ = &state;
            read();
        });
        // Not stored: vertex contacts are derived data for drawing and queries, not part of the world's
        // value.
        refreshVertexContactPoints(world);
        return world;
    }

  private:
    WorldState& state() { return *state_; }

    void read()
    {
        if (!std::is_sorted(slotOfShape_.begin(), slotOfShape_.end())) restoreFileOrder();
        readBodies();
        readBoxes();
        readContacts(fields_.require("contacts"), state().contacts.awake, -1);
        if (const auto islands = fields_.find("islands")) readIslands(*islands);
        state().joints.forEachKind([&](auto& joints) { readJoints(joints); });
        state().time = readDouble(fields_.require("time"), 0.0, 1e12);
        state().stepCount = readUnsigned(fields_.require("stepCount"));
    }

    // Without saved slots, the objects have dense ones.
    void readSlotsOfWorld()
    {
        const size_t bodies = definition_.bodies.size(), shapes = definition_.shapes.size();
        slots_ = {SlotHistory{std::vector<uint32_t>(bodies, 1), {}},
                  SlotHistory{std::vector<uint32_t>(shapes, 1), {}},
                  SlotHistory{std::vector<uint32_t>(definition_.joints.size(), 1), {}}};
        if (const auto location = fields_.find("slots"))
            slots_ = readWorldSlots(*location, bodies, shapes, definition_.joints.size());
        slotOfBody_ = liveSlots(slots_.bodies);
    }

    // The scene definition with its shapes sorted by slot: a newly built world numbers its slots in that
    // order.
    SceneDefinition inSlotOrder()
    {
        const size_t count = definition_.shapes.size();
        slotOfShape_.resize(count);
        std::vector<uint32_t> order(count);
        for (uint32_t i = 0; i < count; ++i) order[i] = i;
        if (const auto given = fields_.find("shapeOrder")) {
            order = readIndices(*given, count);
            if (order.size() != count) {
                fail(*given, fmt::format("{} indices, expected {}, one for each shape of the scene",
                                         order.size(), count));
            }
        }
        SceneDefinition result{definition_.settings, definition_.bodies, {}, definition_.joints};
        const std::vector<uint32_t> live = liveSlots(slots_.shapes);
        for (size_t i = 0; i < count; ++i) {
            slotOfShape_[order[i]] = live[i];
            result.shapes.push_back(definition_.shapes[order[i]]);
        }
        return result;
    }

    // Puts each body's list of shapes into file order and sums its mass in that order, as in the world that
    // was saved.
    void restoreFileOrder()
    {
        std::vector<uint32_t> indexOfSlot(state().shapes.slotCount());
        for (uint32_t i = 0; i < slotOfShape_.size(); ++i) indexOfSlot[slotOfShape_[i]] = i;
        for (const uint32_t slot : slotOfBody_) {
            std::vector<uint32_t>& shapes = state().bodies.slots.at(slot).shapes;
            std::sort(shapes.begin(), shapes.end(),
                      [&](uint32_t a, uint32_t b) { return indexOfSlot[a] < indexOfSlot[b]; });
            updateMass(state().bodies, state().shapes, slot);
        }
    }

    void readBodies()
    {
        BodyStore& bodies = state().bodies;
        if (const auto location = fields_.find("quarantined")) {
            for (const uint32_t index : readIndices(*location, definition_.bodies.size())) {
                const uint32_t slot = slotOfBody_[index];
                bodies.slots.at(slot).quarantined = true;
                StepReport unused; // there are no contacts yet
                for (const uint32_t shape : bodies.slots.at(slot).shapes)
                    removeProxy(state(), unused, shape, unused.events);
                bodies.motions[slot].invMass = bodies.motions[slot].invInertia = 0.0f;
            }
        }
        const JsonLocation location = fields_.require("bodies");
        const JsonArray& rows =
            readArray(location, "bodies", definition_.bodies.size(), definition_.bodies.size());
        bodies.awake.clear();
        ++bodies.revision;
        for (size_t i = 0; i < rows.size(); ++i) {
            const JsonLocation rowLocation = element(location, rows, i);
            RowReader row(rowLocation, snapshot::kBodyRowSize, snapshot::kBodyRowSize);
            readBody(rowLocation, row, definition_.bodies[i], slotOfBody_[i]);
        }
    }

    void readBody(const JsonLocation& location, RowReader& row, const BodyDef& def, uint32_t slot)
    {
        Body& body = state().bodies.slots.at(slot);
        BodyMotion& m = state().bodies.motions[slot];
        m.q = def.rotation;
        m.center = row.position(state().bodies.grid);
        constexpr float kSlack = 1e-2f; // m
        if (length(m.origin() - def.position) > kSlack) {
            fail(location,
                 "the centre of mass does not match the body's position; after editing a scene by hand, "
                 "delete \"resume\"");
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
        const JsonLocation location = fields_.require("boxes");
        const JsonArray& rows = readArray(location, "boxes", slotOfShape_.size(), slotOfShape_.size());
        for (size_t i = 0; i < rows.size(); ++i) {
            const JsonLocation rowLocation = element(location, rows, i);
            const int32_t proxy = state().shapes.at(slotOfShape_[i]).proxy;
            const bool none = std::holds_alternative<std::nullptr_t>(rowLocation.value.data);
            if (none != (proxy < 0)) {
                fail(rowLocation, none ? "null, expected a box, since the shape takes part in collisions"
                                       : "a box, expected null, since the shape takes no part in collisions");
            }
            if (none) continue;
            RowReader row(rowLocation, snapshot::kBoxRowSize, snapshot::kBoxRowSize);
            WorldBox& fat = state().shapes.boxes[slotOfShape_[i]].fat;
            fat.lower = row.position(state().bodies.grid);
            fat.upper = row.position(state().bodies.grid);
            if (fat.lower.x > fat.upper.x || fat.lower.y > fat.upper.y) {
                fail(rowLocation, "the lower corner is above or right of the upper corner");
            }
            state().broadPhase.moveAndRefit(proxy, fat);
        }
        // The file lists all pairs. Only shapes that moved after the last pair search need a new search.
        state().broadPhase.refit();
        state().broadPhase.clearPending();
        const JsonLocation moved = fields_.require("moved");
        for (const uint32_t shape : readIndices(moved, slotOfShape_.size())) {
            const int32_t proxy = state().shapes.at(slotOfShape_[shape]).proxy;
            if (proxy >= 0) state().broadPhase.markDirty(proxy);
        }
    }

    void readContacts(const JsonLocation& location, std::vector<Contact>& out, int32_t island)
    {
        const JsonArray& rows = readArray(location, "contacts", 0, kMaxContacts);
        for (size_t i = 0; i < rows.size(); ++i) {
            const JsonLocation rowLocation = element(location, rows, i);
            out.push_back(readContact(rowLocation));
            const Contact& c = out.back();
            if (!state().contacts.pairs.insert(PairSet::key(c.shapeA, c.shapeB))) {
                fail(rowLocation, "a second contact of the same two shapes, expected one");
            }
            if (state().contacts.pairs.size() > kMaxContacts) {
                fail(rowLocation,
                     fmt::format("more than {} contacts in the snapshot, the maximum", kMaxContacts));
            }
            const auto bodyAwake = [&](uint32_t slot) { return state().bodies.slots.at(slot).awake; };
            const auto belongs = [&](uint32_t slot) {
                return state().bodies.slots.at(slot).sleepingIsland == island;
            };
            if (island < 0 && !bodyAwake(c.bodyA) && !bodyAwake(c.bodyB)) {
                fail(rowLocation, "both bodies sleep, expected their contact in a sleeping island");
            }
            if (island >= 0) out.back().colour = -1; // older files store other values here
            // If the bodies sleep in different islands (a sensor and its visitor), one island stores the
            // contact. That island keeps the contact until the next step, even if the other body wakes.
            if (island >= 0 &&
                ((!belongs(c.bodyA) && !belongs(c.bodyB)) ||
                 (!state().bodies.canBePushed(c.bodyA) && !state().bodies.canBePushed(c.bodyB)))) {
                fail(rowLocation, "none of its bodies is asleep in this island");
            }
        }
    }

    Contact readContact(const JsonLocation& location)
    {
        RowReader row(location, snapshot::kContactRowSize,
                      snapshot::kContactRowSize + 2 * snapshot::kPointRowSize + 1);
        const size_t rest = row.size() - snapshot::kContactRowSize;
        const bool hasRollingImpulse = rest > snapshot::kPointRowSize && rest % snapshot::kPointRowSize == 1;
        if (rest % snapshot::kPointRowSize != 0 && !hasRollingImpulse) {
            fail(location, fmt::format("{} numbers, expected {} plus {} for each point", row.size(),
                                       snapshot::kContactRowSize, snapshot::kPointRowSize));
        }
        const uint32_t shapeA = slotOfShape_[row.index(slotOfShape_.size())];
        const uint32_t shapeB = slotOfShape_[row.index(slotOfShape_.size())];
        const BodyShape& a = state().shapes.at(shapeA);
        const BodyShape& b = state().shapes.at(shapeB);
        if (shapeA >= shapeB || a.body == b.body || a.proxy < 0 || b.proxy < 0) {
            fail(location, "expected two colliding shapes of different bodies, in the order of the scene");
        }
        Contact c = contactOf(state().shapes, shapeA, shapeB, contactSettings(definition_.settings));
        const int64_t flags = row.integer(0, snapshot::kTouchingFlag | snapshot::kSlidingFlag);
        c.touching = (flags & snapshot::kTouchingFlag) != 0;
        c.sliding = (flags & snapshot::kSlidingFlag) != 0;
        c.age = static_cast<uint32_t>(row.integer(0, kMaxCount));
        c.colour = static_cast<int8_t>(row.integer(-1, kOverflowColour));
        if (c.sensor && c.colour != -1)
            fail(location, "a sensor's contact is not solved, expected colour -1");
        c.referenceOwner = static_cast<ReferenceOwner>(row.integer(0, 2));
        c.referenceFace = static_cast<uint8_t>(row.integer(0, kMaxPolygonVertices - 1));
        c.incidentFace = static_cast<uint8_t>(row.integer(0, kMaxPolygonVertices - 1));
        c.normal = row.vector();
        Transform cachedPose;
        cachedPose.p = row.vector();
        cachedPose.q.c = row.number();
        cachedPose.q.s = row.number();
        c.count = static_cast<uint8_t>(rest / snapshot::kPointRowSize);
        if (c.count > 0 && std::fabs(length(c.normal) - 1.0f) > 1e-2f)
            fail(location, "the normal is not a unit vector");
        for (int i = 0; i < c.count; ++i) readPoint(row, c.points[i]);
        if (hasRollingImpulse) c.rollingImpulse = row.number();
        if (cachedPose.q.c != 0.0f || cachedPose.q.s != 0.0f) readManifoldCache(location, c, cachedPose);
        return c;
    }

    // Recomputes the cached manifold from the stored pose.
    void readManifoldCache(const JsonLocation& location, Contact& c, const Transform& pose)
    {
        if (std::fabs(pose.q.c * pose.q.c + pose.q.s * pose.q.s - 1.0f) > 1e-2f)
            fail(location, "the rotation of the recycled manifold's pose is not of unit length");
        const CollisionRange range = collisionRangeOf(definition_.settings);
        if (!restoreManifoldCache(c, pose, range, state().bodies, state().shapes))
            fail(location, "the recycled manifold's pose does not reproduce these points");
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

    void readIslands(const JsonLocation& location)
    {
        // An island that woke up remains as an empty entry. So the file may list more islands than there are
        // bodies.
        const JsonArray& items = readArray(location, "islands", 0, kMaxBodies);
        auto& asleep = state().islands.asleep;
        asleep.resize(items.size());
        for (size_t i = 0; i < items.size(); ++i) {
            const JsonLocation islandLocation = element(location, items, i);
            const JsonFields fields(islandLocation, "a sleeping island", {"bodies", "contacts"});
            const JsonLocation bodiesLocation = fields.require("bodies");
            const JsonArray& bodyItems = readArray(bodiesLocation, "bodies", 0, definition_.bodies.size());
            for (size_t k = 0; k < bodyItems.size(); ++k) {
                const JsonLocation item = element(bodiesLocation, bodyItems, k);
                const auto index = static_cast<size_t>(
                    readInteger(item, 0, static_cast<int64_t>(definition_.bodies.size()) - 1));
                const uint32_t slot = slotOfBody_[index];
                Body& body = state().bodies.slots.at(slot);
                if (body.awake || body.type == BodyType::Static || body.sleepingIsland >= 0) {
                    fail(item, "this body is awake, static or already in an island");
                }
                body.sleepingIsland = static_cast<int32_t>(i);
                asleep[i].bodies.push_back(slot);
            }
            readContacts(fields.require("contacts"), asleep[i].contacts, static_cast<int32_t>(i));
        }
    }

    template<class Map>
    void readJoints(Map& joints)
    {
        using Joint = typename Map::Value;
        const auto location = fields_.find(Joint::kFileKey);
        static const JsonArray kNone;
        const JsonArray& rows =
            location ? readArray(*location, fmt::format("{}s", Joint::kName), 0, kMaxJoints) : kNone;
        if constexpr (Joint::kHasDefinition) return readJointStates(location, rows, joints);
        if (const auto slots = fields_.find("slots"))
            joints.restoreSlots(readSlotsOf(*slots, Joint::kFileKey, rows.size(), kMaxJoints));
        for (size_t i = 0; i < rows.size(); ++i) {
            const JsonLocation rowLocation = element(*location, rows, i);
            RowReader row(rowLocation, jointRowSize<Joint>(), jointRowSize<Joint>());
            Joint joint;
            forEachBodyOf(joint, [&](uint32_t& slot) {
                const uint32_t index = row.index(definition_.bodies.size());
                if (!Joint::holds(definition_.bodies[index].type))
                    fail(rowLocation, fmt::format("expected {}", Joint::kExpectedBody));
                slot = slotOfBody_[index];
            });
            const auto readField = [&](auto& value) { row.field(value, state().bodies.grid); };
            forEachStateField(joint, readField);
            forEachReportField(joint, readField);
            joints.insert(joint);
        }
    }

    // The state of joints that the scene defines, a row each.
    template<class Map>
    void readJointStates(const std::optional<JsonLocation>& location, const JsonArray& rows, Map& joints)
    {
        using Joint = typename Map::Value;
        if (rows.size() != definition_.joints.size())
            fail(location ? *location : fields_.location(),
                 fmt::format("{} rows of \"{}\", expected {}, one for each joint of the scene", rows.size(),
                             Joint::kFileKey, definition_.joints.size()));
        size_t i = 0;
        joints.forEach([&](uint32_t, Joint& joint) {
            const JsonLocation rowLocation = element(*location, rows, i++);
            RowReader row(rowLocation, jointRowSize<Joint>(), jointRowSize<Joint>());
            const auto readField = [&](auto& value) { row.field(value, state().bodies.grid); };
            forEachStateField(joint, readField);
            forEachReportField(joint, readField);
        });
    }

    const SceneDefinition& definition_;
    JsonFields fields_;
    WorldState* state_ = nullptr; // of the world that is read
    WorldSlots slots_;
    std::vector<uint32_t> slotOfBody_; // by file index, as in the next list
    std::vector<uint32_t> slotOfShape_;
};

} // namespace

World readSnapshot(const JsonLocation& location, const SceneDefinition& definition)
{
    return SnapshotReader(location, definition).run();
}

} // namespace satbox
