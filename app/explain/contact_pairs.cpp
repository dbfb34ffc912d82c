#include "app/explain/contact_pairs.h"

#include "app/lenses/pair/manifold_steps.h"
#include "app/text/format.h"
#include "app/view/contact_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace satbox::app {

namespace {

using State = ExplainedPair::State;

// Distance of two boxes, m; 0 if they overlap.
double gapBetween(const WorldBox& a, const WorldBox& b)
{
    const double x = std::max({a.lower.x - b.upper.x, b.lower.x - a.upper.x, 0.0});
    const double y = std::max({a.lower.y - b.upper.y, b.lower.y - a.upper.y, 0.0});
    return std::sqrt(x * x + y * y);
}

std::string noContactReason(const World& world, const ExplainedPair& pair)
{
    const double gap = gapBetween(world.boxes(pair.key.shapeA).tight, world.boxes(pair.key.shapeB).tight);
    if (gap > 0.0)
        return fmt::format("Their boxes are {} apart, so the broad phase finds no pair.",
                           formatQuantity(gap, "m"));
    const bool isAwake =
        world.body(world.bodyOf(pair.key.shapeA)).awake || world.body(world.bodyOf(pair.key.shapeB)).awake;
    return isAwake ? "Their boxes overlap, but no step has looked at them since."
                   : "Their boxes overlap, but neither body is awake: sleeping bodies keep only contacts "
                     "that have points.";
}

std::string apartReason(const World& world, const ExplainedPair& pair)
{
    if (usesVertexContacts(world, *pair.contact.contact))
        return "No vertex of one polygon is inside the other.";
    const CollisionTrace& trace = pair.analysis->trace;
    const std::string distance = lengthText(trace.speculativeDistance);
    if (trace.winner && trace.axes[*trace.winner].separates) {
        const CandidateAxis& axis = trace.axes[*trace.winner];
        return fmt::format("Face {} separates the shapes by {}, more than the speculative distance of {}.",
                           featureName(axis.owner, axis.face), lengthText(trace.separationOf(axis)),
                           distance);
    }
    return trace.manifold.count > 0
               ? "There was no point at the poses with which the step began; now there is."
               : fmt::format("No point is within the speculative distance of {}.", distance);
}

std::string frictionText(const ExplainedPair& pair)
{
    if (pair.contact.contact->sliding) return "Friction reached its limit: they slide.";
    bool isKnown = true;
    for (const ContactPoint& point : pair.contact.points) {
        if (point.tangentImpulse != 0.0f) return "Friction stayed below its limit: they stick.";
        isKnown &= isFrictionKnown(point);
    }
    return isKnown ? "There was no friction."
                   : "They were moving apart in the last substep, the only one of which friction is known.";
}

std::string solvedReason(const ExplainedPair& pair)
{
    float impulse = 0.0f;
    for (const ContactPoint& point : pair.contact.points) impulse += point.totalImpulse;
    const std::string points = countText(pair.contact.points.size(), "point", "points");
    if (impulse <= 0.0f) return fmt::format("The solver worked on {}, which needed no impulse.", points);
    return fmt::format("The solver worked on {}, with a normal impulse of {} in all. {}", points,
                       formatQuantity(static_cast<double>(impulse), "N s"), frictionText(pair));
}

void decide(const World& world, ExplainedPair& pair)
{
    const auto is = [&](State state, std::string reason) {
        pair.state = state;
        pair.reason = std::move(reason);
    };
    if (!pair.analysis) return is(State::NoContact, "A pose is not finite, so there is nothing to analyse.");
    if (!pair.contact)
        return is(State::NoContact, pair.analysis->reasonNotSolved.empty() ? noContactReason(world, pair)
                                                                           : pair.analysis->reasonNotSolved);
    if (pair.contact.points.empty()) return is(State::Apart, apartReason(world, pair));
    if (!pair.analysis->reasonNotSolved.empty()) return is(State::NotSolved, pair.analysis->reasonNotSolved);
    if (!world.body(world.bodyOf(pair.key.shapeA)).awake && !world.body(world.bodyOf(pair.key.shapeB)).awake)
        return is(State::Asleep, "Neither body is awake: nothing is solved, and impulses are those of the "
                                 "step in which they fell asleep.");
    is(State::Solved, solvedReason(pair));
}

ExplainedPair explainedPair(const World& world, ShapeId first, ShapeId second)
{
    PairState open;
    open.open(first, second);
    ExplainedPair pair;
    pair.key = {open.shapeA, open.shapeB, -1};
    pair.contact = findContact(world, pair.key);
    pair.analysis = analysePair(world, open);
    decide(world, pair);
    return pair;
}

// The shapes of the two bodies whose boxes are nearest.
std::optional<std::pair<ShapeId, ShapeId>> nearestShapes(const World& world, BodyId a, BodyId b)
{
    double least = std::numeric_limits<double>::infinity();
    std::optional<std::pair<ShapeId, ShapeId>> nearest;
    for (const ShapeId ofA : world.shapesOf(a)) {
        for (const ShapeId ofB : world.shapesOf(b)) {
            const double gap = gapBetween(world.boxes(ofA).tight, world.boxes(ofB).tight);
            if (nearest && !(gap < least)) continue;
            least = gap;
            nearest = {ofA, ofB};
        }
    }
    return nearest;
}

} // namespace

const char* toString(State state)
{
    switch (state) {
    case State::Solved:
        return "solved";
    case State::Asleep:
        return "asleep";
    case State::NotSolved:
        return "not solved";
    case State::Apart:
        return "apart";
    case State::NoContact:
        return "no contact";
    }
    return "";
}

std::vector<ExplainedPair> explainedPairs(const World& world, BodyId a, BodyId b)
{
    std::vector<ExplainedPair> pairs;
    world.forEachContact([&](const Contact& c) {
        if ((c.bodyA == a.index && c.bodyB == b.index) || (c.bodyA == b.index && c.bodyB == a.index))
            pairs.push_back(explainedPair(world, world.shapeAt(c.shapeA), world.shapeAt(c.shapeB)));
    });
    std::sort(pairs.begin(), pairs.end(), [](const ExplainedPair& x, const ExplainedPair& y) {
        return std::pair(x.key.shapeA.index, x.key.shapeB.index) <
               std::pair(y.key.shapeA.index, y.key.shapeB.index);
    });
    if (const auto nearest = nearestShapes(world, a, b); nearest && pairs.empty())
        pairs.push_back(explainedPair(world, nearest->first, nearest->second));
    return pairs;
}

} // namespace satbox::app
