#pragma once

#include <cstddef>

namespace satbox::test {

// The test programs replace operator new by one that counts, and that can fail.

// Calls of operator new in this program so far.
size_t allocationCount();
// Of these, how many have not been deleted.
size_t liveAllocations();

// While it lives, the call of operator new with this number, from 1 on, throws std::bad_alloc; the others
// succeed.
class FailingAllocation {
  public:
    explicit FailingAllocation(size_t number);
    FailingAllocation(const FailingAllocation&) = delete;
    FailingAllocation& operator=(const FailingAllocation&) = delete;
    ~FailingAllocation();
    bool hasFailed() const; // false: fewer calls were made
};

} // namespace satbox::test
