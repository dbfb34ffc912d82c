#include "app/tools/path_tool.h"

#include <fmt/format.h>

namespace satbox::app {

std::string PathTool::hint() const
{
    if (points_.empty()) return idleHint();
    if (check_.fault == OutlineFault::Crossing)
        return fmt::format("Not here: the new edge would cross the one between points {} and {}.",
                           check_.edgeA + 1, check_.edgeA + 2);
    if (!check_.ok()) return "Not here: " + check_.error + ".";
    return progressHint();
}

void PathTool::press(ToolContext& context, const ToolPointer& pointer)
{
    move(context, pointer);
    if (overFinish_) return finish(context);
    if (!check_.ok()) return context.status.show(Severity::Warning, hint());
    if (!points_.empty() && points_.back() == cursor_) return;
    points_.push_back(cursor_);
    checkCursor();
}

void PathTool::move(ToolContext&, const ToolPointer& pointer)
{
    cursor_ = pointer.world;
    overFinish_ = canFinish() && length(cursor_ - finishPoint()) <= kPointReach * pointer.metersPerPoint;
    checkCursor();
}

// Every earlier point was checked, so that a crossing is one of the edge to the cursor.
void PathTool::checkCursor()
{
    check_ = {};
    if (!overFinish_ && !points_.empty()) {
        std::vector<Position> line = points_;
        line.push_back(cursor_);
        check_ = checkPath(relativeToFirst(line));
    }
    followCursor();
}

bool PathTool::key(ToolContext& context, const KeyChord& chord)
{
    if (points_.empty() || !chord.modifiers.none()) return false;
    if (chord.key == Key::Enter) {
        finish(context);
        return true;
    }
    if (chord.key != Key::Backspace) return false;
    points_.pop_back();
    overFinish_ = false;
    checkCursor();
    return true;
}

void PathTool::finish(ToolContext& context)
{
    if (runDraft(context, draft(context))) cancel(context);
}

bool PathTool::cancel(ToolContext&)
{
    const bool had = !points_.empty();
    points_.clear();
    overFinish_ = false;
    checkCursor();
    return had;
}

void PathTool::draw(const ViewContext& context, DrawList& out) const
{
    if (!context.isFirstView || points_.empty()) return;
    drawPreview(context, out);
    const Color color = context.palette.accent;
    out.addPolyline(points_, context.line(color));
    for (const Position p : points_) out.addDisc(p, 4.0f, color);
    if (overFinish_) {
        out.addRing(finishPoint(), 8.0f, context.palette.selected, 2.0f);
        return;
    }
    out.addLine(points_.back(), cursor_, context.line(check_.ok() ? color : context.palette.error));
    out.addDisc(cursor_, 4.0f, check_.ok() ? color : context.palette.error);
    std::vector<Position> line = points_;
    line.push_back(cursor_);
    drawCrossing(context, line, check_, out);
    out.addRequiredLabel(cursor_, describeLine(points_.back(), cursor_), context.palette.text, 950.0f, 14.0f);
}

} // namespace satbox::app
