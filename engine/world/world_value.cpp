// Equality, hash and counters of a world.

#include "engine/core/bit_cast.h"
#include "engine/core/hash.h"
#include "engine/core/isa.h"
#include "engine/model/definition_fields.h"
#include "engine/model/joint_fields.h"
#include "engine/world/world_access.h"
#include <satbox/instruction_set.h>
#include <satbox/settings_table.h>
#include <satbox/world.h>

#include <algorithm>
#include <array>
#include <type_traits>

namespace satbox {

bool World::setInstructionSet(InstructionSet set)
{
    if (!isAvailable(set)) return false;
    data().work->lanes = lanesOf(set);
    return true;
}

InstructionSet World::instructionSet() const
{
    for (const InstructionSet set : availableInstructionSets())
        if (lanesOf(set) == data().work->lanes) return set;
    return bestInstructionSet(); // lanes are 0, or more than this machine has
}

const WorldSettings& World::settings() const { return data().state.settings; }
double World::time() const { return data().state.time; }
uint64_t World::stepCount() const { return data().state.stepCount; }
const WorldEvents& World::events() const { return data().report.events; }
bool World::hasReachedContactLimit() const { return data().report.hasReachedContactLimit; }
const StepProfile& World::profile() const { return data().report.profile; }

namespace {

// Writes everything that later steps depend on to `sink`. Bodies and shapes are identified by their ordinals
// among the live ones, not by slots, so that a world that was saved and loaded gives the same stream.
template<class Sink>
class CanonicalWriter {
  public:
    CanonicalWriter(const WorldState& world, Sink& sink) : w_(world), sink_(sink)
    {
        bodyOrdinal_ = ordinals(w_.bodies.slots);
        shapeOrdinal_ = ordinals(w_.shapes);
    }

    void write()
    {
        static constexpr WorldSettings kDefaults;
        for (const SettingField& field : settingFields()) {
            const auto putField = [&](auto member) {
                if (field.hashOnlyIfChanged && w_.settings.*member == kDefaults.*member) return;
                if (field.hashOnlyIfChanged) put(&field - settingFields().data()); // identifies the field
                put(w_.settings.*member);
            };
            std::visit(putField, field.member);
        }
        put(w_.time);
        put(w_.stepCount);
        put(w_.bodies.slots.size());
        for (uint32_t i = 0; i < w_.bodies.slots.slotCount(); ++i)
            if (w_.bodies.slots.isLive(i)) putBody(w_.bodies.slots.at(i), w_.bodies.motions[i]);
        put(w_.shapes.size());
        for (uint32_t i = 0; i < w_.shapes.slotCount(); ++i)
            if (w_.shapes.isLive(i)) putShape(w_.shapes.at(i), w_.shapes.boxes[i]);
        putContacts(w_.contacts.awake);
        for (const SleepingIsland& island : w_.islands.asleep) {
            if (island.bodies.empty()) continue;
            put(island.bodies.size());
            for (const uint32_t slot : island.bodies) put(bodyOrdinal_[slot]);
            putContacts(island.contacts);
        }
        w_.joints.forEach([&](uint32_t, const auto& joint) {
            forEachBodyOf(joint, [&](uint32_t slot) { put(bodyOrdinal_[slot]); });
            putDefinition(joint);
            forEachStateField(joint, [&](const auto& value) { put(value); });
        });
    }

  private:
    template<class Map>
    static std::vector<uint32_t> ordinals(const Map& map)
    {
        std::vector<uint32_t> result(map.slotCount(), 0);
        uint32_t next = 0;
        for (uint32_t i = 0; i < map.slotCount(); ++i)
            if (map.isLive(i)) result[i] = next++;
        return result;
    }

    template<class T>
    void put(T value)
    {
        if constexpr (std::is_enum_v<T>)
            sink_.add(static_cast<uint64_t>(value));
        else if constexpr (std::is_floating_point_v<T>)
            sink_.add(value);
        else
            sink_.add(static_cast<uint64_t>(value));
    }
    void put(Vec2 v)
    {
        put(v.x);
        put(v.y);
    }
    void put(Position p)
    {
        put(p.x);
        put(p.y);
    }
    template<size_t Size>
    void put(const std::array<float, Size>& values)
    {
        for (const float value : values) put(value);
    }
    void putDefinition(const MouseJoint&) {}
    void putDefinition(const Joint& joint)
    {
        forEachJointValue(*joint.def, [&](const auto& value) { put(value); });
        put(joint.def->kind.index());
        std::visit([&](const auto& kind) { forEachJointValue(kind, [&](const auto& v) { put(v); }); },
                   joint.def->kind);
    }
    void put(const Transform& t)
    {
        put(t.p);
        put(t.q.c);
        put(t.q.s);
    }
    void put(const WorldBox& box)
    {
        put(box.lower);
        put(box.upper);
    }

    void putBody(const Body& b, const BodyMotion& m)
    {
        const auto putStored = [&](HashPosition group) {
            forEachStored(b, m, group, [&](const auto& value) {
                using Value = std::remove_cvref_t<decltype(value)>;
                if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>) put(value);
            });
        };
        putStored(HashPosition::BeforeAwake);
        put(b.awake);
        put(b.quarantined);
        putStored(HashPosition::BeforeSleepTime);
        put(b.sleepTime);
        putStored(HashPosition::AfterSleepTime);
        putChanged(b);
        put(b.shapes.size());
        for (const uint32_t s : b.shapes) put(shapeOrdinal_[s]);
        put(m.center);
        put(m.q.c);
        put(m.q.s);
        put(m.v);
        put(m.w);
        put(m.invMass);
        put(m.invInertia);
        put(m.force);
        put(m.torque);
    }

    // The fields that are hashed only if they have not their default values, each with its place in the
    // table.
    void putChanged(const Body& b)
    {
        static const Body kUsual;
        for (const BodyField& field : bodyFields()) {
            if (field.hash != HashPosition::IfChanged) continue;
            std::visit(
                [&](auto member) {
                    using Member = decltype(member);
                    if constexpr (std::is_same_v<Member, bool Body::*> ||
                                  std::is_same_v<Member, float Body::*> ||
                                  std::is_same_v<Member, Vec2 Body::*>) {
                        if (b.*member == kUsual.*member) return;
                        put(&field - bodyFields().data());
                        put(b.*member);
                    }
                },
                field.stored);
        }
    }

    template<class Field, class Owner>
    void putFields(std::span<const Field> fields, const Owner& owner)
    {
        static const Owner kDefaults{};
        for (const Field& field : fields)
            std::visit(
                [&](auto member) {
                    if (!field.hashOnlyIfChanged) return put(owner.*member);
                    if (owner.*member == kDefaults.*member) return;
                    put(&field - fields.data());
                    put(owner.*member);
                },
                field.member);
    }

    // A value that is hashed only if it is not the usual one, with a number that tells which it is.
    enum class Extra : uint64_t {
        Category = 0x100,
        Mask,
        PreSolve,
        UserValue,
        RollingImpulse,
        PolygonRadius,
        OneSided
    };
    template<class T>
    void putExtra(Extra which, T value, T usual)
    {
        if (value == usual) return;
        put(which);
        put(value);
    }

    // Categories and masks had 32 bits once: their upper halves are hashed only if they are not the defaults.
    void putFilter(const Filter& filter)
    {
        static constexpr Filter kDefaults;
        put(static_cast<uint32_t>(filter.category));
        put(static_cast<uint32_t>(filter.mask));
        put(filter.group);
        putExtra(Extra::Category, filter.category >> 32, kDefaults.category >> 32);
        putExtra(Extra::Mask, filter.mask >> 32, kDefaults.mask >> 32);
    }

    void putShape(const BodyShape& s, const ShapeBoxes& boxes)
    {
        put(bodyOrdinal_[s.body]);
        put(s.shape.index());
        if (const auto* circle = std::get_if<Circle>(&s.shape)) {
            put(circle->center);
            put(circle->radius);
        } else if (const auto* capsule = std::get_if<Capsule>(&s.shape)) {
            put(capsule->p1);
            put(capsule->p2);
            put(capsule->radius);
        } else if (const auto* segment = std::get_if<Segment>(&s.shape)) {
            put(segment->p1);
            put(segment->p2);
            putExtra(Extra::OneSided, segment->oneSided, false);
            if (segment->oneSided) {
                put(segment->before);
                put(segment->after);
            }
        } else if (const auto* polygon = std::get_if<Polygon>(&s.shape)) {
            put(polygon->count);
            for (const Vec2 v : polygon->points()) put(v);
            putExtra(Extra::PolygonRadius, polygon->radius, 0.0f);
        }
        putFields(materialFields(), s.def.material);
        putFilter(s.def.filter);
        put(s.def.sensor);
        putExtra(Extra::PreSolve, s.def.preSolve, false);
        putExtra(Extra::UserValue, s.def.userValue, uint64_t{0});
        put(s.proxy >= 0);
        if (s.proxy >= 0) put(boxes.fat);
    }

    void putContacts(const std::vector<Contact>& contacts)
    {
        put(contacts.size());
        for (const Contact& c : contacts) {
            put(shapeOrdinal_[c.shapeA]);
            put(shapeOrdinal_[c.shapeB]);
            put(c.touching);
            put(c.sliding);
            put(c.age);
            put(c.colour);
            put(c.count);
            put(c.normal);
            put(c.cache.pose);
            putExtra(Extra::RollingImpulse, c.rollingImpulse, 0.0f);
            for (int i = 0; i < c.count; ++i) {
                const ContactPoint& p = c.points[i];
                put(p.anchorA);
                put(p.anchorB);
                put(p.separation);
                put(p.normalImpulse);
                put(p.tangentImpulse);
                put(p.id.key);
                put(p.age);
            }
        }
    }

    const WorldState& w_;
    Sink& sink_;
    std::vector<uint32_t> bodyOrdinal_;
    std::vector<uint32_t> shapeOrdinal_;
};

// Stores the stream, for comparison.
struct WordSink {
    std::vector<uint64_t> words;
    void add(uint64_t v) { words.push_back(v); }
    void add(float v) { words.push_back(bitCast<uint32_t>(v)); }
    void add(double v) { words.push_back(bitCast<uint64_t>(v)); }
};

} // namespace

uint64_t World::hash() const
{
    Hasher hasher;
    CanonicalWriter<Hasher>(data().state, hasher).write();
    return hasher.value();
}

bool World::operator==(const World& other) const
{
    WordSink a;
    WordSink b;
    CanonicalWriter<WordSink>(data().state, a).write();
    CanonicalWriter<WordSink>(other.data().state, b).write();
    return a.words == b.words;
}

WorldCounters World::counters() const
{
    const WorldState& w = data().state;
    WorldCounters n;
    n.bodies = static_cast<int>(w.bodies.slots.size());
    n.awakeBodies = static_cast<int>(w.bodies.awake.size());
    n.shapes = static_cast<int>(w.shapes.size());
    forEachContactView([&](const ContactView& view) {
        ++n.contacts;
        n.contactsWithPoints += view.points.empty() ? 0 : 1;
        n.contactPoints += static_cast<int>(view.points.size());
    });
    size_t parked = 0;
    n.contactBytes = w.contacts.awake.capacity() * sizeof(Contact) + w.contacts.pairs.bytes() +
                     data().work->graphChanges.edges.capacity() * sizeof(GraphEdge) +
                     data().report.vertexContacts.bytes();
    for (const SleepingIsland& island : w.islands.asleep) {
        n.sleepingIslands += island.bodies.empty() ? 0 : 1;
        n.contactBytes += island.contacts.capacity() * sizeof(Contact);
        parked += island.bodies.capacity() * sizeof(uint32_t);
    }
    n.colours = data().report.coloursUsed;
    n.overflowContacts = data().report.overflowContacts;
    n.treeHeight = w.broadPhase.height();
    n.arenaBytes = data().work->arena.usedBytes() + data().work->solverArena.usedBytes() +
                   data().work->jointPlans.bytes();
    n.bytes = sizeof(World) + sizeof(Data) + w.bodies.slots.bytes() +
              w.bodies.motions.capacity() * sizeof(BodyMotion) +
              w.bodies.singleShape.capacity() * sizeof(SingleShape) +
              w.bodies.awake.capacity() * sizeof(uint32_t) + w.shapes.bytes() + w.broadPhase.bytes() +
              w.joints.bytes() + w.joints.of<Joint>().size() * sizeof(JointDef) + n.contactBytes + parked +
              n.arenaBytes + data().work->graph.colours.bytes() + data().work->graph.arena.usedBytes() +
              data().work->graph.rowArena.usedBytes();
    return n;
}

WorldBox World::bounds() const
{
    bool first = true;
    WorldBox all;
    forEachShape([&](ShapeId id, const BodyShape&) {
        const WorldBox& box = data().state.shapes.boxes[id.index].tight;
        all = first ? box : unite(all, box);
        first = false;
    });
    return all;
}

float World::totalMass() const
{
    float mass = 0.0f;
    forEachBody([&](BodyId, const Body& body, const BodyMotion& m) {
        if (body.type == BodyType::Dynamic && m.invMass > 0.0f) mass += 1.0f / m.invMass;
    });
    return mass;
}

} // namespace satbox
