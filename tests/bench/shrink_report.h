#pragma once

namespace satbox::bench {

// Shrinks the planted cases and prints a table: bodies before, after and at least, runs and seconds. Returns
// false if a case did not come within one body of the least.
bool printShrinking(int threads);

} // namespace satbox::bench
