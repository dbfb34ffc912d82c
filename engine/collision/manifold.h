#pragma once

#include "engine/math/transform.h"

#include <array>
#include <cstdint>

namespace satbox {

// Identifies the features of the two shapes that made a contact point. It is constant while the same edges
// and vertices touch, so that warm starting matches points of consecutive steps by comparing one integer.
struct FeatureId {
    // (index on A) << 8 | index on B. The pair of shape kinds decides whether they are edges or vertices.
    uint16_t key = 0;
    uint8_t indexA() const { return static_cast<uint8_t>(key >> 8); }
    uint8_t indexB() const { return static_cast<uint8_t>(key & 0xFF); }
    friend bool operator==(const FeatureId&, const FeatureId&) = default;
};

// Geometry of one contact point, in the frame of shape A's body.
struct ManifoldPoint {
    Vec2 point{0.0f, 0.0f};  // half way between the two surfaces, m
    float separation = 0.0f; // along the normal, m; negative: overlap; positive: speculative
    FeatureId id;
    friend bool operator==(const ManifoldPoint&, const ManifoldPoint&) = default;
};

// The shape whose face gave the normal.
enum class ReferenceOwner : uint8_t { None, A, B };
inline ReferenceOwner otherOwner(ReferenceOwner owner)
{
    if (owner == ReferenceOwner::None) return owner;
    return owner == ReferenceOwner::A ? ReferenceOwner::B : ReferenceOwner::A;
}

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
    uint8_t incidentFace = 0;  // edge index on the other shape
    friend bool operator==(const Manifold&, const Manifold&) = default;
};

} // namespace satbox
