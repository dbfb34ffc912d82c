#include "app/widgets/empty_state.h"

#include "app/widgets/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace satbox::app {

namespace {

constexpr Vec2 kPictureSize{200.0f, 96.0f}; // design pixels, the y axis points down

// Draws in design pixels from the upper left corner of the picture.
struct Sketch {
    const UiContext& ui;
    ImDrawList& out;
    Vec2 corner; // window points

    ImVec2 at(Vec2 p) const { return {corner.x + ui.px(p.x), corner.y + ui.px(p.y)}; }
    void line(Vec2 a, Vec2 b, const Color& color, float width) const
    {
        out.AddLine(at(a), at(b), color.packed(), ui.px(width));
    }
    void shape(std::span<const Vec2> vertices, const Color& color, float fill) const
    {
        std::array<ImVec2, 8> points;
        std::transform(vertices.begin(), vertices.end(), points.begin(), [&](Vec2 v) { return at(v); });
        const auto count = static_cast<int>(vertices.size());
        out.AddConvexPolyFilled(points.data(), count, color.withAlpha(fill).packed());
        out.AddPolyline(points.data(), count, color.packed(), ImDrawFlags_Closed, ui.px(1.5f));
    }
    void box(Vec2 a, Vec2 b, const Color& color, float fill = 0.3f) const
    {
        const std::array vertices{a, Vec2{b.x, a.y}, b, Vec2{a.x, b.y}};
        shape(vertices, color, fill);
    }
    void disc(Vec2 p, float radius, const Color& color) const
    {
        out.AddCircleFilled(at(p), ui.px(radius), color.packed(), 20);
    }
    void arrow(Vec2 from, Vec2 to, const Color& color) const
    {
        const Vec2 along = normalizeOrZero(to - from);
        const Vec2 neck = to - 6.0f * along;
        line(from, neck, color, 2.0f);
        out.AddTriangleFilled(at(to), at(neck + 3.5f * perp(along)), at(neck - 3.5f * perp(along)),
                              color.packed());
    }
    void floor() const { line({16.0f, 80.0f}, {184.0f, 80.0f}, ui.palette.staticOutline, 1.5f); }
};

// A box with the handles of a selection and the pointer on it.
void drawBody(const Sketch& s)
{
    const Palette& p = s.ui.palette;
    s.floor();
    s.box({76.0f, 32.0f}, {124.0f, 80.0f}, p.selected);
    for (const Vec2 corner :
         {Vec2{76.0f, 32.0f}, Vec2{124.0f, 32.0f}, Vec2{76.0f, 80.0f}, Vec2{124.0f, 80.0f}})
        s.box(corner - Vec2{3.0f, 3.0f}, corner + Vec2{3.0f, 3.0f}, p.accent, 1.0f);
    const std::array pointer{Vec2{102.0f, 50.0f}, Vec2{102.0f, 70.0f}, Vec2{115.0f, 64.0f}};
    s.shape(pointer, p.text, 1.0f);
}

// A box on the floor with its two contact points and their normals.
void drawContact(const Sketch& s)
{
    const Palette& p = s.ui.palette;
    s.floor();
    s.box({72.0f, 24.0f}, {128.0f, 80.0f}, p.dynamicOutline, 0.2f);
    for (const float x : {72.0f, 128.0f}) {
        s.arrow({x, 80.0f}, {x, 50.0f}, p.normal);
        s.disc({x, 80.0f}, 4.0f, p.contactPoint);
    }
}

// Two shapes that overlap, and the axis on which they overlap least.
void drawPair(const Sketch& s)
{
    const Palette& p = s.ui.palette;
    const std::array a{Vec2{36.0f, 24.0f}, Vec2{88.0f, 16.0f}, Vec2{100.0f, 60.0f}, Vec2{44.0f, 72.0f}};
    const std::array b{Vec2{90.0f, 40.0f}, Vec2{136.0f, 18.0f}, Vec2{164.0f, 52.0f}, Vec2{116.0f, 76.0f}};
    s.shape(a, p.pairA, 0.2f);
    s.shape(b, p.pairB, 0.2f);
    s.arrow({28.0f, 88.0f}, {172.0f, 88.0f}, p.pairWinner);
    s.line({36.0f, 84.0f}, {100.0f, 84.0f}, p.pairA, 3.0f);
    s.line({90.0f, 92.0f}, {164.0f, 92.0f}, p.pairB, 3.0f);
    s.box({90.0f, 84.0f}, {100.0f, 92.0f}, p.penetration, 0.4f);
}

// The stages of a step, with the impulse that grows to its final value.
void drawStep(const Sketch& s)
{
    const Palette& p = s.ui.palette;
    constexpr std::array kHeights{8.0f, 30.0f, 46.0f, 54.0f, 58.0f, 60.0f, 61.0f, 61.0f};
    for (size_t i = 0; i < kHeights.size(); ++i) {
        const float x = 28.0f + 18.0f * static_cast<float>(i);
        s.box({x, 80.0f - kHeights[i]}, {x + 12.0f, 80.0f}, i == 3 ? p.accent : p.normalImpulse);
    }
    s.line({20.0f, 80.0f}, {180.0f, 80.0f}, p.muted, 1.0f);
    s.disc({88.0f, 80.0f}, 4.0f, p.accent);
}

void drawPicture(const Sketch& sketch, EmptyPicture picture)
{
    switch (picture) {
    case EmptyPicture::Body:
        return drawBody(sketch);
    case EmptyPicture::Contact:
        return drawContact(sketch);
    case EmptyPicture::Pair:
        return drawPair(sketch);
    case EmptyPicture::Step:
        return drawStep(sketch);
    }
}

} // namespace

bool emptyState(const UiContext& ui, const EmptyState& empty)
{
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ui.px(kPictureSize.y + 16.0f);
    const ImVec2 a = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, height});
    ImDrawList& out = *ImGui::GetWindowDrawList();
    out.AddRectFilled(a, {a.x + width, a.y + height}, ui.palette.background.packed(), ui.px(4.0f));
    const Vec2 corner{std::round(a.x + 0.5f * (width - ui.px(kPictureSize.x))), a.y + ui.px(8.0f)};
    drawPicture({ui, out, corner}, empty.picture);
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    hintText(ui, empty.text);
    ImGui::Dummy({0.0f, ui.px(4.0f)});
    return button(ui, empty.button, empty.tooltip, true);
}

} // namespace satbox::app
