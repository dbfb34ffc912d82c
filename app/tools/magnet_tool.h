#pragma once

#include "app/document/pull_bodies.h"
#include "app/tools/edit_tool.h"

#include <optional>

namespace satbox::app {

// While the button is held, bodies around the pointer are attracted or, with Shift, repelled. The field acts
// in every step, so that it does not depend on the frame rate; while paused it waits. A hold is one undo
// entry.
class MagnetTool : public EditTool {
  public:
    const ToolText& text() const override;
    std::string hint() const override;
    std::vector<ToolOption> options() override;
    void press(ToolContext& context, const ToolPointer& pointer) override;
    void move(ToolContext& context, const ToolPointer& pointer) override;
    void release(ToolContext& context, const ToolPointer& pointer) override;
    bool cancel(ToolContext& context) override;
    void interrupt(ToolContext& context) override;
    void update(ToolContext& context, const ToolPointer& pointer, double seconds) override;
    void beforeStep(ToolContext& context) override;
    void reset(ToolContext& context) override { interrupt(context); }
    void draw(const ViewContext& context, DrawList& out) const override;

  private:
    PullBodies field() const;
    void follow(const ToolPointer& pointer);

    struct Hold {
        History::Mark begin;
        bool hasPulled = false; // in some step
        bool repels = false;    // with Shift at the press
    };
    float radius_ = 3.0f;        // m
    float acceleration_ = 30.0f; // m/s^2
    Position center_{};          // the pointer
    bool isShown_ = false;       // the pointer is over the world
    bool repels_ = false;        // Shift is held
    bool isPaused_ = false;
    std::optional<Hold> hold_;
};

} // namespace satbox::app
