#pragma once

#include <satbox/lab/energy_ledger.h>

namespace satbox::app {

const char* energyEntryText(EnergyEntry entry); // what the entry counts, in one to three sentences

} // namespace satbox::app
