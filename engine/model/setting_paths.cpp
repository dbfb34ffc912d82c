#include <satbox/setting_paths.h>

#include "engine/core/quoted.h"

#include <variant>

namespace satbox {
namespace {

std::string_view withoutPrefix(std::string_view path)
{
    for (const std::string_view prefix : {"settings.", "settings/", "/settings/"})
        if (path.starts_with(prefix)) path.remove_prefix(prefix.size());
    return path;
}

// 'x' or 'y' for "gravity.x" and "gravity.y", else 0.
char componentOf(std::string_view path)
{
    return path.ends_with(".x") || path.ends_with(".y") ? path.back() : '\0';
}

std::string_view withoutComponent(std::string_view path) { return path.substr(0, path.size() - 2); }

} // namespace

const SettingField* findSettingByPath(std::string_view path)
{
    path = withoutPrefix(path);
    const SettingField* field = findSetting(path);
    return field == nullptr && componentOf(path) != '\0' ? findSetting(withoutComponent(path)) : field;
}

std::string setSettingByPath(WorldSettings& settings, std::string_view path, std::string_view value)
{
    path = withoutPrefix(path);
    const char component = componentOf(path);
    const SettingField* field = component != '\0' ? findSetting(withoutComponent(path)) : nullptr;
    if (field == nullptr) return setSetting(settings, path, value);
    const auto* member = std::get_if<Vec2 WorldSettings::*>(&field->member);
    if (member == nullptr) return printable(path) + ": " + std::string(field->key) + " has no components";

    const bool isX = component == 'x';
    WorldSettings probe = settings;
    const std::string text = isX ? std::string(value) + ",0" : "0," + std::string(value);
    std::string message = setSetting(probe, field->key, text);
    if (!message.empty()) return message;
    Vec2& vector = settings.*(*member);
    (isX ? vector.x : vector.y) = isX ? (probe.*(*member)).x : (probe.*(*member)).y;
    return {};
}

} // namespace satbox
