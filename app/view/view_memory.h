#pragma once

#include "engine/world/world.h"

#include <vector>

namespace satbox::app {

// What drawing remembers of the past: where bodies have been. Written once after each step (or not at all:
// then there are no trails), read by the trails overlay.
struct ViewMemory {
    struct Trail {
        BodyId body;
        std::vector<Position> points; // centre of mass at one step after the other; a ring when full
        size_t next = 0;              // where the next point goes; the oldest one when full
    };
    static constexpr size_t kMaxBodies = 2000;
    static constexpr size_t kMaxPoints = 600; // steps

    std::vector<Trail> trails; // by body slot
    uint64_t lastStep = 0;     // step count of the last point
    double stepSeconds = 1.0 / 60.0;

    void clear();
    // Takes the present positions down when a step has been done since the last call; forgets everything when
    // time went back (restart, undo, another scene).
    void record(const World& world);
};

// The i-th newest point, 0 the newest.
Position trailPoint(const ViewMemory::Trail& trail, size_t i);

} // namespace satbox::app
