#pragma once

#include "app/view/overlays.h"

namespace satbox::app {

// The parts of drawPair, a file each.

// Of an axis: separates, won, was tried, was not.
Color pairAxisColor(const ViewContext& context, const AxisTrial& axis);

// Reference and incident face, side planes, what clipping left and what of it became a contact point; of a
// circle the Voronoi regions of the face before it. pair_contact.cpp
void drawPairContact(const ViewContext& context, DrawList& out);
// B moved out of A by the least translation. pair_contact.cpp
void drawWayOut(const ViewContext& context, DrawList& out);
void legendOfPairContact(const ViewContext& context, LegendRows& rows);

} // namespace satbox::app
