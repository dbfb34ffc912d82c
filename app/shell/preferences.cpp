#include "app/shell/preferences.h"

#include "app/platform/window.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <system_error>

namespace satbox::app {

namespace {

using Json = nlohmann::json;

// Each read() sets `value` from the field if that exists, has the right type and is in range; otherwise
// `value` is kept.
void read(const Json& object, std::string_view key, bool& value)
{
    const auto it = object.find(key);
    if (it != object.end() && it->is_boolean()) value = it->get<bool>();
}

void read(const Json& object, std::string_view key, float& value, float low, float high)
{
    const auto it = object.find(key);
    if (it == object.end() || !it->is_number()) return;
    const float number = it->get<float>();
    if (std::isfinite(number) && number >= low && number <= high) value = number;
}

void read(const Json& object, std::string_view key, int& value, int low, int high)
{
    const auto it = object.find(key);
    if (it == object.end() || !it->is_number_integer()) return;
    const auto number = it->get<std::int64_t>();
    if (number >= low && number <= high) value = static_cast<int>(number);
}

std::string readText(const Json& object, std::string_view key)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

std::vector<std::filesystem::path> readFiles(const Json& object, std::string_view key)
{
    std::vector<std::filesystem::path> files;
    const auto it = object.find(key);
    if (it == object.end() || !it->is_array()) return files;
    for (const Json& file : *it)
        if (file.is_string() && files.size() < kMaxRecentFiles) files.emplace_back(file.get<std::string>());
    return files;
}

Json writeFiles(const std::vector<std::filesystem::path>& files)
{
    Json array = Json::array();
    for (const std::filesystem::path& file : files) array.push_back(file.string());
    return array;
}

void readView(const Json& object, ViewSettings& view)
{
    for (const ViewSwitch& row : viewSwitches()) read(object, row.key, view.*row.member);
    for (const ViewChoice& row : viewChoices()) choose(view, row, readText(object, row.key));
    for (const ViewScale& row : viewScales())
        read(object, row.key, view.*row.member, row.minimum, row.maximum);
    const std::string theme = readText(object, "theme");
    if (theme == "dark") view.theme = Theme::Dark;
    if (theme == "light") view.theme = Theme::Light;
}

Json writeView(const ViewSettings& view)
{
    Json object = Json::object();
    for (const ViewSwitch& row : viewSwitches()) object[std::string(row.key)] = view.*row.member;
    for (const ViewChoice& row : viewChoices())
        object[std::string(row.key)] = row.options[chosenOption(view, row)].key;
    for (const ViewScale& row : viewScales()) object[std::string(row.key)] = view.*row.member;
    object["theme"] = view.theme == Theme::Dark ? "dark" : "light";
    return object;
}

} // namespace

std::filesystem::path preferencesFile()
{
    const std::filesystem::path folder = preferencesFolder();
    return folder.empty() ? folder : folder / "preferences.json";
}

Preferences loadPreferences(const std::filesystem::path& file, std::string* note)
{
    Preferences preferences;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return preferences;
    constexpr size_t kMaxBytes = 1u << 20;
    const FileText text = readFile(file, kMaxBytes);
    const Json json = text.error.empty() ? Json::parse(text.text, nullptr, false) : Json();
    if (!json.is_object()) {
        const std::string reason =
            text.error.empty() ? printablePath(file) + ": not a JSON object" : text.error;
        if (note) *note = reason + "; using the default preferences.";
        return preferences;
    }
    read(json, "window-width", preferences.window.width, 320, 16384);
    read(json, "window-height", preferences.window.height, 240, 16384);
    read(json, "maximized", preferences.maximized);
    read(json, "panel-width", preferences.panelWidth, 100.0f, 2000.0f);
    read(json, "panels-visible", preferences.panelsVisible);
    if (const std::string tab = readText(json, "tab"); !tab.empty()) preferences.tab = tab;
    read(json, "introduced", preferences.introduced);
    read(json, "ui-scale", preferences.uiScale, 0.0f, 4.0f);
    read(json, "threads", preferences.threads, 1, kMaxThreads);
    preferences.folder = readText(json, "folder");
    preferences.recentFiles = readFiles(json, "recent-files");
    if (const auto view = json.find("view"); view != json.end() && view->is_object())
        readView(*view, preferences.view);
    return preferences;
}

std::string savePreferences(const std::filesystem::path& file, const Preferences& preferences)
{
    if (file.empty()) return "This system has no folder for preferences: they were not saved.";
    Json json;
    json["window-width"] = preferences.window.width;
    json["window-height"] = preferences.window.height;
    json["maximized"] = preferences.maximized;
    json["panel-width"] = preferences.panelWidth;
    json["panels-visible"] = preferences.panelsVisible;
    json["tab"] = preferences.tab;
    json["introduced"] = preferences.introduced;
    json["ui-scale"] = preferences.uiScale;
    json["threads"] = preferences.threads;
    json["folder"] = preferences.folder.string();
    json["recent-files"] = writeFiles(preferences.recentFiles);
    json["view"] = writeView(preferences.view);

    const std::string sentence =
        writeFile(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
    return sentence.empty() ? sentence : sentence + "; the preferences were not saved.";
}

} // namespace satbox::app
