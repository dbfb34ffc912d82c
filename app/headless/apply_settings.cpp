#include "app/headless/apply_settings.h"

namespace satbox::app {
namespace {

// `prefix` comes before the message of an assignment that fails.
std::string apply(World& world, WorldSettings settings, std::span<const SettingAssignment> assignments,
                  const char* prefix)
{
    for (const auto& [path, value] : assignments) {
        if (std::string sentence = setSettingByPath(settings, path, value); !sentence.empty())
            return prefix + sentence;
    }
    if (std::string sentence = validate(settings); !sentence.empty()) return sentence;
    world.setSettings(settings);
    return {};
}

} // namespace

std::string applySettings(World& world, const RunOptions& options)
{
    WorldSettings settings = world.settings();
    if (options.hz) settings.stepRate = *options.hz;
    return apply(world, settings, options.settings, "--set ");
}

std::string applySettings(World& world, std::span<const SettingAssignment> assignments)
{
    return apply(world, world.settings(), assignments, "");
}

} // namespace satbox::app
