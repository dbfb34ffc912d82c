// The contacts of two bodies: points, impulses, and how the engine found them. If there is none, why not.

#include "app/document/step_seconds.h"
#include "app/explain/contact_pairs.h"
#include "app/explain/json_values.h"
#include "app/lenses/pair/axis_text.h"
#include "app/lenses/pair/manifold_steps.h"
#include "app/text/format.h"
#include "app/text/names.h"
#include "app/view/contact_facts.h"
#include "engine/collision/vertex_contacts.h"

#include <fmt/format.h>

#include <cmath>

namespace satbox::app {

namespace {

bool hasVertices(const World& world, const ExplainedPair& pair)
{
    return pair.contact && usesVertexContacts(world, *pair.contact.contact);
}

std::string nameOfPoint(const World& world, const ExplainedPair& pair, size_t index)
{
    const FeatureId id = pair.contact.points[index].id;
    return hasVertices(world, pair) ? vertexName(id) : featuresText(id);
}

// Overlap at a point of the contact at the poses after the step, m; negative: a gap. None if the same
// features no longer make a point.
std::optional<float> depthNow(const World& world, const ExplainedPair& pair, size_t index)
{
    const PairAnalysis& analysis = *pair.analysis;
    const FeatureId id = pair.contact.points[index].id;
    if (hasVertices(world, pair)) {
        const VertexContacts found =
            findVertexContacts(analysis.shapeA, analysis.shapeB, analysis.bInA, world.settings().lengthUnit);
        for (int i = 0; i < found.count; ++i)
            if (found.points[static_cast<size_t>(i)].id == id) return found.depth;
        return std::nullopt;
    }
    const Manifold& now = analysis.trace.manifold;
    for (int i = 0; i < now.count; ++i)
        if (now.points[static_cast<size_t>(i)].id == id)
            return -now.points[static_cast<size_t>(i)].separation;
    return std::nullopt;
}

const char* toString(ManifoldStepOutcome outcome)
{
    switch (outcome) {
    case ManifoldStepOutcome::Done:
        return "done";
    case ManifoldStepOutcome::Kept:
        return "kept";
    case ManifoldStepOutcome::Clipped:
        return "clipped";
    case ManifoldStepOutcome::Dropped:
        return "dropped";
    }
    return "";
}

// --- text

void addPoints(Lines& lines, const World& world, const ExplainedPair& pair)
{
    const size_t count = pair.contact.points.size();
    for (size_t i = 0; i < count; ++i) {
        ContactKey key = pair.key;
        key.point = static_cast<int>(i);
        const std::optional<ContactFacts> facts = contactFacts(world, key);
        if (!facts) continue;
        lines.add(fmt::format("Point {} of {}, {}, at ({}, {}) m", i + 1, count, nameOfPoint(world, pair, i),
                              formatFixed(facts->position.x, 3), formatFixed(facts->position.y, 3)));
        for (const ContactFact& fact : facts->facts) {
            lines.row(fact.name, fact.value);
            if (fact.name != "Depth" && fact.name != "Gap") continue;
            const std::optional<float> now = depthNow(world, pair, i);
            lines.row("after the step",
                      now ? separationText(-*now) : "these features no longer make a point");
        }
    }
}

void addAxes(Lines& lines, const PairAnalysis& analysis)
{
    lines.add("Candidate axes, at the poses after the step. " + axesTriedText(analysis));
    const float rA = analysis.coreA.radius, rB = analysis.coreB.radius;
    const auto interval = [](float low, float high) {
        return fmt::format("{} to {} m", formatFixed(static_cast<double>(low), 3),
                           formatFixed(static_cast<double>(high), 3));
    };
    for (size_t i = 0; i < analysis.trace.axes.size(); ++i) {
        const CandidateAxis& axis = analysis.trace.axes[i];
        const AxisProjection& p = analysis.projections[i];
        lines.row(fmt::format("{} {}", featureName(axis.owner, axis.face), axisState(axis)),
                  fmt::format("normal {}, support {}, {}; A {}, B {}", formatVector(p.axis, 3),
                              featureName(otherOwner(axis.owner), axis.support),
                              separationText(analysis.trace.separationOf(axis)),
                              interval(p.minA - rA, p.maxA + rA), interval(p.minB - rB, p.maxB + rB)));
    }
    if (analysis.trace.winner) {
        const CandidateAxis& winner = analysis.trace.axes[*analysis.trace.winner];
        lines.add(fmt::format("{}: {}", featureName(winner.owner, winner.face), axisMeaning(winner)), 2);
    }
    for (const std::string& note : winnerNotes(analysis)) lines.add(note, 2);
}

void addSteps(Lines& lines, const PairAnalysis& analysis)
{
    lines.add(analysis.vertexContactCount
                  ? "How the other solvers would find the points; vertex contacts do not clip faces:"
                  : "How the points are found:");
    size_t number = 0;
    for (const ManifoldStep& step : manifoldSteps(analysis))
        lines.add(fmt::format("{}. {}: {}", ++number, step.title, step.detail), 2);
}

void addPair(Lines& lines, const World& world, const ExplainedPair& pair)
{
    lines.add(fmt::format("A: {}; B: {}", nameOfShape(world, pair.key.shapeA),
                          nameOfShape(world, pair.key.shapeB)));
    lines.add(fmt::format("{}. {}", withUpperFirst(toString(pair.state)), pair.reason));
    addPoints(lines, world, pair);
    if (!pair.analysis) return;
    addAxes(lines, *pair.analysis);
    addSteps(lines, *pair.analysis);
}

// --- document

Json faceJson(ReferenceOwner owner, int face)
{
    return owner == ReferenceOwner::None ? Json(nullptr) : Json(featureName(owner, face));
}

Json pointJson(const World& world, const ExplainedPair& pair, size_t index)
{
    const Contact& contact = *pair.contact.contact;
    const ContactPoint& point = pair.contact.points[index];
    const Position position = pointPosition(world, contact, point);
    const Vec2 speeds = pointVelocity(world, pair.key, contact.normal, position);
    const std::optional<float> now = depthNow(world, pair, index);
    return {{"features", nameOfPoint(world, pair, index)},
            {"state", contactStateText(contact, point)},
            {"position", jsonOf(position)},
            {"depthAtStart", jsonOf(-point.separation)},
            {"depthNow", now ? jsonOf(*now) : Json(nullptr)},
            {"normalImpulse", jsonOf(point.totalImpulse)},
            {"meanForce", jsonOf(point.totalImpulse / stepSeconds(world))},
            {"frictionImpulse", isFrictionKnown(point) ? jsonOf(frictionOfStep(point)) : Json(nullptr)},
            {"frictionLimit", jsonOf(frictionLimit(contact, point.totalImpulse))},
            {"normalSpeed", jsonOf(speeds.x)},
            {"slidingSpeed", jsonOf(speeds.y)},
            {"age", point.age}};
}

Json contactJson(const World& world, const ExplainedPair& pair)
{
    if (!pair.contact || !pair.analysis) return nullptr;
    const Contact& c = *pair.contact.contact;
    const bool vertices = hasVertices(world, pair);
    Json points = Json::array();
    for (size_t i = 0; i < pair.contact.points.size(); ++i) points.push_back(pointJson(world, pair, i));
    return {
        {"normal", jsonOf(c.normal)},
        {"referenceFace", faceJson(c.referenceOwner, c.referenceFace)},
        {"incidentFace", vertices ? Json(nullptr) : faceJson(otherOwner(c.referenceOwner), c.incidentFace)},
        {"staticFriction", jsonOf(c.staticFriction)},
        {"dynamicFriction", jsonOf(c.dynamicFriction)},
        {"restitution", jsonOf(c.restitution)},
        {"sliding", c.sliding},
        {"sensor", c.sensor},
        {"age", c.age},
        {"points", std::move(points)}};
}

Json axesJson(const PairAnalysis& analysis)
{
    Json axes = Json::array();
    const float rA = analysis.coreA.radius, rB = analysis.coreB.radius;
    for (size_t i = 0; i < analysis.trace.axes.size(); ++i) {
        const CandidateAxis& axis = analysis.trace.axes[i];
        const AxisProjection& p = analysis.projections[i];
        axes.push_back({{"face", featureName(axis.owner, axis.face)},
                        {"normal", jsonOf(p.axis)},
                        {"support", featureName(otherOwner(axis.owner), axis.support)},
                        {"separation", jsonOf(analysis.trace.separationOf(axis))},
                        {"intervalA", Json::array({jsonOf(p.minA - rA), jsonOf(p.maxA + rA)})},
                        {"intervalB", Json::array({jsonOf(p.minB - rB), jsonOf(p.maxB + rB)})},
                        {"state", axisState(axis)},
                        {"meaning", axisMeaning(axis)}});
    }
    return axes;
}

Json stepsJson(const PairAnalysis& analysis)
{
    Json steps = Json::array();
    for (const ManifoldStep& step : manifoldSteps(analysis))
        steps.push_back(
            {{"title", step.title}, {"detail", step.detail}, {"outcome", toString(step.outcome)}});
    return steps;
}

Json geometryJson(const PairAnalysis& analysis)
{
    Json notes = Json::array({axesTriedText(analysis)});
    for (const std::string& note : winnerNotes(analysis)) notes.push_back(note);
    return {{"speculativeDistance", jsonOf(analysis.trace.speculativeDistance)},
            {"axes", axesJson(analysis)},
            {"notes", std::move(notes)},
            {"steps", stepsJson(analysis)}};
}

Json pairJson(const World& world, const ExplainedPair& pair)
{
    return {{"shapes", Json::array({shapeJson(world, pair.key.shapeA), shapeJson(world, pair.key.shapeB)})},
            {"state", toString(pair.state)},
            {"reason", pair.reason},
            {"contact", contactJson(world, pair)},
            {"geometry", pair.analysis ? geometryJson(*pair.analysis) : Json(nullptr)}};
}

} // namespace

Topic explainContact(const ExplainedWorld& explained, uint32_t bodyA, uint32_t bodyB)
{
    const World& world = explained.world;
    const std::vector<ExplainedPair> pairs = explainedPairs(world, world.bodyAt(bodyA), world.bodyAt(bodyB));
    Topic topic;
    Json all = Json::array();
    for (const ExplainedPair& pair : pairs) {
        addPair(topic.lines, world, pair);
        all.push_back(pairJson(world, pair));
    }
    if (pairs.empty()) topic.lines.add("One of the bodies has no shape, so nothing can touch.");
    topic.json = {{"bodies", Json::array({bodyJson(world, bodyA), bodyJson(world, bodyB)})},
                  {"pairs", std::move(all)}};
    return topic;
}

} // namespace satbox::app
