#include <satbox/events.h>

namespace satbox {

void WorldEvents::clear()
{
    begins.clear();
    ends.clear();
    hits.clear();
    sensors.clear();
    quarantines.clear();
    brokenJoints.clear();
    fellAsleep.clear();
}

const char* describe(QuarantineReason reason)
{
    return reason == QuarantineReason::LeftWorld
               ? "its position is more than 2,000 km from the origin in x or y"
               : "its position or velocity is not finite";
}

} // namespace satbox
