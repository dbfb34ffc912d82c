#pragma once

#include "app/view/legend_row.h"
#include "app/view/view_context.h"

#include <vector>

namespace satbox::app {

// What the annotations of a view keep off, m.
struct KeepOut {
    std::vector<WorldBox> subjects{}; // what a lens shows: the legend, if there is one, keeps off
    std::vector<WorldBox> handles{};  // what can be dragged: labels do not cover them
};

// A drawing above the overlays: of a lens, or of the tool in use.
class ViewLayer {
  public:
    virtual ~ViewLayer() = default;

    // Before the overlays are drawn: what the layer asks of them.
    virtual void prepare(const ViewContext&, ViewHints&) const {}
    virtual void draw(const ViewContext&, DrawList&) const {}
    virtual void legend(const ViewContext&, LegendRows&) const {}
    virtual void keepOut(const ViewContext&, KeepOut&) const {}

  protected:
    ViewLayer() = default;
    ViewLayer(const ViewLayer&) = default;
    ViewLayer& operator=(const ViewLayer&) = default;
    ViewLayer(ViewLayer&&) = default;
    ViewLayer& operator=(ViewLayer&&) = default;
};

} // namespace satbox::app
