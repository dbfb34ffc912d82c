#include "app/document/body_bounds.h"

#include <algorithm>

namespace satbox::app {

WorldBox boxOf(Position a, Position b)
{
    return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
}

std::optional<WorldBox> boundsOf(const World& world, std::span<const BodyId> bodies)
{
    std::optional<WorldBox> bounds;
    for (const BodyId body : bodies)
        for (const ShapeId shape : world.shapesOf(body)) {
            const WorldBox& box = world.boxes(shape).tight;
            if (isFinite(box)) bounds = bounds ? unite(*bounds, box) : box;
        }
    return bounds;
}

std::vector<BodyId> bodiesWithin(const World& world, const WorldBox& box)
{
    std::vector<BodyId> bodies;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        const std::optional<WorldBox> bounds = boundsOf(world, {&id, 1});
        if (bounds && contains(box, *bounds)) bodies.push_back(id);
    });
    return bodies;
}

} // namespace satbox::app
