#include "app/shell/vector_picture.h"

#include "app/gfx/label_layout.h"
#include "app/gfx/round_number.h"
#include "app/gfx/svg.h"
#include "app/text/format.h"

#include <vector>

namespace satbox::app {

namespace {

constexpr float kBaseLinePx = 13.0f; // from the top of a label
constexpr float kScaleBarPx = 100.0f;
constexpr float kMarginPx = 20.0f;

std::vector<SvgText> placedLabels(const DrawList& list, const Camera& camera, float scale)
{
    // SVG viewers have fonts of their own.
    const std::vector<LabelBox> boxes = labelBoxes(
        list.labels, camera, scale, [&](const std::string& text) { return scale * estimatedTextSize(text); });
    std::vector<SvgText> texts;
    for (const PlacedLabel& placed : layoutLabels(boxes, camera.viewport())) {
        const WorldLabel& label = list.labels[placed.index];
        texts.push_back({{placed.rect.x, placed.rect.y + scale * kBaseLinePx}, label.text, label.color});
    }
    return texts;
}

// A round length of up to kScaleBarPx, at the lower right.
void addScaleBar(DrawList& list, std::vector<SvgText>& texts, const Camera& camera, const Palette& palette,
                 float scale)
{
    const float longest = scale * kScaleBarPx * camera.metersPerPixel();
    const auto metres = static_cast<float>(roundDownTo125(static_cast<double>(longest)).value());
    const ScreenRect& view = camera.viewport();
    const Vec2 right{view.x + view.width - scale * kMarginPx, view.y + view.height - scale * kMarginPx};
    const Vec2 left{right.x - metres * camera.pixelsPerMeter(), right.y};
    list.addBar(camera.screenToWorld(left), camera.screenToWorld(right), {palette.text, 2.0f});
    const std::string text = formatQuantity(static_cast<double>(metres), "m");
    const float width = scale * estimatedTextSize(text).x;
    texts.push_back({{right.x - width, left.y - scale * 6.0f}, text, palette.text});
}

} // namespace

std::string vectorPicture(const DrawList& list, const Camera& camera, const Palette& palette, float scale)
{
    DrawList whole = list;
    std::vector<SvgText> texts = placedLabels(list, camera, scale);
    addScaleBar(whole, texts, camera, palette, scale);
    return svgOf(whole, camera, palette.background, scale, texts);
}

} // namespace satbox::app
