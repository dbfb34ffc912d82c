#pragma once

#include "app/view/view_context.h"
#include <satbox/world.h>

#include <optional>
#include <span>

namespace satbox::app {

// What the Array copy card sets: copies of the selected bodies in columns and rows, with the originals at the
// lower left.
struct ArrayCopyOptions {
    int columns = 3;
    int rows = 2;
    // m, from one copy to the next; none: the size of the bodies' common box, so that copies touch.
    std::optional<float> spacingX{};
    std::optional<float> spacingY{};
};

// m, width and height of the bodies' common box; 1 m if they have none.
Vec2 touchingSpacing(const World& world, std::span<const BodyId> bodies);
Vec2 spacingOf(const ArrayCopyOptions& options, const World& world, std::span<const BodyId> bodies);

// The outlines of the copies. Nothing where arrayCopyRefusal() has a reason against them.
void drawArrayCopy(const ViewContext& context, const ArrayCopyOptions& options, DrawList& out);

} // namespace satbox::app
