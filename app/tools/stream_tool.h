#pragma once

#include "app/tools/edit_tool.h"
#include "engine/scene/random.h"

#include <optional>

namespace satbox::app {

// While the button is held, bodies come out at the pointer, at a rate in simulated time: the same hold gives
// the same bodies at any frame rate, and none while paused. A body waits until there is room for it.
//
// Both worlds have the same ids, so the bodies exist in the scene's start too. They are disabled there,
// because all of them would start at the same place. Restart removes them (restartCommand()). A hold is one
// undo entry.
class StreamTool : public EditTool {
  public:
    static constexpr int kMaxBodies = 2000; // in the world, above which no more come

    const ToolText& text() const override;
    std::string hint() const override;
    std::vector<ToolOption> options() override;
    void press(ToolContext& context, const ToolPointer& pointer) override;
    void move(ToolContext& context, const ToolPointer& pointer) override;
    void release(ToolContext& context, const ToolPointer& pointer) override;
    bool wheel(ToolContext& context, float notches, Modifiers modifiers) override;
    bool cancel(ToolContext& context) override;
    void interrupt(ToolContext& context) override;
    void update(ToolContext& context, const ToolPointer& pointer, double seconds) override;
    void beforeStep(ToolContext& context) override;
    void reset(ToolContext& context) override { interrupt(context); }
    void draw(const ViewContext& context, DrawList& out) const override;

  private:
    struct Hold {
        History::Mark begin;
        Random random;    // seeded with the step at the press
        float due = 1.0f; // bodies that should have come by now and have not
        int made = 0;
        bool isBlocked = false; // the next body is late, because its place is occupied
    };
    bool hasRoom(const World& world) const;
    void addBody(ToolContext& context);

    float rate_ = 10.0f;       // 1/s
    int shape_ = 0;            // index into the choices of options()
    float size_ = 0.3f;        // m
    float speed_ = 4.0f;       // m/s
    float direction_ = -90.0f; // degrees, counter-clockwise from the x axis
    float spread_ = 20.0f;     // degrees, of the whole fan
    Position pointer_{};
    bool isShown_ = false; // the pointer is over the world
    bool isPaused_ = false;
    std::optional<Hold> hold_;
};

} // namespace satbox::app
