#include "app/editor/commands.h"
#include "app/ui/pair_parts.h"
#include "app/ui/widgets.h"
#include "engine/geometry/hull.h"
#include "engine/geometry/polygon.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

namespace satbox::app {

namespace {

constexpr float kMaxTypedPosition = 1e4f; // m, that can be typed

// The points that make the geometry, in its own frame.
std::vector<Vec2> pointsOf(const Shape& shape)
{
    if (const auto* circle = std::get_if<Circle>(&shape)) return {circle->center};
    if (const auto* capsule = std::get_if<Capsule>(&shape)) return {capsule->p1, capsule->p2};
    if (const auto* segment = std::get_if<Segment>(&shape)) return {segment->p1, segment->p2};
    const auto& polygon = std::get<Polygon>(shape);
    return {polygon.points().begin(), polygon.points().end()};
}

float radiusOf(const Shape& shape)
{
    if (const auto* circle = std::get_if<Circle>(&shape)) return circle->radius;
    if (const auto* capsule = std::get_if<Capsule>(&shape)) return capsule->radius;
    return 0.0f;
}

// The same kind of shape from other points; a sentence where these make none.
std::string rebuild(Shape& shape, std::span<const Vec2> points, float radius)
{
    if (auto* circle = std::get_if<Circle>(&shape)) {
        *circle = {points[0], radius};
    } else if (auto* capsule = std::get_if<Capsule>(&shape)) {
        *capsule = {points[0], points[1], radius};
    } else if (auto* segment = std::get_if<Segment>(&shape)) {
        *segment = {points[0], points[1]};
    } else {
        const HullResult hull = makeHull(points);
        if (!hull.ok()) return "No polygon: " + hull.error + ".";
        if (hull.vertices.size() != points.size())
            return "No convex polygon: a corner would lie inside, on an edge, or on another corner.";
        // The hull begins at the lowest x; corners keep their numbers as far as they can.
        std::vector<Vec2> corners = hull.vertices;
        const auto first = std::ranges::find(corners, points[0]);
        if (first != corners.end()) std::rotate(corners.begin(), first, corners.end());
        shape = makePolygon(corners);
    }
    return {};
}

void placeRows(const UiContext& ui, const World& world, BodyId body, char letter, CommandStack& commands)
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
                        .defaultValue = value, // none to go back to
                        .tooltip = "Where the body's origin is, in metres.",
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
                   .tooltip = "How the body is turned, in degrees counter-clockwise.",
                   .displayFactor = 180.0f / kPi},
                  &angle)) {
        pose.q = makeRot(angle);
        changed = true;
    }
    if (changed) commands.submit(moveBodyCommand(world, body, pose));
}

void geometryRows(const UiContext& ui, const World& world, ShapeId id, char letter,
                  std::array<Vec2, kMaxPolygonVertices>& typed, CommandStack& commands, Requests& requests)
{
    ShapeDef def = world.shapeDef(id);
    const std::vector<Vec2> now = pointsOf(def.geometry);
    float radius = radiusOf(def.geometry);
    bool taken = false;
    bool editing = false;
    for (size_t i = 0; i < now.size(); ++i) {
        const std::string label =
            now.size() == 1 ? fmt::format("{} centre", letter) : fmt::format("{} corner {}", letter, i);
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
        taken |= ImGui::IsItemDeactivatedAfterEdit();
        editing |= ImGui::IsItemActive();
        recordLastItem(ui, label, fmt::format("{} {}", now[i].x, now[i].y));
        itemTooltip(ui, "x and y in the shape's own frame, in metres. Taken over when the field is left.");
    }
    bool rounder = false;
    if (radius > 0.0f) {
        const std::string label = fmt::format("{} radius", letter);
        rounder = sliderRow(ui,
                            {.label = label.c_str(),
                             .unit = "m",
                             .minimum = 0.01f,
                             .maximum = 5.0f,
                             .defaultValue = radius,
                             .tooltip = "Of the circle, or around the capsule's core, in metres.",
                             .logarithmic = true},
                            &radius);
    }
    if (taken || rounder) {
        const std::span<const Vec2> points(typed.data(), now.size());
        const std::string refusal =
            rebuild(def.geometry, taken ? points : std::span<const Vec2>(now), radius);
        const bool asItWas = def.geometry == world.shapeDef(id).geometry;
        if (!refusal.empty())
            requests.status = refusal;
        else if (!asItWas)
            commands.submit(editShapeCommand(world, id, def, "geometry"));
    }
    if (!editing && !taken)
        for (size_t i = 0; i < now.size(); ++i) typed[i] = now[i];
}

} // namespace

void drawPairShapes(const UiContext& ui, const World& world, PairState& pair, CommandStack& commands,
                    Requests& requests)
{
    if (!foldingHeading(ui, "Places and shapes", false)) return;
    const ShapeId shapes[] = {pair.shapeA, pair.shapeB};
    for (size_t i = 0; i < 2; ++i) {
        const char letter = i == 0 ? 'A' : 'B';
        placeRows(ui, world, world.bodyOf(shapes[i]), letter, commands);
        geometryRows(ui, world, shapes[i], letter, pair.typed[i], commands, requests);
        ImGui::Dummy({0.0f, ui.px(6.0f)});
    }
}

} // namespace satbox::app
