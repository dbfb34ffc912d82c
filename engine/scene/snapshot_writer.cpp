#include "engine/math/position.h"
#include "engine/scene/json_text.h"
#include "engine/scene/snapshot.h"
#include "engine/scene/snapshot_format.h"
#include "engine/scene/snapshot_slots.h"
#include "engine/world/world_access.h"
#include <satbox/math.h>

#include <array>
#include <type_traits>

namespace satbox {
namespace {

// Builds a row of numbers.
class Row {
  public:
    Row& integer(int64_t value) { return add(std::to_string(value)); }
    Row& number(float value) { return add(jsonText(value)); }
    Row& vector(Vec2 value) { return number(value.x).number(value.y); }
    Row& position(Position value, PositionGrid grid)
    {
        return add(coordinateText(value.x, grid)).add(coordinateText(value.y, grid));
    }
    // A field of a joint.
    Row& field(float value, PositionGrid) { return number(value); }
    Row& field(Vec2 value, PositionGrid) { return vector(value); }
    Row& field(Position value, PositionGrid grid) { return position(value, grid); }
    template<size_t Size>
    Row& field(const std::array<float, Size>& values, PositionGrid)
    {
        for (const float value : values) number(value);
        return *this;
    }
    std::string text() const { return "[" + text_ + "]"; }

  private:
    Row& add(const std::string& element)
    {
        if (!text_.empty()) text_ += ", ";
        text_ += element;
        return *this;
    }
    std::string text_;
};

std::string contactsText(const std::vector<Contact>& contacts, const FileOrder& order)
{
    std::vector<std::string> rows;
    for (const Contact& c : contacts) {
        Row row;
        row.integer(order.shapeIndices[c.shapeA]).integer(order.shapeIndices[c.shapeB]);
        row.integer((c.touching ? snapshot::kTouchingFlag : 0u) | (c.sliding ? snapshot::kSlidingFlag : 0u));
        row.integer(c.age).integer(c.colour).integer(static_cast<int>(c.referenceOwner));
        row.integer(c.referenceFace).integer(c.incidentFace).vector(c.normal);
        const Transform& cachedPose = c.cache.pose;
        row.vector(cachedPose.p).number(cachedPose.q.c).number(cachedPose.q.s);
        for (int i = 0; i < c.count; ++i) {
            const ContactPoint& p = c.points[i];
            row.vector(p.anchorA).vector(p.anchorB).number(p.separation).number(p.normalImpulse);
            row.number(p.tangentImpulse).number(p.totalImpulse).number(p.normalVelocity);
            row.integer(p.age).integer(p.id.key);
        }
        if (c.count > 0 && c.rollingImpulse != 0.0f) row.number(c.rollingImpulse);
        rows.push_back(row.text());
    }
    return jsonArrayOnePerLine(rows);
}

std::string bodiesText(const WorldState& state, const FileOrder& order)
{
    std::vector<std::string> rows;
    for (const BodyId id : order.bodies) {
        const BodyMotion& m = state.bodies.motions[id.index];
        Row row;
        row.position(m.center, state.bodies.grid)
            .vector(m.force)
            .number(m.torque)
            .number(state.bodies.slots.at(id.index).sleepTime);
        row.position(m.center0(), state.bodies.grid).number(m.q0.c).number(m.q0.s);
        rows.push_back(row.text());
    }
    return jsonArrayOnePerLine(rows);
}

std::string boxesText(const WorldState& state, const FileOrder& order)
{
    std::vector<std::string> rows;
    for (const ShapeId id : order.shapes) {
        const WorldBox& fat = state.shapes.boxes[id.index].fat;
        rows.push_back(
            state.shapes.at(id.index).proxy < 0
                ? "null"
                : Row().position(fat.lower, state.bodies.grid).position(fat.upper, state.bodies.grid).text());
    }
    return jsonArrayOnePerLine(rows);
}

std::string islandsText(const WorldState& state, const FileOrder& order)
{
    std::vector<std::string> islands;
    for (const SleepingIsland& island : state.islands.asleep) {
        JsonObjectText object;
        std::vector<std::string> bodies;
        for (const uint32_t slot : island.bodies) bodies.push_back(std::to_string(order.bodyIndices[slot]));
        object.add("bodies", jsonArrayWrapped(bodies));
        object.add("contacts", contactsText(island.contacts, order));
        islands.push_back(object.text());
    }
    return jsonArrayOnePerLine(islands);
}

template<class Map>
std::string jointsText(const Map& joints, PositionGrid grid, const FileOrder& order)
{
    std::vector<std::string> rows;
    joints.forEach([&](uint32_t, const auto& joint) {
        Row row;
        const auto addField = [&](const auto& value) { row.field(value, grid); };
        if (!std::remove_cvref_t<decltype(joint)>::kHasDefinition)
            forEachBodyOf(joint, [&](uint32_t slot) { row.integer(order.bodyIndices[slot]); });
        forEachStateField(joint, addField);
        forEachReportField(joint, addField);
        rows.push_back(row.text());
    });
    return jsonArrayOnePerLine(rows);
}

// File indices of the shapes in slot order; empty if slot order is file order. It is stored since slots
// determine which shape of a contact is A and in which order pairs are found.
std::string shapeOrderText(const WorldState& state, const FileOrder& order)
{
    std::vector<std::string> indices;
    bool ascending = true;
    for (uint32_t slot = 0; slot < state.shapes.slotCount(); ++slot) {
        if (!state.shapes.isLive(slot)) continue;
        ascending = ascending && order.shapeIndices[slot] == indices.size();
        indices.push_back(std::to_string(order.shapeIndices[slot]));
    }
    return ascending ? std::string() : jsonArrayWrapped(indices);
}

} // namespace

std::string snapshotText(const World& world, const FileOrder& order, SavedSlots slots)
{
    const WorldState& state = stateOf(world);
    const std::string slotsOfWorld = slots == SavedSlots::None ? std::string() : worldSlotsText(state);
    if (slotsOfWorld.empty() && buildWorld(definitionOf(world, order)) == world) return {};
    JsonObjectText object;
    if (!slotsOfWorld.empty()) object.add("slots", slotsOfWorld);
    object.add("time", jsonText(state.time));
    object.add("stepCount", std::to_string(state.stepCount));
    if (std::string text = shapeOrderText(state, order); !text.empty()) object.add("shapeOrder", text);
    object.add("bodies", bodiesText(state, order));
    std::vector<std::string> frozen;
    for (const BodyId id : order.bodies) {
        if (world.body(id).quarantined) frozen.push_back(std::to_string(order.bodyIndices[id.index]));
    }
    if (!frozen.empty()) object.add("quarantined", jsonArrayWrapped(frozen));
    object.add("boxes", boxesText(state, order));
    std::vector<std::string> moved;
    for (const uint32_t slot : state.broadPhase.pending())
        moved.push_back(std::to_string(order.shapeIndices[slot]));
    object.add("moved", jsonArrayWrapped(moved));
    object.add("contacts", contactsText(state.contacts.awake, order));
    if (!state.islands.asleep.empty()) object.add("islands", islandsText(state, order));
    state.joints.forEachKind([&](const auto& joints) {
        using Kind = typename std::remove_cvref_t<decltype(joints)>::Value;
        if (joints.size() > 0) object.add(Kind::kFileKey, jointsText(joints, state.bodies.grid, order));
    });
    return object.expandedText();
}

} // namespace satbox
