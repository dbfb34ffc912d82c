#include "app/shell/vector_picture.h"

#include "app/gfx/round_number.h"
#include "app/gfx/svg.h"
#include "app/text/format.h"
#include "app/widgets/labels.h"

#include <vector>

namespace satbox::app {

namespace {

// Of the 13 px labels, in logical pixels: SVG viewers have fonts of their own, so widths are estimated.
constexpr float kCharacterPx = 7.0f;
constexpr float kLabelHeightPx = 18.0f;
constexpr float kBaseLinePx = 13.0f; // from the top of a label
constexpr float kScaleBarPx = 100.0f;
constexpr float kMarginPx = 20.0f;

size_t characters(const std::string& text)
{
    size_t count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u ? 1 : 0; // UTF-8
    return count;
}

std::vector<SvgText> placedLabels(const DrawList& list, const Camera& camera, float scale)
{
    std::vector<LabelBox> boxes;
    for (const WorldLabel& label : list.labels)
        boxes.push_back({.anchor = camera.worldToScreen(label.point),
                         .size = {scale * kCharacterPx * static_cast<float>(characters(label.text)),
                                  scale * kLabelHeightPx},
                         .clearance = scale * label.clearancePx,
                         .priority = label.priority,
                         .required = label.required,
                         .side = {label.side.x, -label.side.y}});
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
    const float width = scale * kCharacterPx * static_cast<float>(characters(text));
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
