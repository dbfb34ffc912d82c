#pragma once

#include "app/document/body_outline.h"
#include "app/document/shape_commands.h"
#include <satbox/world.h>

#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// Edits of the corners of a body's outlines, for the vertex tool.

// An outline of the body (body_outline.h) with a corner that is edited.
struct EditedOutline {
    ShapePieces filling{};      // the polygons that fill the outline, and those that will
    std::vector<Vec2> points{}; // in the frame of the body, m
    float radius = 0.0f;        // m, of round corners
    size_t corner = 0;
};

// The corner nearest to `point` (in the frame of the body) within `reach` (m), of all outlines of the body
// that have it: outlines that share a corner stay together. Empty if there is none.
std::vector<EditedOutline> cornerAt(std::span<const BodyOutline> outlines, Vec2 point, float reach);
// The outline with an edge within `reach` of `point`, with a new corner there. Empty if there is none.
std::vector<EditedOutline> newCornerAt(std::span<const BodyOutline> outlines, Vec2 point, float reach);

void moveCorner(std::span<EditedOutline> outlines, Vec2 to); // in the frame of the body
void removeCorner(std::span<EditedOutline> outlines);

// Cuts the outline, which may be concave, into `filling.pieces`. With round corners there is one piece:
// several would overlap at their seams. Returns a sentence if that is impossible.
std::string fill(EditedOutline& outline);

// After reshapeCommand(): `filling.shapes` become those that fill the outlines now. `before`: the shapes of
// the body before the command.
void followNewShapes(const World& world, BodyId body, std::span<const ShapeId> before,
                     std::span<EditedOutline> outlines);

} // namespace satbox::app
