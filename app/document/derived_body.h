#pragma once

#include <satbox/world.h>

#include <span>

namespace satbox::app {

// The definition of a body that is made from `sources`, of which there is at least one and which exist: see
// DeriveBody in document_op.h. `localOrigin` becomes its centre of mass.
BodyDef derivedBody(const World& world, std::span<const BodyId> sources, Vec2 localOrigin);

} // namespace satbox::app
