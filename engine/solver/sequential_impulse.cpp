#include "engine/solver/solvers.h"

namespace satbox {

void solveSequentialImpulse(SolverStep& step)
{
    const StepContext& context = step.context; // one substep: h is the whole step
    const std::span<BodyState> states = step.bodies.states;
    StageListener& listener = *step.listener;

    integrateVelocities(step.bodies, context);
    listener.done(Stage::IntegrateVelocities, 0);
    warmStart(step.graph, states);
    warmStartMouse(step.mice, states);
    listener.done(Stage::WarmStart, 0);
    for (int i = 0; i < context.velocityIterations; ++i) {
        solveMouse(step.mice, states);
        solve(step.graph, states, context, Bias::Off);
        listener.done(Stage::Solve, i);
    }
    for (MouseConstraint& mouse : step.mice) mouse.total += mouse.impulse;
    applyRestitution(step.graph, states, context);
    listener.done(Stage::ApplyRestitution);
    integratePositions(step.bodies, context);
    listener.done(Stage::IntegratePositions, 0);
    for (int i = 0; i < context.positionIterations; ++i) {
        correctPositions(step.graph, states, context);
        listener.done(Stage::Relax, i);
    }
}

} // namespace satbox
