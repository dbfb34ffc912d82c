#pragma once

#include "app/tools/edit_tool.h"

namespace satbox::app {

// Deletes every body and drawn joint that the pointer touches while the button is held: a joint at its
// anchors, and along its drawing where no body is. A drag is one undo entry.
class EraserTool : public EditTool {
  public:
    const ToolText& text() const override;
    std::string hint() const override;
    void press(ToolContext& context, const ToolPointer& pointer) override;
    void move(ToolContext& context, const ToolPointer& pointer) override;
    void release(ToolContext& context, const ToolPointer& pointer) override;
    void interrupt(ToolContext& context) override;
    void reset(ToolContext& context) override { interrupt(context); }

  private:
    void eraseAlong(ToolContext& context, const ToolPointer& pointer);
    void eraseAt(ToolContext& context, Position point, float reach, bool withJoints);

    bool erasing_ = false;
    Position last_{};      // m, of the pointer
    int erasedBodies_ = 0; // in this drag
    int erasedJoints_ = 0; // likewise, without those that were destroyed with a body
};

} // namespace satbox::app
