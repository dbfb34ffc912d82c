#include "engine/core/quoted.h"
#include "engine/geometry/rounded_outline.h"
#include <satbox/scene/scene_svg.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

namespace satbox {
namespace {

// m, with a micrometre as the last digit.
std::string svgNumber(double value)
{
    std::string text = fmt::format("{:.6f}", value);
    while (text.ends_with('0')) text.pop_back();
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string svgPoint(Position p) { return svgNumber(p.x) + "," + svgNumber(-p.y); }

std::string xmlText(std::string_view text)
{
    if (!isUtf8(text)) return {};
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        default:
            // XML has no other control characters.
            if (static_cast<unsigned char>(c) >= ' ' || c == '\t' || c == '\n' || c == '\r') out += c;
        }
    }
    return out;
}

// ' id="NAME"'; empty without a name. Ids have no spaces and differ from each other.
std::string idFrom(const std::string& name, uint32_t number, std::set<std::string>& used)
{
    std::string id = name;
    if (xmlText(id).empty()) return {};
    std::replace_if(
        id.begin(), id.end(), [](char c) { return static_cast<unsigned char>(c) <= ' '; }, '_');
    if (!used.insert(id).second) {
        id += fmt::format("-{}", number);
        while (!used.insert(id).second) id += '-';
    }
    return fmt::format(" id=\"{}\"", xmlText(id));
}

// The path of an outline with an arc of `radius` at each vertex; y is flipped, so counter-clockwise has the
// flag 0.
std::string roundedPath(const WorldTransform& pose, std::span<const RoundCorner> corners, float radius)
{
    std::string path;
    for (const RoundCorner& corner : corners) {
        path += fmt::format("{}{} A{r},{r} 0 0 0 {} ", path.empty() ? "M" : "L",
                            svgPoint(transformPoint(pose, corner.center + radius * corner.from)),
                            svgPoint(transformPoint(pose, corner.center + radius * corner.to)),
                            fmt::arg("r", svgNumber(double{radius})));
    }
    return path + "Z";
}

struct SvgShapeText {
    const WorldTransform& pose; // of the body

    std::string operator()(const Circle& circle) const
    {
        const Position center = transformPoint(pose, circle.center);
        return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>", svgNumber(center.x),
                           svgNumber(-center.y), svgNumber(double{circle.radius}));
    }
    std::string operator()(const Capsule& capsule) const
    {
        const Vec2 n = rightPerp(normalizeOrZero(capsule.p2 - capsule.p1));
        const std::array<RoundCorner, 2> corners{RoundCorner{capsule.p1, -n, n, kPi},
                                                 RoundCorner{capsule.p2, n, -n, kPi}};
        return fmt::format("<path d=\"{}\"/>", roundedPath(pose, corners, capsule.radius));
    }
    std::string operator()(const Segment& segment) const
    {
        const Position a = transformPoint(pose, segment.p1), b = transformPoint(pose, segment.p2);
        return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" fill=\"none\" stroke=\"#000000\"/>",
                           svgNumber(a.x), svgNumber(-a.y), svgNumber(b.x), svgNumber(-b.y));
    }
    std::string operator()(const Polygon& polygon) const
    {
        if (polygon.radius > 0.0f) {
            std::vector<RoundCorner> corners;
            for (size_t i = 0; i < polygon.points().size(); ++i) corners.push_back(roundCorner(polygon, i));
            return fmt::format("<path d=\"{}\"/>", roundedPath(pose, corners, polygon.radius));
        }
        std::string points;
        for (const Vec2 vertex : polygon.points())
            points += (points.empty() ? "" : " ") + svgPoint(transformPoint(pose, vertex));
        return fmt::format("<polygon points=\"{}\"/>", points);
    }
};

} // namespace

std::string sceneAsSvg(const Scene& scene)
{
    const World& world = scene.world;
    const WorldBox box = world.bounds();
    const double width = box.upper.x - box.lower.x, height = box.upper.y - box.lower.y;
    const double margin = 0.05 * std::max({width, height, 1e-3});
    std::string text = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
        "data-satbox-units-per-metre=\"1\" viewBox=\"{} {} {} {}\" stroke-width=\"{}\">\n<title>{}</title>\n",
        svgNumber(box.lower.x - margin), svgNumber(-box.upper.y - margin), svgNumber(width + 2.0 * margin),
        svgNumber(height + 2.0 * margin), svgNumber(0.1 * margin),
        xmlText(scene.title.empty() ? scene.name : scene.title));
    std::set<std::string> ids;
    uint32_t number = 0;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        constexpr uint32_t kGrey = 0xB0B0B0,
                           kBlue = 0x7090C0; // static bodies and others, without a colour of their own
        const uint32_t color = body.color ? body.color.rgb : body.type == BodyType::Static ? kGrey : kBlue;
        text += fmt::format("<g{} data-satbox-body=\"{}\" fill=\"#{:06X}\">\n",
                            idFrom(body.name, number++, ids), toString(body.type), color);
        if (!body.name.empty()) text += fmt::format("<title>{}</title>\n", xmlText(body.name));
        const WorldTransform pose = motion.transform();
        for (const ShapeId shape : world.shapesOf(id))
            text += std::visit(SvgShapeText{pose}, world.shape(shape).shape) + "\n";
        text += "</g>\n";
    });
    return text + "</svg>\n";
}

} // namespace satbox
