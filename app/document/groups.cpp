#include "app/document/groups.h"

#include "app/document/commands.h"
#include "app/text/names.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace satbox::app {

namespace {

DraftedCommand setGroupCommand(const World& world, std::span<const BodyId> bodies, const char* verb,
                               uint32_t group)
{
    BodyEdits edits;
    for (const BodyId body : bodies) {
        edits.emplace_back(body, world.bodyDef(body));
        edits.back().second.group = group;
    }
    DraftedCommand draft{.command = editBodiesCommand(world, edits, "group")};
    draft.command.label = std::string(verb) + " " + describeBodies(world, bodies.front(), bodies.size());
    draft.command.mergeKey.clear();
    return draft;
}

} // namespace

std::vector<BodyId> withGroups(const World& world, std::span<const BodyId> bodies)
{
    std::vector<uint32_t> groups;
    for (const BodyId body : bodies)
        if (world.isValid(body) && world.body(body).group != 0) groups.push_back(world.body(body).group);
    std::sort(groups.begin(), groups.end());
    std::vector<BodyId> sorted(bodies.begin(), bodies.end());
    std::sort(sorted.begin(), sorted.end(), bySlot);
    std::vector<BodyId> all;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        if (std::binary_search(groups.begin(), groups.end(), body.group) ||
            std::binary_search(sorted.begin(), sorted.end(), id, bySlot))
            all.push_back(id);
    });
    return all;
}

std::vector<BodyId> groupOf(const World& world, BodyId body) { return withGroups(world, {&body, 1}); }

bool isOneGroup(const World& world, std::span<const BodyId> bodies)
{
    if (bodies.size() < 2 || !world.isValid(bodies.front())) return false;
    const uint32_t group = world.body(bodies.front()).group;
    return group != 0 && groupOf(world, bodies.front()).size() == bodies.size() &&
           std::all_of(bodies.begin(), bodies.end(),
                       [&](BodyId body) { return world.isValid(body) && world.body(body).group == group; });
}

DraftedCommand groupCommand(const World& world, std::span<const BodyId> bodies)
{
    if (bodies.size() < 2)
        return {.refusal =
                    "Select at least 2 bodies to group them: Shift + click adds one, a drag over empty "
                    "space selects all in a rectangle."};
    if (isOneGroup(world, bodies)) return {.refusal = "These bodies are a group already."};
    return setGroupCommand(world, bodies, "Group", CopiedGroups(world).next());
}

DraftedCommand ungroupCommand(const World& world, std::span<const BodyId> bodies)
{
    std::vector<BodyId> grouped;
    std::copy_if(bodies.begin(), bodies.end(), std::back_inserter(grouped),
                 [&](BodyId body) { return world.body(body).group != 0; });
    if (grouped.empty()) return {.refusal = "No selected body is in a group. Ctrl+G makes a group."};
    return setGroupCommand(world, grouped, "Ungroup", 0);
}

CopiedGroups::CopiedGroups(const World& world)
{
    world.forEachBody([&](BodyId, const Body& body, const BodyMotion&) {
        if (body.group != 0) used_.push_back(body.group);
    });
    std::sort(used_.begin(), used_.end());
}

uint32_t CopiedGroups::next()
{
    do {
        ++last_;
    } while (std::binary_search(used_.begin(), used_.end(), last_));
    return last_;
}

void CopiedGroups::beginCopy(std::span<const uint32_t> groups)
{
    std::map<uint32_t, int> counts;
    for (const uint32_t group : groups) ++counts[group];
    numbers_.clear();
    for (const auto& [group, count] : counts)
        if (group != 0 && count > 1) numbers_[group] = next();
}

uint32_t CopiedGroups::of(uint32_t group) const
{
    const auto number = numbers_.find(group);
    return number == numbers_.end() ? 0 : number->second;
}

} // namespace satbox::app
