#include "app/view/query_steps.h"

#include "app/editor/commands.h"
#include "app/ui/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace satbox::app {

namespace {

std::string describeLeaf(const QueryTrace::Step& step, QueryKind kind)
{
    const bool ray = kind == QueryKind::Ray;
    switch (step.answer) {
    case ShapeAnswer::Filtered:
        return "Leaf, asked: the shape's filter keeps it out.";
    case ShapeAnswer::Missed:
        return ray ? "Leaf, asked: the ray crosses its fat box but misses the shape."
                   : "Leaf, asked: its fat box meets the box, the tight one does not.";
    case ShapeAnswer::Farther:
        return "Leaf, asked: the ray hits the shape behind the nearest hit so far.";
    case ShapeAnswer::Hit:
        return ray ? "Leaf, asked: the ray hits the shape, nearer than any before."
                   : "Leaf, asked: its tight box meets the box too, so it is an answer.";
    case ShapeAnswer::NotAsked:
        break;
    }
    return "Leaf, met.";
}

} // namespace

VisitKind kindOf(const QueryTrace::Step& step)
{
    if (step.visit.answer == TreeAnswer::Missed || step.visit.answer == TreeAnswer::Beside)
        return VisitKind::LeftOut;
    if (!step.visit.isLeaf) return VisitKind::Entered;
    return step.answer == ShapeAnswer::Hit ? VisitKind::Hit : VisitKind::Asked;
}

Color visitColor(const Palette& palette, VisitKind kind)
{
    switch (kind) {
    case VisitKind::Entered:
        return palette.normalImpulse;
    case VisitKind::LeftOut:
        return palette.normal;
    case VisitKind::Asked:
        return palette.contactPersistent;
    case VisitKind::Hit:
        return palette.selected;
    }
    return palette.text;
}

const char* visitWord(VisitKind kind)
{
    switch (kind) {
    case VisitKind::Entered:
        return "entered";
    case VisitKind::LeftOut:
        return "left out";
    case VisitKind::Asked:
        return "asked, no";
    case VisitKind::Hit:
        return "hit";
    }
    return "";
}

std::string nameOf(const World& world, const QueryTrace::Step& step)
{
    if (world.isValid(step.shape)) return describeBody(world, world.bodyOf(step.shape));
    return fmt::format("{} {}", step.visit.isLeaf ? "leaf" : "node", step.visit.node);
}

std::string describeVisit(const QueryTrace::Step& step, QueryKind kind)
{
    const char* below = step.visit.isLeaf ? "" : " with all that is below it";
    switch (step.visit.answer) {
    case TreeAnswer::Root:
        return "Entered without being asked: a node holds the boxes of its children, and nobody holds the "
               "root's.";
    case TreeAnswer::Met:
        if (step.visit.isLeaf) return describeLeaf(step, kind);
        return kind == QueryKind::Ray ? "Entered: the ray crosses its box."
                                      : "Entered: its box meets the box.";
    case TreeAnswer::Beside:
        return fmt::format("Left out{}: its box lies {} beside the ray.", below,
                           formatQuantity(static_cast<double>(step.visit.apart), "m"));
    case TreeAnswer::Missed:
        break;
    }
    if (kind == QueryKind::Box) return fmt::format("Left out{}: its box does not meet the box.", below);
    if (step.visit.maxFraction >= 1.0f)
        return fmt::format("Left out{}: its box does not meet the box around the ray.", below);
    return fmt::format("Left out{}: its box does not meet the box around the first {} % of the ray, up to "
                       "the nearest hit so far.",
                       below, formatNumber(100.0 * static_cast<double>(step.visit.maxFraction)));
}

size_t shownVisits(const BroadPhaseState& broad, const QueryTrace& trace)
{
    return broad.visit ? std::min(*broad.visit + 1, trace.steps.size()) : trace.steps.size();
}

} // namespace satbox::app
