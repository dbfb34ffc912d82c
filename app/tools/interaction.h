#pragma once

#include "app/document/playback.h"
#include "app/tools/tool.h"
#include "app/view/view_layer.h"

namespace satbox::app {

// The highest layer: the selection, the tool in use, and the bodies' poses in the other substeps while a step
// is shown substep by substep.
class InteractionLayer : public ViewLayer {
  public:
    // `replay`: of the view's world; null: none. Refers to its arguments.
    InteractionLayer(const ToolState& tool, const SubstepReplay* replay) : tool_(tool), replay_(replay) {}
    void draw(const ViewContext& context, DrawList& out) const override;

  private:
    const ToolState& tool_;
    const SubstepReplay* replay_;
};

} // namespace satbox::app
