#pragma once

namespace satbox {

// Sets a flag that several threads may set concurrently and that is read after they have finished. Replaces
// std::atomic_ref, which libc++ lacks before version 19.
inline void raiseFlag(bool& flag) { __atomic_store_n(&flag, true, __ATOMIC_RELAXED); }

} // namespace satbox
