#pragma once

#include "app/editor/selection.h"

#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// What a card says about a contact point.
struct ContactFact {
    std::string name;   // "Depth"
    std::string value;  // "4.87 mm"
    std::string help;   // a sentence with the unit
    bool brief = false; // on the card beside the pointer too, not only on a pinned one
};

struct ContactFacts {
    std::string nameA; // "box 3, polygon"
    std::string nameB;
    Position position{};
    std::vector<ContactFact> facts;
};

std::string nameOfShape(const World& world, ShapeId shape); // "box 3, polygon"

// Whether the contact's points are vertices of one polygon inside the other: what SolverType::VertexContact
// solves.
bool hasVertices(const World& world, const Contact& contact);
std::string vertexName(FeatureId id); // "A2": of such a point

// Nothing where the contact, or that point of it, is gone.
std::optional<ContactFacts> contactFacts(const World& world, const ContactKey& key);

} // namespace satbox::app
