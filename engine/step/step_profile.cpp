#include <satbox/observe.h>

namespace satbox {

const char* toString(Stage stage)
{
    switch (stage) {
    case Stage::UpdatePairs:
        return "update pairs";
    case Stage::UpdateContacts:
        return "update contacts";
    case Stage::UpdateIslands:
        return "update islands";
    case Stage::BuildGraph:
        return "build graph";
    case Stage::PrepareConstraints:
        return "prepare constraints";
    case Stage::IntegrateVelocities:
        return "integrate velocities";
    case Stage::WarmStart:
        return "warm start";
    case Stage::ApplyRestitution:
        return "apply restitution";
    case Stage::Solve:
        return "solve";
    case Stage::IntegratePositions:
        return "integrate positions";
    case Stage::Relax:
        return "relax";
    case Stage::StoreImpulses:
        return "store impulses";
    case Stage::FinalizeBodies:
        return "finalize bodies";
    case Stage::Continuous:
        return "continuous";
    case Stage::UpdateSleep:
        return "update sleep";
    case Stage::Count:
        break;
    }
    return "unknown stage";
}

} // namespace satbox
