// The Compare panel: the compared worlds and their solvers, their figures now and over time, and when and
// where two of them diverge.

#include "app/lenses/compare/panel/compare_panel.h"

#include "app/document/commands.h"
#include "app/lenses/compare/compare_export.h"
#include "app/lenses/compare/panel/compare_plot.h"
#include "app/lenses/compare/panel/compare_style.h"
#include "app/platform/clipboard.h"
#include "app/text/format.h"
#include "app/text/names.h"
#include "app/widgets/setting_rows.h"
#include "app/widgets/text_drawing.h"
#include "app/widgets/widgets.h"
#include "engine/peers/peers.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace satbox::app {

namespace {

constexpr std::array kSolvers{SolverType::SoftStep, SolverType::SequentialImpulse,
                              SolverType::ManifoldImpulse, SolverType::VertexContact};

// Adds a world with a solver that no other world has, if there is one.
void addWorld(std::vector<SettingsOverrides>& others, SolverType first)
{
    const auto isFree = [&](SolverType solver) {
        return solver != first && std::ranges::none_of(others, [&](const SettingsOverrides& other) {
                   return !other.peer && other.values.solver == solver;
               });
    };
    const auto free = std::ranges::find_if(kSolvers, isFree);
    others.emplace_back().values.solver = free != kSolvers.end() ? *free : first;
}

// The settings of `count` worlds beside the document's: the first `kept` as they are, the others new, with
// solvers that no other world has.
std::vector<SettingsOverrides> otherWorlds(const Document& document, size_t kept, size_t count)
{
    std::vector<SettingsOverrides> others = document.comparedSettings;
    others.resize(std::min(kept, others.size()));
    while (others.size() < count) addWorld(others, document.world.settings().solver);
    return others;
}

// One world for each engine of this build.
std::vector<SettingsOverrides> worldsOfPeers()
{
    std::vector<SettingsOverrides> worlds;
    for (const Peer peer : kPeers) {
        if (!isBuilt(peer)) continue;
        worlds.emplace_back().peer = peer;
        worlds.back().overriddenKeys.clear();
    }
    return worlds;
}

ComparePanelEvents startButtons(const UiContext& ui, const Document& document, CompareState& compare,
                                History& history, Requests& requests)
{
    ComparePanelEvents events;
    if (button(ui, compare.on ? "End comparison" : "Start comparison",
               compare.on
                   ? "Ends the comparison; the first world continues. Key Shift+C."
                   : "Starts from copies of the current world, each with its own solver. Key Shift+C."))
        events.toggled = true;
    ImGui::SameLine();
    if (button(ui, "Restart", "Returns all worlds to the scene's start. Key R.", false, compare.on))
        requests.actions.push_back(Action::Restart);
    const auto startWith = [&](std::vector<SettingsOverrides> worlds, const char* label) {
        Command command = comparedSettingsCommand(std::move(worlds), label);
        if (compare.on) {
            history.submit(std::move(command));
            compare.restartRequested = true;
        } else {
            events.startWith = std::move(command);
        }
    };
    if (button(
            ui, "All four solvers",
            "Starts from four copies of the current world, one per solver, with the scene's other settings.",
            true))
        startWith(otherWorlds(document, 0, Comparison::kMaxWorlds - 1), "Compare all four solvers");
    std::vector<SettingsOverrides> peers = worldsOfPeers();
    const std::string help = peers.empty()
                                 ? whyNotBuilt(kPeers.front()) + "."
                                 : "Starts from copies of the current world that Box2D and Chipmunk "
                                   "step: shows whether it happens there too.";
    if (button(ui, "Other engines", help.c_str(), true, !peers.empty()))
        startWith(std::move(peers), "Compare with other engines");
    return events;
}

WorldSettings settingsOf(const Document& document, size_t world)
{
    const WorldSettings& settings = document.world.settings();
    return world == 0 ? settings : document.comparedSettings[world - 1].appliedTo(settings);
}

// Settings of the first world belong to the scene.
void changeSetting(const WorldSettings& settings, const SettingField& field, const Document& document,
                   History& history, size_t world)
{
    if (world == 0) {
        history.submit(settingsCommand(settings, field.key));
        return;
    }
    std::vector<SettingsOverrides> others = document.comparedSettings;
    others[world - 1].setOverride(settings, field.key);
    history.submit(comparedSettingsCommand(
        std::move(others), fmt::format("Change {} of world {}", field.label, worldLetter(world)),
        fmt::format("compared.{}.{}", world, field.key)));
}

std::optional<Peer> peerOf(const Document& document, size_t world)
{
    return world == 0 ? std::nullopt : document.comparedSettings[world - 1].peer;
}

// Lets another engine step a world, or the world's own solver.
void changePeer(const Document& document, History& history, size_t world, std::optional<Peer> peer,
                SolverType solver)
{
    std::vector<SettingsOverrides> others = document.comparedSettings;
    SettingsOverrides& other = others[world - 1];
    other.peer = peer;
    if (!peer) {
        WorldSettings settings = settingsOf(document, world);
        settings.solver = solver;
        other.setOverride(settings, "solver");
    }
    history.submit(comparedSettingsCommand(std::move(others),
                                           fmt::format("Change Solver of world {}", worldLetter(world))));
}

// A row with the letter and the line style of the world and a combo box for its solver.
void solverRow(const UiContext& ui, const Document& document, History& history, size_t world)
{
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    const char letter[] = {worldLetter(world), '\0'};
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.AddText({at.x, std::round(at.y + 0.5f * (height - ImGui::GetFontSize()))},
                worldColor(ui.palette, world).packed(), letter);
    drawWorldSwatch(ui, out, {at.x + ui.px(18.0f), std::round(at.y + 0.5f * height)}, world);
    ImGui::SetCursorScreenPos({at.x + ui.px(56.0f), at.y});
    ImGui::SetNextItemWidth(-1.0f);
    WorldSettings settings = settingsOf(document, world);
    const std::optional<Peer> peer = peerOf(document, world);
    const std::string name = fmt::format("Solver {}", letter);
    const std::string current = peer ? peerName(*peer) : solverName(settings.solver);
    if (!ImGui::BeginCombo(fmt::format("##{}", name).c_str(), current.c_str())) {
        recordLastItem(ui, name, current);
        itemTooltip(
            ui,
            world == 0
                ? "Solver of the first world, whose settings belong to the scene. The change can be undone."
                : "Solver of this world only, or another physics engine that steps it. The world continues "
                  "from "
                  "its current state.");
        return;
    }
    for (const SolverType solver : kSolvers) {
        if (ImGui::Selectable(solverName(solver), !peer && solver == settings.solver)) {
            settings.solver = solver;
            if (peer)
                changePeer(document, history, world, std::nullopt, solver);
            else
                changeSetting(settings, *findSetting("solver"), document, history, world);
        }
        recordLastItem(ui, solverName(solver));
    }
    if (world > 0) {
        ImGui::Separator();
        for (const Peer other : kPeers) {
            const std::string label = peerName(other);
            if (ImGui::Selectable(label.c_str(), other == peer,
                                  isBuilt(other) ? 0 : ImGuiSelectableFlags_Disabled))
                changePeer(document, history, world, other, settings.solver);
            recordLastItem(ui, label);
            itemTooltip(
                ui, isBuilt(other)
                        ? "Another physics engine steps a copy of the scene. Its bodies get the same masses, "
                          "materials, filters and pulls of the mouse; contacts and overlap are measured by "
                          "satbox."
                        : whyNotBuilt(other) + ".");
        }
    }
    ImGui::EndCombo();
}

// What the engine that steps a world has no counterpart for.
void peerNoteRows(const UiContext& ui, const CompareState& compare)
{
    for (size_t i = 1; compare.on && i < compare.count(); ++i)
        for (const std::string& note : compare.peers[i - 1].notes)
            hintText(ui, fmt::format("{}: {}.", worldLetter(i), note));
}

void solverRows(const UiContext& ui, const Document& document, History& history)
{
    heading(ui, "Worlds");
    const size_t others = document.comparedSettings.size();
    int count = static_cast<int>(others) + 1;
    if (intSliderRow(ui,
                     {.label = "Number of worlds",
                      .minimum = 2,
                      .maximum = static_cast<int>(Comparison::kMaxWorlds),
                      .defaultValue = 2,
                      .tooltip = "Number of compared worlds, 2 to 4. A change restarts all of them as copies "
                                 "of the first world."},
                     &count)) {
        const size_t wanted = static_cast<size_t>(count) - 1;
        history.submit(comparedSettingsCommand(otherWorlds(document, wanted, wanted),
                                               fmt::format("Compare {} worlds", count), "compared.count"));
    }
    for (size_t i = 0; i <= others; ++i) solverRow(ui, document, history, i);
}

// Whether the solver of a world reads the setting, or the engine in its place.
bool isTunable(const Document& document, size_t world, const WorldSettings& settings,
               const SettingField& field)
{
    if (const std::optional<Peer> peer = peerOf(document, world))
        return std::ranges::find(peerSettings(*peer), field.key) != peerSettings(*peer).end();
    const bool isOfSolver =
        field.solvers != kEverySolver || (field.group == "Solver" && field.key != "solver");
    return isOfSolver && whyInactive(settings, field.key).empty();
}

// The solver settings of each world.
void tuningRows(const UiContext& ui, const Document& document, History& history)
{
    for (size_t i = 0; i <= document.comparedSettings.size(); ++i) {
        const std::string title = fmt::format("Settings of {}", worldLetter(i));
        if (!foldingHeading(ui, title.c_str(), false)) continue;
        for (const SettingField& field : settingFields()) {
            WorldSettings settings = settingsOf(document, i);
            if (!isTunable(document, i, settings, field)) continue;
            if (settingRow(ui, field, settings, fmt::format("##{}", worldLetter(i))))
                changeSetting(settings, field, document, history, i);
        }
        if (i > 0)
            hintText(ui, "All worlds use the gravity, step rate, sleep and materials of the first world; set "
                         "them in the Tune panel.");
    }
}

// One SI prefix for a whole row, so that its numbers can be compared at a glance: "mm" and 1000 if the
// largest value is 0.0136 m.
struct RowScale {
    std::string unit;
    double factor = 1.0;
    int decimals = 0;
};
RowScale scaleOf(double largest, std::string_view unit)
{
    if (largest <= 0.0 || !std::isfinite(largest)) return {std::string(unit), 1.0, 0};
    const std::string text = formatQuantity(largest, unit);
    const size_t space = text.find(' ');
    const std::string number = text.substr(0, space);
    const double shown = std::strtod(number.c_str(), nullptr);
    if (space == std::string::npos || shown <= 0.0) return {std::string(unit), 1.0, 0};
    const size_t point = number.find('.');
    return {text.substr(space + 1), std::pow(10.0, std::round(std::log10(shown / largest))),
            point == std::string::npos ? 0 : static_cast<int>(number.size() - point - 1)};
}

void figureRow(const UiContext& ui, const CompareState& compare, const CompareQuantity& quantity)
{
    double largest = 0.0;
    for (size_t i = 0; i < compare.count(); ++i)
        largest = std::max(largest, std::fabs(quantity.of(compare.latest.worlds[i])));
    const bool isCount = quantity.unit.empty();
    const RowScale scale = isCount ? RowScale{} : scaleOf(largest, quantity.unit);
    const std::string label =
        isCount ? std::string(quantity.label) : fmt::format("{}, {}", quantity.label, scale.unit);

    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ImGui::GetFontSize() + ui.px(5.0f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    itemTooltip(ui, quantity.help);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    const float names = 0.38f * width;
    const float column = (width - names) / static_cast<float>(compare.count());
    float free = width; // for the label, left of the first number
    std::string all;
    for (size_t i = 0; i < compare.count(); ++i) {
        const std::string value =
            formatFixed(quantity.of(compare.latest.worlds[i]) * scale.factor, scale.decimals);
        const float right = at.x + names + column * static_cast<float>(i + 1);
        const float left = drawRightAlignedText(ui.palette.text, right, at.y, value);
        if (i == 0) free = left - at.x - ui.px(4.0f);
        all += (i > 0 ? " | " : "") + value;
    }
    const ImVec4 clip{at.x, at.y, at.x + free, at.y + height};
    out.AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, ui.palette.muted.packed(), label.c_str(), nullptr,
                0.0f, &clip);
    recordLastItem(ui, quantity.label, fmt::format("{} {}", all, scale.unit));
}

void figureTable(const UiContext& ui, const CompareState& compare)
{
    heading(ui, "Figures");
    ImGui::PushFont(ui.fonts.small);
    const float width = ImGui::GetContentRegionAvail().x;
    const float names = 0.38f * width;
    const float column = (width - names) / static_cast<float>(compare.count());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFontSize() + ui.px(5.0f);
    ImDrawList& out = *ImGui::GetWindowDrawList();
    for (size_t i = 0; i < compare.count(); ++i) {
        const char letter[] = {worldLetter(i), '\0'};
        const float right = at.x + names + column * static_cast<float>(i + 1);
        const float letterLeft = drawRightAlignedText(worldColor(ui.palette, i), right, at.y, letter);
        drawWorldMark(ui, out, {letterLeft - ui.px(8.0f), at.y + 0.5f * ImGui::GetFontSize()}, i);
    }
    ImGui::Dummy({width, height});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8.0f), 0.0f});
    for (const CompareQuantity& quantity : compareQuantities()) figureRow(ui, compare, quantity);
    ImGui::PopStyleVar();
    ImGui::PopFont();
}

void plotOverTime(const UiContext& ui, CompareState& compare)
{
    heading(ui, "Over time");
    std::vector<std::string> labels;
    std::vector<const char*> names;
    for (const CompareQuantity& quantity : compareQuantities()) labels.emplace_back(quantity.label);
    for (const std::string& label : labels) names.push_back(label.c_str());
    int index = static_cast<int>(compare.quantityIndex);
    if (comboRow(ui, "Quantity", &index, names, 0, "Quantity to plot, with a line for each world."))
        compare.quantityIndex = static_cast<size_t>(index);
    const bool mayBeLogarithmic = compareQuantities()[compare.quantityIndex].isNeverNegative;
    ImGui::BeginDisabled(!mayBeLogarithmic);
    checkboxRow(ui, "Logarithmic", &compare.logarithmic,
                mayBeLogarithmic ? "Uses a logarithmic scale, which also shows small values."
                                 : "Not available: this quantity can be negative.");
    ImGui::EndDisabled();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ui.px(180.0f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    recordLastItem(ui, "Plot over time", std::to_string(compare.history.samples.size()));
    const std::optional<ImVec2> pointer =
        ImGui::IsItemHovered() ? std::optional(ImGui::GetIO().MousePos) : std::nullopt;
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.PushClipRect(at, {at.x + width, at.y + height}, true);
    drawComparePlot(ui, out, {at.x, at.y, width, height}, compare, pointer);
    out.PopClipRect();
}

void divergenceRows(const UiContext& ui, const World& document, CompareState& compare, Selection& selection)
{
    heading(ui, "Divergence");
    std::vector<std::string> labels;
    std::vector<const char*> names;
    for (const float distance : divergenceDistances())
        labels.push_back(formatQuantity(static_cast<double>(distance), "m"));
    for (const std::string& label : labels) names.push_back(label.c_str());
    int index = static_cast<int>(compare.distanceIndex);
    if (comboRow(
            ui, "Distance", &index, names, static_cast<int>(CompareState{}.distanceIndex),
            "Two worlds diverge at the first step after which the centre of mass of a body is farther than "
            "this from its counterpart in the other world."))
        compare.distanceIndex = static_cast<size_t>(index);
    for (size_t a = 0; a < compare.count(); ++a) {
        for (size_t b = a + 1; b < compare.count(); ++b) {
            const auto divergence = compare.divergences.find(compare.distanceIndex, a, b);
            const std::string pair = fmt::format("{} and {}", worldLetter(a), worldLetter(b));
            const std::string name = fmt::format("Divergence {}{}", worldLetter(a), worldLetter(b));
            if (!divergence) {
                valueRow(ui, fmt::format("{}##{}", pair, name).c_str(), "not yet");
                continue;
            }
            const std::string text =
                fmt::format("step {}, {} s: {}, {}", divergence->step, formatFixed(divergence->time, 2),
                            describeBody(document, divergence->body),
                            formatQuantity(static_cast<double>(divergence->distance), "m"));
            const ImVec2 at = ImGui::GetCursorScreenPos();
            const float height = ImGui::GetTextLineHeight() + ui.px(4.0f);
            const bool isChosen = selection.body == divergence->body;
            if (ImGui::Selectable(fmt::format("##{}", name).c_str(), isChosen, 0, {0.0f, height}))
                selection.select(document, divergence->body);
            recordLastItem(ui, name, text);
            itemTooltip(ui,
                        "The first step after which a body was farther than the chosen distance from its "
                        "counterpart, that body, and how far apart the two were. Click selects the body in "
                        "all views.");
            ImDrawList& out = *ImGui::GetWindowDrawList();
            const float y = std::round(at.y + ui.px(2.0f));
            out.AddText({at.x, y}, ui.palette.muted.packed(), pair.c_str());
            drawRightAlignedText(ui.palette.text, at.x + ImGui::GetContentRegionAvail().x, y, text);
        }
    }
}

} // namespace

ComparePanelEvents drawComparePanel(const UiContext& ui, const Document& document, CompareState& compare,
                                    Selection& selection, History& history, Requests& requests)
{
    const ComparePanelEvents events = startButtons(ui, document, compare, history, requests);
    solverRows(ui, document, history);
    peerNoteRows(ui, compare);
    if (!compare.on) {
        ImGui::Dummy({0.0f, ui.px(4.0f)});
        hintText(
            ui,
            "Runs the same scene in two to four worlds, each with its own solver. They take the same steps, "
            "and the mouse pulls the same body in all of them.");
        tuningRows(ui, document, history);
        return events;
    }
    figureTable(ui, compare);
    plotOverTime(ui, compare);
    divergenceRows(ui, document.world, compare, selection);
    ImGui::Dummy({0.0f, ui.px(8.0f)});
    const size_t stride = csvStride(compare.history);
    const size_t lines = (compare.history.samples.size() + stride - 1) / stride;
    const uint64_t every = compare.history.sampleInterval * stride;
    const std::string help = fmt::format(
        "Copies all figures over time to the clipboard as CSV in SI units: {} lines, one for every {}.",
        lines, every == 1 ? "step" : fmt::format("{} steps", every));
    if (button(ui, "Copy as CSV", help.c_str(), true)) {
        const std::string failed = setClipboardText(comparisonAsCsv(compare, document.world));
        requests.status =
            failed.empty() ? fmt::format("Copied {} lines of CSV to the clipboard.", lines) : failed;
    }
    tuningRows(ui, document, history);
    return events;
}

} // namespace satbox::app
