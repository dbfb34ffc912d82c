#include "engine/step/solvers/solvers.h"

namespace satbox {

void solveSoftStep(const StepContext& context, ConstraintPasses& passes)
{
    for (int i = 0; i < context.substeps; ++i) {
        passes.integrateVelocities(); // v += h (g + f/m)
        passes.done(Stage::IntegrateVelocities, i);
        passes.warmStart();
        passes.warmStartJoints(i == 0);
        passes.done(Stage::WarmStart, i);
        passes.applyRestitution(); // fast impacts of this substep bounce or stop
        passes.done(Stage::ApplyRestitution, i);
        passes.solveJoints(JointPass::Push);
        passes.solve(Bias::On); // push overlap apart softly
        passes.pushJointsAgain();
        passes.done(Stage::Solve, i);
        passes.integratePositions(); // x += h v
        passes.done(Stage::IntegratePositions, i);
        passes.correctDeepOverlap();
        passes.solveJoints(JointPass::Relax);
        passes.solve(Bias::Off); // relax: remove the velocity that pushing added
        passes.done(Stage::Relax, i);
    }
}

} // namespace satbox
