#pragma once

#include "app/document/knife.h"
#include "app/tools/drawing_tools.h"

namespace satbox::app {

// Cuts all bodies that a dragged line crosses completely.
class KnifeTool : public EditTool {
  public:
    const ToolText& text() const override;
    std::string hint() const override;
    void press(ToolContext& context, const ToolPointer& pointer) override;
    void move(ToolContext& context, const ToolPointer& pointer) override;
    void release(ToolContext& context, const ToolPointer& pointer) override;
    void update(ToolContext& context, const ToolPointer& pointer, double seconds) override;
    bool cancel(ToolContext& context) override;
    void interrupt(ToolContext& context) override { cancel(context); }
    void reset(ToolContext& context) override { cancel(context); }
    void draw(const ViewContext& context, DrawList& out) const override;

  private:
    std::string describeCuts() const; // "cuts 2 bodies into 5"

    bool cutting_ = false;
    Position from_{}, to_{};     // m
    std::vector<KnifeCut> cuts_; // of the line
};

} // namespace satbox::app
