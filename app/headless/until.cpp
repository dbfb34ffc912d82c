#include "app/headless/until.h"

#include "app/headless/options.h"
#include "app/text/plain_text.h"
#include "engine/core/quoted.h"

#include <fmt/format.h>

namespace satbox::app {
namespace {

constexpr size_t kMaxSentence = 600; // characters: two names of kMaxNameBytes and more

std::string shapeOf(const ConditionForm& form)
{
    if (form.blank == ConditionBlank::Threshold) return fmt::format("{} > {}", form.name, form.usual);
    return fmt::format("{}{}", form.name, form.blank == ConditionBlank::Box ? " X0 Y0 X1 Y1" : "");
}

} // namespace

std::string untilHelp()
{
    std::string text =
        "Stop at the first step after which the condition is true; exit status 3 if it never is. "
        "Conditions:";
    for (const ConditionForm& form : conditionForms())
        text += fmt::format("{} {}", form.kind == ConditionKind::Touch ? "" : ",", shapeOf(form));
    return text + "; each may be followed by 'of 3', 'of \"name\"' or, for contacts, 'between 3 7' "
                  "(docs/conditions.md)";
}

std::string readUntil(const std::string& text, bool compares, std::optional<Condition>& until)
{
    Condition condition;
    if (const std::string wrong = parseCondition(text, condition); !wrong.empty())
        return fmt::format("--until {}: {}", quotedText(text), wrong);
    const bool comparesWorlds = formOf(condition.kind).comparesWorlds;
    if (comparesWorlds && !compares)
        return fmt::format("--until {}: divergence needs --compare", quotedText(text));
    if (!comparesWorlds && compares)
        return fmt::format("--until {}: with --compare, the condition can only be divergence",
                           quotedText(text));
    until = condition;
    return {};
}

Until::Until(const std::optional<Condition>& condition)
{
    if (condition) watch_.emplace(*condition);
}

std::string Until::begin(const World& world)
{
    const std::string wrong = watch_ ? watch_->begin(world) : std::string();
    return wrong.empty() ? wrong : "--until: " + wrong;
}

bool Until::isReached(std::span<const World* const> worlds)
{
    if (watch_) hit_ = watch_->check(worlds);
    return hit_.has_value();
}

bool Until::isReached(const World& world)
{
    const World* const one[] = {&world};
    return isReached(one);
}

int Until::report(int64_t steps) const
{
    if (!watch_) return kExitOk;
    if (hit_) {
        printHit(*hit_);
        return kExitOk;
    }
    fmt::print("{}\n", neverTrueText(watch_->condition(), steps, watch_->greatest()));
    return kExitNeverTrue;
}

std::string neverTrueText(const Condition& condition, int64_t steps,
                          const std::optional<ConditionWatch::Greatest>& greatest)
{
    std::string text = fmt::format("{} was not true in {}", printable(conditionText(condition), kMaxSentence),
                                   plainCountText(steps, "step", "steps"));
    if (greatest)
        text += fmt::format("; the greatest value was {:.4g} {} at step {}", greatest->value,
                            formOf(condition.kind).unit, greatest->step);
    return text;
}

void printHit(const ConditionHit& hit)
{
    fmt::print("{}\nstep {}, t = {:.3f} s, {}", printable(hit.sentence, kMaxSentence), hit.step, hit.time,
               hit.bodies.size() == 1 ? "body" : "bodies");
    for (const BodyId body : hit.bodies) fmt::print(" {}", body.index);
    fmt::print("\n");
}

} // namespace satbox::app
