#pragma once

#include "app/tools/edit_tool.h"

namespace satbox::app {

// Deletes every body that the pointer touches while the button is held. A drag is one undo entry.
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

    bool erasing_ = false;
    Position last_{}; // m, of the pointer
    int erased_ = 0;  // bodies, in this drag
};

} // namespace satbox::app
