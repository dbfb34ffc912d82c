#pragma once

#include "app/tools/edit_tool.h"

namespace satbox::app {

// A click on a dynamic body pins it to the world: it becomes static where it is, in the scene's start too.
// Shift+click on a static body releases it: it becomes dynamic.
//
// The engine has no hinge yet, so a pinned body cannot turn about the pin. A mouse joint that is never
// released was tried as a pin and rejected. It is a spring of 5 Hz that anyone may retune: a plank of 3 m
// that swings on it strays 49 mm from the pin, and ten boxes of its mass press it down by 120 mm. It also
// keeps its island awake.
class NailTool : public EditTool {
  public:
    const ToolText& text() const override;
    std::string hint() const override;
    void press(ToolContext& context, const ToolPointer& pointer) override;
    void update(ToolContext& context, const ToolPointer& pointer, double seconds) override;
    void draw(const ViewContext& context, DrawList& out) const override;

  private:
    void pin(ToolContext& context, BodyId body);
    void unpin(ToolContext& context, BodyId body);

    BodyId hovered_;        // under the pointer; null: none
    bool releases_ = false; // Shift is held
    Position pointer_{};
};

} // namespace satbox::app
