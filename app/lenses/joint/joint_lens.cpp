#include "app/lenses/joint/joint_lens.h"

#include "app/document/body_bounds.h"
#include "app/lenses/joint/joint_arithmetic.h"
#include "app/lenses/joint/joint_drawing.h"
#include "app/lenses/joint/panel/joint_panel.h"
#include "app/lenses/show_in_view.h"
#include "app/platform/clipboard.h"

#include <algorithm>
#include <array>

namespace satbox::app {

namespace {

constexpr std::array kActions{
    LensAction{.label = "Inspect joint",
               .chord = {Key::M, {.ctrl = true}},
               .help =
                   "Shows what the solver did with the joint under the pointer, the selected one, or the one "
                   "with the largest force.",
               .perform =
                   [](Lens& lens, LensContext& context) {
                       static_cast<JointLens&>(lens).openJointUnderPointer(context);
                   }},
    LensAction{.label = "Copy joint as text",
               .chord = {},
               .help = kCopyJointHelp,
               .perform = [](Lens& lens, LensContext& context) {
                   static_cast<JointLens&>(lens).copyAsText(context);
               }}};

constexpr double kRetrySeconds = 1.0; // after a slow analysis: the machine may have been busy

// Of a joint that broke in the last step only the world before it knows.
bool isKnown(const LensContext& context, JointId joint)
{
    const std::optional<World>& before = context.playback.previousWorld;
    return context.world().isValid(joint) || (before && before->isValid(joint));
}

// Moves the camera to the bodies of the joint that can move.
void showJoint(LensContext& context, JointId joint, bool animated)
{
    const World& world = context.world();
    if (!world.isValid(joint)) return;
    const JointDef def = world.jointDef(joint);
    const JointView view = world.jointView(joint);
    if (!isFinite(view.anchorA) || !isFinite(view.anchorB)) return;
    WorldBox wanted = boxOf(view.anchorA, view.anchorB);
    for (const BodyId body : {def.bodyA, def.bodyB}) {
        const std::optional<WorldBox> bounds = boundsOf(world, std::array{body});
        if (bounds && world.body(body).type != BodyType::Static) wanted = unite(wanted, *bounds);
    }
    showInView(context, wanted, animated);
}

} // namespace

// A joint that was selected since the last frame becomes the one that is looked into.
void JointLens::adoptSelection(LensContext& context)
{
    if (context.selection.joint != state.lastSelected && !context.selection.joint.isNull())
        state.joint = context.selection.joint;
    state.lastSelected = context.selection.joint;
    if (!isKnown(context, state.joint)) state.joint = {};
    if (state.joint.isNull()) state.joint = hardestJoint(context.world());
}

// Replaces the analysis if it is out of date. A stale analysis is never kept: if the new one takes too long
// while the simulation runs, the panel shows none.
void JointLens::updateAnalysis(LensContext& context, double seconds)
{
    const std::optional<World>& previous = context.playback.previousWorld;
    const bool isLast = previous && previous->isValid(state.joint);
    const World& before = isLast ? *previous : context.world();
    if (analysis && analysis->joint == state.joint && analysis->isLast == isLast &&
        analysis->before.stepCount() == before.stepCount() &&
        analysis->revision == context.history.revision())
        return;
    const bool runs = !context.playback.paused;
    analysis.reset();
    state.secondsSinceAttempt += seconds;
    if (runs && state.analysisTooSlow && state.secondsSinceAttempt < kRetrySeconds) return;
    state.secondsSinceAttempt = 0.0;
    analysis = analyseJoint(before, state.joint, isLast);
    analysis->revision = context.history.revision();
    state.analysisTooSlow = runs && analysis->milliseconds > JointState::kMaxAnalysisMs;
    if (state.analysisTooSlow) analysis.reset();
}

void JointLens::open(LensContext& context, JointId joint)
{
    state.joint = joint;
    state.lastSelected = context.selection.joint;
    context.panels.show(kName);
    showJoint(context, joint, context.view.animate);
}

void JointLens::showOpened(LensContext& context) const
{
    if (!options.joint.empty()) showJoint(context, state.joint, false);
}

void JointLens::openHardest(LensContext& context)
{
    const JointId hardest = hardestJoint(context.world());
    if (hardest.isNull())
        context.status.show(Severity::Info,
                            context.world().joints().empty()
                                ? "This world has no joints."
                                : "No joint had a force in the last step: there is no hardest "
                                  "joint. Run, or press O for a single step.");
    open(context, hardest);
}

void JointLens::openJointUnderPointer(LensContext& context)
{
    for (const JointId joint : {context.selection.hoveredJoint, context.selection.joint})
        if (context.world().isValid(joint)) return open(context, joint);
    openHardest(context);
}

void JointLens::copyAsText(LensContext& context) const
{
    if (!analysis) {
        context.status.show(Severity::Info, "No joint is open: press Ctrl+M over one, then copy it.");
        return;
    }
    const std::string failed = setClipboardText(jointAsText(*analysis));
    if (failed.empty())
        context.status.show(Severity::Info, "Copied to the clipboard: what the step did at the joint.");
    else
        context.status.show(Severity::Error, failed);
}

void JointLens::update(LensContext& context, double seconds)
{
    state.isOpen = context.panels.shows(kName);
    context.playback.keepPreviousWorld |= state.isOpen;
    if (!state.isOpen) {
        analysis.reset();
        state.stage.playing = false;
        return;
    }
    adoptSelection(context);
    if (state.joint.isNull()) {
        analysis.reset();
        return;
    }
    updateAnalysis(context, seconds);
    if (analysis && analysis->solved()) state.stage.advance(seconds, analysis->stages.size());
}

bool JointLens::stepItem(LensContext&, int by)
{
    if (!state.isOpen) return false;
    state.stage.playing = false;
    if (!analysis || !analysis->solved()) return true;
    state.stage.index = analysis->shownStage(state.stage.index);
    state.stage.step(by, analysis->stages.size());
    return true;
}

std::span<const LensAction> JointLens::actions() const { return kActions; }

void JointLens::drawPanel(const UiContext& ui, LensContext& context)
{
    const JointPanelEvents events = drawJointPanel(ui, analysis, context.world(), context.playback.paused,
                                                   context.compares, state, context.requests);
    if (events.hardestRequested) openHardest(context);
    if (events.copyRequested) copyAsText(context);
}

void JointLens::prepare(const ViewContext& context, ViewHints& hints) const
{
    if (!context.isFirstView || !analysis) return;
    hints.relatedBodies = {std::min(analysis->bodyA, analysis->bodyB),
                           std::max(analysis->bodyA, analysis->bodyB)};
}

void JointLens::draw(const ViewContext& context, DrawList& out) const
{
    if (context.isFirstView && analysis) drawJoint(context, {state, *analysis}, out);
}

void JointLens::legend(const ViewContext& context, LegendRows& rows) const
{
    if (context.isFirstView && analysis) legendOfJoint(context, {state, *analysis}, rows);
}

void JointLens::keepOut(const ViewContext& context, KeepOut& out) const
{
    if (context.isFirstView && context.view.legend && analysis) addSubjectsOfJoint(*analysis, out);
}

} // namespace satbox::app
