#include "app/gfx/svg.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace satbox::app {

namespace {

constexpr float kTextPx = 13.0f;

std::string number(float value)
{
    std::string text = fmt::format("{:.2f}", value);
    while (text.ends_with('0')) text.pop_back();
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

int channel(float value) { return static_cast<int>(std::lround(255.0f * std::clamp(value, 0.0f, 1.0f))); }

// 'fill="#aabbcc" fill-opacity="0.3"'
std::string paint(const char* what, const Color& color)
{
    if (color.a <= 0.0f) return fmt::format("{}=\"none\"", what);
    std::string text =
        fmt::format("{}=\"#{:02x}{:02x}{:02x}\"", what, channel(color.r), channel(color.g), channel(color.b));
    if (color.a < 1.0f) text += fmt::format(" {}-opacity=\"{}\"", what, number(color.a));
    return text;
}

std::string escaped(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else
            out += c;
    }
    return out;
}

class SvgWriter {
  public:
    SvgWriter(const Camera& camera, float pixel) : camera_(camera), pixel_(pixel) {}

    void add(const PolygonShape& shape)
    {
        if (shape.radius > 0.0f) return addRounded(shape);
        text_ += "<polygon points=\"";
        for (std::uint32_t i = 0; i < shape.count; ++i) {
            const Vec2 p = at(transformPoint(shape.transform, shape.vertices[i]));
            text_ += fmt::format("{}{},{}", i == 0 ? "" : " ", number(p.x), number(p.y));
        }
        text_ += fmt::format("\" {}/>\n", styleOf(shape.style));
    }
    void add(const RoundShape& shape)
    {
        const Vec2 a = at(transformPoint(shape.transform, shape.p1)),
                   b = at(transformPoint(shape.transform, shape.p2));
        const float r = shape.radius * camera_.pixelsPerMeter();
        if (shape.p1 == shape.p2) {
            text_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", number(a.x), number(a.y),
                                 number(r), styleOf(shape.style));
            return;
        }
        const Vec2 n = r * perp(normalizeOrZero(b - a));
        text_ += fmt::format(
            "<path d=\"M{},{} L{},{} A{r},{r} 0 0 0 {},{} L{},{} A{r},{r} 0 0 0 {},{} Z\" {style}/>\n",
            number(a.x + n.x), number(a.y + n.y), number(b.x + n.x), number(b.y + n.y), number(b.x - n.x),
            number(b.y - n.y), number(a.x - n.x), number(a.y - n.y), number(a.x + n.x), number(a.y + n.y),
            fmt::arg("r", number(r)), fmt::arg("style", styleOf(shape.style)));
    }
    void add(const Primitive& p)
    {
        const Vec2 a = at(p.a);
        const float size = p.sizePx * pixel_;
        switch (p.kind) {
        case PrimitiveKind::Line:
            line(a, at(p.b), p, "stroke-linecap=\"round\"");
            break;
        case PrimitiveKind::Bar:
            line(a, at(p.b), p, "");
            break;
        case PrimitiveKind::Dashed:
            line(a, at(p.b), p,
                 fmt::format("stroke-dasharray=\"{},{}\"", number(6.0f * pixel_), number(4.0f * pixel_)));
            break;
        case PrimitiveKind::Arrow:
            arrow(a, at(p.b), p);
            break;
        case PrimitiveKind::Disc:
            text_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", number(a.x), number(a.y),
                                 number(size), paint("fill", p.color));
            break;
        case PrimitiveKind::Ring: {
            const float width = p.widthPx * pixel_;
            text_ += fmt::format(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" {} stroke-width=\"{}\"/>\n", number(a.x),
                number(a.y), number(size - 0.5f * width), paint("stroke", p.color), number(width));
            break;
        }
        case PrimitiveKind::Cross:
            line({a.x - size, a.y}, {a.x + size, a.y}, p, "");
            line({a.x, a.y - size}, {a.x, a.y + size}, p, "");
            break;
        case PrimitiveKind::Square:
            text_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>\n",
                                 number(a.x - size), number(a.y - size), number(2.0f * size),
                                 number(2.0f * size), paint("fill", p.color));
            break;
        case PrimitiveKind::Triangle:
            triangle(a, at(p.b), at(p.c), p.color);
            break;
        }
    }
    void add(const SvgText& text)
    {
        text_ += fmt::format(
            "<text x=\"{}\" y=\"{}\" font-family=\"Inter, sans-serif\" font-size=\"{}\" {}>{}</text>\n",
            number(text.at.x), number(text.at.y), number(kTextPx * pixel_), paint("fill", text.color),
            escaped(text.text));
    }
    std::string finish(const Color& background) const
    {
        const ScreenRect& view = camera_.viewport();
        return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" "
                           "height=\"{}\" stroke=\"none\">\n"
                           "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>\n{}</svg>\n",
                           number(view.x), number(view.y), number(view.width), number(view.height),
                           number(view.width), number(view.height), number(view.x), number(view.y),
                           number(view.width), number(view.height), paint("fill", background), text_);
    }

  private:
    // Each edge moved outwards, with an arc to the next one.
    void addRounded(const PolygonShape& shape)
    {
        text_ += "<path d=\"";
        for (std::uint32_t i = 0; i < shape.count; ++i) {
            const Vec2 from = shape.vertices[i], to = shape.vertices[i + 1 < shape.count ? i + 1 : 0];
            const Vec2 out = shape.radius * normalizeOrZero(rightPerp(to - from));
            const Vec2 start = at(transformPoint(shape.transform, from + out));
            const Vec2 end = at(transformPoint(shape.transform, to + out));
            if (i == 0)
                text_ += fmt::format("M{},{}", number(start.x), number(start.y));
            else
                arcTo(start, shape.radius);
            text_ += fmt::format(" L{},{}", number(end.x), number(end.y));
        }
        const Vec2 edge = shape.vertices[1] - shape.vertices[0];
        const Vec2 first = shape.vertices[0] + shape.radius * normalizeOrZero(rightPerp(edge));
        arcTo(at(transformPoint(shape.transform, first)), shape.radius);
        text_ += fmt::format(" Z\" {}/>\n", styleOf(shape.style));
    }
    void arcTo(Vec2 end, float radius) // counter-clockwise, less than half a turn
    {
        const std::string r = number(radius * camera_.pixelsPerMeter());
        text_ += fmt::format(" A{},{} 0 0 0 {},{}", r, r, number(end.x), number(end.y));
    }
    Vec2 at(Position p) const { return camera_.worldToScreen(p); }
    std::string styleOf(const ShapeStyle& style) const
    {
        std::string text =
            fmt::format("{} {} stroke-width=\"{}\" stroke-linejoin=\"round\"", paint("fill", style.fill),
                        paint("stroke", style.outline), number(style.outlineWidthPx * pixel_));
        if (style.dashed)
            text += fmt::format(" stroke-dasharray=\"{},{}\"", number(6.0f * pixel_), number(4.0f * pixel_));
        return text;
    }
    void line(Vec2 a, Vec2 b, const Primitive& p, const std::string& more)
    {
        text_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {} stroke-width=\"{}\" {}/>\n",
                             number(a.x), number(a.y), number(b.x), number(b.y), paint("stroke", p.color),
                             number(p.widthPx * pixel_), more);
    }
    void triangle(Vec2 a, Vec2 b, Vec2 c, const Color& color)
    {
        text_ += fmt::format("<polygon points=\"{},{} {},{} {},{}\" {}/>\n", number(a.x), number(a.y),
                             number(b.x), number(b.y), number(c.x), number(c.y), paint("fill", color));
    }
    // The head is 8 px long, at most 40 % of the arrow.
    void arrow(Vec2 a, Vec2 b, const Primitive& p)
    {
        const float whole = length(b - a);
        const Vec2 along = normalizeOrZero(b - a);
        const float head = std::min(8.0f * pixel_, 0.4f * whole);
        const Vec2 base = b - head * along, side = 0.5f * head * perp(along);
        line(a, base, p, "");
        triangle(b, base + side, base - side, p.color);
    }

    const Camera& camera_;
    float pixel_;
    std::string text_;
};

} // namespace

std::string svgOf(const DrawList& list, const Camera& camera, const Color& background, float pixel,
                  std::span<const SvgText> texts)
{
    SvgWriter writer(camera, pixel);
    for (const PolygonShape& shape : list.polygons) writer.add(shape);
    for (const RoundShape& shape : list.rounds) writer.add(shape);
    for (const Primitive& primitive : list.primitives) writer.add(primitive);
    for (const SvgText& text : texts) writer.add(text);
    return writer.finish(background);
}

} // namespace satbox::app
