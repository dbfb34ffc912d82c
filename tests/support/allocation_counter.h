#pragma once

#include <cstddef>

namespace satbox::test {

// The test programs replace operator new by one that counts allocations and can be made to fail.

// Calls of operator new in this program so far.
size_t allocationCount();
// The number of these that have not been deleted.
size_t liveAllocations();

// While this object exists, the call of operator new with this number (the first is 1) throws std::bad_alloc;
// the others succeed.
class FailingAllocation {
  public:
    explicit FailingAllocation(size_t number);
    FailingAllocation(const FailingAllocation&) = delete;
    FailingAllocation& operator=(const FailingAllocation&) = delete;
    ~FailingAllocation();
    bool hasFailed() const; // false: fewer calls were made
};

} // namespace satbox::test
