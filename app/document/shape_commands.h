#pragma once

#include "app/document/command.h"
#include "app/document/mirror.h"
#include <satbox/world.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox::app {

// Commands that make, cut and combine bodies. They act on the current world and on the scene's start. A body
// that has moved since the start keeps its own start: the parts of a cut body start where it started, at the
// same places in its frame.

// A command, or the reason why there is none.
struct DraftedCommand {
    Command command{};
    std::string refusal{}; // a sentence for the status bar; empty on success
    bool ok() const { return refusal.empty(); }
};

inline constexpr size_t kMaxCopies = 2000; // bodies, of arrayCopyCommand()

// The points relative to the first one, as the functions of satbox/outlines.h need them: floats suffice.
std::vector<Vec2> relativeToFirst(std::span<const Position> points);

// A body with the outline `points` (m), which may be concave, cut into convex shapes like `shape`. Its origin
// is its centre of mass. `body`: everything but the pose. `noun`: "polygon".
DraftedCommand drawnBodyCommand(std::span<const Position> points, BodyDef body, const ShapeDef& shape,
                                std::string_view noun);
// A static body of segments like `shape` between consecutive points, with its origin at the first one. Points
// that are nearer than kMinSize to the one before are left out.
DraftedCommand chainCommand(std::span<const Position> points, const ShapeDef& shape);
// Cuts every body that findKnifeCuts() (knife.h) returns into its parts. Each has the definition of the body,
// the materials and filters of its shapes, and moves as that part of the body moved.
DraftedCommand knifeCommand(const World& world, std::span<const BodyId> bodies, Position a, Position b);
// Replaces each body that has several shapes by one body for each of its shapes.
DraftedCommand splitCommand(const World& world, std::span<const BodyId> bodies);
// One body with the shapes of all, where they are now. It has the definition of the heaviest one, and their
// total mass and momenta. They must have the same type.
DraftedCommand combineCommand(const World& world, std::span<const BodyId> bodies);
// Convex pieces that replace shapes of a body.
struct ShapePieces {
    std::vector<ShapeId> shapes{}; // at least one; all differ in geometry only
    std::vector<Polygon> pieces{}; // at least one, in the frame of the body
};
// Replaces the geometry of shapes. Adds or removes some if there are more or fewer pieces; new ones have the
// material, filter and sensor flag of the first. Merges within a gesture. `verb`: "Move corner of".
Command reshapeCommand(const World& world, std::string_view verb, BodyId body,
                       std::span<const ShapePieces> changes);
// Why there is no array of copies: a sentence, or empty. `bodies`: the number of originals.
std::string arrayCopyRefusal(size_t bodies, int columns, int rows);
// Where the copies of an array are, m, from the originals. `spacing`: m, from one to the next.
std::vector<Vec2> arrayOffsets(int columns, int rows, Vec2 spacing);
// `columns` times `rows` of the bodies, including the originals, with `spacing` (m) from one to the next.
DraftedCommand arrayCopyCommand(const World& world, std::span<const BodyId> bodies, int columns, int rows,
                                Vec2 spacing);
// Mirrors the bodies at the middle of their common bounding box.
DraftedCommand mirrorCommand(const World& world, std::span<const BodyId> bodies, MirrorAxis axis);

// The edits of the selection that need no further values, for menus.
enum class ShapeEdit : uint8_t { Split, Combine, MirrorLeftRight, MirrorUpDown };

struct ShapeEditText {
    ShapeEdit edit;
    const char* label; // "Split into shapes"
    const char* help;
    size_t minBodies = 1; // for which it has an effect
};
inline constexpr auto kShapeEdits = std::to_array<ShapeEditText>({
    {ShapeEdit::Split, "Split into shapes",
     "Makes a body of each shape of the selected bodies. They keep their motion."},
    {ShapeEdit::Combine, "Combine into one body",
     "Makes one body of the selected ones, with their shapes, mass and momenta. It gets the other properties "
     "of the heaviest one.",
     2},
    {ShapeEdit::MirrorLeftRight, "Mirror left and right",
     "Mirrors the selected bodies and their motion at the vertical line through their middle."},
    {ShapeEdit::MirrorUpDown, "Mirror up and down",
     "Mirrors the selected bodies and their motion at the horizontal line through their middle."},
});
DraftedCommand shapeEditCommand(const World& world, std::span<const BodyId> bodies, ShapeEdit edit);

} // namespace satbox::app
