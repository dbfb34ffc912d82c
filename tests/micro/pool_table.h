#pragma once

namespace satbox::micro {

// Prints the time of a call of TaskExecutor::forEachBlock with blocks of 0, 2 and 10 us, in microseconds: a
// plain loop, satbox's ThreadPool and, if available, oneTBB, in alternation; median and fastest of `rounds`.
// Returns the exit status: 1 if a block was not run exactly once per call.
int printPoolTable(int rounds);

} // namespace satbox::micro
