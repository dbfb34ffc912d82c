#include "engine/scene/snapshot_slots.h"

#include "engine/scene/json_text.h"
#include <satbox/limits.h>

#include <fmt/format.h>

namespace satbox {
namespace {

std::string slotsText(const SlotHistory& history)
{
    std::vector<std::string> free;
    for (const uint32_t slot : history.free) free.push_back(std::to_string(slot));
    std::vector<std::string> generations;
    for (size_t slot = 0; slot < history.generations.size(); ++slot)
        if (history.generations[slot] != 1)
            generations.push_back(fmt::format("[{}, {}]", slot, history.generations[slot]));
    JsonObjectText object;
    object.add("count", std::to_string(history.generations.size()));
    object.add("free", jsonArrayWrapped(free));
    object.add("generations", jsonArrayWrapped(generations));
    return object.text();
}

SlotHistory readSlots(const JsonLocation& location, size_t live, size_t maximum)
{
    const JsonFields fields(location, "slots", {"count", "free", "generations"});
    const auto count = static_cast<size_t>(
        readInteger(fields.require("count"), static_cast<int64_t>(live), static_cast<int64_t>(maximum)));
    SlotHistory history{std::vector<uint32_t>(count, 1), {}};
    const JsonLocation free = fields.require("free");
    history.free = readIndices(free, count);
    if (count - history.free.size() != live)
        fail(free,
             fmt::format("{} of {} slots are free, expected {}", history.free.size(), count, count - live));
    const JsonLocation generations = fields.require("generations");
    const JsonArray& rows = readArray(generations, "generations", 0, count);
    for (size_t i = 0; i < rows.size(); ++i) {
        const JsonLocation row = element(generations, rows, i);
        const JsonArray& numbers = readArray(row, "numbers", 2, 2);
        const int64_t slot = readInteger(element(row, numbers, 0), 0, static_cast<int64_t>(count) - 1);
        history.generations[static_cast<size_t>(slot)] =
            static_cast<uint32_t>(readInteger(element(row, numbers, 1), 1, UINT32_MAX));
    }
    return history;
}

JsonFields worldSlotFields(const JsonLocation& location)
{
    std::vector<std::string_view> keys{"bodies", "shapes"};
    JointStore().forEachKind(
        [&](const auto& joints) { keys.push_back(std::remove_cvref_t<decltype(joints)>::Value::kFileKey); });
    return {location, "slots of a world", keys};
}

} // namespace

std::string worldSlotsText(const WorldState& state)
{
    JsonObjectText object;
    bool isDense = true;
    const auto add = [&](const char* key, const SlotHistory& history) {
        isDense = isDense && history.isDense();
        object.add(key, slotsText(history));
    };
    add("bodies", state.bodies.slots.slotHistory());
    add("shapes", state.shapes.slotHistory());
    state.joints.forEachKind([&](const auto& joints) {
        using Kind = typename std::remove_cvref_t<decltype(joints)>::Value;
        const SlotHistory history = joints.slotHistory();
        if (Kind::kHasDefinition && history.generations.empty()) return; // as in files older than joints
        add(Kind::kFileKey, history);
    });
    return isDense ? std::string() : object.text();
}

SlotHistory readSlotsOf(const JsonLocation& location, std::string_view key, size_t live, size_t maximum)
{
    return readSlots(worldSlotFields(location).require(key), live, maximum);
}

WorldSlots readWorldSlots(const JsonLocation& location, size_t bodies, size_t shapes, size_t joints)
{
    const bool haveJoints = joints > 0 || worldSlotFields(location).find(Joint::kFileKey);
    return {readSlotsOf(location, "bodies", bodies, kMaxBodies),
            readSlotsOf(location, "shapes", shapes, kMaxShapes),
            haveJoints ? readSlotsOf(location, Joint::kFileKey, joints, kMaxJoints) : SlotHistory{}};
}

std::vector<uint32_t> liveSlots(const SlotHistory& history)
{
    std::vector<bool> isFree(history.generations.size(), false);
    for (const uint32_t slot : history.free) isFree[slot] = true;
    std::vector<uint32_t> live;
    for (uint32_t slot = 0; slot < isFree.size(); ++slot)
        if (!isFree[slot]) live.push_back(slot);
    return live;
}

std::vector<uint32_t> readIndices(const JsonLocation& location, size_t count)
{
    const JsonArray& items = readArray(location, "indices", 0, count);
    std::vector<bool> seen(count, false);
    std::vector<uint32_t> indices;
    for (size_t i = 0; i < items.size(); ++i) {
        const JsonLocation item = element(location, items, i);
        const auto value = static_cast<uint32_t>(readInteger(item, 0, static_cast<int64_t>(count) - 1));
        if (seen[value]) fail(item, fmt::format("index {} appears twice, expected once", value));
        seen[value] = true;
        indices.push_back(value);
    }
    return indices;
}

} // namespace satbox
