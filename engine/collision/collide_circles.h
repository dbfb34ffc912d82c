#pragma once

#include "engine/collision/manifold.h"
#include "engine/geometry/shape.h"

namespace satbox {

// A polygon (or the two-vertex polygon of a capsule or segment) against a circle at `center`, both in the
// polygon's frame: the manifold of the polygon as A, the circle as B. By the Voronoi region of the face
// farthest in front: first corner, face, second corner. Feature ids name the face, or kVertexFeature plus the
// vertex.
Manifold collidePolygonAndCircle(const Polygon& polygon, Vec2 center, float radius,
                                 float speculativeDistance);

} // namespace satbox
