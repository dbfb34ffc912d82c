#include "app/sweep/scaled_shape.h"

#include <variant>

namespace satbox::app {
namespace {

struct ScaleGeometry {
    float factor;

    void operator()(Circle& circle) const
    {
        circle.center = factor * circle.center;
        circle.radius *= factor;
    }
    void operator()(Capsule& capsule) const
    {
        capsule.p1 = factor * capsule.p1;
        capsule.p2 = factor * capsule.p2;
        capsule.radius *= factor;
    }
    void operator()(Segment& segment) const
    {
        for (Vec2* point : {&segment.p1, &segment.p2, &segment.before, &segment.after})
            *point = factor * *point;
    }
    void operator()(Polygon& polygon) const // its normals stay
    {
        for (Vec2& vertex : polygon.vertices) vertex = factor * vertex;
        polygon.centroid = factor * polygon.centroid;
        polygon.radius *= factor;
    }
};

} // namespace

ShapeDef scaled(ShapeDef shape, float factor)
{
    std::visit(ScaleGeometry{factor}, shape.geometry);
    shape.local.p = factor * shape.local.p;
    return shape;
}

} // namespace satbox::app
