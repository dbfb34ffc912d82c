#pragma once

#include "app/document/document.h"
#include "app/document/shape_commands.h"
#include <satbox/joints.h>

#include <string>

namespace satbox::app {

// A joint that is to be made where its bodies are now. A null body is the world, which is a static body
// without shapes in the document: an existing one near the anchor, else a new one.
struct NewJoint {
    JointDef
        def{}; // anchors, angles, lengths of distance joints and pulleys, teeth of gears follow from the rest
    Position anchorA{}, anchorB{}; // m, in the world
    float axis = 0.0f;             // rad, in the world: direction of the x-axes of both frames
};

// Why it cannot be made, as a sentence; empty if it can.
std::string refusalOf(const World& world, const NewJoint& joint);

// Lets the two bodies, and those that joints connect with them, start where they are now. Null bodies are
// skipped; empty if all of them start there already.
std::vector<DocumentOp> moveStartOfJoined(const Document& document, BodyId a, BodyId b);

// Creates the joint and wakes its bodies. If the world is not at the scene's start, then the bodies that
// joints connect with it start where they are now: otherwise a restart would tear the joint apart. Joints of
// these that have broken since the start do not come back at a restart.
DraftedCommand newJointCommand(const Document& document, const NewJoint& joint);

} // namespace satbox::app
