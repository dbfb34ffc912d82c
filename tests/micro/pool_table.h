#pragma once

namespace satbox::micro {

// Prints what a call of TaskExecutor::forEachBlock costs with blocks of nothing, 2 and 10 us, in
// microseconds: a plain loop, satbox's ThreadPool and, where it was found, oneTBB, by turns in one program.
// Median and fastest of `rounds`. Returns the exit status: 1 where a block was lost.
int printPoolTable(int rounds);

} // namespace satbox::micro
