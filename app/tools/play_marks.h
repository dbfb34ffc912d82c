#pragma once

#include "app/view/view_context.h"

#include <string>

namespace satbox::app {

// Drawing that the play tools share.

// The circle in which a tool acts: `radius` in m, with its value above it. Dashed while it does not act.
void addReach(const ViewContext& context, DrawList& out, Position center, float radius, bool acts);

// A label above the pointer.
void addToolLabel(const ViewContext& context, DrawList& out, Position point, std::string text);

} // namespace satbox::app
