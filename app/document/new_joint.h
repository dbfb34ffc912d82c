#pragma once

#include "app/document/document.h"
#include "app/document/shape_commands.h"
#include <satbox/joints.h>

#include <string>

namespace satbox::app {

// A joint that is to be made where its bodies are now. A null body is the world, which is a static body
// without shapes in the document: an existing one near the anchor, else a new one.
struct NewJoint {
    JointDef def{}; // anchors, angles, and lengths of distance joints and pulleys follow from the rest
    Position anchorA{}, anchorB{}; // m, in the world
    float axis = 0.0f;             // rad, in the world: direction of the x-axes of both frames
};

// True for the world and for static bodies.
bool isFixed(const World& world, BodyId body);

// Why it cannot be made, as a sentence; empty if it can.
std::string refusalOf(const World& world, const NewJoint& joint);

// "box 1 and the world".
std::string describeBodiesOf(const World& world, const NewJoint& joint);

// Creates the joint and wakes its bodies. If the world is not at the scene's start, then the bodies that
// joints connect with it start where they are now: otherwise a restart would tear the joint apart.
DraftedCommand newJointCommand(const Document& document, const NewJoint& joint);

} // namespace satbox::app
