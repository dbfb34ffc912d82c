#pragma once

#include "engine/step/vertex_contact_list.h"
#include <satbox/contacts.h>
#include <satbox/events.h>
#include <satbox/observe.h>

namespace satbox {

// What the last step found, for users to read; no later step depends on it. A copy of a world has it too; ==
// and hash ignore it.
struct StepReport {
    WorldEvents events;
    WorldEvents pendingEvents; // from edits since the last step; the next one reports them first
    StepProfile profile;
    VertexContactList vertexContacts; // for SolverType::VertexContact
    int coloursUsed = 0;
    int overflowContacts = 0;
    bool hasReachedContactLimit = false; // overlapping shapes have no contact because of kMaxContacts
};

} // namespace satbox
