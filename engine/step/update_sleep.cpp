#include "engine/step/update_sleep.h"

#include "engine/step/contact_events.h"
#include "engine/step/step_settings.h"

namespace satbox {

void updateSleep(WorldState& world, StepReport& report, StepWorkspace& work, float dt)
{
    work.changeScratch.clear();
    updateSleep(world.islands, world.bodies, world.shapes, world.contacts, work.jointEdges,
                sleepSettings(world.settings, dt), work.changeScratch);
    reportChanges(world, work.changeScratch, report.events, Poses::Now);
}

} // namespace satbox
