#include <satbox/lab/condition.h>

#include "engine/core/number_text.h"

#include <array>
#include <cmath>

namespace satbox {
namespace {

constexpr std::array kForms{
    ConditionForm{.kind = ConditionKind::Touch,
                  .name = "touch",
                  .blank = ConditionBlank::None,
                  .unit = "",
                  .usual = 0.0,
                  .sentence = "two bodies begin to touch",
                  .help =
                      "Two shapes that did not touch after the step before do so now, or a shape enters a "
                      "sensor.",
                  .ofContacts = true,
                  .isEvent = true},
    ConditionForm{.kind = ConditionKind::Overlap,
                  .name = "overlap",
                  .blank = ConditionBlank::Threshold,
                  .unit = "m",
                  .usual = 0.005,
                  .sentence = "a contact overlaps by more than _",
                  .help =
                      "Penetration depth of two shapes at the poses after the step. Sensors do not count.",
                  .ofContacts = true},
    ConditionForm{.kind = ConditionKind::Impulse,
                  .name = "impulse",
                  .blank = ConditionBlank::Threshold,
                  .unit = "N s",
                  .usual = 10.0,
                  .sentence = "the impulse of a contact exceeds _",
                  .help = "Normal impulse of a contact, summed over its points and the whole step.",
                  .ofContacts = true},
    ConditionForm{.kind = ConditionKind::Speed,
                  .name = "speed",
                  .blank = ConditionBlank::Threshold,
                  .unit = "m/s",
                  .usual = 10.0,
                  .sentence = "a body is faster than _",
                  .help = "Speed of a body's centre of mass."},
    ConditionForm{.kind = ConditionKind::Spin,
                  .name = "spin",
                  .blank = ConditionBlank::Threshold,
                  .unit = "rad/s",
                  .usual = 20.0,
                  .sentence = "a body spins faster than _",
                  .help = "Magnitude of a body's angular velocity, in either direction."},
    ConditionForm{.kind = ConditionKind::EnergyGain,
                  .name = "energy gain",
                  .blank = ConditionBlank::Threshold,
                  .unit = "J",
                  .usual = 1.0,
                  .sentence = "an island gains more energy in a step than _",
                  .help =
                      "Kinetic and potential energy of an awake island's bodies, after the step minus before "
                      "it. Bodies that were created since then do not count; work of forces, edits, the "
                      "mouse and kinematic bodies does."},
    ConditionForm{.kind = ConditionKind::Leaves,
                  .name = "leaves",
                  .blank = ConditionBlank::Box,
                  .unit = "",
                  .usual = 0.0,
                  .sentence = "a body leaves the box _",
                  .help =
                      "The centre of mass was within the box after the step before and is outside now. The "
                      "box is given by its lower left and upper right corners, in m.",
                  .isEvent = true},
    ConditionForm{.kind = ConditionKind::Sleeps,
                  .name = "sleeps",
                  .blank = ConditionBlank::None,
                  .unit = "",
                  .usual = 0.0,
                  .sentence = "a body falls asleep",
                  .help = "The body was awake after the step before and is asleep now.",
                  .isEvent = true},
    ConditionForm{.kind = ConditionKind::Wakes,
                  .name = "wakes",
                  .blank = ConditionBlank::None,
                  .unit = "",
                  .usual = 0.0,
                  .sentence = "a body wakes",
                  .help = "The body was asleep after the step before and is awake now.",
                  .isEvent = true},
    ConditionForm{.kind = ConditionKind::Frozen,
                  .name = "frozen",
                  .blank = ConditionBlank::None,
                  .unit = "",
                  .usual = 0.0,
                  .sentence = "a body is frozen",
                  .help =
                      "The step froze the body, because its pose or velocity is not finite or it left the "
                      "world.",
                  .isEvent = true},
    ConditionForm{.kind = ConditionKind::NormalFlips,
                  .name = "normal flips",
                  .blank = ConditionBlank::None,
                  .unit = "",
                  .usual = 0.0,
                  .sentence = "the normal of a contact flips",
                  .help =
                      "A contact that had points in the step before has them now, and its normal has turned "
                      "by more than 90°.",
                  .ofContacts = true,
                  .isEvent = true},
    ConditionForm{.kind = ConditionKind::PointLost,
                  .name = "point lost",
                  .blank = ConditionBlank::None,
                  .unit = "",
                  .usual = 0.0,
                  .sentence = "a contact loses a point",
                  .help = "A contact has fewer points than in the step before, but still some.",
                  .ofContacts = true,
                  .isEvent = true},
    ConditionForm{.kind = ConditionKind::Divergence,
                  .name = "divergence",
                  .blank = ConditionBlank::Threshold,
                  .unit = "m",
                  .usual = 0.01,
                  .sentence = "two compared worlds diverge by more than _",
                  .help =
                      "Distance of a body's centre of mass from that of its counterpart in a compared world.",
                  .comparesWorlds = true},
};
static_assert(kForms.size() == static_cast<size_t>(ConditionKind::Count));

constexpr bool isInOrder()
{
    for (size_t i = 0; i < kForms.size(); ++i)
        if (kForms[i].kind != static_cast<ConditionKind>(i)) return false;
    return true;
}
static_assert(isInOrder());

std::string checkBlanks(const Condition& condition, const ConditionForm& form)
{
    const std::string name(form.name);
    const bool hasThreshold = form.blank == ConditionBlank::Threshold;
    if (!hasThreshold && condition.threshold != 0.0) return name + " has no threshold";
    if (hasThreshold && !(condition.threshold >= 0.0 && std::isfinite(condition.threshold)))
        return name + ": the threshold " + numberText(condition.threshold) +
               " is negative or not finite; use 0 or more";
    if (form.blank != ConditionBlank::Box) return condition.box == WorldBox{} ? "" : name + " has no box";
    if (!isFinite(condition.box)) return name + ": a corner of the box is not finite";
    if (condition.box.lower.x < condition.box.upper.x && condition.box.lower.y < condition.box.upper.y)
        return {};
    return name + ": the box is empty; give its lower left corner first, then its upper right corner";
}

std::string checkScope(const Condition& condition, const ConditionForm& form)
{
    const std::vector<ConditionBody>& bodies = condition.bodies;
    for (const ConditionBody& body : bodies)
        if (body.name.empty() == (body.number == kNoIndex))
            return "a body is given by its number or by its name";
    switch (condition.scope) {
    case ConditionScope::Everything:
        return bodies.empty() ? "" : "bodies are listed, but the condition is on everything";
    case ConditionScope::Of:
        return bodies.empty() ? "of: no body is listed" : "";
    case ConditionScope::Between:
        break;
    }
    if (!form.ofContacts)
        return "between is for contacts, and " + std::string(form.name) + " is about single bodies; use of";
    if (bodies.size() != 2 || bodies[0] == bodies[1]) return "between needs two different bodies";
    return {};
}

} // namespace

std::span<const ConditionForm> conditionForms() { return kForms; }

const ConditionForm& formOf(ConditionKind kind) { return kForms[static_cast<size_t>(kind)]; }

std::string validate(const Condition& condition)
{
    if (condition.kind >= ConditionKind::Count) return "the kind is unknown";
    const ConditionForm& form = formOf(condition.kind);
    if (std::string wrong = checkBlanks(condition, form); !wrong.empty()) return wrong;
    return checkScope(condition, form);
}

} // namespace satbox
