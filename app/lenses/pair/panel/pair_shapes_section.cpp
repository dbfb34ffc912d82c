#include "app/document/commands.h"
#include "app/lenses/pair/panel/pair_sections.h"
#include "app/widgets/widgets.h"
#include "engine/geometry/shape.h"
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

namespace satbox::app {

namespace {

constexpr float kMaxTypedPosition = 1e4f; // m

// The vertices, ends or centre that define the shape, in the shape's frame.
std::vector<Vec2> pointsOf(const Shape& shape)
{
    if (const auto* circle = std::get_if<Circle>(&shape)) return {circle->center};
    if (const auto* capsule = std::get_if<Capsule>(&shape)) return {capsule->p1, capsule->p2};
    if (const auto* segment = std::get_if<Segment>(&shape)) return {segment->p1, segment->p2};
    const auto& polygon = std::get<Polygon>(shape);
    return {polygon.points().begin(), polygon.points().end()};
}

// Rebuilds the shape from other points. Returns a message if they do not form a valid shape.
std::string rebuildShape(Shape& shape, std::span<const Vec2> points, float radius)
{
    if (auto* circle = std::get_if<Circle>(&shape)) {
        *circle = {points[0], radius};
    } else if (auto* capsule = std::get_if<Capsule>(&shape)) {
        *capsule = {points[0], points[1], radius};
    } else if (auto* segment = std::get_if<Segment>(&shape)) {
        segment->p1 = points[0];
        segment->p2 = points[1];
    } else {
        const HullResult hull = makeHull(points);
        if (!hull.ok()) return "Not a polygon: " + hull.error + ".";
        if (hull.vertices.size() != points.size())
            return "Not a convex polygon: a vertex is inside it, on an edge, or on another vertex. Type "
                   "other coordinates.";
        // The hull starts at the vertex of lowest x. Rotate it so that vertices keep their indices where
        // possible.
        std::vector<Vec2> vertices = hull.vertices;
        const auto first = std::ranges::find(vertices, points[0]);
        if (first != vertices.end()) std::rotate(vertices.begin(), first, vertices.end());
        shape = makePolygon(vertices, radius);
    }
    return {};
}

void drawPoseRows(const UiContext& ui, const World& world, BodyId body, char letter, History& history)
{
    WorldTransform pose = world.motion(body).transform();
    bool changed = false;
    const auto row = [&](const char* what, double& coordinate) {
        auto value = static_cast<float>(coordinate);
        const std::string label = fmt::format("{} {}", letter, what);
        if (!sliderRow(ui,
                       {.label = label.c_str(),
                        .unit = "m",
                        .minimum = -10.0f,
                        .maximum = 10.0f,
                        .defaultValue = value, // no reset button
                        .tooltip = "Position of the body's origin. In m, usually -10 to 10.",
                        .typedMinimum = -kMaxTypedPosition,
                        .typedMaximum = kMaxTypedPosition},
                       &value))
            return;
        coordinate = static_cast<double>(value);
        changed = true;
    };
    row("x", pose.p.x);
    row("y", pose.p.y);
    float angle = angleOf(pose.q);
    const std::string label = fmt::format("{} angle", letter);
    if (sliderRow(ui,
                  {.label = label.c_str(),
                   .unit = "°",
                   .minimum = -kPi,
                   .maximum = kPi,
                   .defaultValue = angle,
                   .tooltip = "Rotation of the body, counter-clockwise. In degrees, -180 to 180.",
                   .displayFactor = 180.0f / kPi},
                  &angle)) {
        pose.q = makeRot(angle);
        changed = true;
    }
    if (changed) history.submit(moveBodyCommand(world, body, pose));
}

void drawGeometryRows(const UiContext& ui, const World& world, ShapeId id, char letter,
                      std::array<Vec2, kMaxPolygonVertices>& typed, History& history, Requests& requests)
{
    ShapeDef def = world.shapeDef(id);
    const std::vector<Vec2> now = pointsOf(def.geometry);
    float radius = radiusOf(def.geometry);
    bool committed = false;
    bool editing = false;
    for (size_t i = 0; i < now.size(); ++i) {
        const std::string label =
            now.size() == 1 ? fmt::format("{} centre", letter) : fmt::format("{} vertex {}", letter, i);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        ImGui::GetWindowDrawList()->AddText({at.x, at.y + ImGui::GetStyle().FramePadding.y},
                                            ui.palette.muted.packed(), label.c_str());
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.36f * width);
        ImGui::SetNextItemWidth(0.64f * width);
        float xy[2] = {typed[i].x, typed[i].y};
        const std::string field = "##" + label;
        if (ImGui::InputFloat2(field.c_str(), xy, "%.6g",
                               ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CharsScientific))
            typed[i] = {xy[0], xy[1]};
        committed |= ImGui::IsItemDeactivatedAfterEdit();
        editing |= ImGui::IsItemActive();
        takeKeysForText();
        recordLastItem(ui, label, fmt::format("{} {}", now[i].x, now[i].y));
        itemTooltip(ui, "x and y in the shape's frame, in m. Applied when the field loses focus.");
    }
    bool radiusChanged = false;
    if (radius > 0.0f) {
        const std::string label = fmt::format("{} radius", letter);
        radiusChanged = sliderRow(ui,
                                  {.label = label.c_str(),
                                   .unit = "m",
                                   .minimum = 0.01f,
                                   .maximum = 5.0f,
                                   .defaultValue = radius,
                                   .tooltip = "Radius of the circle or of round corners, or half of the "
                                              "capsule's thickness. In m, usually 0.1 to 2.",
                                   .logarithmic = true},
                                  &radius);
    }
    if (committed || radiusChanged) {
        const std::span<const Vec2> points(typed.data(), now.size());
        const std::string refusal =
            rebuildShape(def.geometry, committed ? points : std::span<const Vec2>(now), radius);
        const bool unchanged = def.geometry == world.shapeDef(id).geometry;
        if (!refusal.empty())
            requests.status = refusal;
        else if (!unchanged)
            history.submit(editShapeCommand(world, id, def, "geometry"));
    }
    if (!editing && !committed)
        for (size_t i = 0; i < now.size(); ++i) typed[i] = now[i];
}

} // namespace

void drawPairShapes(const UiContext& ui, const World& world, PairState& pair, History& history,
                    Requests& requests)
{
    if (!foldingHeading(ui, "Poses and geometry", false)) return;
    const ShapeId shapes[] = {pair.shapeA, pair.shapeB};
    for (size_t i = 0; i < 2; ++i) {
        const char letter = i == 0 ? 'A' : 'B';
        drawPoseRows(ui, world, world.bodyOf(shapes[i]), letter, history);
        drawGeometryRows(ui, world, shapes[i], letter, pair.typed[i], history, requests);
        ImGui::Dummy({0.0f, ui.px(6.0f)});
    }
}

} // namespace satbox::app
