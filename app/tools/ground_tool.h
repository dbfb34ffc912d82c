#pragma once

#include "app/tools/path_tool.h"

namespace satbox::app {

// Draws static ground: a line of segments, point by point.
class GroundTool : public PathTool {
  public:
    const ToolText& text() const override;

  protected:
    std::string idleHint() const override;
    std::string progressHint() const override;
    size_t minPoints() const override { return 2; }
    Position finishPoint() const override { return points().back(); }
    DraftedCommand draft(const ToolContext& context) const override;
};

} // namespace satbox::app
