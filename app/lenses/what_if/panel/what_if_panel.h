#pragma once

#include "app/document/selection.h"
#include "app/lenses/what_if/what_if_lens.h"
#include "app/widgets/ui_context.h"

namespace satbox::app {

void drawWhatIfPanel(const UiContext& ui, const World& world, const Selection& selection, WhatIfState& state);

} // namespace satbox::app
