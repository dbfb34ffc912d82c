#pragma once

#include "app/document/playback.h"
#include "app/tools/array_copy.h"
#include "app/tools/edit_tool.h"
#include "app/tools/tool.h"
#include "app/view/view_layer.h"

namespace satbox::app {

// The highest layer: the selection, the tool in use, and the bodies' poses in the other substeps while a step
// is shown substep by substep.
class InteractionLayer : public ViewLayer {
  public:
    // `editTool`: the selected one, `replay`: of the view's world, `array`: of the open Array copy card;
    // null: none. Refers to its arguments.
    InteractionLayer(const ToolState& tool, const EditTool* editTool, const SubstepReplay* replay,
                     const ArrayCopyOptions* array = nullptr)
        : tool_(tool), editTool_(editTool), replay_(replay), array_(array)
    {}
    void draw(const ViewContext& context, DrawList& out) const override;
    void keepOut(const ViewContext& context, KeepOut& out) const override;

  private:
    const ToolState& tool_;
    const EditTool* editTool_;
    const SubstepReplay* replay_;
    const ArrayCopyOptions* array_;
};

} // namespace satbox::app
