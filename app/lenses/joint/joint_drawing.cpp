// The joint in the world: its anchors, the error between them, the directions of its rows, and the impulse of
// each substep on body B.

#include "app/lenses/joint/joint_drawing.h"

#include "app/gfx/round_number.h"
#include "app/lenses/joint/joint_arithmetic.h"
#include "app/text/format.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kErrorPx = 40.0f;     // longest error, if it is magnified
constexpr float kDirectionPx = 34.0f; // half a line along a row's direction
constexpr float kSideStepPx = 7.0f;   // between the arrows of two substeps
constexpr float kMinArrowPx = 2.0f;
constexpr float kMaxFactor = 1e9f;

// Of the world shown or, if the joint broke in the step, of the world before it.
JointView viewOf(const ViewContext& context, const JointAnalysis& a)
{
    return (context.world.isValid(a.joint) ? context.world : a.before).jointView(a.joint);
}

// m, from where body B's anchor should be to where it is: at the start of the substep or, while relaxing, at
// its end.
Vec2 errorOf(const JointAnalysis& a, const JointStage& stage)
{
    Vec2 sum{0.0f, 0.0f};
    for (size_t i = 0; i < a.record.equations.size(); ++i) {
        const JointEquation& equation = a.record.equations[i];
        const JointEquationRecord& record = a.substepOf(stage).equations[i];
        const Vec2 error = stage.pass == JointPass::Relax ? record.end : record.start;
        if (equation.isPin())
            sum += error;
        else if (!equation.isSpring)
            sum += error.x * record.directionB;
    }
    return sum;
}

// 1 if the error is seen as it is.
float magnification(const ViewContext& context, Vec2 error)
{
    const float size = length(error) / context.pixel;
    if (size <= 0.0f || size >= 0.5f * kErrorPx) return 1.0f;
    return std::min(static_cast<float>(roundDownTo125(static_cast<double>(kErrorPx / size)).value()),
                    kMaxFactor);
}

// m of arrow per N s. ViewContext::impulseLength is for the impulse of a whole step; that of one of n
// substeps is about n times smaller.
float impulseLength(const ViewContext& context, const JointAnalysis& a)
{
    return context.impulseLength * static_cast<float>(a.record.context.substeps);
}

// A line for each direction, with the roles of the rows that act along it.
void drawDirections(const ViewContext& context, const JointAnalysis& a, const JointStage& stage, Position at,
                    DrawList& out)
{
    struct Direction {
        Vec2 along;
        std::string names;
    };
    std::vector<Direction> directions;
    for (size_t i = 0; i < a.record.equations.size(); ++i) {
        const JointEquation& equation = a.record.equations[i];
        const Vec2 along = normalizeOrZero(a.substepOf(stage).equations[i].directionB);
        if (equation.isPin() || along == Vec2{0.0f, 0.0f}) continue;
        constexpr const char* kRoles[] = {"lock", "spring", "limit", "motor"};
        const char* name = kRoles[static_cast<size_t>(equation.part.role)];
        const auto same = std::ranges::find_if(
            directions, [&](const Direction& d) { return std::fabs(cross(d.along, along)) < 1e-4f; });
        if (same == directions.end())
            directions.push_back({along, name});
        else
            same->names += fmt::format(", {}", name);
    }
    for (const Direction& direction : directions) {
        const Vec2 half = kDirectionPx * context.pixel * direction.along;
        out.addDashedLine(at - half, at + half, context.line(context.palette.joint, 1.5f));
        out.addLabel(at + half, direction.names, context.palette.joint, 700.0f);
    }
}

void drawImpulses(const ViewContext& context, const JointAnalysis& a, size_t shown, Position at,
                  DrawList& out)
{
    const size_t substeps = a.record.substeps.size();
    for (size_t s = 0; s < substeps; ++s) {
        const bool isShown = a.stages[shown].substep == s;
        size_t stage = shown;
        for (size_t i = 0; i < a.stages.size() && !isShown; ++i)
            if (a.stages[i].substep == s) stage = i; // its last
        const Vec2 impulse = a.impulseAfter(stage);
        const float arrow = context.arrowLength(length(impulse), impulseLength(context, a));
        if (arrow < kMinArrowPx * context.pixel) continue;
        const Vec2 along = normalizeOrZero(impulse);
        const float side =
            kSideStepPx * context.pixel * (static_cast<float>(s) - 0.5f * static_cast<float>(substeps - 1));
        const Color& color = context.palette.normalImpulse;
        context.addArrow(out, at + side * perp(along), along, arrow,
                         context.line(isShown ? color : color.withAlpha(0.4f), isShown ? 3.0f : 1.5f));
    }
}

} // namespace

void drawJoint(const ViewContext& context, const ShownJoint& input, DrawList& out)
{
    const JointAnalysis& a = input.analysis;
    const JointView view = viewOf(context, a);
    if (!isFinite(view.anchorA) || !isFinite(view.anchorB)) return;
    const Palette& colors = context.palette;
    out.addRing(view.anchorA, 8.0f, colors.pairA, 2.0f);
    out.addDisc(view.anchorB, 4.0f, colors.pairB);
    if (!a.solved()) return;
    const size_t shown = a.shownStage(input.state.stage.index);
    const JointStage& stage = a.stages[shown];
    drawDirections(context, a, stage, view.anchorB, out);
    drawImpulses(context, a, shown, view.anchorB, out);
    const Vec2 error = errorOf(a, stage);
    const float factor = magnification(context, error);
    if (length(error) > 0.0f)
        out.addArrow(view.anchorA, view.anchorA + factor * error, context.line(colors.penetration, 2.5f));
    std::string text =
        fmt::format("λ {}, C {}", formatQuantity(static_cast<double>(length(a.impulseAfter(shown))), "N s"),
                    formatQuantity(static_cast<double>(length(error)), "m"));
    if (const float turn = a.turnAfter(shown); turn != 0.0f)
        text += fmt::format(", {}", formatQuantity(static_cast<double>(turn), "N m s"));
    out.addRequiredLabel(view.anchorB, text, colors.text, 940.0f, 18.0f);
}

void legendOfJoint(const ViewContext& context, const ShownJoint& input, LegendRows& rows)
{
    const JointAnalysis& a = input.analysis;
    if (!a.solved()) return;
    const Palette& colors = context.palette;
    const JointStage& stage = a.stages[a.shownStage(input.state.stage.index)];
    rows.push_back({LegendMark::Ring, colors.pairA, {}, "anchor on A"});
    rows.push_back({LegendMark::Disc, colors.pairB, {}, "anchor on B"});
    const float factor = magnification(context, errorOf(a, stage));
    rows.push_back({LegendMark::Arrow,
                    colors.penetration,
                    {},
                    factor > 1.0f
                        ? fmt::format("error of the joint, ×{}", formatCount(static_cast<uint64_t>(factor)))
                        : "error of the joint"});
    const float tenth = std::pow(10.0f, std::floor(std::log10(60.0f * context.pixel)));
    rows.push_back(
        {LegendMark::Arrow,
         colors.normalImpulse,
         {},
         fmt::format("impulse on B, by substep ({} = {})", formatQuantity(static_cast<double>(tenth), "m"),
                     formatQuantity(static_cast<double>(tenth / impulseLength(context, a)), "N s"))});
}

void addSubjectsOfJoint(const JointAnalysis& analysis, KeepOut& out)
{
    const WorldState& state = stateOf(analysis.before);
    for (const uint32_t body : {analysis.bodyA, analysis.bodyB})
        if (state.bodies.canBePushed(body))
            for (const uint32_t shape : state.bodies.slots.at(body).shapes)
                out.subjects.push_back(state.shapes.boxes[shape].tight);
}

} // namespace satbox::app
