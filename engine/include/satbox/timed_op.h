#pragma once

#include <satbox/op.h>

#include <cstdint>

namespace satbox {

// An operation, and the world's stepCount() before which it is applied.
struct TimedOp {
    uint64_t step;
    Op op;
};

} // namespace satbox
