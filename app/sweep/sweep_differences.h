#pragma once

#include "app/sweep/sweep.h"
#include "app/sweep/sweep_results.h"

#include <cstddef>
#include <string>
#include <vector>

namespace satbox::app {

// A result of one run that differs beyond its tolerance.
struct SweepDifference {
    size_t run = 0;
    std::string column{};
    SweepValue before{}, now{};
    double tolerances = 0.0; // the difference as a multiple of what is allowed; infinite if one has no value
};

struct SweepDifferences {
    struct ByColumn {
        std::string column{};
        size_t runs = 0;      // with a difference
        double largest = 0.0; // difference of two numbers, in the column's unit
        size_t run = 0;       // which has it
    };
    size_t runs = 0;                     // that both have
    size_t sameBits = 0;                 // of these, with the same hash
    size_t runsBeyond = 0;               // with at least one difference
    std::vector<ByColumn> columns{};     // those with a difference
    std::vector<SweepDifference> list{}; // the greatest in tolerances first, then by run
};

// Compares the results of runs that both files have, by the tolerances of the sweep; a failure in one of them
// only is a difference too. Returns an empty string, or an error message.
std::string compareSweeps(const Sweep& sweep, SweepResults& before, SweepResults& now,
                          SweepDifferences& found);

} // namespace satbox::app
