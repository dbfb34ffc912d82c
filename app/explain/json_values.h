#pragma once

#include "app/explain/topics.h"
#include <satbox/contacts.h>
#include <satbox/lab/energy_ledger.h>

namespace satbox::app {

// Values of the document. Numbers have the fewest digits that read back exactly; one that is not finite is
// null.
Json jsonOf(float number);
Json jsonOf(double number);
Json jsonOf(Vec2 v);
Json jsonOf(Position p);
Json jsonOf(const Energy& energy);                 // its members kinetic, potential and total
Json bodyJson(const World& world, uint32_t slot);  // its members number and name
Json shapeJson(const World& world, ShapeId shape); // number, name

} // namespace satbox::app
