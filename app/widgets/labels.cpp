#include "app/widgets/labels.h"

#include "app/platform/imgui_versions.h"
#include "app/widgets/fonts.h"

#include <cmath>
#include <imgui.h>
#include <optional>

namespace satbox::app {

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
    const std::vector<LabelBox> boxes = labelBoxes(labels, camera, scale, [&](const std::string& text) {
        return textSize(*fonts.small, px, text.data(), text.data() + text.size()) + 2.0f * padding;
    });
    const ScreenRect& view = camera.viewport();
    out.PushClipRect({view.x, view.y}, {view.x + view.width, view.y + view.height}, true);
    for (const PlacedLabel& placed : layoutLabels(boxes, view, keepOut)) {
        const WorldLabel& label = labels[placed.index];
        const ScreenRect& r = placed.rect;
        if (const std::optional<Leader> leader = leaderOf(boxes[placed.index], r))
            out.AddLine({leader->a.x, leader->a.y}, {leader->b.x, leader->b.y},
                        packed(label.color.withAlpha(kLeaderAlpha)), scale);
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
