#include "app/headless/apply_settings.h"

#include "engine/core/quoted.h"
#include "engine/scene/suggest.h"
#include "engine/world/settings_table.h"

#include <fmt/format.h>

namespace satbox::app {
namespace {

// "gravity.y": the other component stays.
std::string wholeVector(const WorldSettings& settings, const SettingField& field, char axis,
                        const std::string& value)
{
    const Vec2 now = settings.*std::get<Vec2 WorldSettings::*>(field.member);
    return axis == 'x' ? fmt::format("{},{}", value, now.y) : fmt::format("{},{}", now.x, value);
}

std::string applyOne(WorldSettings& settings, std::string_view path, std::string value)
{
    for (const std::string_view prefix : {"settings.", "settings/", "/settings/"})
        if (path.starts_with(prefix)) path.remove_prefix(prefix.size());
    const SettingField* field = findSetting(path);
    const bool component = path.ends_with(".x") || path.ends_with(".y");
    if (field == nullptr && component) {
        field = findSetting(path.substr(0, path.size() - 2));
        if (field != nullptr && !std::holds_alternative<Vec2 WorldSettings::*>(field->member)) {
            return fmt::format("{}: {} has no components", printable(path), field->key);
        }
        if (field != nullptr) value = wholeVector(settings, *field, path.back(), value);
    }
    if (field == nullptr) {
        std::vector<std::string_view> keys;
        for (const SettingField& known : settingFields()) keys.push_back(known.key);
        const std::string hint = didYouMean(path, keys);
        return fmt::format("{}: there is no such setting{}", printable(path), hint);
    }
    return setSetting(settings, field->key, value);
}

} // namespace

std::string applySettings(World& world, const RunOptions& options)
{
    WorldSettings settings = world.settings();
    if (options.hz) settings.stepRate = *options.hz;
    for (const auto& [path, value] : options.settings) {
        if (std::string sentence = applyOne(settings, path, value); !sentence.empty())
            return "--set " + sentence;
    }
    if (std::string sentence = validate(settings); !sentence.empty()) return sentence;
    world.setSettings(settings);
    return {};
}

} // namespace satbox::app
