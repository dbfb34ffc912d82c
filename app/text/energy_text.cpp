#include "app/text/energy_text.h"

namespace satbox::app {

const char* energyEntryText(EnergyEntry entry)
{
    switch (entry) {
    case EnergyEntry::Gravity:
        return "Work of gravity: it converts potential energy into kinetic energy.";
    case EnergyEntry::TimeStep:
        return "Integration error: bodies move at a velocity that differs from the mean over the substep. "
               "Free fall loses a little energy. More substeps reduce the error.";
    case EnergyEntry::Forces:
        return "Work of forces and torques applied by the user.";
    case EnergyEntry::Damping:
        return "Linear and angular damping of the bodies.";
    case EnergyEntry::SpeedLimit:
        return "Bodies above the top speed or above the largest angular velocity were slowed down.";
    case EnergyEntry::WarmStart:
        return "Normal impulses of the previous substep, applied again.";
    case EnergyEntry::Restitution:
        return "Normal impulses of impacts. Zero for restitution 1.";
    case EnergyEntry::Solve:
        return "Normal impulses of the solve stage. Potential energy is gained where soft contacts push "
               "overlapping bodies apart against gravity.";
    case EnergyEntry::Relax:
        return "Normal impulses of the relax stage, which removes the velocity that pushed overlapping "
               "bodies apart.";
    case EnergyEntry::Friction:
        return "Tangential impulses of all stages.";
    case EnergyEntry::PositionCorrection:
        return "Overlapping bodies were moved apart without a change of velocity.";
    case EnergyEntry::Mouse:
        return "Work of the springs of mouse joints.";
    case EnergyEntry::Joints:
        return "Work of the other joints: motors and springs add or remove energy, rigid joints pass it on.";
    case EnergyEntry::Kinematic:
        return "Work of kinematic bodies on the bodies that they touch: impulse times speed.";
    case EnergyEntry::Rounding:
        return "Poses are rounded to floats in world coordinates. The error is smaller near the origin.";
    case EnergyEntry::Continuous:
        return "Continuous collision moved bodies back to their point of impact.";
    case EnergyEntry::Sleep:
        return "Bodies that fell asleep were stopped.";
    case EnergyEntry::Quarantine:
        return "Bodies that were frozen are no longer counted.";
    case EnergyEntry::Count:
        break;
    }
    return "";
}

} // namespace satbox::app
