/* satbox/draw/satbox_draw.h as a C program uses it: counts and checks what is drawn. */
#include "check.h"

#include <satbox/draw/satbox_draw.h>

#include <math.h>
#include <string.h>

/* What a renderer received. */
typedef struct Drawn {
    int lines, polygons, discs, texts, shapes, marks;
    int sizes;        /* calls of textSize */
    int ownShapes;    /* 1: draw_shape draws discs by itself */
    int hatched;      /* shapes */
    double lowest;    /* m, of all points of polygons */
    float discRadius; /* m, of the last shape with one point */
    SatboxPosition disc;
    SatboxDrawMark arrow;
    int arrows;
    float pixel;
    SatboxDrawColor background;
    char text[64]; /* the first one */
} Drawn;

static void draw_line(SatboxPosition a, SatboxPosition b, float width, SatboxDrawColor color, void* context)
{
    Drawn* drawn = context;
    ++drawn->lines;
    CHECK(isfinite(a.x) && isfinite(b.y) && width > 0.0f && color.a > 0.0f);
}
static void draw_polygon(const SatboxPosition* points, size_t count, SatboxDrawColor color, void* context)
{
    Drawn* drawn = context;
    double area = 0.0;
    size_t i;
    ++drawn->polygons;
    CHECK(count >= 3 && color.a > 0.0f && color.a <= 1.0f);
    for (i = 0; i < count; ++i) {
        const SatboxPosition a = points[i], b = points[(i + 1) % count];
        area += a.x * b.y - a.y * b.x;
        if (a.y < drawn->lowest) drawn->lowest = a.y;
    }
    CHECK(area >= 0.0); /* counter-clockwise */
}
static void draw_disc(SatboxPosition center, float radius, SatboxDrawColor color, void* context)
{
    Drawn* drawn = context;
    ++drawn->discs;
    CHECK(isfinite(center.x) && radius > 0.0f && color.a > 0.0f);
}
static void draw_text(const SatboxDrawLabel* label, void* context)
{
    Drawn* drawn = context;
    if (drawn->texts++ == 0) strncpy(drawn->text, label->text, sizeof drawn->text - 1);
    CHECK(label->box.lower.x < label->box.upper.x && label->box.lower.y < label->box.upper.y);
    CHECK(fabs(label->box.upper.x - label->box.lower.x - 0.01 * 10.0 * (double)strlen(label->text)) < 1e-4);
}
static SatboxVec2 text_size(const char* text, void* context)
{
    Drawn* drawn = context;
    SatboxVec2 size;
    ++drawn->sizes;
    size.x = 10.0f * (float)strlen(text);
    size.y = 20.0f;
    return size;
}
static bool draw_shape(const SatboxDrawShape* shape, const SatboxDrawFrame* frame, void* context)
{
    Drawn* drawn = context;
    ++drawn->shapes;
    drawn->hatched += shape->hatched;
    drawn->pixel = frame->pixel;
    drawn->background = frame->background;
    if (shape->pointCount != 1) return false;
    drawn->disc = shape->points[0];
    drawn->discRadius = shape->radius;
    return drawn->ownShapes != 0;
}
static bool draw_mark(const SatboxDrawMark* mark, const SatboxDrawFrame* frame, void* context)
{
    Drawn* drawn = context;
    ++drawn->marks;
    drawn->pixel = frame->pixel;
    if (mark->kind != SATBOX_DRAW_MARK_KIND_ARROW) return false;
    ++drawn->arrows;
    drawn->arrow = *mark;
    return true;
}

/* The four functions that every renderer has. */
static SatboxDebugDraw plain(Drawn* drawn)
{
    SatboxDebugDraw draw = {0};
    memset(drawn, 0, sizeof *drawn);
    drawn->lowest = 1e9;
    draw.drawLine = draw_line;
    draw.drawPolygon = draw_polygon;
    draw.drawDisc = draw_disc;
    draw.drawText = draw_text;
    draw.textSize = text_size;
    draw.context = drawn;
    return draw;
}

static SatboxBodyId add(SatboxWorld* world, SatboxBodyType type, double x, double y, SatboxShape geometry)
{
    SatboxBodyDef body = satbox_body_def_default();
    SatboxShapeDef shape = satbox_shape_def_default();
    SatboxBodyId id;
    body.type = type;
    body.position.x = x;
    body.position.y = y;
    body.linearVelocity.x = type == SATBOX_BODY_TYPE_DYNAMIC ? 2.0f : 0.0f;
    shape.geometry = geometry;
    id = satbox_world_create_body(world, &body);
    satbox_world_add_shape(world, id, &shape);
    return id;
}

/* A floor whose top is at y = 0, a box on it, and a disc above. */
static SatboxWorld* make_world(void)
{
    SatboxWorld* world = satbox_world_create(NULL, NULL);
    const SatboxVec2 center = {0.0f, 0.0f};
    add(world, SATBOX_BODY_TYPE_STATIC, 0.0, -0.5, satbox_box(5.0f, 0.5f));
    add(world, SATBOX_BODY_TYPE_DYNAMIC, -1.0, 0.5, satbox_box(0.5f, 0.5f));
    add(world, SATBOX_BODY_TYPE_DYNAMIC, 1.0, 3.0, satbox_circle(center, 0.25f));
    return world;
}

static void shapes_are_broken_down_into_the_functions_that_are_there(void)
{
    SatboxWorld* world = make_world();
    Drawn drawn;
    SatboxDebugDraw draw = plain(&drawn), none = {0};
    SatboxDrawOptions options = satbox_draw_options_default();
    const uint64_t hash = satbox_world_hash(world);
    options.overlays = "shapes";
    CHECK(satbox_world_draw(world, &draw, &options, NULL, NULL));
    CHECK(drawn.polygons == 2 && drawn.discs == 1);                    /* two boxes, a disc */
    CHECK(drawn.lines >= 8 && drawn.texts == 0 && drawn.sizes == 0); /* outlines */
    CHECK(fabs(drawn.lowest + 1.0) < 0.05);                                                /* of the floor */
    CHECK(satbox_world_draw(world, &none, &options, NULL, NULL)); /* functions that are NULL draw nothing */
    CHECK(satbox_world_draw(world, &none, NULL, NULL, NULL));     /* default options */
    CHECK(satbox_world_hash(world) == hash);
    satbox_world_destroy(world);
}

static void shapes_and_marks_of_a_renderer_are_drawn_by_it(void)
{
    SatboxWorld* world = make_world();
    Drawn drawn;
    SatboxDebugDraw draw = plain(&drawn);
    SatboxDrawOptions options = satbox_draw_options_default();
    int polygons, discs;
    draw.drawShape = draw_shape;
    draw.drawMark = draw_mark;
    options.overlays = "shapes,velocities";
    options.labels = false;
    options.palette = SATBOX_DRAW_PALETTE_LIGHT;
    options.velocityLength = 0.5f;
    CHECK(satbox_world_draw(world, &draw, &options, NULL, NULL));
    CHECK(drawn.shapes == 3 && drawn.hatched == 0 && drawn.texts == 0);
    CHECK(drawn.disc.x == 1.0 && drawn.disc.y == 3.0 && drawn.discRadius == 0.25f);
    CHECK(drawn.arrows == 2);                                                 /* of the bodies that move */
    CHECK(fabs(drawn.arrow.b.x - drawn.arrow.a.x - 1.0) < 1e-6);              /* 2 m/s times 0.5 m */
    CHECK(fabs(drawn.arrow.b.y - drawn.arrow.a.y) < 1e-6);
    CHECK(drawn.pixel == 0.01f && drawn.background.r > 0.5f);
    polygons = drawn.polygons;
    discs = drawn.discs;
    draw = plain(&drawn);
    draw.drawShape = draw_shape;
    draw.drawMark = draw_mark;
    drawn.ownShapes = 1;
    CHECK(satbox_world_draw(world, &draw, &options, NULL, NULL));
    CHECK(drawn.shapes == 3 && drawn.polygons + drawn.discs < polygons + discs); /* not of the disc */
    satbox_world_destroy(world);
}

static void texts_have_the_size_that_the_renderer_says(void)
{
    SatboxWorld* world = make_world();
    Drawn drawn;
    SatboxDebugDraw draw = plain(&drawn);
    SatboxDrawOptions options = satbox_draw_options_default();
    options.overlays = "velocities";
    CHECK(satbox_world_draw(world, &draw, &options, NULL, NULL));
    CHECK(drawn.texts > 0 && drawn.sizes >= drawn.texts);
    CHECK(strstr(drawn.text, "m/s") != NULL);
    satbox_world_destroy(world);
}

static void only_what_is_visible_is_drawn_and_the_grid_needs_a_box(void)
{
    SatboxWorld* world = make_world();
    Drawn drawn;
    SatboxDebugDraw draw = plain(&drawn);
    SatboxDrawOptions options = satbox_draw_options_default();
    SatboxWorldBox box = {{0.5, 2.0}, {2.0, 4.0}};
    draw.drawShape = draw_shape;
    options.overlays = "shapes";
    options.visible = &box;
    CHECK(satbox_world_draw(world, &draw, &options, NULL, NULL));
    CHECK(drawn.shapes == 1); /* the disc */
    draw = plain(&drawn);
    options.overlays = "grid";
    CHECK(satbox_world_draw(world, &draw, &options, NULL, NULL));
    CHECK(drawn.lines > 2);
    draw = plain(&drawn);
    options.visible = NULL;
    CHECK(satbox_world_draw(world, &draw, &options, NULL, NULL));
    CHECK(drawn.lines == 0);
    satbox_world_destroy(world);
}

static void a_history_keeps_the_trails_of_bodies(void)
{
    SatboxWorld* world = make_world();
    SatboxDrawHistory* history = satbox_draw_history_create();
    Drawn drawn;
    SatboxDebugDraw draw = plain(&drawn);
    SatboxDrawOptions options = satbox_draw_options_default();
    int i;
    CHECK(history != NULL);
    options.overlays = "trails";
    for (i = 0; i < 30; ++i) {
        CHECK(satbox_world_step(world, 1.0f / 60.0f, NULL));
        CHECK(satbox_draw_history_record(history, world));
    }
    CHECK(satbox_world_draw(world, &draw, &options, NULL, NULL));
    CHECK(drawn.lines == 0);
    CHECK(satbox_world_draw(world, &draw, &options, history, NULL));
    CHECK(drawn.lines > 10);
    satbox_draw_history_destroy(history);
    satbox_draw_history_destroy(NULL);
    satbox_world_destroy(world);
}

static void wrong_options_are_refused_with_a_sentence_and_draw_nothing(void)
{
    SatboxWorld* world = make_world();
    Drawn drawn;
    SatboxDebugDraw draw = plain(&drawn);
    SatboxDrawOptions options = satbox_draw_options_default();
    SatboxWorldBox box = {{1.0, 1.0}, {0.0, 0.0}};
    SatboxError error;
    options.overlays = "shapes,shadows";
    CHECK(!satbox_world_draw(world, &draw, &options, NULL, &error));
    CHECK(strstr(error.text, "\"shadows\" is not an overlay") != NULL);
    options = satbox_draw_options_default();
    options.palette = 2;
    CHECK(!satbox_world_draw(world, &draw, &options, NULL, &error));
    CHECK(strcmp(error.text, "SatboxDrawPalette: 2 is not one of 0 to 1") == 0);
    options = satbox_draw_options_default();
    options.visible = &box;
    CHECK(!satbox_world_draw(world, &draw, &options, NULL, &error));
    CHECK(strncmp(error.text, "visible:", 8) == 0);
    options = satbox_draw_options_default();
    options.metersPerPixel = NAN;
    CHECK(!satbox_world_draw(world, &draw, &options, NULL, NULL));
    CHECK(drawn.polygons + drawn.discs + drawn.lines + drawn.texts == 0);
    options = satbox_draw_options_default();
    CHECK(satbox_world_draw(world, &draw, &options, NULL, &error));
    CHECK(error.text[0] == '\0' && drawn.polygons > 0);
    satbox_world_destroy(world);
}

static void overlays_are_listed_for_a_menu(void)
{
    SatboxDrawOverlay overlays[64];
    const size_t count = satbox_draw_overlays(overlays, 64);
    size_t i;
    CHECK(count > 10 && count <= 64 && satbox_draw_overlays(NULL, 0) == count);
    CHECK(strcmp(overlays[0].name, "grid") == 0 && strcmp(overlays[0].label, "Grid") == 0);
    for (i = 0; i < count; ++i) CHECK(strlen(overlays[i].help) > 10);
}

void test_drawing(void)
{
    shapes_are_broken_down_into_the_functions_that_are_there();
    shapes_and_marks_of_a_renderer_are_drawn_by_it();
    texts_have_the_size_that_the_renderer_says();
    only_what_is_visible_is_drawn_and_the_grid_needs_a_box();
    a_history_keeps_the_trails_of_bodies();
    wrong_options_are_refused_with_a_sentence_and_draw_nothing();
    overlays_are_listed_for_a_menu();
}
