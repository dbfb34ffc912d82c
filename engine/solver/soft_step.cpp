#include "engine/solver/solvers.h"

namespace satbox {

void solveSoftStep(const SolverStep& step, const SolverGroup& group, TaskExecutor* executor,
                   StageListener& listener)
{
    const StepContext& context = step.context;
    const std::span<BodyState> states = step.bodies.states;

    for (int i = 0; i < context.substeps; ++i) {
        integrateVelocities(step.bodies, group, context, step.lanes, executor); // v += h (g + f/m)
        listener.done(Stage::IntegrateVelocities, i);
        warmStart(group, states, context, executor);
        warmStartMouse(group.mice, states);
        listener.done(Stage::WarmStart, i);
        solveMouse(group.mice, states);
        solve(group, states, context, Bias::On, executor); // push apart, softly
        listener.done(Stage::Solve, i);
        integratePositions(step.bodies, group, context, step.lanes, executor); // x += h v
        listener.done(Stage::IntegratePositions, i);
        solve(group, states, context, Bias::Off, executor); // take back the speed that pushing added
        listener.done(Stage::Relax, i);
        for (MouseConstraint& mouse : group.mice) mouse.total += mouse.impulse;
    }
    applyRestitution(group, states, context, executor); // bounce once, from the speed before solving
    listener.done(Stage::ApplyRestitution);
}

} // namespace satbox
