#include "engine/model/settings.h"
#include "engine/collision/manifold.h"
#include <satbox/contacts.h>

namespace satbox {

const char* toString(SolverType type)
{
    switch (type) {
    case SolverType::SoftStep:
        return "soft-step";
    case SolverType::SequentialImpulse:
        return "sequential-impulse";
    case SolverType::ManifoldImpulse:
        return "manifold-impulse";
    case SolverType::VertexContact:
        return "vertex-contact";
    }
    return "unknown solver";
}

bool hasSubsteps(SolverType type)
{
    return type == SolverType::SoftStep || type == SolverType::VertexContact;
}

bool isReferenceSolver(SolverType type)
{
    return type == SolverType::ManifoldImpulse || type == SolverType::VertexContact;
}

CollisionRange collisionRangeOf(const WorldSettings& settings)
{
    const float ahead = isReferenceSolver(settings.solver) ? 0.0f : tolerancesOf(settings).speculativeMargin;
    return {ahead, settings.lengthUnit};
}

bool hasContinuousCollision(const WorldSettings& settings)
{
    return settings.continuous && !isReferenceSolver(settings.solver);
}

} // namespace satbox
