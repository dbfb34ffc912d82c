#include "engine/constraints/joint/joint_reports.h"

#include <cmath>

namespace satbox {

JointVisit visitOf(const JointConstraint& c, const JointRow& row, JointVisit::Kind kind, JointPass pass)
{
    return {.joint = c.joint,
            .row = static_cast<int>(&row - c.rows.data()),
            .kind = kind,
            .pass = pass,
            .value = {row.value, 0.0f},
            .directionA = row.directionA,
            .directionB = row.directionB,
            .massXX = row.mass,
            .before = {row.impulse, 0.0f}};
}
JointVisit visitOfPin(const JointConstraint& c, JointVisit::Kind kind, JointPass pass)
{
    return {.joint = c.joint,
            .kind = kind,
            .pass = pass,
            .value = c.now.d,
            .massXX = c.m11,
            .massXY = c.m12,
            .massYY = c.m22,
            .before = c.pinImpulse};
}

void reportBegin(const JointConstraint& c, const JointRow& row, JointPass pass, float before, float after)
{
    JointVisit visit = visitOf(c, row, JointVisit::Kind::Begin, pass);
    visit.before.x = before;
    visit.wanted.x = visit.after.x = after;
    c.recorder->visitedJoint(visit);
}
void reportLeave(const JointConstraint& c, const JointRow& row, JointPass pass, float bounded)
{
    JointVisit visit = visitOf(c, row, JointVisit::Kind::Leave, pass);
    visit.wanted.x = row.impulse;
    visit.after.x = bounded;
    if (row.part.role == JointPart::Role::Motor) visit.limit = std::fabs(bounded);
    c.recorder->visitedJoint(visit);
}
void reportPinBegin(const JointConstraint& c, JointPass pass, Vec2 before, Vec2 after)
{
    JointVisit visit = visitOfPin(c, JointVisit::Kind::Begin, pass);
    visit.before = before;
    visit.wanted = visit.after = after;
    c.recorder->visitedJoint(visit);
}

} // namespace satbox
