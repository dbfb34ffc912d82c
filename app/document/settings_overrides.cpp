#include "app/document/settings_overrides.h"

#include "engine/core/quoted.h"
#include <satbox/lab/compared_worlds.h>
#include <satbox/setting_paths.h>
#include <satbox/settings_table.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace satbox::app {

namespace {

void copySetting(const WorldSettings& from, std::string_view key, WorldSettings& to)
{
    if (const SettingField* field = findSetting(key))
        std::visit([&](auto member) { to.*member = from.*member; }, field->member);
}

// A solver of satbox or, after the first world, a peer; then the solver stays that of the scene. Returns an
// error message, or an empty string.
std::string setSolver(SettingsOverrides& world, const std::string& name, bool isFirst)
{
    world.peer = findPeer(name);
    if (std::string wrong = isFirst ? std::string() : checkSolverName(name); !wrong.empty()) return wrong;
    if (!world.peer) return setSetting(world.values, "solver", name);
    if (isFirst)
        return fmt::format(
            "the first world is the scene's own, which {} cannot step; name a solver of satbox "
            "first, as in soft-step,{}",
            peerName(*world.peer), name);
    return isBuilt(*world.peer) ? std::string() : whyNotBuilt(*world.peer);
}

// Overrides one setting. Returns an error message, or an empty string.
std::string addOverride(SettingsOverrides& world, const SettingAssignment& setting)
{
    const auto& [path, value] = setting;
    const SettingField* field = findSettingByPath(path);
    if (field != nullptr && field->key == "solver")
        return fmt::format("{}: the solver of a world is named first, as in soft-step:substeps=4",
                           quotedText(path + '=' + value));
    if (std::string sentence = setSettingByPath(world.values, path, value); !sentence.empty())
        return sentence;
    world.setOverride(world.values, field->key);
    return {};
}

} // namespace

WorldSettings SettingsOverrides::appliedTo(const WorldSettings& base) const
{
    WorldSettings settings = base;
    for (const std::string_view key : overriddenKeys) copySetting(values, key, settings);
    return settings;
}

void SettingsOverrides::setOverride(const WorldSettings& settings, std::string_view key)
{
    copySetting(settings, key, values);
    if (!hasOverride(key)) overriddenKeys.push_back(key);
}

bool SettingsOverrides::hasOverride(std::string_view key) const
{
    return std::ranges::find(overriddenKeys, key) != overriddenKeys.end();
}

SettingsOverrides SettingsOverrides::sequentialImpulse()
{
    SettingsOverrides overrides;
    overrides.values.solver = SolverType::SequentialImpulse;
    return overrides;
}

std::string parseComparedWorlds(std::string_view text, std::vector<SettingsOverrides>& worlds,
                                const WorldSettings& scene)
{
    std::vector<ComparedWorld> listed;
    if (std::string sentence = parseComparedList(text, listed); !sentence.empty()) return sentence;
    std::vector<SettingsOverrides> read;
    for (const ComparedWorld& world : listed) {
        SettingsOverrides& overrides = read.emplace_back();
        overrides.values = scene;
        if (std::string sentence = setSolver(overrides, world.name, read.size() == 1); !sentence.empty())
            return sentence;
        for (const SettingAssignment& setting : world.settings)
            if (std::string sentence = addOverride(overrides, setting); !sentence.empty()) return sentence;
    }
    worlds = std::move(read);
    return {};
}

} // namespace satbox::app
