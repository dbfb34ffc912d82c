// A body after the last step: definition, motion, mass, why it is awake, its contacts, and the forces on it.

#include "app/document/step_seconds.h"
#include "app/explain/json_values.h"
#include "app/text/format.h"
#include "app/text/island_text.h"
#include "app/text/names.h"
#include "app/view/contact_facts.h"
#include <satbox/lab/island_report.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace satbox::app {

namespace {

// Of a contact on the body, over the last step.
struct Partner {
    uint32_t body = 0;
    uint32_t shapeA = 0, shapeB = 0; // slots
    size_t points = 0;
    bool sensor = false;
    float normal = 0.0f, friction = 0.0f; // N s
    Vec2 impulse{0.0f, 0.0f};             // N s, on the body
};

std::string quantity(float value, std::string_view unit)
{
    return formatQuantity(static_cast<double>(value), unit);
}
std::string vectorText(Vec2 v, std::string_view unit)
{
    return fmt::format("{} {}", formatVector(v, 3), unit);
}

std::vector<Partner> partnersOf(const World& world, uint32_t body)
{
    std::vector<Partner> partners;
    world.forEachContactView([&](const ContactView& view) {
        const Contact& c = *view.contact;
        if (view.points.empty() || (c.bodyA != body && c.bodyB != body)) return;
        Partner p{.body = c.bodyA == body ? c.bodyB : c.bodyA, .shapeA = c.shapeA, .shapeB = c.shapeB};
        p.points = view.points.size();
        p.sensor = c.sensor;
        for (const ContactPoint& point : view.points) {
            p.normal += point.totalImpulse;
            p.friction += frictionOfStep(point);
        }
        const Vec2 onB = p.normal * c.normal + p.friction * perp(c.normal);
        p.impulse = c.bodyB == body ? onB : -onB;
        partners.push_back(p);
    });
    std::sort(partners.begin(), partners.end(), [](const Partner& x, const Partner& y) {
        return std::tuple(x.body, x.shapeA, x.shapeB) < std::tuple(y.body, y.shapeA, y.shapeB);
    });
    return partners;
}

struct IslandOfBody {
    size_t number = 0; // from 1
    IslandReport report;
};
std::optional<IslandOfBody> islandOf(const World& world, uint32_t body)
{
    const std::vector<IslandReport> islands = reportIslands(world);
    for (size_t i = 0; i < islands.size(); ++i)
        if (std::binary_search(islands[i].bodies.begin(), islands[i].bodies.end(), body))
            return IslandOfBody{i + 1, islands[i]};
    return std::nullopt;
}

const char* stateOfBody(const Body& body)
{
    if (!body.enabled) return "disabled";
    if (body.quarantined) return "frozen";
    if (body.type == BodyType::Static) return "static";
    return body.awake ? "awake" : "asleep";
}

std::string sleepText(const World& world, const Body& body, const std::optional<IslandOfBody>& island)
{
    if (island) return fmt::format("Island {}. {}", island->number, awakeReasonText(world, island->report));
    if (!body.enabled) return "A disabled body keeps its pose and neither moves nor collides.";
    if (body.quarantined) return "A frozen body neither moves nor collides: its state was not valid.";
    return "A static body never moves and belongs to no island.";
}

struct Forces {
    Vec2 gravity{0.0f, 0.0f};  // N
    Vec2 contacts{0.0f, 0.0f}; // N, mean over the last step
    Vec2 applied{0.0f, 0.0f};  // N, by the user, for the next step
    std::optional<Vec2> net;   // N, from the change of velocity in the last step
};
Forces forcesOn(const ExplainedWorld& explained, BodyId id, const std::vector<Partner>& partners)
{
    const BodyMotion& m = explained.world.motion(id);
    const float dt = stepSeconds(explained.world);
    Forces forces;
    forces.applied = m.force;
    for (const Partner& partner : partners) forces.contacts += partner.impulse / dt;
    if (m.invMass <= 0.0f) return forces;
    forces.gravity = m.gravityScale / m.invMass * explained.world.settings().gravity;
    if (explained.before && explained.before->isValid(id))
        forces.net = (m.v - explained.before->motion(id).v) / (m.invMass * dt);
    return forces;
}

void addForces(Lines& lines, const World& world, const Body& body, const Forces& forces,
               const std::vector<Partner>& partners)
{
    lines.add("Forces:");
    lines.row("gravity", vectorText(forces.gravity, "N"));
    lines.row("contacts, mean of the step", vectorText(forces.contacts, "N"));
    if (forces.net) lines.row("net, from the velocity", vectorText(*forces.net, "N"));
    if (length(forces.applied) > 0.0f)
        lines.row("applied, for the next step", vectorText(forces.applied, "N"));
    lines.add(fmt::format("{} with points{}", countText(partners.size(), "contact", "contacts"),
                          partners.empty() ? "."
                          : body.awake || body.type != BodyType::Dynamic
                              ? ":"
                              : ", with the impulses of the step in which they fell asleep:"));
    for (const Partner& p : partners)
        lines.row(
            fmt::format("with body {}", p.body),
            p.sensor
                ? fmt::format("{}: a sensor, nothing is solved", describeBody(world, world.bodyAt(p.body)))
                : fmt::format("{}: {}, normal {}, friction {}", describeBody(world, world.bodyAt(p.body)),
                              countText(p.points, "point", "points"), quantity(p.normal, "N s"),
                              quantity(p.friction, "N s")));
}

void addState(Lines& lines, const World& world, BodyId id)
{
    const BodyDef def = world.bodyDef(id);
    const BodyMotion& m = world.motion(id);
    const MassData& mass = world.body(id).massData;
    lines.row("position",
              fmt::format("({}, {}) m, angle {}°", formatFixed(def.position.x, 3),
                          formatFixed(def.position.y, 3), formatFixed(inDegrees(angleOf(def.rotation)), 2)));
    lines.row("velocity", fmt::format("{}, {}", vectorText(m.v, "m/s"), quantity(m.w, "rad/s")));
    if (def.type == BodyType::Dynamic)
        lines.row("mass",
                  fmt::format("{}, inertia {}", quantity(mass.mass, "kg"), quantity(mass.inertia, "kg m²")));
    std::string options;
    const auto add = [&](bool isSet, std::string_view text) {
        if (isSet) options += fmt::format("{}{}", options.empty() ? "" : ", ", text);
    };
    add(def.fixedRotation, "fixed rotation");
    add(def.lockX, "locked in x");
    add(def.lockY, "locked in y");
    add(def.mass > 0.0f || def.inertia > 0.0f || def.ownCenter, "own mass");
    add(def.sleepSpeed > 0.0f, fmt::format("sleeps below {}", quantity(def.sleepSpeed, "m/s")));
    add(def.bullet, "bullet");
    add(!def.sleepAllowed, "may not sleep");
    add(def.gravityScale != 1.0f,
        fmt::format("gravity times {}", formatNumber(static_cast<double>(def.gravityScale))));
    add(def.linearDamping != 0.0f, fmt::format("damping {}", quantity(def.linearDamping, "1/s")));
    add(def.angularDamping != 0.0f, fmt::format("angular damping {}", quantity(def.angularDamping, "1/s")));
    if (!options.empty()) lines.row("options", options);
    for (const ShapeId shape : world.shapesOf(id)) {
        const ShapeDef& of = world.shape(shape).def;
        const auto number = [](float value) { return formatNumber(static_cast<double>(value)); };
        lines.row(fmt::format("shape {}", shape.index),
                  fmt::format("{}{}, density {}, friction {} / {}, restitution {}",
                              toString(kindOf(of.geometry)), of.sensor ? ", sensor" : "",
                              quantity(of.material.density, "kg/m²"), number(of.material.staticFriction),
                              number(of.material.dynamicFriction), number(of.material.restitution)) +
                      (of.material.rollingResistance != 0.0f
                           ? ", rolling resistance " + number(of.material.rollingResistance)
                           : "") +
                      (of.material.surfaceSpeed != 0.0f
                           ? ", surface speed " + quantity(of.material.surfaceSpeed, "m/s")
                           : ""));
    }
}

Json shapesJson(const World& world, BodyId id)
{
    Json shapes = Json::array();
    for (const ShapeId shape : world.shapesOf(id)) {
        const ShapeDef& of = world.shape(shape).def;
        shapes.push_back({{"number", shape.index},
                          {"kind", toString(kindOf(of.geometry))},
                          {"sensor", of.sensor},
                          {"density", jsonOf(of.material.density)},
                          {"staticFriction", jsonOf(of.material.staticFriction)},
                          {"dynamicFriction", jsonOf(of.material.dynamicFriction)},
                          {"restitution", jsonOf(of.material.restitution)},
                          {"rollingResistance", jsonOf(of.material.rollingResistance)},
                          {"surfaceSpeed", jsonOf(of.material.surfaceSpeed)},
                          {"category", of.filter.category},
                          {"mask", of.filter.mask},
                          {"group", of.filter.group}});
    }
    return shapes;
}

Json contactsJson(const World& world, const std::vector<Partner>& partners)
{
    Json contacts = Json::array();
    for (const Partner& p : partners)
        contacts.push_back({{"with", bodyJson(world, p.body)},
                            {"points", p.points},
                            {"sensor", p.sensor},
                            {"normalImpulse", jsonOf(p.normal)},
                            {"frictionImpulse", jsonOf(p.friction)},
                            {"impulse", jsonOf(p.impulse)}});
    return contacts;
}

Json forcesJson(const Forces& forces)
{
    return {{"gravity", jsonOf(forces.gravity)},
            {"contacts", jsonOf(forces.contacts)},
            {"applied", jsonOf(forces.applied)},
            {"net", forces.net ? jsonOf(*forces.net) : Json(nullptr)}};
}

Json definitionJson(const BodyDef& def)
{
    return {{"fixedRotation", def.fixedRotation},
            {"lockX", def.lockX},
            {"lockY", def.lockY},
            {"mass", jsonOf(def.mass)},
            {"inertia", jsonOf(def.inertia)},
            {"ownCenter", def.ownCenter},
            {"center", jsonOf(def.center)},
            {"sleepAllowed", def.sleepAllowed},
            {"sleepSpeed", jsonOf(def.sleepSpeed)},
            {"bullet", def.bullet},
            {"enabled", def.enabled},
            {"gravityScale", jsonOf(def.gravityScale)},
            {"linearDamping", jsonOf(def.linearDamping)},
            {"angularDamping", jsonOf(def.angularDamping)},
            {"group", def.group}};
}

} // namespace

Topic explainBody(const ExplainedWorld& explained, uint32_t body)
{
    const World& world = explained.world;
    const BodyId id = world.bodyAt(body);
    const Body& facts = world.body(id);
    const BodyMotion& m = world.motion(id);
    const BodyDef def = world.bodyDef(id);
    const std::optional<IslandOfBody> island = islandOf(world, body);
    const std::vector<Partner> partners = partnersOf(world, body);
    const Forces forces = forcesOn(explained, id, partners);
    const std::string sleep = sleepText(world, facts, island);

    Topic topic;
    topic.lines.add(fmt::format("{}: {} body, {}. {}", describeBody(world, id), toString(def.type),
                                stateOfBody(facts), sleep));
    addState(topic.lines, world, id);
    addForces(topic.lines, world, facts, forces, partners);
    topic.json = bodyJson(world, body);
    topic.json.update(Json{{"type", toString(def.type)},
                           {"state", stateOfBody(facts)},
                           {"sleep", sleep},
                           {"island", island ? Json(island->number) : Json(nullptr)},
                           {"restTime", jsonOf(facts.sleepTime)},
                           {"position", jsonOf(def.position)},
                           {"angle", jsonOf(angleOf(def.rotation))},
                           {"centre", jsonOf(m.center)},
                           {"velocity", jsonOf(m.v)},
                           {"angularVelocity", jsonOf(m.w)},
                           {"mass", m.invMass > 0.0f ? jsonOf(facts.massData.mass) : Json(nullptr)},
                           {"inertia", m.invInertia > 0.0f ? jsonOf(facts.massData.inertia) : Json(nullptr)},
                           {"definition", definitionJson(def)},
                           {"shapes", shapesJson(world, id)},
                           {"contacts", contactsJson(world, partners)},
                           {"forces", forcesJson(forces)}});
    return topic;
}

} // namespace satbox::app
