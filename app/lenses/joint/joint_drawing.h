#pragma once

#include "app/lenses/joint/joint_analysis.h"
#include "app/lenses/joint/joint_state.h"
#include "app/view/view_layer.h"

namespace satbox::app {

// The joint to draw: the state of the panel, and the analysis.
struct ShownJoint {
    const JointState& state;
    const JointAnalysis& analysis;
};

void drawJoint(const ViewContext& context, const ShownJoint& input, DrawList& out);
void legendOfJoint(const ViewContext& context, const ShownJoint& input, LegendRows& rows);
// Both bodies of the joint, at the start of the step.
void addSubjectsOfJoint(const JointAnalysis& analysis, KeepOut& out);

} // namespace satbox::app
