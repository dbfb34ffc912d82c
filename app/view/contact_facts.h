#pragma once

#include "app/editor/selection.h"

#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// One line of the contact card.
struct ContactFact {
    std::string name;     // "Depth"
    std::string value;    // "4.87 mm"
    std::string help;     // tooltip
    bool isBrief = false; // also on the hover card, not only on a pinned one
};

struct ContactFacts {
    std::string nameA; // "box 3, polygon"
    std::string nameB;
    Position position{};
    std::vector<ContactFact> facts;
};

std::string nameOfShape(const World& world, ShapeId shape); // "box 3, polygon"

// True if the contact's points are vertices of one polygon inside the other, as SolverType::VertexContact
// uses them.
bool usesVertexContacts(const World& world, const Contact& contact);
std::string vertexName(FeatureId id); // "A2", for such a point

// Nothing if the contact, or that point of it, no longer exists.
std::optional<ContactFacts> contactFacts(const World& world, const ContactKey& key);

} // namespace satbox::app
