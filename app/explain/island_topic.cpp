// An island after the last step: its bodies, its contacts, what keeps it awake, and its energy.

#include "app/document/step_seconds.h"
#include "app/explain/energy_topic.h"
#include "app/explain/json_values.h"
#include "app/text/format.h"
#include "app/text/island_text.h"
#include "app/text/names.h"
#include "engine/lab/measure_body.h"
#include <satbox/lab/island_report.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace satbox::app {

namespace {

constexpr size_t kShown = 20; // bodies or contacts in the text; the document has all

struct IslandContactFacts {
    uint32_t bodyA = 0, bodyB = 0, shapeA = 0, shapeB = 0; // slots
    float impulse = 0.0f;                                  // N s, along the normal, over the step
    size_t points = 0;
};

bool hasBody(const IslandReport& island, uint32_t body)
{
    return std::binary_search(island.bodies.begin(), island.bodies.end(), body);
}

std::vector<IslandContactFacts> contactsOf(const World& world, const IslandReport& island)
{
    std::vector<IslandContactFacts> all;
    world.forEachContactView([&](const ContactView& view) {
        const Contact& c = *view.contact;
        if (view.points.empty() || c.sensor || (!hasBody(island, c.bodyA) && !hasBody(island, c.bodyB)))
            return;
        all.push_back({c.bodyA, c.bodyB, c.shapeA, c.shapeB, 0.0f, view.points.size()});
        for (const ContactPoint& point : view.points) all.back().impulse += point.totalImpulse;
    });
    std::sort(all.begin(), all.end(), [](const IslandContactFacts& x, const IslandContactFacts& y) {
        return std::tuple(x.bodyA, x.bodyB, x.shapeA, x.shapeB) <
               std::tuple(y.bodyA, y.bodyB, y.shapeA, y.shapeB);
    });
    return all;
}

Energy energyOf(const World& world, const IslandReport& island)
{
    Energy sum;
    for (const uint32_t slot : island.bodies)
        sum += mechanicalEnergy(world.body(world.bodyAt(slot)), world.motion(world.bodyAt(slot)),
                                world.settings().gravity);
    return sum;
}

// Of the island of the last step that has a body of this one.
std::optional<EnergyAccount> accountOf(const ExplainedWorld& explained, const IslandReport& island)
{
    if (!explained.before) return std::nullopt;
    World copy = *explained.before;
    for (const IslandEnergy& stepped : stepWithLedger(copy, stepSeconds(copy)).islands)
        if (std::any_of(stepped.bodies.begin(), stepped.bodies.end(),
                        [&](uint32_t body) { return hasBody(island, body); }))
            return stepped.account;
    return std::nullopt;
}

void addBodies(Lines& lines, const World& world, const IslandReport& island)
{
    lines.add(fmt::format("{}:", bodyCountText(island.bodies.size())));
    for (size_t i = 0; i < std::min(island.bodies.size(), kShown); ++i) {
        const BodyId body = world.bodyAt(island.bodies[i]);
        const float speed = length(world.motion(body).v);
        lines.row(fmt::format("body {}", body.index),
                  fmt::format("{}, {}", describeBody(world, body),
                              formatQuantity(static_cast<double>(speed), "m/s")));
    }
    if (island.bodies.size() > kShown)
        lines.add(fmt::format("and {} more", bodyCountText(island.bodies.size() - kShown)), 2);
}

void addContacts(Lines& lines, const World& world, const std::vector<IslandContactFacts>& contacts)
{
    lines.add(fmt::format("{} with points:", countText(contacts.size(), "contact", "contacts")));
    for (size_t i = 0; i < std::min(contacts.size(), kShown); ++i) {
        const IslandContactFacts& c = contacts[i];
        lines.row(fmt::format("{},{}", c.bodyA, c.bodyB),
                  fmt::format("{} and {}: {}, normal impulse {}", describeBody(world, world.bodyAt(c.bodyA)),
                              describeBody(world, world.bodyAt(c.bodyB)),
                              countText(c.points, "point", "points"),
                              formatQuantity(static_cast<double>(c.impulse), "N s")));
    }
    if (contacts.size() > kShown)
        lines.add(fmt::format("and {} more", countText(contacts.size() - kShown, "contact", "contacts")), 2);
}

Json islandJson(const World& world, const IslandReport& island,
                const std::vector<IslandContactFacts>& contacts)
{
    Json bodies = Json::array(), pairs = Json::array();
    for (const uint32_t slot : island.bodies) bodies.push_back(bodyJson(world, slot));
    for (const IslandContactFacts& c : contacts)
        pairs.push_back({{"bodies", Json::array({c.bodyA, c.bodyB})},
                         {"points", c.points},
                         {"normalImpulse", satbox::app::jsonOf(c.impulse)}});
    return {{"asleep", island.asleep()},
            {"reason", awakeReasonText(world, island)},
            {"reasonBody", island.body},
            {"speed", satbox::app::jsonOf(island.speed)},
            {"restTime", satbox::app::jsonOf(island.restTime)},
            {"timeToSleep", satbox::app::jsonOf(world.settings().timeToSleep)},
            {"bodies", std::move(bodies)},
            {"contacts", std::move(pairs)},
            {"energy", satbox::app::jsonOf(energyOf(world, island))}};
}

} // namespace

Topic explainIsland(const ExplainedWorld& explained, uint32_t number)
{
    const World& world = explained.world;
    const std::vector<IslandReport> islands = reportIslands(world);
    if (islands.empty()) return {.error = "the world has no islands: no body can move"};
    if (number > islands.size())
        return {.error = fmt::format("there is no island {}; the world has islands 1 to {} after step {}",
                                     number, islands.size(), world.stepCount())};
    const IslandReport& island = islands[number - 1];
    const std::vector<IslandContactFacts> contacts = contactsOf(world, island);
    const std::optional<EnergyAccount> account = accountOf(explained, island);

    Topic topic;
    topic.lines.add(
        fmt::format("Island {} of {}. {}", number, islands.size(), awakeReasonText(world, island)));
    addBodies(topic.lines, world, island);
    addContacts(topic.lines, world, contacts);
    topic.json = {{"number", number}, {"of", islands.size()}};
    topic.json.update(islandJson(world, island, contacts));
    topic.json["account"] = account ? accountJson(*account) : Json(nullptr);
    if (account) {
        topic.lines.add("Energy in the last step, of the island that these bodies were in:");
        addAccount(topic.lines, *account);
    } else {
        const Energy energy = energyOf(world, island);
        topic.lines.add(fmt::format("Energy: kinetic {}, potential {}", formatQuantity(energy.kinetic, "J"),
                                    formatQuantity(energy.potential, "J")));
    }
    return topic;
}

} // namespace satbox::app
