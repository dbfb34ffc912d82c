// The last step: what it worked on, and what the solver did with the contact of the largest impulse. Times
// are left out: they differ from run to run.

#include "app/document/step_seconds.h"
#include "app/explain/json_values.h"
#include "app/explain/topics.h"
#include "app/lenses/step/step_analysis.h"
#include "app/lenses/step/step_text.h"
#include "app/text/format.h"
#include "app/text/names.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <vector>

namespace satbox::app {

namespace {

struct Count {
    const char* member;
    const char* name;
    uint64_t value;
};
std::vector<Count> countsOf(const World& world)
{
    const WorldCounters c = world.counters();
    const WorldEvents& e = world.events();
    const auto number = [](int value) { return static_cast<uint64_t>(value); };
    return {{"bodies", "bodies", number(c.bodies)},
            {"awakeBodies", "bodies awake", number(c.awakeBodies)},
            {"shapes", "shapes", number(c.shapes)},
            {"contacts", "pairs of boxes", number(c.contacts)},
            {"contactsWithPoints", "contacts with points", number(c.contactsWithPoints)},
            {"contactPoints", "contact points", number(c.contactPoints)},
            {"sleepingIslands", "islands asleep", number(c.sleepingIslands)},
            {"colours", "colours of the graph", number(c.colours)},
            {"overflowContacts", "contacts without a colour", number(c.overflowContacts)},
            {"treeHeight", "height of the tree", number(c.treeHeight)},
            {"begins", "contacts that began", e.begins.size()},
            {"ends", "contacts that ended", e.ends.size()},
            {"hits", "hard hits", e.hits.size()},
            {"sensorEvents", "events of sensors", e.sensors.size()},
            {"frozen", "bodies frozen", e.quarantines.size()}};
}

std::string roundedQuantity(float value, std::string_view unit)
{
    return formatQuantity(static_cast<double>(value), unit);
}

const char* toString(VisitText::Outcome outcome)
{
    return outcome == VisitText::Outcome::Clamped ? "clamped" : "accepted";
}

// --- text

void addTick(Lines& lines, const StepAnalysis& a, size_t index)
{
    const StepTick& tick = a.record.ticks[index];
    lines.add(fmt::format("{}. {}", index + 1, withUpperFirst(tickName(a.record, tick))));
    lines.add(explainStage(a.record, tick), 2);
    for (const VisitText& visit : visitTexts(a.record, tick)) {
        std::string all;
        for (const std::string& line : visit.lines) all += (all.empty() ? "" : "; ") + line;
        lines.add(fmt::format("{}: {}", visit.title, all), 3);
    }
    for (size_t i = 0; i < a.record.points.size(); ++i) {
        const PointState& p = a.pointStates[index][i];
        lines.row("after it, " + pointName(a.record, i),
                  fmt::format("normal {}, tangent {}, separation {}, impulses {} and {}",
                              roundedQuantity(p.normalSpeed, "m/s"), roundedQuantity(p.tangentSpeed, "m/s"),
                              roundedQuantity(p.separation, "m"), roundedQuantity(p.normalImpulse, "N s"),
                              roundedQuantity(p.tangentImpulse, "N s")));
    }
    if (tick.velocities.visits > 0)
        lines.row("change in its island",
                  fmt::format("{} root mean square, {} at most", formatQuantity(tick.velocities.rms(), "m/s"),
                              roundedQuantity(tick.velocities.worst, "m/s")));
}

void addHardest(Lines& lines, const StepAnalysis& a)
{
    lines.add(
        fmt::format("The contact of the largest impulse is that of A, {}, and B, {}.", a.nameA, a.nameB));
    if (!a.solved()) return lines.add(a.record.unsolvedReason);
    const StepRecord& r = a.record;
    lines.add(fmt::format("Its island has {} and {}; {} of {} s each.", bodyCountText(r.bodies.size()),
                          countText(r.contacts.size(), "contact", "contacts"),
                          countText(static_cast<uint64_t>(r.context.substeps), "substep", "substeps"),
                          formatNumber(static_cast<double>(r.context.h))));
    for (size_t i = 0; i < r.ticks.size(); ++i) addTick(lines, a, i);
}

// --- document

Json passJson(const PassChange& pass)
{
    return {{"visits", pass.visits}, {"rms", jsonOf(pass.rms())}, {"worst", jsonOf(pass.worst)}};
}

Json tickJson(const StepAnalysis& a, size_t index)
{
    const StepTick& tick = a.record.ticks[index];
    Json visits = Json::array(), points = Json::array();
    for (const VisitText& visit : visitTexts(a.record, tick))
        visits.push_back(
            {{"title", visit.title}, {"lines", visit.lines}, {"outcome", toString(visit.outcome)}});
    for (size_t i = 0; i < a.record.points.size(); ++i) {
        const PointState& p = a.pointStates[index][i];
        points.push_back({{"name", pointName(a.record, i)},
                          {"normalSpeed", jsonOf(p.normalSpeed)},
                          {"tangentSpeed", jsonOf(p.tangentSpeed)},
                          {"separation", jsonOf(p.separation)},
                          {"normalImpulse", jsonOf(p.normalImpulse)},
                          {"tangentImpulse", jsonOf(p.tangentImpulse)}});
    }
    return {{"name", tickName(a.record, tick)},
            {"stage", satbox::toString(tick.stage)},
            {"substep", tick.substep},
            {"meaning", explainStage(a.record, tick)},
            {"visits", std::move(visits)},
            {"points", std::move(points)},
            {"velocities", passJson(tick.velocities)},
            {"positions", passJson(tick.positions)}};
}

Json hardestJson(const StepAnalysis& a)
{
    Json ticks = Json::array();
    for (size_t i = 0; a.solved() && i < a.record.ticks.size(); ++i) ticks.push_back(tickJson(a, i));
    return {{"bodies", Json::array({a.bodyA, a.bodyB})},
            {"shapes",
             Json::array({shapeJson(a.before, a.contact.shapeA), shapeJson(a.before, a.contact.shapeB)})},
            {"unsolved", a.record.unsolvedReason},
            {"islandBodies", a.record.bodies},
            {"islandContacts", a.record.contacts.size()},
            {"ticks", std::move(ticks)}};
}

} // namespace

Topic explainStep(const ExplainedWorld& explained)
{
    if (!explained.before) return {.error = kNoLastStep};
    const World& world = explained.world;
    const WorldSettings& settings = world.settings();
    Topic topic;
    topic.lines.add(fmt::format("Step {} of {} with {}.", world.stepCount(),
                                roundedQuantity(stepSeconds(world), "s"), satbox::toString(settings.solver)));
    Json counts = Json::object();
    for (const Count& count : countsOf(world)) {
        if (count.value > 0) topic.lines.row(count.name, formatCount(count.value));
        counts[count.member] = count.value;
    }
    topic.json = {{"number", world.stepCount()},
                  {"seconds", jsonOf(stepSeconds(world))},
                  {"substeps", hasSubsteps(settings.solver) ? settings.substeps : 1},
                  {"counts", std::move(counts)},
                  {"hardest", nullptr}};
    const Contact* const hardest = hardestContact(world);
    if (!hardest) {
        topic.lines.add("No contact applied an impulse in this step.");
        return topic;
    }
    const StepAnalysis analysis = analyseStep(*explained.before, keyOf(world, *hardest), true);
    addHardest(topic.lines, analysis);
    topic.json["hardest"] = hardestJson(analysis);
    return topic;
}

} // namespace satbox::app
