#pragma once

#include "app/lenses/pair/pair_axis.h"
#include "app/view/legend_row.h"
#include "app/view/view_context.h"

namespace satbox::app {

// The pair to draw, and its analysis. The parts of drawPair() are in several files.
struct ShownPair {
    const PairState& pair;
    const PairAnalysis* analysis; // null: no pair is open
};

// pair_axes.cpp
void drawPair(const ViewContext& context, const ShownPair& input, DrawList& out);
void legendOfPair(const ViewContext& context, const ShownPair& input, LegendRows& rows);

// Colour of an axis by its result in the engine: it separates, it won, it was tried, it was not tried.
Color pairAxisColor(const ViewContext& context, const CandidateAxis& axis);

// pair_axes.cpp: the axis with both projections; their overlap, or the gap between them, is hatched.
void drawPairAxis(const ViewContext& context, const ShownPair& input, DrawList& out, const PairAxis& axis,
                  const Color& color);
// pair_axes.cpp: the face whose normal is the axis, and the other shape's support point.
void drawFaceAndSupport(const ViewContext& context, const ShownPair& input, DrawList& out,
                        const CandidateAxis& axis, const Color& color);

// pair_tests.cpp: the selected overlap test, its axis or its vertex contacts. Precondition: showsTest().
void drawPairTest(const ViewContext& context, const ShownPair& input, DrawList& out);
void legendOfPairTest(const ViewContext& context, const ShownPair& input, LegendRows& rows);

// pair_contact.cpp: reference and incident face, side planes, clipped edge and contact points; for a circle
// the Voronoi regions of the nearest face.
void drawPairContact(const ViewContext& context, const ShownPair& input, DrawList& out);
// pair_contact.cpp: B moved out of A by the minimum translation.
void drawMinimumTranslation(const ViewContext& context, const ShownPair& input, DrawList& out);
void legendOfPairContact(const ViewContext& context, const ShownPair& input, LegendRows& rows);

} // namespace satbox::app
