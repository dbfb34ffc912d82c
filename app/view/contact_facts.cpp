#include "app/view/contact_facts.h"

#include "app/document/step_seconds.h"
#include "app/text/format.h"
#include "app/text/names.h"
#include "engine/collision/vertex_contacts.h"
#include "engine/world/world_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

constexpr std::array<std::string_view, 8> kBriefFacts{
    "State", "Normal", "Depth", "Gap", "Normal impulse", "Friction impulse", "Speed, normal", "Age"};

} // namespace

const char* contactStateText(const Contact& contact, const ContactPoint& point)
{
    if (contact.sensor) return "sensor: reported, not solved";
    if (point.totalImpulse <= 0.0f)
        return point.separation > 0.0f ? "speculative: still apart" : "no impulse";
    if (!isFrictionKnown(point)) return point.separation > 0.0f ? "apart again" : "moving apart";
    return contact.sliding ? "sliding" : "sticking";
}

bool usesVertexContacts(const World& world, const Contact& contact)
{
    const ShapeStore& shapes = stateOf(world).shapes;
    return world.settings().solver == SolverType::VertexContact && !contact.sensor &&
           hasVertexContacts(shapes.at(contact.shapeA).shape, shapes.at(contact.shapeB).shape);
}

bool isFrictionKnown(const ContactPoint& point)
{
    return point.normalImpulse > 0.0f || !(point.totalImpulse > 0.0f);
}

float frictionOfStep(const ContactPoint& point)
{
    if (!(point.normalImpulse > 0.0f)) return 0.0f;
    return point.tangentImpulse / point.normalImpulse * point.totalImpulse;
}

float frictionLimit(const Contact& contact, float normalImpulse)
{
    return (contact.sliding ? contact.dynamicFriction : contact.staticFriction) * normalImpulse;
}

Vec2 pointVelocity(const World& world, const ContactKey& key, Vec2 normal, Position position)
{
    const Vec2 relative = world.velocityAt(world.bodyOf(key.shapeB), position) -
                          world.velocityAt(world.bodyOf(key.shapeA), position);
    return {dot(relative, normal), dot(relative, perp(normal))};
}

std::string featuresText(FeatureId id)
{
    return fmt::format("A{} B{}", id.indexA() & ~kVertexFeature, id.indexB() & ~kVertexFeature);
}

std::string vertexName(FeatureId id)
{
    return fmt::format("{}{}", isVertexOfA(id) ? "A" : "B", vertexOf(id));
}

std::optional<ContactFacts> contactFacts(const World& world, const ContactKey& key)
{
    const ContactView view = findContact(world, key);
    if (view.points.empty() || key.point >= static_cast<int>(view.points.size())) return std::nullopt;
    const Contact* const contact = view.contact;
    const ContactPoint& point = view.points[static_cast<size_t>(std::max(key.point, 0))];
    const bool vertex = usesVertexContacts(world, *contact);
    const std::optional<Position> position = contactPosition(world, key);
    if (!position) return std::nullopt;

    ContactFacts out;
    out.nameA = nameOfShape(world, key.shapeA);
    out.nameB = nameOfShape(world, key.shapeB);
    out.position = *position;
    const auto add = [&](std::string name, std::string value, std::string help) {
        const bool brief = std::find(kBriefFacts.begin(), kBriefFacts.end(), name) != kBriefFacts.end();
        out.facts.push_back({std::move(name), std::move(value), std::move(help), brief});
    };
    const auto addQuantity = [&](std::string name, float quantity, std::string_view unit, std::string help) {
        const auto number = static_cast<double>(quantity);
        add(std::move(name), formatQuantity(number, unit), std::move(help));
        out.facts.back().quantity = number;
        out.facts.back().unit = unit;
    };

    const Vec2 n = contact->normal;
    add("State", contactStateText(*contact, point),
        "Sticking: friction is below its limit. Sliding: friction is at its limit. Speculative: still apart. "
        "Moving apart: it was pushed in the step, but not in its last substep. Apart again: likewise, and "
        "there "
        "was a gap at the start.");
    add("Normal", fmt::format("{}  {}°", formatVector(n, 3), formatFixed(inDegrees(std::atan2(n.y, n.x)), 1)),
        "Unit vector from A to B, and its angle to the x axis.");
    if (point.separation <= 0.0f)
        add("Depth", formatNumber(-1000.0 * static_cast<double>(point.separation)) + " mm",
            vertex ? "Overlap of the polygons along the normal when this vertex was last solved: the same "
                     "for all vertices of the pair."
                   : "Overlap of the shapes at this point at the start of the step.");
    else
        add("Gap", formatNumber(1000.0 * static_cast<double>(point.separation)) + " mm",
            "Distance between the surfaces at the start of the step.");
    addQuantity("Normal impulse", point.totalImpulse, "N s",
                "Impulse on B along the normal, summed over the last step.");
    const float dt = stepSeconds(world);
    addQuantity("Mean force", point.totalImpulse / dt, "N", "Normal impulse divided by the time step.");
    const float friction = frictionOfStep(point);
    const bool isKnown = isFrictionKnown(point);
    const std::string frictionHelp =
        "Impulse on B along the tangent, 90° left of the normal, in the last step: that of the last substep, "
        "scaled like the normal impulse. Unknown if the point was not pushed in the last substep.";
    if (isKnown)
        addQuantity("Friction impulse", friction, "N s", frictionHelp);
    else
        add("Friction impulse", "unknown", frictionHelp);
    const float limit = frictionLimit(*contact, point.totalImpulse);
    if (isKnown && limit > 0.0f)
        add("Share of the limit",
            formatFixed(100.0 * static_cast<double>(std::fabs(friction) / limit), 0) + " %",
            "Friction impulse divided by its limit, the friction coefficient times the normal impulse. At "
            "100 % the "
            "surfaces slide.");
    add("Friction, static / dynamic",
        fmt::format("{} / {}", formatNumber(static_cast<double>(contact->staticFriction)),
                    formatNumber(static_cast<double>(contact->dynamicFriction))),
        "Friction coefficients of this pair, combined from both materials.");
    add("Restitution", formatNumber(static_cast<double>(contact->restitution)),
        "Coefficient of restitution of this pair, combined from both materials: 0 is inelastic, 1 elastic.");

    const Vec2 speeds = pointVelocity(world, key, n, *position);
    addQuantity("Speed, normal", speeds.x, "m/s",
                "Velocity of B relative to A along the normal; negative: approaching.");
    addQuantity("Speed, sliding", speeds.y, "m/s",
                "Velocity of B relative to A along the tangent, 90° left of the normal.");
    add("Age", fmt::format("{} (pair: {})", countText(point.age, "step", "steps"), formatCount(contact->age)),
        "Number of steps in which the same features have touched; in brackets, for the pair as a whole.");
    const auto edgeOf = [](ReferenceOwner owner) { return owner == ReferenceOwner::A ? "A" : "B"; };
    if (vertex) {
        add("Vertex", fmt::format("{}, inside {}", vertexName(point.id), isVertexOfA(point.id) ? "B" : "A"),
            "The vertex of one polygon that is inside the other.");
        add("Edge of greatest separation",
            fmt::format("{}{}", edgeOf(contact->referenceOwner), contact->referenceFace),
            "The edge that defines normal and depth.");
        return out;
    }
    add("Features", featuresText(point.id), "The edges or vertices of A and B that produced this point.");
    const ReferenceOwner owner = contact->referenceOwner;
    const std::string face =
        owner == ReferenceOwner::None
            ? "none"
            : fmt::format("{} of {}, clips {} of {}", contact->referenceFace, edgeOf(owner),
                          contact->incidentFace, edgeOf(otherOwner(owner)));
    add("Reference face", face,
        "The face that defines the normal, and the incident face that was clipped against it.");
    return out;
}

} // namespace satbox::app
