#include "app/lenses/broad_phase/query_visits.h"

#include "app/text/format.h"
#include "app/text/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace satbox::app {

namespace {

std::string describeLeaf(const QueryTrace::Step& step, QueryKind kind)
{
    const bool ray = kind == QueryKind::Ray;
    switch (step.answer) {
    case ShapeTestResult::Filtered:
        return "Leaf, tested: the shape is excluded by its filter.";
    case ShapeTestResult::Missed:
        return ray ? "Leaf, tested: the ray crosses its fat box but misses the shape."
                   : "Leaf, tested: its fat box overlaps the query box, its tight box does not.";
    case ShapeTestResult::Farther:
        return "Leaf, tested: the ray hits the shape beyond the nearest hit so far.";
    case ShapeTestResult::Hit:
        return ray ? "Leaf, tested: the ray hits the shape, nearer than all earlier hits."
                   : "Leaf, hit: its tight box overlaps the query box, too.";
    case ShapeTestResult::NotTested:
        break;
    }
    return "Leaf, overlaps the query.";
}

} // namespace

VisitKind visitKind(const QueryTrace::Step& step)
{
    if (step.visit.answer == NodeTestResult::Missed || step.visit.answer == NodeTestResult::BesideRay)
        return VisitKind::Pruned;
    if (!step.visit.isLeaf) return VisitKind::Entered;
    return step.answer == ShapeTestResult::Hit ? VisitKind::Hit : VisitKind::Tested;
}

Color visitColor(const Palette& palette, VisitKind kind)
{
    switch (kind) {
    case VisitKind::Entered:
        return palette.normalImpulse;
    case VisitKind::Pruned:
        return palette.normal;
    case VisitKind::Tested:
        return palette.broadPhase;
    case VisitKind::Hit:
        return palette.selected;
    }
    return palette.text;
}

const char* visitLabel(VisitKind kind)
{
    switch (kind) {
    case VisitKind::Entered:
        return "entered";
    case VisitKind::Pruned:
        return "pruned";
    case VisitKind::Tested:
        return "tested, no hit";
    case VisitKind::Hit:
        return "hit";
    }
    return "";
}

std::string visitedName(const World& world, const QueryTrace::Step& step)
{
    if (world.isValid(step.shape)) return describeBody(world, world.bodyOf(step.shape));
    return fmt::format("{} {}", step.visit.isLeaf ? "leaf" : "node", step.visit.node);
}

std::string describeVisit(const QueryTrace::Step& step, QueryKind kind)
{
    const char* below = step.visit.isLeaf ? "" : " with its subtree";
    switch (step.visit.answer) {
    case NodeTestResult::Root:
        return "Entered without a test: a node's box is stored in its parent, and the root has none.";
    case NodeTestResult::Entered:
        if (step.visit.isLeaf) return describeLeaf(step, kind);
        return kind == QueryKind::Ray ? "Entered: the ray crosses its box."
                                      : "Entered: its box overlaps the query box.";
    case NodeTestResult::BesideRay:
        return fmt::format("Pruned{}: the line of the ray misses its box by {}.", below,
                           formatQuantity(static_cast<double>(step.visit.lineDistance), "m"));
    case NodeTestResult::Missed:
        break;
    }
    if (kind == QueryKind::Box)
        return fmt::format("Pruned{}: its box does not overlap the query box.", below);
    if (step.visit.maxFraction >= 1.0f)
        return fmt::format("Pruned{}: its box does not overlap the box around the ray.", below);
    return fmt::format("Pruned{}: its box does not overlap the box around the first {} % of the ray, up to "
                       "the nearest hit so far.",
                       below, formatNumber(100.0 * static_cast<double>(step.visit.maxFraction)));
}

size_t shownVisitCount(const BroadPhaseState& broad, const QueryTrace& trace)
{
    return broad.visit.index ? std::min(*broad.visit.index + 1, trace.steps.size()) : trace.steps.size();
}

} // namespace satbox::app
