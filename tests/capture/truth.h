/* What a driver writes of its engine's world, for check_capture.py: lines of words. Shapes are in world
 * coordinates at the moment of the capture, poses and velocities after one step of the engine. */
#pragma once

#include <stdio.h>

/* With a port, a driver streams so many steps, this long apart. Before one of them it adds the bodies late_1
 * and late_2, before a later one it removes late_1 and changes the friction of slide_box. */
enum { TRUTH_STREAMED_STEPS = 300, TRUTH_STREAM_ADDS = 100, TRUTH_STREAM_CHANGES = 200, TRUTH_STREAM_MS = 3 };

static inline void truth_circle(FILE* out, double x, double y, double radius)
{
    fprintf(out, "circle %.9g %.9g %.9g\n", x, y, radius);
}

/* `count` corners as x, y, x, y, ... */
static inline void truth_polygon(FILE* out, double radius, int count, const double* corners)
{
    fprintf(out, "polygon %.9g", radius);
    for (int i = 0; i < 2 * count; ++i) fprintf(out, " %.9g", corners[i]);
    fputc('\n', out);
}

/* A note of the scene begins with this. */
static inline void truth_note(FILE* out, const char* start) { fprintf(out, "note %s\n", start); }

/* A body's origin, its angle, and the velocity of its centre of mass. */
static inline void truth_state(FILE* out, const char* when, const char* name, double x, double y,
                               double angle, double vx, double vy, double spin)
{
    fprintf(out, "%s %s %.17g %.17g %.17g %.17g %.17g %.17g\n", when, name, x, y, angle, vx, vy, spin);
}
