#pragma once

#include "app/tools/path_tool.h"

namespace satbox::app {

// Draws a body corner by corner. Its outline may be concave.
class PolygonTool : public PathTool {
  public:
    const ToolText& text() const override;
    std::vector<ToolOption> options() override;

  protected:
    std::string idleHint() const override;
    std::string progressHint() const override;
    size_t minPoints() const override { return 3; }
    Position finishPoint() const override { return points().front(); }
    DraftedCommand draft(const ToolContext& context) const override;
    void drawPreview(const ViewContext& context, DrawList& out) const override;
    void followCursor() override;

  private:
    int bodyType_ = static_cast<int>(BodyType::Dynamic);
    std::vector<Polygon> pieces_; // of the outline so far, relative to the first point
};

} // namespace satbox::app
