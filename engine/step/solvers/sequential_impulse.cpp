#include "engine/step/solvers/solvers.h"

namespace satbox {

void solveSequentialImpulse(const StepContext& context, ConstraintPasses& passes)
{
    // One substep: h is the whole step.
    passes.integrateVelocities();
    passes.done(Stage::IntegrateVelocities, 0);
    passes.warmStart();
    passes.warmStartJoints(true);
    passes.done(Stage::WarmStart, 0);
    passes.applyRestitution();
    passes.done(Stage::ApplyRestitution, 0);
    for (int i = 0; i < context.velocityIterations; ++i) {
        passes.solveJoints(JointPass::Velocity);
        passes.solve(Bias::Off);
        passes.done(Stage::Solve, i);
    }
    passes.endJointSubstep();
    passes.integratePositions();
    passes.done(Stage::IntegratePositions, 0);
    for (int i = 0; i < context.positionIterations; ++i) {
        passes.correctJoints();
        passes.correctPositions();
        passes.done(Stage::Relax, i);
    }
}

} // namespace satbox
