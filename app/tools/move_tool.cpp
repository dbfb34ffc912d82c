#include "app/tools/move_tool.h"

#include "app/document/commands.h"

#include <cmath>

namespace satbox::app {

namespace {

float angleAbout(Position center, Position point)
{
    const Vec2 arm = point - center;
    return std::atan2(arm.y, arm.x);
}

// The pose of the body rotated to `angle` about its centre of mass.
WorldTransform rotatedPose(const BodyMotion& motion, float angle)
{
    WorldTransform pose;
    pose.q = makeRot(angle);
    pose.p = motion.center - rotate(pose.q, motion.localCenter);
    return pose;
}

} // namespace

void beginMove(ToolContext& context, ShapeId shape, Position worldPoint)
{
    const World& world = context.world();
    const BodyId body = world.bodyOf(shape);
    if (!world.isValid(body)) return;
    cancelReplay(context.playback);
    context.history.closeGesture();
    context.tool.move =
        MoveGesture{.body = body, .grabPoint = invTransformPoint(world.motion(body).transform(), worldPoint)};
}

void continueMove(ToolContext& context, Position worldPoint, bool turn)
{
    if (!context.tool.move) return;
    MoveGesture& move = *context.tool.move;
    const World& world = context.world();
    if (!world.isValid(move.body)) {
        context.tool.move.reset();
        return;
    }
    const BodyMotion& motion = world.motion(move.body);
    if (turn != move.turning) { // a new start from the current pose
        move.turning = turn;
        move.pointerAngle = angleAbout(motion.center, worldPoint);
        move.startAngle = angleOf(motion.q);
        move.grabPoint = invTransformPoint(motion.transform(), worldPoint);
    }

    WorldTransform pose = motion.transform();
    if (turn)
        pose =
            rotatedPose(motion, move.startAngle + angleAbout(motion.center, worldPoint) - move.pointerAngle);
    else
        pose.p = worldPoint - rotate(pose.q, move.grabPoint);
    if (pose == motion.transform()) return;

    const std::string refusal = context.history.execute(moveBodyCommand(world, move.body, pose));
    if (refusal.empty())
        move.moved = true;
    else
        context.status.show(Severity::Warning, refusal);
}

void endMove(ToolContext& context)
{
    context.tool.move.reset();
    context.history.closeGesture();
}

void cancelMove(ToolContext& context)
{
    const bool moved = context.tool.move && context.tool.move->moved;
    endMove(context);
    if (moved) context.history.undo();
}

} // namespace satbox::app
