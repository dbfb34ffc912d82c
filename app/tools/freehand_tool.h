#pragma once

#include "app/tools/drawing_tools.h"

namespace satbox::app {

// Draws a body with one stroke. The stroke is closed and simplified.
class FreehandTool : public EditTool {
  public:
    const ToolText& text() const override;
    std::string hint() const override;
    std::vector<ToolOption> options() override;
    void press(ToolContext& context, const ToolPointer& pointer) override;
    void move(ToolContext& context, const ToolPointer& pointer) override;
    void release(ToolContext& context, const ToolPointer& pointer) override;
    bool wheel(ToolContext& context, float notches, Modifiers modifiers) override;
    bool cancel(ToolContext& context) override;
    void interrupt(ToolContext& context) override { cancel(context); }
    void reset(ToolContext& context) override { cancel(context); }
    void draw(const ViewContext& context, DrawList& out) const override;

  private:
    void simplify();

    float tolerance_ = kDefaultTolerance; // m
    int bodyType_ = static_cast<int>(BodyType::Dynamic);
    std::vector<Position> stroke_;  // m; empty: none
    std::vector<Position> outline_; // simplified
    OutlineCheck check_;            // of the outline

    static constexpr float kDefaultTolerance = 0.03f;
};

// The part of a stroke that encloses something: if its ends cross each other, without what sticks out.
std::vector<Position> closedPart(std::span<const Position> stroke);

} // namespace satbox::app
