#include "engine/world/events.h"

namespace satbox {

void WorldEvents::clear()
{
    begins.clear();
    ends.clear();
    hits.clear();
    sensors.clear();
    quarantines.clear();
}

} // namespace satbox
