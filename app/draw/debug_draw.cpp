// drawWorld(): the draw list of the window, handed to a renderer item by item.

#include "app/gfx/grid.h"
#include "app/gfx/label_layout.h"
#include "app/view/world_view.h"
#include "engine/core/number_text.h"
#include "engine/core/quoted.h"
#include <satbox/draw/debug_draw.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace satbox {

struct DrawHistory::Data {
    app::TrailHistory trails;
    app::FillScales fillScales;
    // Of the last picture, for their capacity.
    std::vector<app::VisiblePoint> points;
    app::DrawList list;
};

struct DrawHistoryAccess {
    static DrawHistory::Data& data(DrawHistory& history) { return *history.data_; }
};

DrawHistory::DrawHistory() : data_(std::make_unique<Data>()) {}
DrawHistory::~DrawHistory() = default;
DrawHistory::DrawHistory(DrawHistory&& other) noexcept = default;
DrawHistory& DrawHistory::operator=(DrawHistory&& other) noexcept = default;
void DrawHistory::record(const World& world) { data_->trails.record(world); }

namespace app {

namespace {

constexpr Vec2 kLabelPaddingPx{6.0f, 2.0f}; // between a text and the edge of its ground
constexpr float kMinMetersPerPixel = 1.0f / Camera::kMaxPixelsPerMeter;
constexpr float kMaxMetersPerPixel = 1.0f / Camera::kMinPixelsPerMeter;
constexpr float kMinScale = 0.25f, kMaxScale = 8.0f;

DrawColor colorOf(const Color& color) { return {color.r, color.g, color.b, color.a}; }

std::string outOfRange(const char* name, float value, float low, float high)
{
    if (value >= low && value <= high) return {};
    return std::string(name) + ": " + numberText(value) + " is not within " + numberText(low) + " to " +
           numberText(high);
}

// Precondition: one of the rows has this key.
template<class Row>
const Row& rowOf(std::span<const Row> rows, std::string_view key)
{
    return *std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.key == key; });
}

// Set a choice or a scale of the View panel by its key there. They return a sentence if the value is refused.
std::string set(ViewSettings& view, const char* name, std::string_view key, const std::string& value)
{
    const ViewChoice& row = rowOf(viewChoices(), key);
    if (choose(view, row, value)) return {};
    std::string sentence = std::string(name) + ": " + quotedText(value) + " is not one of";
    for (const ViewChoice::Option& option : row.options)
        sentence += (&option == &row.options.front() ? " " : ", ") + std::string(option.key);
    return sentence;
}
std::string set(ViewSettings& view, const char* name, std::string_view key, float value)
{
    const ViewScale& row = rowOf(viewScales(), key);
    std::string sentence = outOfRange(name, value, row.minimum, row.maximum);
    if (sentence.empty()) view.*row.member = value;
    return sentence;
}

std::string checkBox(const WorldBox& box)
{
    if (!isFinite(box)) return "visible: a corner is not a finite number";
    if (box.lower.x < box.upper.x && box.lower.y < box.upper.y) return {};
    return "visible: the lower corner is not below and to the left of the upper one";
}

// ViewSettings as the options ask for, or the reason why they are refused.
std::string settingsOf(const DrawOptions& options, ViewSettings& view)
{
    view = {};
    view.labels = options.labels;
    view.shading = false; // for the window's shaders only
    for (std::string sentence :
         {setOverlaysExactly(view, options.overlays),
          set(view, "colorBodiesBy", "colour-bodies-by", options.colorBodiesBy),
          set(view, "heatMap", "heat-map", options.heatMap),
          set(view, "impulseScale", "impulse-scale", options.impulseScale),
          set(view, "velocityLength", "velocity-length", options.velocityLength),
          set(view, "normalLength", "normal-length", options.normalLength),
          set(view, "lineScale", "line-scale", options.lineScale),
          outOfRange("metersPerPixel", options.metersPerPixel, kMinMetersPerPixel, kMaxMetersPerPixel),
          outOfRange("scale", options.scale, kMinScale, kMaxScale),
          options.visible ? checkBox(*options.visible) : std::string()})
        if (!sentence.empty()) return sentence;
    return {};
}

// Hands the items of a draw list to a renderer.
class Presenter {
  public:
    Presenter(DebugDraw& draw, const DrawFrame& frame) : draw_(draw), frame_(frame) {}

    void present(const RoundShape& shape)
    {
        std::array<Position, 2> points{transformPoint(shape.transform, shape.p1),
                                       transformPoint(shape.transform, shape.p2)};
        const size_t count = shape.p1 == shape.p2 ? 1 : 2;
        presentShape(std::span(points).first(count), shape.radius, shape.style);
    }
    void present(const PolygonShape& shape)
    {
        std::array<Position, PolygonShape::kMaxVertices> points;
        for (size_t i = 0; i < shape.count; ++i)
            points[i] = transformPoint(shape.transform, shape.vertices[i]);
        presentShape(std::span(points).first(shape.count), shape.radius, shape.style);
    }
    void present(const Primitive& p)
    {
        draw_.drawMark({.kind = static_cast<DrawMarkKind>(p.kind),
                        .a = p.a,
                        .b = p.b,
                        .c = p.c,
                        .width = p.widthPx * frame_.pixel,
                        .size = p.sizePx * frame_.pixel,
                        .color = colorOf(p.color)},
                       frame_);
    }
    void present(std::span<const WorldLabel> labels, const Camera& camera, const Palette& palette,
                 float scale)
    {
        const std::vector<LabelBox> boxes = labelBoxes(labels, camera, scale, [&](const std::string& text) {
            return scale * (draw_.textSize(text) + 2.0f * kLabelPaddingPx);
        });
        for (const PlacedLabel& placed : layoutLabels(boxes, camera.viewport())) {
            const WorldLabel& label = labels[placed.index];
            if (const std::optional<Leader> leader = leaderOf(boxes[placed.index], placed.rect))
                draw_.drawLine(camera.screenToWorld(leader->a), camera.screenToWorld(leader->b), frame_.pixel,
                               colorOf(label.color.withAlpha(kLeaderAlpha)));
            const WorldBox ground = worldBox(camera, placed.rect);
            draw_.drawPolygon(std::array{ground.lower, Position(ground.upper.x, ground.lower.y), ground.upper,
                                         Position(ground.lower.x, ground.upper.y)},
                              colorOf(palette.background.withAlpha(kLabelGroundAlpha)));
            const Vec2 padding = frame_.pixel * kLabelPaddingPx;
            draw_.drawText({.text = label.text,
                            .box = {ground.lower + padding, ground.upper - padding},
                            .point = label.point,
                            .color = colorOf(labelText(palette, label.color))});
        }
    }

  private:
    static WorldBox worldBox(const Camera& camera, const ScreenRect& rect)
    {
        return {camera.screenToWorld({rect.x, rect.y + rect.height}),
                camera.screenToWorld({rect.x + rect.width, rect.y})};
    }
    void presentShape(std::span<const Position> points, float radius, const ShapeStyle& style)
    {
        draw_.drawShape({.points = points,
                         .radius = radius,
                         .fill = colorOf(style.fill),
                         .outline = colorOf(style.outline),
                         .outlineWidth = style.outlineWidthPx * frame_.pixel,
                         .dashed = style.dashed,
                         .hatched = style.hatched,
                         .hatch = colorOf(style.hatch)},
                        frame_);
    }

    DebugDraw& draw_;
    const DrawFrame& frame_;
};

// Presenter::present(const Primitive&) converts the kinds by their numbers.
static_assert(static_cast<int>(DrawMarkKind::Line) == static_cast<int>(PrimitiveKind::Line) &&
              static_cast<int>(DrawMarkKind::Bar) == static_cast<int>(PrimitiveKind::Bar) &&
              static_cast<int>(DrawMarkKind::Dashed) == static_cast<int>(PrimitiveKind::Dashed) &&
              static_cast<int>(DrawMarkKind::Arrow) == static_cast<int>(PrimitiveKind::Arrow) &&
              static_cast<int>(DrawMarkKind::Disc) == static_cast<int>(PrimitiveKind::Disc) &&
              static_cast<int>(DrawMarkKind::Ring) == static_cast<int>(PrimitiveKind::Ring) &&
              static_cast<int>(DrawMarkKind::Cross) == static_cast<int>(PrimitiveKind::Cross) &&
              static_cast<int>(DrawMarkKind::Square) == static_cast<int>(PrimitiveKind::Square) &&
              static_cast<int>(DrawMarkKind::Triangle) == static_cast<int>(PrimitiveKind::Triangle));

Camera cameraOf(const WorldBox& visible, float metersPerPixel)
{
    const Vec2 size = visible.upper - visible.lower;
    Camera camera;
    camera.setViewport({0.0f, 0.0f, size.x / metersPerPixel, size.y / metersPerPixel});
    camera.set(center(visible), 1.0f / metersPerPixel);
    return camera;
}

constexpr auto kNamed = [] {
    std::array<DrawOverlay, kOverlays.size()> named;
    for (size_t i = 0; i < named.size(); ++i)
        named[i] = {kOverlays[i].toggle.key, kOverlays[i].toggle.label, kOverlays[i].toggle.help};
    return named;
}();

} // namespace

} // namespace app

std::span<const DrawOverlay> drawOverlays() { return app::kNamed; }

std::string drawWorld(const World& world, DebugDraw& draw, const DrawOptions& options, DrawHistory* history)
{
    app::ViewSettings settings;
    if (std::string sentence = app::settingsOf(options, settings); !sentence.empty()) return sentence;

    DrawHistory once;
    auto& data = DrawHistoryAccess::data(history ? *history : once);
    const app::Palette palette =
        app::makePalette(options.palette == DrawPalette::Dark ? app::Theme::Dark : app::Theme::Light);
    const app::Camera camera =
        app::cameraOf(options.visible.value_or(world.bounds()), options.metersPerPixel);
    app::Selection selection;
    selection.body = options.selected; // a stale id selects nothing

    app::DrawList& list = data.list;
    list.clear();
    app::ViewContext context{.world = world,
                             .view = settings,
                             .selection = selection,
                             .camera = camera,
                             .palette = palette,
                             .trailHistory = data.trails,
                             .uiScale = options.scale,
                             .fillScales = data.fillScales,
                             .visible = {},
                             .focus = {},
                             .points = std::exchange(data.points, {})};
    app::drawWorld(context, list);
    data.fillScales = context.fillScales;
    data.points = std::move(context.points);

    const DrawFrame frame{context.pixel, context.visible, app::colorOf(palette.background)};
    app::Presenter presenter(draw, frame);
    if (settings.grid && options.visible) {
        std::vector<app::Primitive> grid;
        app::addGrid(grid, camera, palette.grid, 1.0f, options.scale);
        for (const app::Primitive& line : grid) presenter.present(line);
    }
    for (const app::RoundShape& shape : list.rounds) presenter.present(shape);
    for (const app::PolygonShape& shape : list.polygons) presenter.present(shape);
    for (const app::Primitive& primitive : list.primitives) presenter.present(primitive);
    if (options.labels) presenter.present(list.labels, camera, palette, options.scale);
    return {};
}

} // namespace satbox
