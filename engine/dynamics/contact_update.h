#pragma once

#include "engine/core/frame_arena.h"
#include "engine/core/task_executor.h"
#include "engine/dynamics/contact_store.h"

#include <span>

namespace satbox {

// Manifolds of all awake contacts at the present poses. Impulses follow feature ids; contacts whose fat boxes
// have parted are removed, the last one taking the place of each. `steps`: by how much ages grow. `lanes`:
// how many pairs are done at a time (see kernelsFor).
void updateContacts(ContactStore& contacts, const BodyStore& bodies, const ShapeStore& shapes,
                    const ContactSettings& settings, uint32_t steps, int lanes, FrameArena& arena,
                    std::vector<ContactChange>& changes, TaskExecutor* executor);

} // namespace satbox
