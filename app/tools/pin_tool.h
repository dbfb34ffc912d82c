#pragma once

#include "app/tools/edit_tool.h"

#include <cstddef>
#include <vector>

namespace satbox::app {

// A click on a dynamic body pins it to the world: it becomes static where it is, in the scene's start too.
// Shift+click on a static body releases it: it becomes dynamic. While the tool is in hand, the bodies that it
// made static have a small pin at their centre of mass. Neither a world nor a file distinguishes them
// from other static bodies, so the tool remembers them until the program ends.
//
// A pinned body does not turn about the pin: that is a revolute joint (joint_tool.h).
class PinTool : public EditTool {
  public:
    const ToolText& text() const override;
    std::string hint() const override;
    void press(ToolContext& context, const ToolPointer& pointer) override;
    void update(ToolContext& context, const ToolPointer& pointer, double seconds) override;
    void draw(const ViewContext& context, DrawList& out) const override;

  private:
    // A body that the tool has made static. It counts as pinned while it is static in that document.
    struct PinnedBody {
        BodyId body;
        size_t document = 0; // History::documentIndex()
    };

    void pin(ToolContext& context, BodyId body);
    void unpin(ToolContext& context, BodyId body);
    void findShown(const ToolContext& context);
    bool isShown(BodyId body) const;

    std::vector<PinnedBody> pinned_; // all, with those that were released or undone since
    std::vector<BodyId> shown_;      // those that are pinned in this frame
    BodyId hovered_;                 // under the pointer; null: none
    bool releases_ = false;          // Shift is held
    Position pointer_{};
};

} // namespace satbox::app
