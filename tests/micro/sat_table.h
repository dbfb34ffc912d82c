#pragma once

namespace satbox::micro {

// Prints the time per pair of the separating-axis test with clipping, in ns: satbox's variants and, if
// available, Box2D's b2CollidePolygons, in alternation; medians over `rounds`. Returns the exit status: 1 if
// two variants that must agree differ.
int printSatTable(int rounds);

} // namespace satbox::micro
