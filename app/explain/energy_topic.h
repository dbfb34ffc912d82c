#pragma once

#include "app/explain/topics.h"
#include <satbox/lab/energy_ledger.h>

namespace satbox::app {

// The account of a set of bodies over the last step.
Json accountJson(const EnergyAccount& account);
void addAccount(Lines& lines, const EnergyAccount& account);

} // namespace satbox::app
