#pragma once

#include <cstddef>

namespace satbox::test {

// Calls of operator new in this program so far: the test programs replace it by one that counts.
size_t allocationCount();

} // namespace satbox::test
