#include "engine/scene/import/outline_holes.h"
#include "engine/scene/import/readers.h"
#include "engine/scene/import/svg_path.h"
#include "engine/scene/import/svg_values.h"
#include <satbox/validate.h>

#if SATBOX_HAS_PUGIXML

#include "engine/core/quoted.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <pugixml.hpp>

namespace satbox {
namespace {

constexpr double kUsualUnitsPerMetre = 100.0;
constexpr int kMaxSvgDepth = 100; // of nested elements
constexpr const char* kBodyAttribute = "data-satbox-body";
constexpr const char* kScaleAttribute = "data-satbox-units-per-metre";

// "line 3, column 7" of a byte of the text.
std::string placeAt(std::string_view text, ptrdiff_t offset)
{
    const size_t end = offset < 0 ? 0 : std::min(static_cast<size_t>(offset), text.size());
    const std::string_view before = text.substr(0, end);
    const size_t lines = static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
    const size_t newline = before.rfind('\n');
    return fmt::format("line {}, column {}", lines + 1,
                       newline == std::string_view::npos ? end + 1 : end - newline);
}

std::string_view nameOf(const pugi::xml_node& node)
{
    std::string_view name = node.name(); // without the prefix of its namespace
    if (const size_t colon = name.find(':'); colon != std::string_view::npos) {
        const std::string_view prefix = name.substr(0, colon);
        if (prefix == "svg") name.remove_prefix(colon + 1);
    }
    return name;
}

// What elements inherit from the groups around them.
struct SvgState {
    Affine transform; // to metres, y upwards
    bool filled = true;
    bool stroked = false;
    bool hidden = false;
    bool evenOdd = false;
    DisplayColor color{};
    std::optional<BodyType> type{};
};

// A property as an attribute or in the style attribute, which takes precedence.
std::string_view propertyOf(const pugi::xml_node& node, const char* property)
{
    const std::string_view styled = svgStyleValue(node.attribute("style").value(), property);
    return styled.empty() ? std::string_view(node.attribute(property).value()) : styled;
}

enum class SvgElement : uint8_t { Group, Shape, Ignored, Definitions, Refused };

struct SvgElementRow {
    std::string_view name;
    SvgElement kind;
};
constexpr SvgElementRow kSvgElements[] = {
    {"svg", SvgElement::Group},
    {"g", SvgElement::Group},
    {"a", SvgElement::Group},
    {"switch", SvgElement::Group},
    {"path", SvgElement::Shape},
    {"polygon", SvgElement::Shape},
    {"polyline", SvgElement::Shape},
    {"rect", SvgElement::Shape},
    {"circle", SvgElement::Shape},
    {"ellipse", SvgElement::Shape},
    {"line", SvgElement::Shape},
    {"title", SvgElement::Ignored},
    {"desc", SvgElement::Ignored},
    {"metadata", SvgElement::Ignored},
    {"defs", SvgElement::Definitions},
    {"symbol", SvgElement::Definitions},
    {"clipPath", SvgElement::Definitions},
    {"mask", SvgElement::Definitions},
    {"pattern", SvgElement::Definitions},
    {"marker", SvgElement::Definitions},
};

class SvgReader {
  public:
    SvgReader(std::string_view text, ImportBuilder& builder)
        : text_(text), builder_(builder), report_(builder.report())
    {}

    void read(const pugi::xml_document& document)
    {
        const pugi::xml_node root = document.document_element();
        if (nameOf(root) != "svg")
            throw SceneError{
                fmt::format("{}: the element {}, expected svg", placeOf(root), quotedText(root.name()))};
        double units = double{builder_.options().unitsPerMetre};
        if (!(units > 0.0)) {
            units = kUsualUnitsPerMetre;
            if (const pugi::xml_attribute own = root.attribute(kScaleAttribute)) {
                const auto value = readSvgLength(own.value());
                if (!value || !(*value >= double{kMinUnitsPerMetre} && *value <= double{kMaxUnitsPerMetre}))
                    throw SceneError{fmt::format("{}: {} is {}, expected a number from {} to {}",
                                                 placeOf(root), kScaleAttribute, quotedText(own.value()),
                                                 kMinUnitsPerMetre, kMaxUnitsPerMetre)};
                units = *value;
            }
        }
        SvgState state;
        state.transform = {.a = 1.0 / units, .d = -1.0 / units};
        readGroup(root, state, 0, nullptr);
    }

  private:
    std::string placeOf(const pugi::xml_node& node) const
    {
        // The offset is that of the element's name.
        return placeAt(text_, node.offset_debug() - 1);
    }

    void refuse(std::string_view what, const pugi::xml_node& node) { report_.refused(what, placeOf(node)); }

    // Applies what the element itself says. False if it is refused.
    bool applyOwn(const pugi::xml_node& node, SvgState& state)
    {
        if (const pugi::xml_attribute transform = node.attribute("transform")) {
            const auto own = readSvgTransform(transform.value());
            if (!own) {
                refuse("elements with a transform that cannot be read", node);
                return false;
            }
            state.transform = mul(state.transform, *own);
        }
        if (const std::string_view fill = propertyOf(node, "fill"); !fill.empty() && fill != "inherit") {
            state.filled = fill != "none";
            const auto color = readSvgColor(fill);
            state.color = color ? DisplayColor(*color) : DisplayColor();
        }
        if (const std::string_view stroke = propertyOf(node, "stroke");
            !stroke.empty() && stroke != "inherit")
            state.stroked = stroke != "none";
        if (const std::string_view rule = propertyOf(node, "fill-rule"); !rule.empty())
            state.evenOdd = rule == "evenodd";
        if (propertyOf(node, "display") == "none") state.hidden = true;
        const std::string_view visibility = propertyOf(node, "visibility");
        if (visibility == "hidden" || visibility == "collapse") state.hidden = true;
        return true;
    }

    bool applyBodyType(const pugi::xml_node& node, SvgState& state)
    {
        const pugi::xml_attribute type = node.attribute(kBodyAttribute);
        if (!type) return false;
        for (const BodyType each : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic})
            if (std::string_view(toString(each)) == type.value()) {
                state.type = each;
                return true;
            }
        refuse(fmt::format("a body of the type {}; it may be static, kinematic or dynamic",
                           quotedText(type.value())),
               node);
        return false;
    }

    // `parts`: of the body that a group around this one is; null if none is.
    void readGroup(const pugi::xml_node& group, SvgState state, int depth, std::vector<ImportPart>* parts)
    {
        if (depth > kMaxSvgDepth)
            throw SceneError{fmt::format("{}: elements nested more than {} deep, the maximum", placeOf(group),
                                         kMaxSvgDepth)};
        if (!applyOwn(group, state)) return;
        if (depth > 0 && nameOf(group) == "svg") {
            const auto x = length(group, "x", 0.0), y = length(group, "y", 0.0);
            state.transform = mul(state.transform, Affine{.e = x.value_or(0.0), .f = y.value_or(0.0)});
            if (group.attribute("viewBox")) refuse("the viewBox of an svg element within the drawing", group);
        }
        std::vector<ImportPart> own;
        const bool isBody = applyBodyType(group, state) && parts == nullptr && depth > 0;
        for (const pugi::xml_node& child : group.children()) {
            if (child.type() != pugi::node_element) continue;
            readElement(child, state, depth + 1, isBody ? &own : parts);
        }
        if (isBody) addBody(group, state, own);
    }

    void readElement(const pugi::xml_node& node, const SvgState& state, int depth,
                     std::vector<ImportPart>* parts)
    {
        const std::string_view name = nameOf(node);
        const auto* row = std::find_if(std::begin(kSvgElements), std::end(kSvgElements),
                                       [&](const SvgElementRow& element) { return element.name == name; });
        const SvgElement kind = row != std::end(kSvgElements) ? row->kind : SvgElement::Refused;
        switch (kind) {
        case SvgElement::Group:
            return readGroup(node, state, depth, parts);
        case SvgElement::Shape:
            return readShapeElement(node, state, parts);
        case SvgElement::Ignored:
            return;
        case SvgElement::Definitions: // are not drawn themselves
            for (const pugi::xml_node& child : node.children())
                if (nameOf(child).ends_with("Gradient")) refuse("gradients", child);
            return;
        case SvgElement::Refused:
            break;
        }
        // Elements of editors, such as sodipodi:namedview, draw nothing.
        if (name.find(':') != std::string_view::npos) return;
        if (name == "text")
            refuse("text", node);
        else if (name == "image")
            refuse("images", node);
        else if (name.ends_with("Gradient"))
            refuse("gradients", node);
        else if (name == "style")
            refuse("style sheets, so that fill and stroke may be wrong", node);
        else if (name == "use")
            refuse("clones (use elements): unlink them in the editor", node);
        else
            refuse(fmt::format("elements {}", quotedText(name)), node);
    }

    void readShapeElement(const pugi::xml_node& node, SvgState state, std::vector<ImportPart>* parts)
    {
        if (!applyOwn(node, state)) return;
        if (parts == nullptr) applyBodyType(node, state);
        if (state.hidden) return refuse("hidden elements", node);
        if (!state.filled && !state.stroked) return refuse("elements without fill and stroke", node);
        std::vector<ImportPart> own;
        readGeometry(node, state, own);
        for (const ImportPart& part : own)
            if (!isReachable(part)) return refuse("elements beyond 2,000 km of the origin", node);
        if (parts != nullptr)
            parts->insert(parts->end(), std::make_move_iterator(own.begin()),
                          std::make_move_iterator(own.end()));
        else
            addBody(node, state, own);
    }

    // (also false for what is not finite)
    static bool isReachable(const ImportPart& part)
    {
        const auto isNear = [](Position p) {
            return std::abs(p.x) <= kMaxPosition && std::abs(p.y) <= kMaxPosition;
        };
        return std::visit(
            [&](const auto& geometry) {
                if constexpr (requires { geometry.radius; })
                    return isNear(geometry.center) && geometry.radius <= kMaxPosition;
                else
                    return std::all_of(geometry.points.begin(), geometry.points.end(), isNear);
            },
            part.geometry);
    }

    void addBody(const pugi::xml_node& node, const SvgState& state, const std::vector<ImportPart>& parts)
    {
        if (parts.empty()) return;
        std::string_view name = node.attribute("inkscape:label").value();
        if (name.empty()) name = node.child("title").text().get();
        if (name.empty()) name = node.attribute("id").value();
        BodyDef def{.type = state.type.value_or(builder_.options().bodyType.value_or(BodyType::Dynamic)),
                    .name = builder_.nameFrom(name, placeOf(node)),
                    .color = state.color};
        builder_.addBodyWithParts(std::move(def), parts);
    }

    // A length in user units; `usual` without the attribute; nothing if it cannot be read.
    std::optional<double> length(const pugi::xml_node& node, const char* attribute, double usual)
    {
        const pugi::xml_attribute value = node.attribute(attribute);
        if (!value) return usual;
        const auto read = readSvgLength(value.value());
        if (!read)
            refuse(fmt::format("elements whose {} is not a length in px, mm, cm, in, pt or pc", attribute),
                   node);
        return read;
    }

    template<size_t n>
    bool lengths(const pugi::xml_node& node, const std::array<const char*, n>& attributes,
                 std::array<double, n>& values)
    {
        for (size_t i = 0; i < n; ++i) {
            const auto value = length(node, attributes[i], 0.0);
            if (!value) return false;
            values[i] = *value;
        }
        return true;
    }

    void readGeometry(const pugi::xml_node& node, const SvgState& state, std::vector<ImportPart>& parts)
    {
        const std::string_view name = nameOf(node);
        if (name == "circle" && state.filled && addCircle(node, state, parts)) return;
        SvgPathBuilder path(state.transform, double{builder_.options().tolerance});
        if (!draw(node, name, path)) return;
        points_ += path.pointCount();
        if (points_ > kMaxImportPoints)
            throw SceneError{fmt::format("{}: more than {} points in the drawing, the maximum", placeOf(node),
                                         kMaxImportPoints)};
        std::vector<SvgSubpath> subpaths = path.finish();
        if (state.filled && name != "line")
            addOutlines(node, state, std::move(subpaths), parts);
        else
            for (const SvgSubpath& subpath : subpaths)
                parts.push_back({ImportLine{subpath.points, subpath.closed}, {}, placeOf(node)});
    }

    // Exactly, unless it is drawn as an ellipse.
    bool addCircle(const pugi::xml_node& node, const SvgState& state, std::vector<ImportPart>& parts)
    {
        const auto scale = state.transform.uniformScale();
        std::array<double, 3> v{};
        if (!scale || !lengths<3>(node, {"cx", "cy", "r"}, v)) return false;
        parts.push_back(
            {ImportCircle{state.transform.apply({v[0], v[1]}), *scale * v[2]}, {}, placeOf(node)});
        return true;
    }

    bool draw(const pugi::xml_node& node, std::string_view name, SvgPathBuilder& path)
    {
        if (name == "path") return drawPath(node, path);
        if (name == "polygon" || name == "polyline") return drawPoints(node, name == "polygon", path);
        if (name == "rect") return drawRect(node, path);
        if (name == "line") {
            std::array<double, 4> v{};
            if (!lengths<4>(node, {"x1", "y1", "x2", "y2"}, v)) return false;
            path.moveTo({v[0], v[1]});
            path.lineTo({v[2], v[3]});
            return true;
        }
        std::array<double, 4> v{};
        if (name == "circle") {
            std::array<double, 3> circle{};
            if (!lengths<3>(node, {"cx", "cy", "r"}, circle)) return false;
            v = {circle[0], circle[1], circle[2], circle[2]};
        } else if (!lengths<4>(node, {"cx", "cy", "rx", "ry"}, v)) {
            return false;
        }
        path.moveTo({v[0] - v[2], v[1]});
        path.arcTo(v[2], v[3], 0.0, false, true, {v[0] + v[2], v[1]});
        path.arcTo(v[2], v[3], 0.0, false, true, {v[0] - v[2], v[1]});
        path.close();
        return true;
    }

    bool drawPath(const pugi::xml_node& node, SvgPathBuilder& path)
    {
        const std::string wrong = readSvgPath(node.attribute("d").value(), path);
        if (wrong.empty()) return true;
        refuse(fmt::format("a path: {}", wrong), node);
        return false;
    }

    bool drawPoints(const pugi::xml_node& node, bool closed, SvgPathBuilder& path)
    {
        SvgScanner scanner(node.attribute("points").value());
        bool isFirst = true;
        for (scanner.skipSeparator(); !scanner.isAtEnd(); scanner.skipSeparator()) {
            const auto x = scanner.number();
            scanner.skipSeparator();
            const auto y = scanner.number();
            if (!x || !y) {
                refuse("elements with points that are not pairs of numbers", node);
                return false;
            }
            isFirst ? path.moveTo({*x, *y}) : path.lineTo({*x, *y});
            isFirst = false;
        }
        if (closed) path.close();
        return true;
    }

    bool drawRect(const pugi::xml_node& node, SvgPathBuilder& path)
    {
        std::array<double, 4> v{};
        if (!lengths<4>(node, {"x", "y", "width", "height"}, v)) return false;
        const auto [x, y, w, h] = v;
        const pugi::xml_attribute hasRx = node.attribute("rx"), hasRy = node.attribute("ry");
        auto rx = length(node, hasRx ? "rx" : "ry", 0.0), ry = length(node, hasRy ? "ry" : "rx", 0.0);
        if (!rx || !ry) return false;
        const double cx = std::clamp(*rx, 0.0, std::max(0.0, 0.5 * w)),
                     cy = std::clamp(*ry, 0.0, std::max(0.0, 0.5 * h));
        path.moveTo({x + cx, y});
        path.lineTo({x + w - cx, y});
        path.arcTo(cx, cy, 0.0, false, true, {x + w, y + cy});
        path.lineTo({x + w, y + h - cy});
        path.arcTo(cx, cy, 0.0, false, true, {x + w - cx, y + h});
        path.lineTo({x + cx, y + h});
        path.arcTo(cx, cy, 0.0, false, true, {x, y + h - cy});
        path.lineTo({x, y + cy});
        path.arcTo(cx, cy, 0.0, false, true, {x + cx, y});
        path.close();
        return true;
    }

    enum class SubpathKind : uint8_t { Outline, Hole, Covered };

    // Subpaths by the fill rule: those inside others are holes, or islands in holes, or add nothing.
    static std::vector<SubpathKind> kindsOf(const std::vector<SvgSubpath>& subpaths, bool evenOdd)
    {
        std::vector<SubpathKind> kinds;
        for (size_t i = 0; i < subpaths.size(); ++i) {
            int winding = 0, containers = 0;
            for (size_t k = 0; k < subpaths.size(); ++k) {
                const int around = k == i ? 0 : windingNumber(subpaths[k].points, subpaths[i].points.front());
                winding += around;
                containers += around != 0 ? 1 : 0;
            }
            const int own = signedAreaOf(subpaths[i].points) > 0.0 ? 1 : -1;
            const bool isInside = evenOdd ? containers % 2 != 0 : winding != 0;
            const bool isHole = isInside && (evenOdd || winding + own == 0);
            kinds.push_back(isHole     ? SubpathKind::Hole
                            : isInside ? SubpathKind::Covered
                                       : SubpathKind::Outline);
        }
        return kinds;
    }

    // Each outline with the holes of which it is the nearest outline around.
    void addOutlines(const pugi::xml_node& node, const SvgState& state, std::vector<SvgSubpath> subpaths,
                     std::vector<ImportPart>& parts)
    {
        const size_t lines =
            std::erase_if(subpaths, [](const SvgSubpath& subpath) { return subpath.points.size() < 3; });
        report_.refused("filled lines without an area", placeOf(node), lines);
        constexpr size_t kMaxNested = 1000; // each is compared with each
        if (subpaths.size() > kMaxNested)
            return refuse(fmt::format("paths with more than {} parts", kMaxNested), node);
        const std::vector<SubpathKind> kinds = kindsOf(subpaths, state.evenOdd);
        std::vector<std::vector<std::vector<Position>>> holes(subpaths.size());
        for (size_t i = 0; i < subpaths.size(); ++i) {
            if (kinds[i] != SubpathKind::Hole) continue;
            size_t around = subpaths.size();
            double smallest = 0.0;
            for (size_t k = 0; k < subpaths.size(); ++k) {
                if (kinds[k] != SubpathKind::Outline ||
                    windingNumber(subpaths[k].points, subpaths[i].points.front()) == 0)
                    continue;
                const double area = std::abs(signedAreaOf(subpaths[k].points));
                if (around < subpaths.size() && area >= smallest) continue;
                around = k;
                smallest = area;
            }
            if (around < subpaths.size()) holes[around].push_back(subpaths[i].points);
        }
        for (size_t i = 0; i < subpaths.size(); ++i) {
            if (kinds[i] != SubpathKind::Outline) continue;
            OutlineWithHoles joined = joinHoles(std::move(subpaths[i].points), std::move(holes[i]));
            report_.refused("holes that are not inside of an outline", placeOf(node), joined.leftOut);
            parts.push_back({ImportOutline{std::move(joined.points)}, {}, placeOf(node)});
        }
    }

    std::string_view text_;
    ImportBuilder& builder_;
    ConversionReport& report_;
    size_t points_ = 0;
};

} // namespace

bool canImportSvg() { return true; }

void importSvg(std::string_view text, ImportBuilder& builder)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    if (!isUtf8(text)) throw SceneError{"not an SVG file: its text is not UTF-8"};
    pugi::xml_document document;
    // Entities of a document type are not expanded, so a small file cannot become a large document.
    const pugi::xml_parse_result parsed =
        document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!parsed)
        throw SceneError{
            fmt::format("{}: not XML: expected elements with attributes in quotation marks, each closed "
                        "by its own end tag",
                        placeAt(text, parsed.offset))};
    SvgReader(text, builder).read(document);
}

} // namespace satbox

#else // without an XML parser

namespace satbox {

bool canImportSvg() { return false; }

void importSvg(std::string_view, ImportBuilder&)
{
    throw SceneError{
        "an SVG file, which this satbox cannot read: it was built without pugixml (Debian: libpugixml-dev)"};
}

} // namespace satbox

#endif
