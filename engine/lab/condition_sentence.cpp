#include "engine/lab/condition_sentence.h"

#include "engine/core/number_text.h"
#include "engine/lab/body_label.h"
#include <satbox/lab/compared_worlds.h>

#include <algorithm>
#include <cmath>

namespace satbox {
namespace {

std::string millimetres(double value) { return threeDigits(1000.0 * value) + " mm"; }

std::string pairText(const World& world, const ConditionHit& hit)
{
    return bodyLabel(world, hit.bodies[0]) + " and " + bodyLabel(world, hit.bodies[1]);
}

// "box 3", "box 3 and 1 more body"
std::string groupText(const World& world, const std::vector<BodyId>& bodies)
{
    std::string text = bodyLabel(world, bodies.front());
    const size_t more = bodies.size() - 1;
    if (more > 0) text += " and " + std::to_string(more) + (more == 1 ? " more body" : " more bodies");
    return text;
}

std::string frozenText(const World& world, const ConditionHit& hit)
{
    const std::vector<QuarantineEvent>& events = world.events().quarantines;
    const auto event = std::find_if(events.begin(), events.end(), [&](const QuarantineEvent& one) {
        return one.body == hit.bodies.front();
    });
    std::string text = groupText(world, hit.bodies) + (hit.bodies.size() == 1 ? " was" : " were") + " frozen";
    return event == events.end() ? text : text + ": " + describe(event->reason);
}

} // namespace

std::string threeDigits(double value)
{
    const double size = std::fabs(value);
    if (!(size > 1e-30) || !(size < 1e30)) return numberText(static_cast<float>(value));
    double scale = 1.0;
    while (size * scale >= 1000.0) scale /= 10.0;
    while (size * scale < 100.0) scale *= 10.0;
    return numberText(static_cast<float>(std::round(value * scale) / scale));
}

std::string conditionSentence(ConditionKind kind, const World& world, const ConditionHit& hit)
{
    switch (kind) {
    case ConditionKind::Touch:
        return pairText(world, hit) + " touch";
    case ConditionKind::Overlap:
        return "overlap " + millimetres(hit.value) + " between " + pairText(world, hit);
    case ConditionKind::Impulse:
        return "impulse " + threeDigits(hit.value) + " N s between " + pairText(world, hit);
    case ConditionKind::Speed:
        return groupText(world, hit.bodies) + " has a speed of " + threeDigits(hit.value) + " m/s";
    case ConditionKind::Spin:
        return groupText(world, hit.bodies) + " has a spin of " + threeDigits(hit.value) + " rad/s";
    case ConditionKind::EnergyGain:
        return "the energy of " + groupText(world, hit.bodies) + " grew by " + threeDigits(hit.value) + " J";
    case ConditionKind::Leaves:
        return groupText(world, hit.bodies) + " left the box";
    case ConditionKind::Sleeps:
        return groupText(world, hit.bodies) + " fell asleep";
    case ConditionKind::Wakes:
        return groupText(world, hit.bodies) + " woke";
    case ConditionKind::Frozen:
        return frozenText(world, hit);
    case ConditionKind::NormalFlips:
        return "the normal between " + pairText(world, hit) + " flipped";
    case ConditionKind::PointLost:
        return "the contact between " + pairText(world, hit) + " lost a point";
    case ConditionKind::Divergence:
        return bodyLabel(world, hit.bodies.front()) + " of world " + worldLetter(hit.worldA) + " is " +
               millimetres(hit.value) + " from its counterpart in world " + worldLetter(hit.worldB);
    case ConditionKind::Count:
        break;
    }
    return {};
}

} // namespace satbox
