#include "engine/solver/solvers.h"

namespace satbox {

void solveSoftStep(SolverStep& step)
{
    const StepContext& context = step.context;
    const std::span<BodyState> states = step.bodies.states;
    StageListener& listener = *step.listener;

    for (int i = 0; i < context.substeps; ++i) {
        integrateVelocities(step.bodies, context); // v += h (g + f/m)
        listener.done(Stage::IntegrateVelocities, i);
        warmStart(step.graph, states);
        warmStartMouse(step.mice, states);
        listener.done(Stage::WarmStart, i);
        solveMouse(step.mice, states);
        solve(step.graph, states, context, Bias::On); // push apart, softly
        listener.done(Stage::Solve, i);
        integratePositions(step.bodies, context); // x += h v
        listener.done(Stage::IntegratePositions, i);
        solve(step.graph, states, context, Bias::Off); // take back the speed that pushing added
        listener.done(Stage::Relax, i);
        for (MouseConstraint& mouse : step.mice) mouse.total += mouse.impulse;
    }
    applyRestitution(step.graph, states, context); // bounce once, from the speed before solving
    listener.done(Stage::ApplyRestitution);
}

} // namespace satbox
