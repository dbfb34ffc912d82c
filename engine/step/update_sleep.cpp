#include "engine/step/update_sleep.h"

#include "engine/step/contact_events.h"
#include "engine/step/step_settings.h"

namespace satbox {

void updateSleep(WorldState& world, StepReport& report, StepWorkspace& work, float dt)
{
    work.changeScratch.clear();
    work.sleptScratch.clear();
    updateSleep(world.islands, world.bodies, world.shapes, world.contacts, work.jointEdges,
                sleepSettings(world.settings, dt), work.changeScratch, &work.sleptScratch);
    for (const uint32_t slot : work.sleptScratch)
        report.events.fellAsleep.push_back({world.bodies.slots.handleAt(slot)});
    reportChanges(world, work.changeScratch, report.events, Poses::Now);
}

} // namespace satbox
