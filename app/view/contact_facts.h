#pragma once

#include "app/document/contact_key.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// One line of the contact card.
struct ContactFact {
    std::string name;     // "Depth"
    std::string value;    // "4.87 mm"
    std::string help;     // tooltip
    bool isBrief = false; // also on the hover card, not only on a pinned one
    // What `value` is the text of, if it is one quantity: in SI units, with its unit.
    std::optional<double> quantity{};
    std::string_view unit{};
};

struct ContactFacts {
    std::string nameA; // "box 3, polygon"
    std::string nameB;
    Position position{};
    std::vector<ContactFact> facts;
};

// True if the world's solver is SolverType::VertexContact and solves this contact: its points are then the
// vertices of one polygon that are inside the other.
bool usesVertexContacts(const World& world, const Contact& contact);
// "sticking", "sliding", "speculative: still apart", ... of a point in the last step.
const char* contactStateText(const Contact& contact, const ContactPoint& point);
// Velocity of B relative to A at a position, m/s: x along the normal, negative: approaching; y along
// perp(normal).
Vec2 pointVelocity(const World& world, const ContactKey& key, Vec2 normal, Position position);
// False for a point that was pushed in the last step, but not in its last substep, such as one that bounced:
// its friction is lost.
bool isFrictionKnown(const ContactPoint& point);
// The impulse of a contact along its tangent over the whole step, N s. Points store friction for the last
// substep only, so it is scaled by the normal impulse of the step divided by that of the last substep. 0 if
// it is not known.
float frictionOfStep(const ContactPoint& point);
// The largest friction of the contact with this normal impulse, N s.
float frictionLimit(const Contact& contact, float normalImpulse);
// "A3 B1": the edges or vertices of A and B that produced a point of the manifold.
std::string featuresText(FeatureId id);
std::string vertexName(FeatureId id); // "A2": vertex 2 of A. Precondition: a point of such a contact.

// nullopt if the contact or its point `key.point` no longer exists.
std::optional<ContactFacts> contactFacts(const World& world, const ContactKey& key);

} // namespace satbox::app
