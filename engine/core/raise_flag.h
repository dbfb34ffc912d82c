#pragma once

namespace satbox {

// Sets a flag that several threads may set at once, and that is read when they have ended. As by
// std::atomic_ref, which libc++ lacks before version 19.
inline void raiseFlag(bool& flag) { __atomic_store_n(&flag, true, __ATOMIC_RELAXED); }

} // namespace satbox
