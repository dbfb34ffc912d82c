#include "app/tools/freehand_tool.h"

#include "app/text/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "freehand",
    .label = "Freehand outline",
    .group = ToolGroup::Draw,
    .icon = Icon::Freehand,
    .chord = {Key::Num2, {.shift = true}},
    .help = "Draws a body with one stroke, which is closed and simplified.",
};

constexpr float kMinTolerance = 0.001f, kMaxTolerance = 1.0f; // m
constexpr float kPointDistance = 3.0f;                        // window points, between points of the stroke
constexpr float kTolerancePerNotch = 1.2f;
constexpr size_t kMaxStrokePoints = 4000;
constexpr size_t kMaxTail = 5; // at most 1 / kMaxTail of the stroke may stick out beyond a crossing

} // namespace

std::vector<Position> closedPart(std::span<const Position> stroke)
{
    std::vector<Position> part(stroke.begin(), stroke.end());
    if (stroke.size() < 4) return part;
    const OutlineCheck check = checkPath(relativeToFirst(stroke));
    if (check.fault != OutlineFault::Crossing) return part;
    const size_t outside = check.edgeA + stroke.size() - check.edgeB;
    if (outside * kMaxTail > stroke.size()) return part;
    part.assign(stroke.begin() + static_cast<std::ptrdiff_t>(check.edgeA) + 1,
                stroke.begin() + static_cast<std::ptrdiff_t>(check.edgeB) + 1);
    part.push_back(stroke.front() + check.crossing);
    return part;
}

const ToolText& FreehandTool::text() const { return kText; }

std::string FreehandTool::hint() const
{
    const std::string tolerance = formatQuantity(static_cast<double>(tolerance_), "m");
    if (stroke_.empty())
        return fmt::format(
            "Freehand: hold the left button and draw around an area. Tolerance {}: Shift + wheel "
            "changes it. Esc ends.",
            tolerance);
    if (check_.fault == OutlineFault::Crossing)
        return "The closed stroke crosses itself at the ring: go on, or Esc drops it.";
    if (!check_.ok()) return "Draw around an area. Esc drops the stroke.";
    return fmt::format(
        "Release to make a body of {} corners. Tolerance {}: the wheel changes it. Esc drops the "
        "stroke.",
        outline_.size(), tolerance);
}

std::vector<ToolOption> FreehandTool::options()
{
    return {{.label = "Tolerance",
             .unit = "m",
             .value = &tolerance_,
             .minimum = kMinTolerance,
             .maximum = kMaxTolerance,
             .defaultValue = kDefaultTolerance,
             .logarithmic = true,
             .help = "How far the outline may differ from the stroke, m: larger values give fewer corners. "
                     "Usually 0.01 to 0.1 m."},
            bodyTypeOption(bodyType_)};
}

void FreehandTool::press(ToolContext&, const ToolPointer& pointer)
{
    stroke_ = {pointer.world};
    simplify();
}

void FreehandTool::move(ToolContext&, const ToolPointer& pointer)
{
    if (stroke_.empty() || stroke_.size() >= kMaxStrokePoints) return;
    if (length(pointer.world - stroke_.back()) < kPointDistance * pointer.metersPerPoint) return;
    stroke_.push_back(pointer.world);
    simplify();
}

void FreehandTool::release(ToolContext& context, const ToolPointer&)
{
    if (stroke_.empty()) return;
    runDraft(context, drawnBodyCommand(outline_, {.type = static_cast<BodyType>(bodyType_)},
                                       {.material = context.tool.newShape.material}, "freehand outline"));
    cancel(context);
}

bool FreehandTool::wheel(ToolContext&, float notches, Modifiers modifiers)
{
    if (stroke_.empty() && !modifiers.shift) return false;
    tolerance_ = std::clamp(tolerance_ * std::pow(kTolerancePerNotch, notches), kMinTolerance, kMaxTolerance);
    simplify();
    return true;
}

bool FreehandTool::cancel(ToolContext&)
{
    const bool had = !stroke_.empty();
    stroke_.clear();
    simplify();
    return had;
}

void FreehandTool::simplify()
{
    outline_.clear();
    check_ = {};
    if (stroke_.empty()) return;
    const std::vector<Position> closed = closedPart(stroke_);
    const Position origin = closed.front();
    const std::vector<Vec2> local = relativeToFirst(closed);
    for (const Vec2 p : simplifyOutline(local, tolerance_)) outline_.push_back(origin + p);
    check_ = checkOutline(relativeToFirst(outline_));
}

void FreehandTool::draw(const ViewContext& context, DrawList& out) const
{
    if (!context.isFirstView || stroke_.size() < 2) return;
    out.addPolyline(stroke_, context.line(context.palette.muted, 1.0f));
    if (outline_.size() < 3) return;
    const Color color = context.palette.accent;
    if (check_.ok()) {
        const std::vector<Vec2> local = relativeToFirst(outline_);
        drawPieces(context, decompose(local).pieces, outline_.front(), out);
    }
    out.addPolyline(outline_, context.line(color), true);
    for (const Position p : outline_) out.addDisc(p, 3.0f, color);
    drawCrossing(context, outline_, check_, out);
    out.addRequiredLabel(stroke_.back(),
                         fmt::format("{} corners, tolerance {}", outline_.size(),
                                     formatQuantity(static_cast<double>(tolerance_), "m")),
                         context.palette.text, 950.0f, 14.0f);
}

} // namespace satbox::app
