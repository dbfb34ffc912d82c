#pragma once

#include <satbox/world.h>

#include <span>
#include <vector>

namespace satbox {

// Which bodies can have influenced others, through contacts: records the contacts of a run, then follows them
// back in time.
class InfluenceTrace {
  public:
    void record(const World& world); // call after each step

    // By slot: the number of the last recorded step, from 1, in which the body could still influence one of
    // `bodies` at the end of the run; 0: it never could. Bodies that cannot be pushed pass nothing on.
    // `world`: at the end of the run.
    std::vector<uint32_t> lastInfluence(const World& world, std::span<const BodyId> bodies);

  private:
    struct Interval {                  // of steps in which two bodies had a contact with points
        uint32_t bodyA = 0, bodyB = 0; // slots
        uint32_t begin = 0, end = 0;
    };

    uint32_t steps_ = 0;
    std::vector<Interval> closed_;
    std::vector<Interval> open_; // those of the last step, ascending by bodies
    std::vector<Interval> now_;  // scratch
};

} // namespace satbox
