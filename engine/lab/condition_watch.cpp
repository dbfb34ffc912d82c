#include <satbox/lab/condition_watch.h>

#include "engine/core/quoted.h"
#include "engine/core/suggest.h"
#include "engine/lab/body_label.h"
#include "engine/lab/condition_sentence.h"
#include "engine/lab/measure_body.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace satbox {
namespace {

std::string noBodyWithName(const World& world, const std::string& name)
{
    std::vector<std::string_view> names;
    world.forEachBody([&](BodyId, const Body& body, const BodyMotion&) {
        if (!body.name.empty()) names.push_back(body.name);
    });
    return "no body has the name " + quotedText(name) + didYouMean(name, names);
}

} // namespace

ConditionWatch::ConditionWatch(Condition condition) : condition_(std::move(condition)) {}

std::string ConditionWatch::begin(const World& world)
{
    wasTrue_ = false;
    greatest_.reset();
    marks_.clear();
    bodies_.clear();
    contacts_.clear();
    for (size_t i = 0; i < condition_.bodies.size(); ++i) {
        const bool isSecond = condition_.scope == ConditionScope::Between && i == 1;
        if (std::string wrong = mark(world, condition_.bodies[i], isSecond ? &Mark::second : &Mark::first);
            !wrong.empty())
            return wrong;
    }
    remember(world);
    return {};
}

std::string ConditionWatch::mark(const World& world, const ConditionBody& body, bool Mark::*flag)
{
    bool found = false;
    world.forEachBody([&](BodyId id, const Body& candidate, const BodyMotion&) {
        if (body.name.empty() ? id.index != body.number : candidate.name != body.name) return;
        found = true;
        if (marks_.size() <= id.index) marks_.resize(id.index + 1);
        marks_[id.index].generation = id.generation;
        marks_[id.index].*flag = true;
    });
    if (found) return {};
    return body.name.empty() ? noBodyWithNumber(world, body.number) : noBodyWithName(world, body.name);
}

bool ConditionWatch::has(BodyId body, bool Mark::*flag) const
{
    if (body.index >= marks_.size()) return false;
    const Mark& mark = marks_[body.index];
    return mark.generation == body.generation && mark.*flag;
}

bool ConditionWatch::counts(BodyId body) const
{
    return condition_.scope == ConditionScope::Everything || has(body, &Mark::first);
}

bool ConditionWatch::counts(BodyId a, BodyId b) const
{
    if (condition_.scope != ConditionScope::Between) return counts(a) || counts(b);
    return (has(a, &Mark::first) && has(b, &Mark::second)) || (has(b, &Mark::first) && has(a, &Mark::second));
}

void ConditionWatch::Candidate::offer(const Candidate& other)
{
    const auto slots = [](const Candidate& c) { return std::tuple(c.bodyA, c.bodyB, c.shapeA, c.shapeB); };
    if (found && (other.value < value || (other.value == value && slots(*this) <= slots(other)))) return;
    *this = other;
    found = true;
}

const ConditionWatch::BodyMemory* ConditionWatch::memoryOf(BodyId body) const
{
    if (body.index >= bodies_.size()) return nullptr;
    const BodyMemory& memory = bodies_[body.index];
    return memory.generation == body.generation ? &memory : nullptr;
}

void ConditionWatch::remember(const World& world)
{
    switch (condition_.kind) {
    case ConditionKind::NormalFlips:
    case ConditionKind::PointLost:
        return rememberContacts(world);
    case ConditionKind::EnergyGain:
    case ConditionKind::Leaves:
    case ConditionKind::Sleeps:
    case ConditionKind::Wakes:
    case ConditionKind::Frozen:
        break;
    default:
        return;
    }
    for (BodyMemory& body : bodies_) body.generation = 0;
    const Vec2 gravity = world.settings().gravity;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (bodies_.size() <= id.index) bodies_.resize(id.index + 1);
        bodies_[id.index] = {.generation = id.generation,
                             .awake = body.awake,
                             .frozen = body.quarantined,
                             .inside = contains(condition_.box, motion.center),
                             .energy = mechanicalEnergy(body, motion, gravity).total()};
    });
}

void ConditionWatch::rememberContacts(const World& world)
{
    contacts_.clear();
    world.forEachContactView([&](const ContactView& view) {
        const Contact& c = *view.contact;
        if (c.sensor || view.points.empty()) return;
        contacts_.push_back({.shapeA = c.shapeA,
                             .shapeB = c.shapeB,
                             .generationA = world.shapeAt(c.shapeA).generation,
                             .generationB = world.shapeAt(c.shapeB).generation,
                             .normal = c.normal,
                             .points = view.points.size()});
    });
    std::sort(contacts_.begin(), contacts_.end(), [](const ContactMemory& a, const ContactMemory& b) {
        return std::tuple(a.shapeA, a.shapeB) < std::tuple(b.shapeA, b.shapeB);
    });
}

std::optional<ConditionHit> ConditionWatch::check(const World& world)
{
    const World* const one[] = {&world};
    return check(one);
}

std::optional<ConditionHit> ConditionWatch::check(std::span<const World* const> worlds)
{
    const World& world = *worlds.front();
    const ConditionForm& form = formOf(condition_.kind);
    const Candidate best = find(worlds);
    if (best.found && form.blank == ConditionBlank::Threshold &&
        (!greatest_ || best.value > greatest_->value))
        greatest_ = {best.value, world.stepCount()};
    const bool isTrue =
        best.found && (form.blank != ConditionBlank::Threshold || best.value > condition_.threshold);
    const bool reports = isTrue && (form.isEvent || !wasTrue_);
    wasTrue_ = isTrue;
    remember(world);
    if (!reports) return std::nullopt;
    return hitOf(worlds, best);
}

ConditionHit ConditionWatch::hitOf(std::span<const World* const> worlds, const Candidate& best) const
{
    const World& world = *worlds.front();
    ConditionHit hit{.step = world.stepCount(),
                     .time = world.time(),
                     .value = best.value,
                     .shapeA = world.shapeAt(best.shapeA),
                     .shapeB = world.shapeAt(best.shapeB),
                     .worldA = best.worldA,
                     .worldB = best.worldB};
    if (members_.empty()) {
        hit.bodies.push_back(worlds[best.worldA]->bodyAt(best.bodyA));
        if (best.bodyB != kNoIndex) hit.bodies.push_back(world.bodyAt(best.bodyB));
    }
    for (const uint32_t slot : members_) hit.bodies.push_back(world.bodyAt(slot));
    hit.sentence = conditionSentence(condition_.kind, *worlds[best.worldA], hit);
    return hit;
}

} // namespace satbox
