#pragma once

#include "app/view/view_layer.h"

namespace satbox::app {

// Draws the bodies of another line of time over the world, as dashed outlines.
class GhostLayer final : public ViewLayer {
  public:
    explicit GhostLayer(const World& ghost) : ghost_(ghost) {}

    void draw(const ViewContext& context, DrawList& out) const override;
    void legend(const ViewContext& context, LegendRows& rows) const override;

  private:
    const World& ghost_;
};

} // namespace satbox::app
