#include "app/lenses/pair/pair_analysis.h"

#include "app/document/wall_clock.h"
#include "app/text/names.h"
#include "app/view/contact_facts.h"
#include "engine/collision/manifold.h"
#include "engine/model/contact_store.h"
#include "engine/model/settings.h"
#include "engine/world/world_access.h"
#include <satbox/contacts.h>
#include <satbox/settings.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr int kTimedRuns = 16;      // per measurement: one run is shorter than the clock can resolve
constexpr float kTimedShare = 0.1f; // weight of the newest time in the average

const Polygon* sharpPolygon(const Shape& shape)
{
    const auto* polygon = std::get_if<Polygon>(&shape);
    return polygon && polygon->radius == 0.0f ? polygon : nullptr;
}

// The world's origin as long as coordinates are precise enough in float.
Position pairOrigin(Position a)
{
    constexpr double kFar = 1000.0; // m
    const bool isFar = std::fabs(a.x) > kFar || std::fabs(a.y) > kFar;
    return isFar ? Position{std::round(a.x), std::round(a.y)} : Position{};
}

// Why the engine does not test the pair, by the rules of canCollide(), or tests but does not solve it
// (sensors). Empty if it solves the pair.
std::string whyNotSolved(const World& world, const BodyShape& a, const BodyShape& b)
{
    const BodyStore& bodies = stateOf(world).bodies;
    if (canCollide(bodies, a, b))
        return a.def.sensor || b.def.sensor ? "A sensor: overlap is reported, but not solved." : "";
    if (a.body == b.body) return "Two shapes of one body: the engine never tests them against each other.";
    if (!shouldCollide(a.def.filter, b.def.filter))
        return "Excluded by the collision filters: the engine does not test this pair.";
    if (kindOf(a.shape) == ShapeKind::Segment && kindOf(b.shape) == ShapeKind::Segment)
        return "Two segments: the engine does not test them, since neither has an interior.";
    if (a.def.sensor && b.def.sensor) return "Two sensors: the engine does not test them against each other.";
    return "Neither body is dynamic, or one is disabled: the engine does not test this pair.";
}

} // namespace

std::optional<PairAnalysis> analysePair(const World& world, const PairState& pair)
{
    if (!pair.isOpen() || !world.isValid(pair.shapeA) || !world.isValid(pair.shapeB)) return std::nullopt;
    PairAnalysis out;
    const WorldTransform inWorldA = world.motion(world.bodyOf(pair.shapeA)).transform();
    const WorldTransform inWorldB = world.motion(world.bodyOf(pair.shapeB)).transform();
    out.origin = pairOrigin(inWorldA.p);
    out.poseA = relativeTo(out.origin, inWorldA);
    out.poseB = relativeTo(out.origin, inWorldB);
    if (!isFinite(out.poseA) || !isFinite(out.poseB)) return std::nullopt;
    out.nameA = nameOfShape(world, pair.shapeA);
    out.nameB = nameOfShape(world, pair.shapeB);
    out.shapeA = world.shape(pair.shapeA).shape;
    out.shapeB = world.shape(pair.shapeB).shape;

    out.bInA = invMul(inWorldA, inWorldB);
    const Transform& bInA = out.bInA;
    const BodyShape& a = world.shape(pair.shapeA);
    const BodyShape& b = world.shape(pair.shapeB);
    out.reasonNotSolved = whyNotSolved(world, a, b);
    if (const ContactView contact = findContact(world, {pair.shapeA, pair.shapeB, -1}))
        for (const ContactPoint& point : contact.points)
            out.stepDepth = std::max(out.stepDepth.value_or(-point.separation), -point.separation);
    const bool sensor = a.def.sensor || b.def.sensor; // sensors have no speculative contacts
    CollisionRange range = collisionRangeOf(world.settings());
    if (sensor) range.speculative = 0.0f;
    out.trace = traceCollision(out.shapeA, out.shapeB, bInA, range);
    out.coreA = std::get<Polygon>(transformed(out.trace.coreA, out.poseA));
    out.coreB = std::get<Polygon>(transformed(out.trace.coreB, out.poseA));
    for (const CandidateAxis& axis : out.trace.axes)
        out.projections.push_back(
            projectOn(out.coreA.points(), out.coreB.points(), out.directionToWorld(axis.projection.axis)));
    out.difference = minkowskiDifference(out.trace.coreA, out.trace.coreB, Transform{});
    out.minimumTranslation = minimumTranslation(out.difference);

    const Polygon* sharpA = sharpPolygon(out.shapeA);
    const Polygon* sharpB = sharpPolygon(out.shapeB);
    if (sharpA && sharpB) {
        if (world.settings().solver == SolverType::VertexContact && out.reasonNotSolved.empty())
            out.vertexContactCount = findVertexContacts(out.shapeA, out.shapeB, bInA, range.lengthUnit).count;
        out.overlapResults.emplace();
        for (size_t i = 0; i < std::size(kOverlapTests); ++i)
            (*out.overlapResults)[i] = testOverlap(kOverlapTests[i], *sharpA, out.poseA, *sharpB, out.poseB);
        out.overlapTrace = traceOverlap(pair.test, *sharpA, out.poseA, *sharpB, out.poseB);
    }
    return out;
}

std::optional<size_t> shownAxis(const PairState& pair, const PairAnalysis& analysis)
{
    const size_t count = analysis.trace.axes.size();
    if (pair.usesManualAxis || count == 0) return std::nullopt;
    if (pair.hover.axis && *pair.hover.axis < count) return pair.hover.axis;
    if (pair.axisUnderPointer && *pair.axisUnderPointer < count) return pair.axisUnderPointer;
    if (pair.axis.index && *pair.axis.index < count) return pair.axis.index;
    return analysis.trace.winner;
}

AxisProjection shownProjection(const PairState& pair, const PairAnalysis& analysis)
{
    if (const std::optional<size_t> axis = shownAxis(pair, analysis)) return analysis.projections[*axis];
    Vec2 direction = pair.manualAxis;
    if (!pair.usesManualAxis) { // two circles: along the line of their centres
        direction = normalizeOrZero(analysis.coreB.vertices[0] - analysis.coreA.vertices[0]);
        if (direction == Vec2{0.0f, 0.0f}) direction = {0.0f, 1.0f};
    }
    return projectOn(analysis.coreA.points(), analysis.coreB.points(), direction);
}

bool showsTest(const PairState& pair, const PairAnalysis& analysis)
{
    return pair.tab == PairTab::Tests && analysis.overlapTrace.has_value();
}

std::optional<size_t> shownTestAxis(const PairState& pair, const OverlapTrace& trace)
{
    const size_t count = trace.axes.size();
    if (count == 0) return std::nullopt;
    // In the frame in which another test is selected, the trace is still that of the previous one.
    const bool isChosen = pair.test == trace.test;
    if (isChosen && pair.hover.testAxis && *pair.hover.testAxis < count) return pair.hover.testAxis;
    if (isChosen && pair.testAxis && *pair.testAxis < count) return pair.testAxis;
    return trace.minimumOverlapAxis.value_or(count - 1);
}

float overlapInMetres(const AxisProjection& p, float radii) { return depthOn(p) + radii; }

float depthAlong(const PairAnalysis& analysis, Vec2 direction)
{
    const AxisProjection p = projectOn(analysis.coreA.points(), analysis.coreB.points(), direction);
    return p.maxA - p.minB + analysis.radiusSum();
}

void timeTests(const PairAnalysis& analysis, PairState& pair)
{
    if (!analysis.overlapResults) return;
    const auto& a = std::get<Polygon>(analysis.shapeA);
    const auto& b = std::get<Polygon>(analysis.shapeB);
    for (size_t i = 0; i < std::size(kOverlapTests); ++i) {
        int overlaps = 0; // keeps the compiler from removing the calls
        const double begun = secondsNow();
        for (int run = 0; run < kTimedRuns; ++run)
            overlaps += testOverlap(kOverlapTests[i], a, analysis.poseA, b, analysis.poseB).overlap;
        const double nanoseconds = 1e9 * (secondsNow() - begun) / kTimedRuns;
        if (overlaps != 0 && overlaps != kTimedRuns) continue;
        const auto now = static_cast<float>(nanoseconds);
        float& smoothed = pair.nanoseconds[i];
        smoothed = smoothed > 0.0f ? smoothed + kTimedShare * (now - smoothed) : now;
    }
}

} // namespace satbox::app
