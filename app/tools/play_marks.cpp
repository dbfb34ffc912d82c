#include "app/tools/play_marks.h"

#include "app/text/format.h"
#include "app/view/shape_drawing.h"

namespace satbox::app {

namespace {

constexpr int kPieces = 72; // of a full circle, each with a gap while the tool does not act

} // namespace

void addReach(const ViewContext& context, DrawList& out, Position center, float radius, bool acts)
{
    const LineStyle line = context.line(context.palette.accent, acts ? 2.0f : 1.5f);
    constexpr float kSweep = 2.0f * kPi / kPieces;
    const float drawn = acts ? kSweep : 0.6f * kSweep;
    for (int i = 0; i < kPieces; ++i)
        addArc(out, center, radius, kSweep * static_cast<float>(i), drawn, line);
    WorldLabel label;
    label.point = center + Vec2{0.0f, radius};
    label.text = formatQuantity(static_cast<double>(radius), "m");
    label.color = context.palette.accent;
    label.priority = 900.0f;
    label.required = true;
    label.side = {0.0f, 1.0f};
    out.labels.push_back(std::move(label));
}

void addToolLabel(const ViewContext& context, DrawList& out, Position point, std::string text)
{
    WorldLabel label;
    label.point = point;
    label.text = std::move(text);
    label.color = context.palette.accent;
    label.priority = 950.0f;
    label.clearancePx = 14.0f;
    label.required = true;
    label.side = {0.0f, 1.0f};
    out.labels.push_back(std::move(label));
}

} // namespace satbox::app
