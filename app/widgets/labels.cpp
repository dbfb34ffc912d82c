#include "app/widgets/labels.h"

#include "app/platform/imgui_versions.h"
#include "app/widgets/fonts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <imgui.h>
#include <numeric>
#include <optional>

namespace satbox::app {

namespace {

bool isInside(const ScreenRect& a, const ScreenRect& bounds)
{
    return a.x >= bounds.x && a.y >= bounds.y && a.x + a.width <= bounds.x + bounds.width &&
           a.y + a.height <= bounds.y + bounds.height;
}

constexpr int kMaxDistance = 6; // of a required label from its anchor, in heights of the label

// The eight positions around an anchor, the best first.
std::array<ScreenRect, 8> candidateRects(const LabelBox& label)
{
    const float w = label.size.x;
    const float h = label.size.y;
    const float left = label.anchor.x - label.clearance - w;
    const float right = label.anchor.x + label.clearance;
    const float above = label.anchor.y - label.clearance - h;
    const float below = label.anchor.y + label.clearance;
    const float middleX = label.anchor.x - 0.5f * w;
    const float middleY = label.anchor.y - 0.5f * h;
    std::array<ScreenRect, 8> around{{{right, middleY, w, h},
                                      {left, middleY, w, h},
                                      {middleX, above, w, h},
                                      {middleX, below, w, h},
                                      {right, above, w, h},
                                      {right, below, w, h},
                                      {left, above, w, h},
                                      {left, below, w, h}}};
    if (label.side != Vec2{0.0f, 0.0f}) {
        const auto agreement = [&](const ScreenRect& rect) {
            const Vec2 middle(rect.x + 0.5f * w, rect.y + 0.5f * h);
            return dot(normalizeOrZero(middle - label.anchor), label.side);
        };
        // Insertion sort, which is stable. (std::stable_sort of g++ 12's library uses a function that clang
        // warns of as deprecated.)
        const auto isBetter = [&](const ScreenRect& a, const ScreenRect& b) {
            return agreement(a) > agreement(b);
        };
        for (auto next = around.begin(); next != around.end(); ++next)
            std::rotate(std::upper_bound(around.begin(), next, *next, isBetter), next, next + 1);
    }
    return around;
}

ScreenRect anchorRect(const LabelBox& label)
{
    return {label.anchor.x - label.clearance, label.anchor.y - label.clearance, 2.0f * label.clearance,
            2.0f * label.clearance};
}

} // namespace

std::vector<PlacedLabel> layoutLabels(std::span<const LabelBox> labels, const ScreenRect& bounds,
                                      std::span<const ScreenRect> keepOut)
{
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (labels[a].required != labels[b].required) return labels[a].required;
        if (labels[a].priority != labels[b].priority) return labels[a].priority > labels[b].priority;
        return a < b;
    });

    std::vector<PlacedLabel> placed;
    std::vector<ScreenRect> occupied(keepOut.begin(), keepOut.end());
    const auto isFree = [&](const ScreenRect& rect) {
        return std::none_of(occupied.begin(), occupied.end(),
                            [&](const ScreenRect& t) { return rect.overlaps(t); });
    };
    for (const std::size_t index : order) {
        const LabelBox& label = labels[index];
        if (!bounds.contains(label.anchor)) continue;
        std::optional<ScreenRect> free;
        LabelBox moved = label;
        for (int i = 0; !free && i <= (label.required ? kMaxDistance : 0); ++i) {
            moved.clearance = label.clearance + static_cast<float>(i) * label.size.y;
            for (const ScreenRect& rect : candidateRects(moved))
                if (!free && isInside(rect, bounds) && isFree(rect)) free = rect;
        }
        if (!free && !label.required) continue;
        ScreenRect rect = free ? *free : candidateRects(label)[0];
        rect.x = std::clamp(rect.x, bounds.x, std::max(bounds.x, bounds.x + bounds.width - rect.width));
        rect.y = std::clamp(rect.y, bounds.y, std::max(bounds.y, bounds.y + bounds.height - rect.height));
        placed.push_back({index, rect});
        occupied.push_back(rect);
        occupied.push_back(anchorRect(label));
    }
    return placed;
}

namespace {

ImU32 packed(const Color& color) { return color.packed(); }

Vec2 textSize(ImFont& font, float px, const char* begin, const char* end)
{
    const ImVec2 size = font.CalcTextSizeA(px, 1e6f, 0.0f, begin, end);
    return {size.x, size.y};
}

} // namespace

void drawLabels(ImDrawList& out, std::span<const WorldLabel> labels, const Camera& camera,
                const Palette& palette, const Fonts& fonts, float scale, std::span<const ScreenRect> keepOut)
{
    if (labels.empty()) return;
    const float px = fontSize(*fonts.small);
    const Vec2 padding(6.0f * scale, 2.0f * scale);
    std::vector<LabelBox> boxes;
    boxes.reserve(labels.size());
    for (const WorldLabel& label : labels) {
        const Vec2 size =
            textSize(*fonts.small, px, label.text.data(), label.text.data() + label.text.size());
        boxes.push_back({.anchor = camera.worldToScreen(label.point),
                         .size = size + 2.0f * padding,
                         .clearance = label.clearancePx * scale,
                         .priority = label.priority,
                         .required = label.required,
                         .side = {label.side.x, -label.side.y}}); // the world's y is up
    }
    const ScreenRect& view = camera.viewport();
    out.PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height}, true);
    for (const PlacedLabel& placed : layoutLabels(boxes, view, keepOut)) {
        const WorldLabel& label = labels[placed.index];
        const ScreenRect& r = placed.rect;
        const LabelBox& box = boxes[placed.index];
        const Vec2 nearest(std::clamp(box.anchor.x, r.x, r.x + r.width),
                           std::clamp(box.anchor.y, r.y, r.y + r.height));
        const Vec2 away = nearest - box.anchor;
        if (std::max(std::fabs(away.x), std::fabs(away.y)) > box.clearance + 1.0f) {
            const Vec2 start = box.anchor + box.clearance * normalizeOrZero(away);
            out.AddLine({start.x, start.y}, {nearest.x, nearest.y}, packed(label.color.withAlpha(0.6f)),
                        scale);
        }
        out.AddRectFilled({r.x, r.y}, {r.x + r.width, r.y + r.height},
                          packed(palette.background.withAlpha(kLabelGroundAlpha)), 0.5f * r.height);
        // Rounded to whole points, since glyphs blur between them.
        out.AddText(fonts.small, px, {std::round(r.x + padding.x), std::round(r.y + padding.y)},
                    packed(labelText(palette, label.color)), label.text.data(),
                    label.text.data() + label.text.size());
    }
    out.PopClipRect();
}

ScreenRect drawScaleBar(ImDrawList& out, const Camera& camera, const Palette& palette, const Fonts& fonts,
                        float scale)
{
    const ScaleBar bar = scaleBar(camera, 120.0f * scale);
    const ScreenRect& view = camera.viewport();
    const float px = fontSize(*fonts.small);
    const Vec2 text = textSize(*fonts.small, px, bar.text.data(), bar.text.data() + bar.text.size());
    const float gap = 8.0f * scale;
    const float margin = 16.0f * scale;
    const float tick = 4.0f * scale;
    ScreenRect rect{0.0f, 0.0f, std::round(bar.points + gap + text.x + 2.0f * gap), std::round(text.y + gap)};
    rect.x = std::round(view.x + view.width - margin - rect.width);
    rect.y = std::round(view.y + view.height - margin - rect.height);

    out.AddRectFilled({rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height},
                      packed(palette.background.withAlpha(kLabelGroundAlpha)), 4.0f * scale);
    const float left = rect.x + gap;
    const float right = left + bar.points;
    const float y = std::round(rect.y + 0.5f * rect.height);
    const float width = std::round(1.5f * scale);
    const ImU32 color = packed(palette.text);
    out.AddRectFilled({left, y - 0.5f * width}, {right, y + 0.5f * width}, color);
    out.AddRectFilled({left, y - tick}, {left + width, y + tick}, color);
    out.AddRectFilled({right - width, y - tick}, {right, y + tick}, color);
    out.AddText(fonts.small, px, {std::round(right + gap), std::round(y - 0.5f * text.y)}, color,
                bar.text.data(), bar.text.data() + bar.text.size());
    return rect;
}

} // namespace satbox::app
