#pragma once

#include <satbox/contacts.h>
#include <satbox/math.h>

#include <array>
#include <cstdint>

namespace satbox {

// Geometry of one contact point, in the frame of shape A's body.
struct ManifoldPoint {
    Vec2 point{0.0f, 0.0f};  // half way between the two surfaces, m
    float separation = 0.0f; // along the normal, m; negative: overlap; positive: speculative
    FeatureId id;
    friend bool operator==(const ManifoldPoint&, const ManifoldPoint&) = default;
};

// The greatest separation of contact points, and the scale of the tolerances.
struct CollisionRange {
    float speculative = 0.0f; // m, >= 0: points with separation up to this are reported
    float lengthUnit = 1.0f;  // m; unit of the tolerances, see WorldSettings::lengthUnit
    constexpr CollisionRange(float speculativeDistance = 0.0f, float unit = 1.0f)
        : speculative(speculativeDistance), lengthUnit(unit)
    {}
};

// All contact points of two shapes, in the frame of A's body. count == 0: no contact within the speculative
// distance.
struct Manifold {
    Vec2 normal{0.0f, 0.0f}; // unit, from A to B
    std::array<ManifoldPoint, 2> points{};
    int count = 0;
    ReferenceOwner referenceOwner = ReferenceOwner::None;
    uint8_t referenceFace = 0; // edge index on the owner: polygon, capsule or segment
    uint8_t incidentFace = 0;  // edge index on the other shape; after supportManifold() that of a vertex
    friend bool operator==(const Manifold&, const Manifold&) = default;
};

} // namespace satbox
