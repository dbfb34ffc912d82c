// The preview of copies in columns and rows.

#include "app/tools/array_copy.h"

#include "app/document/body_bounds.h"
#include "app/document/shape_commands.h"
#include "app/view/shape_drawing.h"

namespace satbox::app {

Vec2 touchingSpacing(const World& world, std::span<const BodyId> bodies)
{
    const std::optional<WorldBox> box = boundsOf(world, bodies);
    return box ? box->upper - box->lower : Vec2{1.0f, 1.0f};
}

Vec2 spacingOf(const ArrayCopyOptions& options, const World& world, std::span<const BodyId> bodies)
{
    const Vec2 touching = touchingSpacing(world, bodies);
    return {options.spacingX.value_or(touching.x), options.spacingY.value_or(touching.y)};
}

void drawArrayCopy(const ViewContext& context, const ArrayCopyOptions& options, DrawList& out)
{
    const World& world = context.world;
    const std::vector<BodyId> bodies = context.selection.bodies();
    if (!arrayCopyRefusal(bodies.size(), options.columns, options.rows).empty()) return;
    const ShapeStyle style = context.previewStyle();
    for (const Vec2 offset : arrayOffsets(options.columns, options.rows, spacingOf(options, world, bodies)))
        for (const BodyId body : bodies) {
            if (!world.isValid(body)) continue;
            WorldTransform pose = world.motion(body).transform();
            pose.p += offset;
            if (!isFinite(pose)) continue;
            for (const ShapeId shape : world.shapesOf(body))
                addShape(out, world.shape(shape).shape, pose, style);
        }
}

} // namespace satbox::app
