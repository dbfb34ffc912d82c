#include "app/text/island_text.h"

#include "app/text/format.h"
#include "app/text/names.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

std::string speedText(float speed) { return formatQuantity(static_cast<double>(speed), "m/s"); }

std::string seconds(float time) { return formatFixed(static_cast<double>(time), 2) + " s"; }

} // namespace

std::string awakeReasonText(const World& world, const IslandReport& island)
{
    const WorldSettings& settings = world.settings();
    const std::string body = describeBody(world, world.bodyAt(island.body));
    switch (island.reason) {
    case AwakeReason::Asleep:
        return "Asleep.";
    case AwakeReason::SleepingOff:
        return "Sleeping is switched off.";
    case AwakeReason::HeldByMouse:
        return fmt::format("The mouse holds {}.", body);
    case AwakeReason::Forbidden:
        return fmt::format("{} is not allowed to sleep.", body);
    case AwakeReason::Driven:
        return fmt::format("Kept awake by a kinematic body at {}.", speedText(island.speed));
    case AwakeReason::Fast:
        return fmt::format("{} moves at {} > {}.", body, speedText(island.speed), speedText(island.limit));
    case AwakeReason::MovingContact:
        return fmt::format("{} touches the island and moves at {}.", body, speedText(island.speed));
    case AwakeReason::Resting:
        return fmt::format("At rest for {} of {}; {} came to rest last.", seconds(island.restTime),
                           seconds(settings.timeToSleep), body);
    }
    return {};
}

std::string shortAwakeReason(const World& world, const IslandReport& island)
{
    const WorldSettings& settings = world.settings();
    switch (island.reason) {
    case AwakeReason::Asleep:
        return "asleep";
    case AwakeReason::SleepingOff:
        return "sleeping is off";
    case AwakeReason::HeldByMouse:
        return "held by the mouse";
    case AwakeReason::Forbidden:
        return "not allowed to sleep";
    case AwakeReason::Driven:
        return fmt::format("kinematic, {}", speedText(island.speed));
    case AwakeReason::Fast:
        return fmt::format("{} > {}", speedText(island.speed), speedText(island.limit));
    case AwakeReason::MovingContact:
        return fmt::format("moving contact, {}", speedText(island.speed));
    case AwakeReason::Resting:
        return fmt::format("at rest {} of {}", seconds(island.restTime), seconds(settings.timeToSleep));
    }
    return {};
}

} // namespace satbox::app
