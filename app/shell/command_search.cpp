#include "app/shell/command_search.h"

#include "app/document/commands.h"
#include "app/shell/actions.h"
#include "app/shell/edit_actions.h"
#include "app/shell/interface/panel_tabs.h"
#include "app/shell/key_table.h"
#include "app/text/format.h"
#include <satbox/scene/builders.h>
#include <satbox/setting_paths.h>
#include <satbox/settings_table.h>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace satbox::app {

namespace {

bool beginsWord(std::string_view text, size_t at)
{
    return at == 0 || !std::isalnum(static_cast<unsigned char>(text[at - 1]));
}

bool hasWordThatBeginsWith(std::string_view text, std::string_view begin)
{
    for (size_t at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at + 1))
        if (beginsWord(text, at)) return true;
    return false;
}

// 0 is the best; kNoMatch: not found.
constexpr int kNoMatch = 5;
int rankOf(const SearchEntry& entry, const std::string& typed, std::span<const std::string> words)
{
    const std::string label = lowered(entry.label);
    if (label.starts_with(typed)) return 0;
    const auto all = [&](auto&& test) { return std::all_of(words.begin(), words.end(), test); };
    if (all([&](const std::string& word) { return hasWordThatBeginsWith(label, word); })) return 1;
    if (all([&](const std::string& word) { return label.find(word) != std::string::npos; })) return 2;
    const std::string more = label + ' ' + lowered(entry.group + ' ' + entry.state + ' ' + entry.setting);
    if (all([&](const std::string& word) { return more.find(word) != std::string::npos; })) return 3;
    const bool isInHelp = words.size() == 1 && hasWordThatBeginsWith(lowered(entry.help), words.front());
    return isInHelp ? 4 : kNoMatch;
}

void addActions(AppState& state, std::vector<SearchEntry>& entries)
{
    for (const KeyBinding& binding : keyBindings()) {
        const Action action = binding.action;
        if (action == Action::SearchCommands || action == Action::Cancel) continue; // of the search itself
        entries.push_back({.group = std::string(binding.group),
                           .label = binding.menuLabel ? binding.menuLabel(state) : std::string(binding.label),
                           .keys = chordLabel(binding),
                           .state = {},
                           .help = std::string(binding.help),
                           .setting = {},
                           .perform = [action](AppState& s) { s.requests.actions.push_back(action); },
                           .isEnabled = !binding.isEnabled || binding.isEnabled(state)});
    }
    for (Lens* lens : lensesOf(state.lenses))
        for (const LensAction& action : lens->actions())
            entries.push_back({.group = std::string(lens->name()),
                               .label = std::string(lens->actionLabel(action)),
                               .keys = chordLabel(action.chord),
                               .state = {},
                               .help = std::string(action.help),
                               .setting = {},
                               .perform = [lens, &action](AppState& s) {
                                   LensContext context = lensContext(s);
                                   action.perform(*lens, context);
                               }});
}

void addShapes(std::vector<SearchEntry>& entries)
{
    for (const ToolboxItem& item : toolboxItems())
        entries.push_back(
            {.group = "Shape",
             .label = fmt::format("Place: {}", item.label),
             .keys = chordLabel(KeyChord{item.shortcut}),
             .state = {},
             .help = std::string(item.help),
             .setting = {},
             .perform = [shape = item.shape](AppState& s) { s.tool.beginPlacing(shape, false); }});
}

void addEditTools(std::vector<SearchEntry>& entries)
{
    for (const ToolText& tool : editToolTexts())
        entries.push_back({.group = toolGroupName(tool.group),
                           .label = std::string(tool.label),
                           .keys = chordLabel(tool.chord),
                           .state = {},
                           .help = std::string(tool.help),
                           .setting = {},
                           .perform = [key = tool.key](AppState& s) { s.tool.selectEditTool(key); }});
}

void addSelectionEntries(const AppState& state, std::vector<SearchEntry>& entries)
{
    for (const SelectByText& row : kSelectBy)
        entries.push_back({.group = "Select",
                           .label = std::string(row.label),
                           .keys = {},
                           .state = {},
                           .help = std::string(row.help),
                           .setting = {},
                           .perform = [kind = row.kind](AppState& s) { selectBy(s, kind); }});
    for (const ArrangementText& row : kArrangements)
        entries.push_back(
            {.group = "Arrange",
             .label = std::string(row.label),
             .keys = {},
             .state = {},
             .help = std::string(row.help),
             .setting = {},
             .perform = [wanted = row.arrangement](AppState& s) { arrangeSelection(s, wanted); },
             .isEnabled = state.selection.count() >= minBodiesFor(row.arrangement)});
    for (const ShapeEditText& row : kShapeEdits)
        entries.push_back({.group = "Shapes",
                           .label = row.label,
                           .keys = {},
                           .state = {},
                           .help = row.help,
                           .setting = {},
                           .perform = [edit = row.edit](AppState& s) { editShapesOfSelection(s, edit); },
                           .isEnabled = state.selection.count() >= row.minBodies});
}

void addSwitches(const ViewSettings& view, std::vector<SearchEntry>& entries)
{
    for (const ViewSwitch& row : viewSwitches())
        entries.push_back({.group = row.group == ViewGroup::Overlay ? "Overlay" : "Drawing",
                           .label = std::string(row.label),
                           .keys = chordLabel(KeyChord{row.shortcut, row.modifiers}),
                           .state = view.*row.member ? "on" : "off",
                           .help = std::string(row.help),
                           .setting = {},
                           .perform = [&row](AppState& s) { toggleSwitch(s, row); }});
}

void addChoices(const ViewSettings& view, std::vector<SearchEntry>& entries)
{
    for (const ViewChoice& row : viewChoices())
        for (size_t i = 0; i < row.options.size(); ++i)
            entries.push_back(
                {.group = "Drawing",
                 .label = fmt::format("{}: {}", row.label, lowered(std::string(row.options[i].label))),
                 .keys = {},
                 .state = chosenOption(view, row) == i ? "chosen" : "",
                 .help = std::string(row.help),
                 .setting = {},
                 .perform = [&row, i](AppState& s) { choose(s.view, row, i); }});
}

void addPanels(AppState& state, std::vector<SearchEntry>& entries)
{
    for (const Panel& panel : panelsOf(state.lenses))
        entries.push_back({.group = "Panel",
                           .label = std::string(panel.name),
                           .keys = {},
                           .state = state.ui.panels.shows(panel.name) ? "open" : "",
                           .help = std::string(panel.help),
                           .setting = {},
                           .perform = [name = panel.name](AppState& s) { s.ui.panels.show(name); }});
}

std::string valueWithUnit(const WorldSettings& settings, const SettingField& field)
{
    std::string value = settingText(settings, field);
    if (const auto* vector = std::get_if<Vec2 WorldSettings::*>(&field.member)) {
        const Vec2 v = settings.*(*vector);
        value = fmt::format("({}, {})", formatNumber(static_cast<double>(v.x)),
                            formatNumber(static_cast<double>(v.y)));
    }
    return field.unit.empty() ? value : fmt::format("{} {}", value, field.unit);
}

void addSettings(const World& world, std::vector<SearchEntry>& entries)
{
    for (const SettingField& field : settingFields())
        entries.push_back({.group = fmt::format("{} setting", field.group),
                           .label = std::string(field.label),
                           .keys = {},
                           .state = valueWithUnit(world.settings(), field),
                           .help = std::string(field.help),
                           .setting = std::string(field.key)});
}

void addScenes(const AppState& state, std::vector<SearchEntry>& entries)
{
    const auto add = [&](std::string_view group, std::string_view name, std::string_view title) {
        entries.push_back(
            {.group = std::string(group),
             .label = title.empty() ? std::string(name) : fmt::format("{} ({})", title, name),
             .keys = {},
             .state = name == state.document().scene.name ? "open" : "",
             .help = "Opens this scene.",
             .setting = {},
             .perform = [name = std::string(name)](AppState& s) { s.requests.openScene = name; }});
    };
    for (const std::string& name : state.sceneNames) {
        const BuiltinScene* scene = findBuiltinScene(name);
        add("Scene", name, scene ? scene->title : std::string_view());
    }
    for (const BuiltinScene& scene : labScenes()) add("Lab", scene.name, scene.title);
}

} // namespace

std::vector<SearchEntry> searchEntries(AppState& state)
{
    std::vector<SearchEntry> entries;
    addActions(state, entries);
    addShapes(entries);
    addEditTools(entries);
    addSelectionEntries(state, entries);
    addSwitches(state.view, entries);
    addChoices(state.view, entries);
    addPanels(state, entries);
    addSettings(state.world(), entries);
    addScenes(state, entries);
    return entries;
}

std::vector<size_t> findEntries(std::span<const SearchEntry> entries, std::string_view typed)
{
    const std::vector<std::string> words = loweredWords(typed);
    std::string text; // without spaces at its ends
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    std::vector<std::pair<int, size_t>> found; // rank, index
    for (size_t i = 0; i < entries.size(); ++i)
        if (const int rank = rankOf(entries[i], text, words); rank < kNoMatch) found.emplace_back(rank, i);
    std::sort(found.begin(), found.end());
    std::vector<size_t> indices;
    for (const auto& [rank, index] : found) indices.push_back(index);
    return indices;
}

void openSearch(SearchState& search)
{
    search = {};
    search.open = true;
}

void chooseEntry(AppState& state, const SearchEntry& entry)
{
    SearchState& search = state.ui.search;
    if (!entry.isEnabled) {
        search.error = fmt::format("{} is not possible now.", entry.label);
        return;
    }
    if (!entry.setting.empty()) {
        const SettingField* field = findSetting(entry.setting);
        search.setting = entry.setting;
        search.typed = field ? settingText(state.world().settings(), *field) : std::string();
        search.error.clear();
        search.takesFocus = true;
        return;
    }
    search.open = false;
    entry.perform(state);
}

void applySearchedSetting(AppState& state)
{
    SearchState& search = state.ui.search;
    WorldSettings settings = state.world().settings();
    search.error = setSettingByPath(settings, search.setting, search.typed);
    if (!search.error.empty()) return;
    search.open = false;
    state.history.submit(settingsCommand(settings, search.setting));
    if (const SettingField* field = findSetting(search.setting))
        state.status.show(Severity::Info,
                          fmt::format("{}: {}", field->label, valueWithUnit(settings, *field)));
}

} // namespace satbox::app
