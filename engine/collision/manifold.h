#pragma once

#include "engine/math/transform.h"

#include <array>
#include <cstdint>

namespace satbox {

// Which features of the two shapes made a contact point: it stays the same while the same edges and vertices
// touch, so that impulses find their point again in the next step by comparing one integer.
struct FeatureId {
    uint16_t key =
        0; // (index on A) << 8 | index on B; what the indices name is fixed per pair of shape kinds
    uint8_t indexA() const { return static_cast<uint8_t>(key >> 8); }
    uint8_t indexB() const { return static_cast<uint8_t>(key & 0xFF); }
    friend bool operator==(const FeatureId&, const FeatureId&) = default;
};

// One contact point as geometry alone, in the frame of shape A's body.
struct ManifoldPoint {
    Vec2 point{0.0f, 0.0f}; // half way between the two surfaces, m
    float separation =
        0.0f; // along the normal, m; negative where the shapes overlap, positive when speculative
    FeatureId id;
    friend bool operator==(const ManifoldPoint&, const ManifoldPoint&) = default;
};

// Which face the normal came from.
enum class ReferenceOwner : uint8_t { None, A, B };
inline ReferenceOwner otherOwner(ReferenceOwner owner)
{
    if (owner == ReferenceOwner::None) return owner;
    return owner == ReferenceOwner::A ? ReferenceOwner::B : ReferenceOwner::A;
}

// How far apart shapes may be to make contact points, and the size of things that the tolerances suit.
struct CollisionRange {
    float speculative = 0.0f; // m, >= 0: points with separation up to this are reported
    float lengthUnit = 1.0f;  // m, see WorldSettings::lengthUnit: tolerances are given in it
    constexpr CollisionRange(float speculativeDistance = 0.0f, float unit = 1.0f)
        : speculative(speculativeDistance), lengthUnit(unit)
    {}
};

// All the contact points of one pair of shapes at one instant, in the frame of A's body. count == 0: no
// contact within the speculative distance.
struct Manifold {
    Vec2 normal{0.0f, 0.0f}; // unit, from A to B
    std::array<ManifoldPoint, 2> points{};
    int count = 0;
    ReferenceOwner referenceOwner = ReferenceOwner::None;
    uint8_t referenceFace = 0; // edge index on the owner; meaningful for polygons, capsules, segments
    uint8_t incidentFace = 0;  // edge index on the other
    friend bool operator==(const Manifold&, const Manifold&) = default;
};

} // namespace satbox
