#include "engine/collision/sat.h"

namespace satbox {

int supportPoint(const PolygonView& polygon, Vec2 direction)
{
    int best = 0;
    float farthest = dot(direction, polygon.vertices[0]);
    for (int i = 1; i < polygon.count; ++i) {
        const float reach = dot(direction, polygon.vertices[i]);
        if (reach > farthest) {
            farthest = reach;
            best = i;
        }
    }
    return best;
}

FaceSeparation faceSeparation(const PolygonView& owner, int face, const PolygonView& other)
{
    const Vec2 n = owner.normals[face];
    const int support = supportPoint(other, -n);
    return {face, support, dot(n, other.vertices[support]) - dot(n, owner.vertices[face])};
}

} // namespace satbox
