#pragma once

#include "app/view/overlays.h"
#include "app/view/pair_axis.h"

namespace satbox::app {

// The parts of drawPair, a file each.

// Of an axis: separates, won, was tried, was not.
Color pairAxisColor(const ViewContext& context, const AxisTrial& axis);

// The axis with both projections, and what they have in common or between them hatched. pair_axes.cpp
void drawPairAxis(const ViewContext& context, DrawList& out, const PairAxis& axis, const Color& color);
// The face that an axis is the normal of, and the support point that answered it. pair_axes.cpp
void drawFaceAndSupport(const ViewContext& context, DrawList& out, const AxisTrial& axis, const Color& color);

// The chosen overlap test: its axis, or its vertex contacts. Precondition: showsTest(). pair_tests.cpp
void drawPairTest(const ViewContext& context, DrawList& out);
void legendOfPairTest(const ViewContext& context, LegendRows& rows);

// Reference and incident face, side planes, what clipping left and what of it became a contact point; of a
// circle the Voronoi regions of the face before it. pair_contact.cpp
void drawPairContact(const ViewContext& context, DrawList& out);
// B moved out of A by the least translation. pair_contact.cpp
void drawWayOut(const ViewContext& context, DrawList& out);
void legendOfPairContact(const ViewContext& context, LegendRows& rows);

} // namespace satbox::app
