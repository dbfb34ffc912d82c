#pragma once

#include "app/tools/edit_tool.h"
#include <satbox/joints.h>

#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

struct NewJoint;

// Makes joints of one kind. A drag from one body to another joins these two, and so do two clicks, or one
// for the kinds below that need no second; the world counts as a body. What a drag means besides:
// - distance: it leads from anchor to anchor,
// - revolute, weld, motor: the joint is where it ends. A click suffices where two bodies overlap, and on a
//   single body, which it joins to the world,
// - prismatic, wheel: the joint is where it begins, its direction is the axis. A click suffices for a wheel,
//   whose axis is then vertical,
// - pulley: the fixed points are above the two anchors. Four clicks place all of them.
// - gear: the anchors are the centres of mass, wherever the drag begins and ends; a rack is nearest to its
//   wheel at its anchor.
// A click without the rest of these begins a joint, and the next one ends it.
class JointTool : public EditTool {
  public:
    const ToolText& text() const override;
    std::string hint() const override;
    std::vector<ToolOption> options() override;
    void press(ToolContext& context, const ToolPointer& pointer) override;
    void move(ToolContext& context, const ToolPointer& pointer) override;
    void release(ToolContext& context, const ToolPointer& pointer) override;
    bool rightClick(ToolContext& context) override { return cancel(context); }
    bool snapsToMiddles() const override { return true; }
    bool cancel(ToolContext& context) override;
    void interrupt(ToolContext& context) override
    {
        if (held_) cancel(context);
    }
    void update(ToolContext& context, const ToolPointer& pointer, double seconds) override;
    void reset(ToolContext& context) override { cancel(context); }
    void draw(const ViewContext& context, DrawList& out) const override;

  protected:
    explicit JointTool(const JointKind& kind);

  private:
    // Where the button was pressed: a point of the body there or, if it is null, of the world.
    struct Place {
        BodyId body;
        Vec2 local{0.0f, 0.0f}; // m, in the body's frame
        Position point{};       // m, without a body
    };
    enum class Gesture : uint8_t { Click, Drag, LastClick }; // that completes a joint

    static Place placeAt(const World& world, const ToolPointer& pointer);
    static Position positionOf(const World& world, const Place& place);
    size_t placeCount() const; // of a joint that is made by clicks
    bool isDragged(const ToolPointer& pointer) const;
    // That the pointer would complete now.
    std::optional<Gesture> gestureAt(const ToolPointer& pointer) const;
    NewJoint jointAt(const World& world, const ToolPointer& pointer, Gesture gesture) const;
    bool make(ToolContext& context, const ToolPointer& pointer, Gesture gesture);
    void dropIfBodyIsGone(const World& world);

    JointDef def_{};             // kind and options of the next joint
    std::vector<Place> places_;  // of the joint that has begun
    bool held_ = false;          // the button, since the first place
    Vec2 pressedAt_{0.0f, 0.0f}; // window points
    ToolPointer pointer_{};
    bool isShown_ = false; // the pointer is over the world, or a joint has begun
    std::string refusal_;  // of the joint that has begun, if it ended at the pointer
};

template<class Kind>
class JointToolOf final : public JointTool {
  public:
    JointToolOf() : JointTool(Kind{}) {}
};

} // namespace satbox::app
