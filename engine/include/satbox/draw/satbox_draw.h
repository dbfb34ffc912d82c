#pragma once

// Debug drawing for C99, and for other languages that call C: the overlays of satbox's window in the renderer
// of a game. It is a thin layer over satbox/draw/debug_draw.h, which documents everything in full. Link
// satbox::draw and satbox::c.
//
//   SatboxDebugDraw draw = {0};
//   SatboxDrawOptions options = satbox_draw_options_default();
//   SatboxError error;
//   draw.drawLine = my_line; // and drawPolygon, drawDisc, drawText
//   draw.context = renderer;
//   options.visible = &camera_box;
//   options.metersPerPixel = 0.02f;
//   if (!satbox_world_draw(world, &draw, &options, NULL, &error)) puts(error.text);
//
// Names, units, errors and lists are as in satbox/satbox.h. Everything is in world coordinates, y up:
// positions, radii, widths and sizes in metres.

#include <satbox/satbox.h>

#ifdef __cplusplus
extern "C" {
#endif

// sRGB as in CSS, 0 to 1, with straight (not premultiplied) alpha.
typedef struct SatboxDrawColor {
    float r, g, b, a;
} SatboxDrawColor;

// What is the same for everything in one picture.
typedef struct SatboxDrawFrame {
    float pixel;                // m per logical pixel
    SatboxWorldBox visible;     // nothing outside has to be drawn
    SatboxDrawColor background; // of the palette
} SatboxDrawFrame;

// A shape of a body: all points within `radius` of the convex polygon `points`.
typedef struct SatboxDrawShape {
    const SatboxPosition* points; // 1: circle; 2: capsule, or segment if `radius` is 0; else a polygon,
    size_t pointCount;            // counter-clockwise
    float radius;                 // m
    SatboxDrawColor fill;         // alpha 0: not filled
    SatboxDrawColor outline;      // inside the edge of the shape
    float outlineWidth;           // m
    bool dashed;                  // outline: of sensors and disabled bodies
    bool hatched;                 // diagonal stripes over the fill: of frozen bodies
    SatboxDrawColor hatch;        // their colour
} SatboxDrawShape;

typedef int32_t SatboxDrawMarkKind;
enum {
    SATBOX_DRAW_MARK_KIND_LINE,    // a to b, round ends
    SATBOX_DRAW_MARK_KIND_BAR,     // a to b, flat ends
    SATBOX_DRAW_MARK_KIND_DASHED,  // a to b, dashes of 6 pixels and gaps of 4
    SATBOX_DRAW_MARK_KIND_ARROW,   // a to b, head at b: 8 pixels, at most 40 % of the length
    SATBOX_DRAW_MARK_KIND_DISC,    // around a, radius `size`
    SATBOX_DRAW_MARK_KIND_RING,    // around a, outer radius `size`, line `width`
    SATBOX_DRAW_MARK_KIND_CROSS,   // upright plus sign around a, half extent `size`, line `width`
    SATBOX_DRAW_MARK_KIND_SQUARE,  // filled, upright, around a, half extent `size`
    SATBOX_DRAW_MARK_KIND_TRIANGLE // a, b, c, filled
};
typedef struct SatboxDrawMark {
    SatboxDrawMarkKind kind;
    SatboxPosition a, b, c;
    float width; // m, of the line
    float size;  // m, radius or half extent
    SatboxDrawColor color;
} SatboxDrawMark;

// A line of text.
typedef struct SatboxDrawLabel {
    const char* text;     // UTF-8; exists during the call only
    SatboxWorldBox box;   // where it is, of the size that textSize returned
    SatboxPosition point; // what it is about
    SatboxDrawColor color;
} SatboxDrawLabel;

// The renderer of a game. Start from zeros. Four functions are enough, and one that is NULL draws nothing:
// everything else is broken down into them. All are called on the thread that calls satbox_world_draw(), and
// must not change the world. Pointers are valid during the call.
typedef struct SatboxDebugDraw {
    // A straight line, `width` in m, with flat ends.
    void (*drawLine)(SatboxPosition a, SatboxPosition b, float width, SatboxDrawColor color, void* context);
    // A filled convex polygon of at least 3 points, counter-clockwise.
    void (*drawPolygon)(const SatboxPosition* points, size_t count, SatboxDrawColor color, void* context);
    // A filled circle, `radius` in m.
    void (*drawDisc)(SatboxPosition center, float radius, SatboxDrawColor color, void* context);
    // Without text, leave it NULL and turn SatboxDrawOptions::labels off.
    void (*drawText)(const SatboxDrawLabel* label, void* context);

    // Width and height of a line of text, in logical pixels. NULL: 7 for each character, and 18.
    SatboxVec2 (*textSize)(const char* text, void* context);
    // For renderers that have, for instance, circles with an outline: true if the shape or mark was drawn.
    // False, or NULL: it is broken down.
    bool (*drawShape)(const SatboxDrawShape* shape, const SatboxDrawFrame* frame, void* context);
    bool (*drawMark)(const SatboxDrawMark* mark, const SatboxDrawFrame* frame, void* context);
    void* context;
} SatboxDebugDraw;

typedef int32_t SatboxDrawPalette; // for a dark or a light background
enum { SATBOX_DRAW_PALETTE_DARK, SATBOX_DRAW_PALETTE_LIGHT };

// See DrawOptions in satbox/draw/debug_draw.h for ranges and further choices. Strings are copied.
typedef struct SatboxDrawOptions {
    const char* overlays;          // names of satbox_draw_overlays(), separated by commas; "all" or "none"
    const SatboxWorldBox* visible; // the part of the world on the screen. NULL: everything, and no grid
    float metersPerPixel;
    float scale; // pixels per logical pixel
    SatboxDrawPalette palette;
    bool labels; // text beside marks
    const char* colorBodiesBy;
    const char* heatMap;
    float impulseScale;
    float velocityLength;
    float normalLength;
    float lineScale;
    SatboxBodyId selected; // drawn with a thicker outline; null: none
} SatboxDrawOptions;
SATBOX_C_API SatboxDrawOptions satbox_draw_options_default(void);

// What pictures of successive steps share: the trails of bodies, and the ranges of colours.
typedef struct SatboxDrawHistory SatboxDrawHistory;
SATBOX_C_API SatboxDrawHistory* satbox_draw_history_create(void);          // NULL if memory ran out
SATBOX_C_API void satbox_draw_history_destroy(SatboxDrawHistory* history); // which may be NULL
// After each step, for trails. False if memory ran out.
SATBOX_C_API bool satbox_draw_history_record(SatboxDrawHistory* history, const SatboxWorld* world);

// Draws a world: the grid, shapes, marks, then labels, each group from back to front. NULL options: the
// default ones. NULL history: none. A refused option draws nothing.
SATBOX_C_API bool satbox_world_draw(const SatboxWorld* world, const SatboxDebugDraw* draw,
                                    const SatboxDrawOptions* options, SatboxDrawHistory* history,
                                    SatboxError* error);

typedef struct SatboxDrawOverlay {
    const char* name;  // "contact-points", for SatboxDrawOptions::overlays
    const char* label; // "Contact points"
    const char* help;  // a sentence
} SatboxDrawOverlay;
// All overlays, for a menu. Their texts are constant.
SATBOX_C_API size_t satbox_draw_overlays(SatboxDrawOverlay* overlays, size_t capacity);

#ifdef __cplusplus
}
#endif
