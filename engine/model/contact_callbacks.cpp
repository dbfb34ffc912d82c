#include <satbox/contact_callbacks.h>

namespace satbox {

bool ContactCallbacks::shouldCollide(ShapeId, ShapeId) { return true; }
MixedMaterial ContactCallbacks::mix(ShapeId, ShapeId, const MixedMaterial& usual) { return usual; }
bool ContactCallbacks::preSolve(PreSolveContact&) { return true; }
bool ContactCallbacks::preContinuous(ShapeId, ShapeId) { return true; }

} // namespace satbox
