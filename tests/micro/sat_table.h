#pragma once

namespace satbox::micro {

// Prints nanoseconds a pair of the separating-axis test with clipping: satbox's ways of doing it and, where
// it was found, Box2D's b2CollidePolygons, by turns in one program. Medians over `rounds`. Returns the exit
// status: 1 where two ways that must agree do not.
int printSatTable(int rounds);

} // namespace satbox::micro
