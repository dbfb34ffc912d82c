#pragma once

#include <satbox/world.h>

#include <vector>

namespace satbox::app {

// Past positions of bodies, for the trails overlay. Recorded after each step; without recording there are no
// trails.
struct TrailHistory {
    struct Trail {
        BodyId body;
        std::vector<Position> points; // centre of mass after each step; a ring buffer once full
        size_t next = 0;              // index of the next write; the oldest point once full
    };
    static constexpr size_t kMaxBodies = 2000;
    static constexpr size_t kMaxPoints = 600; // steps

    std::vector<Trail> trails; // by body slot
    uint64_t lastStep = 0;     // step count at the last record
    double stepSeconds = 1.0 / 60.0;

    void clear();
    // Appends the current positions if a step was made since the last call. Clears everything if the step
    // count went back or grew by more than one (restart, undo, redo, another scene).
    void record(const World& world);
};

// The i-th newest point, 0 the newest.
Position trailPoint(const TrailHistory::Trail& trail, size_t i);

} // namespace satbox::app
