#include "app/lenses/sweep/sweep_lens.h"

#include "app/lenses/sweep/panel/sweep_panel.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace satbox::app {
namespace {

// Runs of more steps would stop the window for long.
constexpr int64_t kMaxOpenedSteps = 100'000;

constexpr std::array kActions{
    LensAction{.label = "Sweep results",
               .chord = {},
               .help = "Opens the panel that shows the results of satbox-run --sweep.",
               .perform = [](Lens&, LensContext& context) { context.panels.show(SweepLens::kName); }}};

// Asks for the run as the document, at its last step.
void requestRun(const SweepTable& table, const SweepTable::Row& row, LensContext& context)
{
    const int64_t steps = table.stepsOf(row);
    if (steps > kMaxOpenedSteps) {
        context.status.show(Severity::Warning,
                            fmt::format("Run {} has {} steps; runs of up to {} can be opened.", row.run,
                                        steps, kMaxOpenedSteps));
        return;
    }
    Sweep::Start start = table.sweep->startOf(row.run);
    if (!start.error.empty()) {
        context.status.show(Severity::Warning,
                            fmt::format("Run {} was not opened: {}", row.run, start.error));
        return;
    }
    const std::string inputs = table.sweep->textOf(row.run);
    OpenCaseRequest request;
    request.name = fmt::format("{}-run{}", start.scene.name, row.run);
    request.title = fmt::format("Run {} of {}", row.run, table.path.filename().string());
    request.summary = inputs.empty() ? request.title : fmt::format("{}: {}", request.title, inputs);
    request.played.start = std::move(start.scene.world);
    request.played.steps = static_cast<uint64_t>(steps);
    request.showsEnd = true;
    request.isUnsaved = false; // it can be computed again from the results
    context.requests.openCase = std::move(request);
}

} // namespace

void SweepState::updateMap()
{
    map = mapOf(*table, choice);
    cell.reset();
}

std::string SweepLens::open(const std::filesystem::path& path)
{
    SweepTable table;
    if (std::string sentence = readSweepTable(path, table); !sentence.empty()) return sentence;
    state.choice = firstChoice(table);
    state.table = std::move(table);
    state.updateMap();
    return {};
}

std::span<const LensAction> SweepLens::actions() const { return kActions; }

void SweepLens::drawPanel(const UiContext& ui, LensContext& context)
{
    const SweepPanelEvents events = drawSweepPanel(ui, state);
    if (events.openRow) requestRun(*state.table, state.table->rows[*events.openRow], context);
}

} // namespace satbox::app
