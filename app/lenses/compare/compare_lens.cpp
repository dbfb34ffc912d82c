#include "app/lenses/compare/compare_lens.h"

#include "app/document/commands.h"
#include "app/lenses/compare/panel/compare_panel.h"
#include "app/tools/grab_tool.h"

#include <fmt/format.h>

#include <array>

namespace satbox::app {

namespace {

constexpr std::array kActions{LensAction{
    .label = "Compare solvers",
    .chord = {Key::C, {.shift = true}},
    .help = "Runs two to four copies of the world side by side, each with its own solver, or in Box2D or "
            "Chipmunk. "
            "Again: ends the comparison.",
    .perform = [](Lens& lens, LensContext& context) { static_cast<CompareLens&>(lens).toggle(context); }}};

} // namespace

std::span<const LensAction> CompareLens::actions() const { return kActions; }

std::string_view CompareLens::actionLabel(const LensAction& action) const
{
    return compare.on ? "End comparison" : action.label;
}

void CompareLens::toggle(LensContext& context)
{
    if (compare.on) {
        end(context);
        return;
    }
    compareDifferentSolvers(context);
    startAndShow(context);
}

void CompareLens::startAndShow(LensContext& context)
{
    start(context);
    if (!compare.on) return;
    context.status.show(
        Severity::Info,
        fmt::format("Comparing {} worlds, all starting from the current one. Shift+C ends the comparison.",
                    compare.count()));
    context.panels.show(kName);
}

// A new document compares with sequential impulses. If that is its own solver too, both worlds would be
// equal: then the second one gets the soft step.
void CompareLens::compareDifferentSolvers(LensContext& context)
{
    const Document& document = context.document();
    const WorldSettings& first = document.world.settings();
    if (document.isLab || document.comparedSettings != Document().comparedSettings ||
        document.comparedSettings.front().appliedTo(first) != first)
        return;
    SettingsOverrides other;
    other.values.solver = SolverType::SoftStep;
    context.history.execute(comparedSettingsCommand({std::move(other)}, "Compare with another solver"));
    context.history.closeGesture();
}

void CompareLens::start(LensContext& context)
{
    if (context.document().isLab) {
        context.status.show(Severity::Info,
                            "The lab does not simulate, so there is nothing to compare. Open another scene.");
        return;
    }
    endGrab(context);
    cancelReplay(context.playback);
    compare.restartRequested = false;
    compare.editsAtStart = context.history.edits();
    if (const std::string sentence = compare.begin(context.document(), context.instructionSet);
        !sentence.empty())
        context.status.show(Severity::Warning, "Nothing is compared: " + sentence + ".");
}

void CompareLens::end(LensContext& context)
{
    endGrab(context);
    compare.end();
    context.status.show(Severity::Info, "Comparison ended. The first world continues.");
}

void CompareLens::followCommands(LensContext& context)
{
    if (!compare.on) return;
    if (context.document().isLab) {
        end(context);
        context.status.show(Severity::Info, "Comparison ended: the lab does not simulate.");
    } else if (compare.restartRequested || compare.editsAtStart != context.history.edits() ||
               compare.otherWorlds.size() != context.document().comparedSettings.size()) {
        const bool hasStepped = context.world().stepCount() != context.document().scene.world.stepCount();
        const bool isEdited = compare.editsAtStart != context.history.edits();
        start(context);
        if (hasStepped)
            context.status.show(Severity::Info,
                                isEdited ? "The first world was edited: all worlds restarted as copies of it."
                                         : "All worlds restarted as copies of the first one.");
    } else if (const std::string sentence = compare.applySettings(context.document()); !sentence.empty()) {
        end(context);
        context.status.show(Severity::Warning, "Comparison ended: " + sentence + ".");
    }
}

void CompareLens::drawPanel(const UiContext& ui, LensContext& context)
{
    const ComparePanelEvents events = drawComparePanel(ui, context.document(), compare, context.selection,
                                                       context.history, context.requests);
    if (events.toggled) toggle(context);
    if (events.startWith) {
        if (!context.document().isLab) { // start() refuses the lab
            context.history.execute(*events.startWith);
            context.history.closeGesture();
        }
        startAndShow(context);
    }
}

} // namespace satbox::app
