#include "app/lenses/breakpoints/breakpoints_state.h"

#include "app/text/format.h"
#include "app/text/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace satbox::app {

namespace {

std::string nameOf(const World& world, const ConditionBody& body)
{
    if (!body.name.empty()) return body.name;
    const BodyId id = world.bodyAt(body.number);
    return id.isNull() ? fmt::format("body {}", body.number) : describeBody(world, id);
}

std::string scopeText(const World& world, const Condition& condition)
{
    if (condition.scope == ConditionScope::Between)
        return fmt::format(", between {} and {}", nameOf(world, condition.bodies[0]),
                           nameOf(world, condition.bodies[1]));
    if (condition.scope == ConditionScope::Everything) return {};
    const size_t count = condition.bodies.size();
    if (count > 3) return fmt::format(", of {} bodies", count);
    std::string names;
    for (size_t i = 0; i < count; ++i)
        names += (i == 0 ? "" : i + 1 == count ? " or " : ", ") + nameOf(world, condition.bodies[i]);
    return ", of " + names;
}

} // namespace

Breakpoint* BreakpointsState::find(uint64_t id)
{
    const auto found = std::ranges::find(all, id, &Breakpoint::id);
    return found == all.end() ? nullptr : &*found;
}

void BreakpointsState::add(Condition condition)
{
    if (std::ranges::any_of(all, [&](const Breakpoint& one) { return one.condition == condition; })) return;
    all.push_back({.id = ++lastId, .condition = std::move(condition)});
}

void BreakpointsState::remove(uint64_t id)
{
    if (search && search->breakpoint == id) search.reset();
    std::erase_if(all, [&](const Breakpoint& one) { return one.id == id; });
}

bool BreakpointsState::hasEnabled() const
{
    return std::ranges::any_of(all, [](const Breakpoint& one) { return one.isEnabled; });
}

Condition conditionOf(const BreakpointDraft& draft, std::span<const BodyId> selected)
{
    const ConditionForm& form = formOf(draft.kind);
    Condition condition{.kind = draft.kind};
    if (form.blank == ConditionBlank::Threshold) {
        const float typed = draft.thresholds[static_cast<size_t>(draft.kind)];
        condition.threshold = typed > 0.0f ? static_cast<double>(typed) : form.usual;
    }
    if (form.blank == ConditionBlank::Box) condition.box = draft.box;
    if (draft.scope == BreakpointScope::Everything || selected.empty()) return condition;
    condition.scope = draft.scope == BreakpointScope::BetweenTwo && form.ofContacts && selected.size() == 2
                          ? ConditionScope::Between
                          : ConditionScope::Of;
    for (const BodyId body : selected) condition.bodies.push_back({.number = body.index});
    return condition;
}

std::string sentenceOf(const World& world, const Condition& condition)
{
    const ConditionForm& form = formOf(condition.kind);
    std::string text(form.sentence);
    if (const size_t blank = text.find('_'); blank != std::string::npos) {
        const WorldBox& box = condition.box;
        const std::string filled =
            form.blank == ConditionBlank::Box
                ? fmt::format(
                      "from {} to {}",
                      formatVector({static_cast<float>(box.lower.x), static_cast<float>(box.lower.y)}, 1),
                      formatVector({static_cast<float>(box.upper.x), static_cast<float>(box.upper.y)}, 1))
                : formatQuantity(condition.threshold, form.unit);
        text.replace(blank, 1, filled);
    }
    return text + scopeText(world, condition);
}

} // namespace satbox::app
