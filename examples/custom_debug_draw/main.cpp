// Draws a world with the functions of a program's own renderer: here it writes a picture in SVG to standard
// output.
//   custom_debug_draw > pyramid.svg
#include <satbox/world.h>

#include <cstdio>
#include <variant>

using namespace satbox;

namespace {

// What a renderer has to offer. Points are in metres, y points upwards.
class SvgRenderer {
  public:
    SvgRenderer()
    {
        std::puts("<svg xmlns='http://www.w3.org/2000/svg' viewBox='-6 -8 12 9' stroke-width='0.03'>");
    }
    ~SvgRenderer() { std::puts("</svg>"); }
    SvgRenderer(const SvgRenderer&) = delete;
    SvgRenderer& operator=(const SvgRenderer&) = delete;

    void circle(Position center, float radius, const char* style)
    {
        std::printf("<circle cx='%.4f' cy='%.4f' r='%.4f' %s/>\n", center.x, -center.y,
                    static_cast<double>(radius), style);
    }
    void line(Position a, Position b, const char* style)
    {
        std::printf("<line x1='%.4f' y1='%.4f' x2='%.4f' y2='%.4f' %s/>\n", a.x, -a.y, b.x, -b.y, style);
    }
};

// One function for each kind of shape. `pose` transforms from the body's frame to the world.
struct ShapeDrawing {
    SvgRenderer& renderer;
    const WorldTransform& pose;
    const char* style;

    void operator()(const Circle& circle) const
    {
        const Position center = transformPoint(pose, circle.center);
        renderer.circle(center, circle.radius, style);
        renderer.line(center, transformPoint(pose, circle.center + Vec2{circle.radius, 0.0f}), style);
    }
    void operator()(const Capsule& capsule) const
    {
        const Vec2 side = capsule.radius * normalizeOrZero(perp(capsule.p2 - capsule.p1));
        renderer.circle(transformPoint(pose, capsule.p1), capsule.radius, style);
        renderer.circle(transformPoint(pose, capsule.p2), capsule.radius, style);
        for (const Vec2 offset : {side, -side})
            renderer.line(transformPoint(pose, capsule.p1 + offset),
                          transformPoint(pose, capsule.p2 + offset), style);
    }
    void operator()(const Segment& segment) const
    {
        renderer.line(transformPoint(pose, segment.p1), transformPoint(pose, segment.p2), style);
    }
    void operator()(const Polygon& polygon) const
    {
        Vec2 last = polygon.points().back();
        for (const Vec2 vertex : polygon.points()) {
            renderer.line(transformPoint(pose, last), transformPoint(pose, vertex), style);
            last = vertex;
        }
    }
};

void drawWorld(const World& world, SvgRenderer& renderer)
{
    world.forEachShape([&](ShapeId, const BodyShape& shape) {
        const BodyId body = world.bodyAt(shape.body);
        const char* style =
            world.body(body).awake ? "fill='none' stroke='#2a6'" : "fill='none' stroke='#888'";
        const WorldTransform pose = world.motion(body).transform();
        std::visit(ShapeDrawing{renderer, pose, style}, shape.shape);
    });
    world.forEachContactView([&](const ContactView& contact) {
        const Position center = world.motion(world.bodyAt(contact.contact->bodyA)).center;
        for (const ContactPoint& point : contact.points) {
            const Position at = center + point.anchorA;
            renderer.circle(at, 0.04f, "fill='#c33' stroke='none'");
            renderer.line(at, at + 0.3f * contact.contact->normal, "stroke='#c33'");
        }
    });
}

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
    for (int i = 0; i < 60; ++i) world.step(1.0f / 60.0f);
    SvgRenderer renderer;
    drawWorld(world, renderer);
    return 0;
}
