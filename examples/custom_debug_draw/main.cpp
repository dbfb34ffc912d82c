// Draws a world with the functions of a program's own renderer: here it writes a picture in SVG to standard
// output, with text. examples/sdl_renderer shows a world that moves.
//   custom_debug_draw > pyramid.svg
#include <satbox/draw/debug_draw.h>
#include <satbox/world.h>

#include <cstdio>
#include <string>

using namespace satbox;

namespace {

constexpr float kMetersPerPixel = 0.01f;
const WorldBox kVisible({-6.0, -1.0}, {6.0, 7.0});

// SVG has circles and dashed lines, so besides the four functions that every renderer needs it has its own
// drawShape() and drawMark().
class SvgDraw : public DebugDraw {
  public:
    SvgDraw()
    {
        std::printf("<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' stroke='none'>\n",
                    x(kVisible.upper), y(kVisible.lower));
    }
    ~SvgDraw() override { std::puts("</svg>"); }
    SvgDraw(const SvgDraw&) = delete;
    SvgDraw& operator=(const SvgDraw&) = delete;

    void drawLine(Position a, Position b, float width, const DrawColor& color) override
    {
        line(a, b, width, color, "");
    }
    void drawPolygon(std::span<const Position> points, const DrawColor& color) override
    {
        std::printf("<polygon points='");
        for (const Position p : points) std::printf("%.2f,%.2f ", x(p), y(p));
        std::printf("' fill='%s'/>\n", css(color).c_str());
    }
    void drawDisc(Position center, float radius, const DrawColor& color) override
    {
        circle(center, radius, css(color), "none", 0.0f);
    }
    void drawText(const DrawLabel& label) override
    {
        std::string text;
        for (const char c : label.text) text += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
        std::printf("<text x='%.2f' y='%.2f' font-size='13' font-family='sans-serif' fill='%s'>%s</text>\n",
                    x(label.box.lower), y(label.box.lower) - 4.0, css(label.color).c_str(), text.c_str());
    }

    void drawShape(const DrawShape& shape, const DrawFrame& frame) override
    {
        if (shape.points.size() != 1 || shape.dashed || shape.hatched)
            return DebugDraw::drawShape(shape, frame);
        // The outline is inside the edge of the shape; SVG draws it around the edge.
        circle(shape.points[0], shape.radius - 0.5f * shape.outlineWidth, css(shape.fill), css(shape.outline),
               shape.outlineWidth);
    }
    void drawMark(const DrawMark& mark, const DrawFrame& frame) override
    {
        if (mark.kind != DrawMarkKind::Dashed) return DebugDraw::drawMark(mark, frame);
        line(mark.a, mark.b, mark.width, mark.color, "stroke-dasharray='6,4'");
    }

  private:
    // Pixels. In SVG, y points downwards.
    static double px(double meters) { return meters / static_cast<double>(kMetersPerPixel); }
    static double x(Position p) { return px(p.x - kVisible.lower.x); }
    static double y(Position p) { return px(kVisible.upper.y - p.y); }
    static std::string css(const DrawColor& c)
    {
        char text[64];
        std::snprintf(text, sizeof text, "rgba(%.0f,%.0f,%.0f,%.3f)", 255.0 * static_cast<double>(c.r),
                      255.0 * static_cast<double>(c.g), 255.0 * static_cast<double>(c.b),
                      static_cast<double>(c.a));
        return text;
    }
    static void line(Position a, Position b, float width, const DrawColor& color, const char* more)
    {
        std::printf("<line x1='%.2f' y1='%.2f' x2='%.2f' y2='%.2f' stroke='%s' stroke-width='%.2f' %s/>\n",
                    x(a), y(a), x(b), y(b), css(color).c_str(), px(static_cast<double>(width)), more);
    }
    static void circle(Position center, float radius, const std::string& fill, const std::string& stroke,
                       float width)
    {
        std::printf("<circle cx='%.2f' cy='%.2f' r='%.2f' fill='%s' stroke='%s' stroke-width='%.2f'/>\n",
                    x(center), y(center), px(static_cast<double>(radius)), fill.c_str(), stroke.c_str(),
                    px(static_cast<double>(width)));
    }
};

World makePyramid()
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.addShape(ground, {.geometry = Segment{{-5.5f, 0.0f}, {5.5f, 0.0f}}});
    for (int row = 0; row < 5; ++row) {
        for (int column = 0; column < 5 - row; ++column) {
            const double x = 1.1 * column - 0.55 * (4 - row);
            const BodyId box = world.createBody({.position = {x, 0.5 + 1.02 * row}});
            world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
        }
    }
    const BodyId ball = world.createBody({.position = {-4.5, 2.0}, .linearVelocity = {9.0f, 3.0f}});
    world.addShape(ball, {.geometry = Circle{.radius = 0.4f}, .material = {.density = 4.0f}});
    const BodyId stick = world.createBody({.position = {4.2, 3.0}, .rotation = makeRot(0.6f)});
    world.addShape(stick, {.geometry = Capsule{{-0.6f, 0.0f}, {0.6f, 0.0f}, 0.2f}});
    return world;
}

} // namespace

int main()
{
    World world = makePyramid();
    for (int i = 0; i < 20; ++i) world.step(1.0f / 60.0f);
    SvgDraw draw;
    const std::string refused = drawWorld(world, draw,
                                          {.overlays = "shapes,contact-points,normals,velocities,tight-boxes",
                                           .visible = kVisible,
                                           .metersPerPixel = kMetersPerPixel,
                                           .palette = DrawPalette::Light});
    if (!refused.empty()) std::fprintf(stderr, "%s\n", refused.c_str());
    return refused.empty() ? 0 : 1;
}
