/* Draws a world with the functions of a program's own renderer, in C: here it writes a picture in SVG to standard output.
 * examples/custom_debug_draw does the same in C++.
 *   c_debug_draw > tower.svg */
#include <satbox/draw/satbox_draw.h>

#include <stdio.h>

static const float kMetersPerPixel = 0.01f;
static const SatboxWorldBox kVisible = {{-3.0, -0.5}, {3.0, 6.0}};

/* Pixels. In SVG, y points downwards. */
static double px(double meters) { return meters / (double)kMetersPerPixel; }
static double x_of(SatboxPosition p) { return px(p.x - kVisible.lower.x); }
static double y_of(SatboxPosition p) { return px(kVisible.upper.y - p.y); }

static void print_color(FILE* out, const char* name, SatboxDrawColor c)
{
    fprintf(out, " %s='rgba(%.0f,%.0f,%.0f,%.3f)'", name, 255.0 * (double)c.r, 255.0 * (double)c.g, 255.0 * (double)c.b,
            (double)c.a);
}
static void draw_line(SatboxPosition a, SatboxPosition b, float width, SatboxDrawColor color, void* context)
{
    FILE* out = context;
    fprintf(out, "<line x1='%.2f' y1='%.2f' x2='%.2f' y2='%.2f' stroke-width='%.2f'", x_of(a), y_of(a), x_of(b), y_of(b),
            px((double)width));
    print_color(out, "stroke", color);
    fputs("/>\n", out);
}
static void draw_polygon(const SatboxPosition* points, size_t count, SatboxDrawColor color, void* context)
{
    FILE* out = context;
    fputs("<polygon points='", out);
    for (size_t i = 0; i < count; ++i) fprintf(out, "%.2f,%.2f ", x_of(points[i]), y_of(points[i]));
    fputs("'", out);
    print_color(out, "fill", color);
    fputs("/>\n", out);
}
static void draw_disc(SatboxPosition center, float radius, SatboxDrawColor color, void* context)
{
    FILE* out = context;
    fprintf(out, "<circle cx='%.2f' cy='%.2f' r='%.2f'", x_of(center), y_of(center), px((double)radius));
    print_color(out, "fill", color);
    fputs("/>\n", out);
}
static void draw_text(const SatboxDrawLabel* label, void* context)
{
    FILE* out = context;
    fprintf(out, "<text x='%.2f' y='%.2f' font-size='13' font-family='sans-serif'", x_of(label->box.lower),
            y_of(label->box.lower) - 4.0);
    print_color(out, "fill", label->color);
    fprintf(out, ">%s</text>\n", label->text); /* the labels of satbox have no < and & */
}

/* SVG has circles, so besides the four functions that every renderer needs it draws some shapes by itself. */
static bool draw_shape(const SatboxDrawShape* shape, const SatboxDrawFrame* frame, void* context)
{
    FILE* out = context;
    (void)frame;
    if (shape->pointCount != 1 || shape->dashed || shape->hatched) return false;
    /* The outline is inside the edge of the shape; SVG draws it around the edge. */
    fprintf(out, "<circle cx='%.2f' cy='%.2f' r='%.2f' stroke-width='%.2f'", x_of(shape->points[0]), y_of(shape->points[0]),
            px((double)shape->radius - 0.5 * (double)shape->outlineWidth), px((double)shape->outlineWidth));
    print_color(out, "fill", shape->fill);
    print_color(out, "stroke", shape->outline);
    fputs("/>\n", out);
    return true;
}

static void add_body(SatboxWorld* world, SatboxBodyType type, double x, double y, SatboxShape geometry)
{
    SatboxBodyDef body = satbox_body_def_default();
    SatboxShapeDef shape = satbox_shape_def_default();
    body.type = type;
    body.position.x = x;
    body.position.y = y;
    shape.geometry = geometry;
    satbox_world_add_shape(world, satbox_world_create_body(world, &body), &shape);
}

int main(void)
{
    SatboxWorld* world = satbox_world_create(NULL, NULL);
    SatboxDebugDraw draw = {0};
    SatboxDrawOptions options = satbox_draw_options_default();
    SatboxError error;
    SatboxVec2 center = {0.0f, 0.0f};
    if (!world) return 1; /* memory ran out */

    add_body(world, SATBOX_BODY_TYPE_STATIC, 0.0, -0.25, satbox_box(2.5f, 0.25f));
    for (int i = 0; i < 4; ++i) add_body(world, SATBOX_BODY_TYPE_DYNAMIC, 0.1 * i, 0.5 + i, satbox_box(0.5f, 0.5f));
    add_body(world, SATBOX_BODY_TYPE_DYNAMIC, 0.2, 5.0, satbox_circle(center, 0.4f));
    for (int i = 0; i < 15; ++i) satbox_world_step(world, 1.0f / 60.0f, NULL);

    draw.drawLine = draw_line;
    draw.drawPolygon = draw_polygon;
    draw.drawDisc = draw_disc;
    draw.drawText = draw_text;
    draw.drawShape = draw_shape;
    draw.context = stdout;
    options.overlays = "shapes,contact-points,normals,velocities";
    options.visible = &kVisible;
    options.metersPerPixel = kMetersPerPixel;
    options.palette = SATBOX_DRAW_PALETTE_LIGHT;
    printf("<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' stroke='none'>\n", x_of(kVisible.upper),
           y_of(kVisible.lower));
    if (!satbox_world_draw(world, &draw, &options, NULL, &error)) fprintf(stderr, "%s\n", error.text);
    puts("</svg>");
    satbox_world_destroy(world);
    return 0;
}
