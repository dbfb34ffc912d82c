#pragma once

// Debug drawing: the overlays of satbox's window in the renderer of a game. Derive a class from DebugDraw and
// pass it to drawWorld():
//
//   MyDraw draw(renderer);                       // lines, convex polygons, discs, text
//   drawWorld(world, draw, {.overlays = "shapes,contact-points,joints",
//                           .visible = camera.box(),
//                           .metersPerPixel = camera.metersPerPixel()});
//
// Units: everything that DebugDraw receives is in world coordinates, y up: positions, radii, widths and sizes
// in metres. Marks have a fixed size on the screen, so that DrawOptions::metersPerPixel determines theirs.
// Positions are doubles: far from the origin, subtract the camera's position before conversion to float.

#include <satbox/config.h>
#include <satbox/ids.h>
#include <satbox/math.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace satbox {

class World;

// sRGB as in CSS, 0 to 1, with straight (not premultiplied) alpha.
struct DrawColor {
    float r = 0.0f;
    float g = 0.0f;
    float b = 0.0f;
    float a = 1.0f;

    friend bool operator==(const DrawColor&, const DrawColor&) = default;
};

// What is the same for everything in one picture.
struct DrawFrame {
    float pixel = 0.01f;  // m per logical pixel: DrawOptions::metersPerPixel times DrawOptions::scale
    WorldBox visible;     // nothing outside has to be drawn
    DrawColor background; // of the palette: behind everything, if the game draws nothing there
};

// A shape of a body: all points within `radius` of the convex polygon `points`.
struct DrawShape {
    std::span<const Position> points; // 1: circle; 2: capsule, or segment if `radius` is 0; else a polygon,
                                      // counter-clockwise
    float radius = 0.0f;              // m; of a polygon: that of its round corners, or 0
    DrawColor fill;                   // alpha 0: not filled
    DrawColor outline;         // inside the edge of the shape, so that touching shapes show both outlines
    float outlineWidth = 0.0f; // m
    bool dashed = false;       // outline: of sensors and disabled bodies
    bool hatched = false;      // diagonal stripes over the fill: of quarantined bodies
    DrawColor hatch;           // their colour
};

// A mark on the world.
enum class DrawMarkKind : uint8_t {
    Line,     // a to b, round ends
    Bar,      // a to b, flat ends
    Dashed,   // a to b, dashes of 6 pixels and gaps of 4
    Arrow,    // a to b, head at b: 8 pixels, at most 40 % of the length
    Disc,     // around a, radius `size`
    Ring,     // around a, outer radius `size`, line `width`
    Cross,    // upright plus sign around a, half extent `size`, line `width`
    Square,   // filled, upright, around a, half extent `size`
    Triangle, // a, b, c, filled
};

struct DrawMark {
    DrawMarkKind kind = DrawMarkKind::Line;
    Position a{};
    Position b{};
    Position c{};
    float width = 0.0f; // m, of the line
    float size = 0.0f;  // m, radius or half extent
    DrawColor color;
};

// A line of text. Labels keep off each other: those of low priority move, or are omitted.
struct DrawLabel {
    std::string_view text; // UTF-8; exists during the call only
    WorldBox box;          // where it is, of the size that DebugDraw::textSize() returned
    Position point{};      // what it is about
    DrawColor color;
};

// The renderer of a game. Four functions are enough; everything else is broken down into them. Override
// drawShape() or drawMark() as well if the renderer has, for instance, circles with an outline, and call
// those of DebugDraw for the kinds that it lacks.
class SATBOX_API DebugDraw {
  public:
    virtual ~DebugDraw();

    // A straight line from a to b, `width` in m, with flat ends. Renderers whose lines have one width can
    // ignore it.
    virtual void drawLine(Position a, Position b, float width, const DrawColor& color) = 0;
    // A filled convex polygon of at least 3 points, counter-clockwise.
    virtual void drawPolygon(std::span<const Position> points, const DrawColor& color) = 0;
    // A filled circle, `radius` in m.
    virtual void drawDisc(Position center, float radius, const DrawColor& color) = 0;
    // Without text, leave it empty and turn DrawOptions::labels off.
    virtual void drawText(const DrawLabel& label) = 0;

    // Width and height of a line of text, in logical pixels, for placing labels. By default 7 for each
    // character, and 18.
    virtual Vec2 textSize(std::string_view text) const;

    virtual void drawShape(const DrawShape& shape, const DrawFrame& frame);
    virtual void drawMark(const DrawMark& mark, const DrawFrame& frame);

  protected:
    DebugDraw() = default;
    DebugDraw(const DebugDraw&) = default;
    DebugDraw& operator=(const DebugDraw&) = default;
};

enum class DrawPalette : uint8_t { Dark, Light }; // for a dark or a light background

struct DrawOptions {
    // Names of drawOverlays(), separated by commas; "all" or "none".
    std::string overlays = "shapes,contact-points,normals,joints";
    // The part of the world on the screen. None: everything, and no grid.
    std::optional<WorldBox> visible{};
    float metersPerPixel = 0.01f; // 2e-5 to 20
    float scale = 1.0f;           // pixels per logical pixel, 0.25 to 8: 2 on a screen at 200 %
    DrawPalette palette = DrawPalette::Dark;
    bool labels = true; // text beside marks

    // As in the window's View panel.
    std::string colorBodiesBy = "state"; // "state", "material", "body", "island" or "speed"
    std::string heatMap = "automatic";   // "automatic", "always" or "never": colours bodies by their
                                         // overlap where contact points would cover one another
    float impulseScale = 1.0f;           // length of impulse arrows, 0.05 to 20
    float velocityLength = 0.1f;         // m of arrow for 1 m/s, 1e-3 to 2
    float normalLength = 36.0f;          // logical pixels, 12 to 120
    float lineScale = 1.0f;              // factor of all line widths, 0.5 to 3

    BodyId selected{}; // drawn with a thicker outline; null: none
};

// What pictures of successive steps share: the trails of bodies, and the ranges of colours, which should not
// change with every step. A game that draws a world often keeps one for it; drawing takes less time with it.
class SATBOX_API DrawHistory {
  public:
    DrawHistory();
    ~DrawHistory();
    DrawHistory(DrawHistory&& other) noexcept;
    DrawHistory& operator=(DrawHistory&& other) noexcept;

    // For the overlay "trails": call it after each step. Trails begin again when the step count jumps.
    void record(const World& world);

  private:
    struct Data;
    friend struct DrawHistoryAccess;
    std::unique_ptr<Data> data_;
};

// Draws a world, which it does not change: first shapes, then marks, then labels, each group from back to
// front. The grid is behind everything. Returns an empty string, or a sentence that says which option is
// refused and what would be right; then nothing is drawn.
SATBOX_API std::string drawWorld(const World& world, DebugDraw& draw, const DrawOptions& options = {},
                                 DrawHistory* history = nullptr);

struct DrawOverlay {
    std::string_view name;  // "contact-points", for DrawOptions::overlays
    std::string_view label; // "Contact points"
    std::string_view help;  // a sentence
};

// All overlays, for a menu: the grid, then those that drawWorld() draws of bodies, contacts and joints.
SATBOX_API std::span<const DrawOverlay> drawOverlays();

} // namespace satbox
