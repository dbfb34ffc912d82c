#include "engine/solver/solvers.h"

namespace satbox {

void solveSequentialImpulse(const SolverStep& step, const SolverGroup& group, TaskExecutor* executor,
                            StageListener& listener)
{
    const StepContext& context = step.context; // one substep: h is the whole step
    const std::span<BodyState> states = step.bodies.states;

    integrateVelocities(step.bodies, group, context, step.lanes, executor);
    listener.done(Stage::IntegrateVelocities, 0);
    warmStart(group, states, context, executor);
    warmStartMouse(group.mice, states);
    listener.done(Stage::WarmStart, 0);
    for (int i = 0; i < context.velocityIterations; ++i) {
        solveMouse(group.mice, states);
        solve(group, states, context, Bias::Off, executor);
        listener.done(Stage::Solve, i);
    }
    for (MouseConstraint& mouse : group.mice) mouse.total += mouse.impulse;
    applyRestitution(group, states, context, executor);
    listener.done(Stage::ApplyRestitution);
    integratePositions(step.bodies, group, context, step.lanes, executor);
    listener.done(Stage::IntegratePositions, 0);
    for (int i = 0; i < context.positionIterations; ++i) {
        correctPositions(group, states, context, executor);
        listener.done(Stage::Relax, i);
    }
}

} // namespace satbox
