#pragma once

#include "app/tools/drawing_tools.h"

namespace satbox::app {

// The base of tools that get a line point by point: each click adds one, Backspace removes the last, Enter
// finishes, Esc drops all. A point whose edge would cross the line is shown in red and not added.
class PathTool : public EditTool {
  public:
    std::string hint() const override;
    void press(ToolContext& context, const ToolPointer& pointer) override;
    void move(ToolContext& context, const ToolPointer& pointer) override;
    bool key(ToolContext& context, const KeyChord& chord) override;
    bool cancel(ToolContext& context) override;
    void reset(ToolContext& context) override { cancel(context); }
    void draw(const ViewContext& context, DrawList& out) const override;

    std::span<const Position> points() const { return points_; }

  protected:
    virtual std::string idleHint() const = 0;     // without points
    virtual std::string progressHint() const = 0; // with points
    virtual size_t minPoints() const = 0;
    virtual Position finishPoint() const = 0; // a click on it finishes. Precondition: there are points
    virtual DraftedCommand draft(const ToolContext& context) const = 0;
    virtual void drawPreview(const ViewContext&, DrawList&) const {}
    virtual void followCursor() {} // the points or the cursor have changed

    bool canFinish() const { return points_.size() >= minPoints(); }
    const Position& cursor() const { return cursor_; }
    bool isOverFinish() const { return overFinish_; }

  private:
    void finish(ToolContext& context);
    void checkCursor();

    std::vector<Position> points_; // m
    Position cursor_{};
    bool overFinish_ = false;
    OutlineCheck check_; // of the points and the cursor
};

} // namespace satbox::app
