#include "engine/lab/joint_record.h"

#include "engine/constraints/joint_constraints.h"
#include "engine/step/step_settings.h"
#include "engine/world/world_access.h"
#include <satbox/observe.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace satbox {

Vec2 JointEquation::errorOf(Vec2 value) const
{
    if (isPin()) return value;
    switch (part.role) {
    case JointPart::Role::Limit:
        return {value.x - std::clamp(value.x, part.lower, part.upper), 0.0f};
    case JointPart::Role::Motor:
        return {0.0f, 0.0f};
    default:
        return {value.x - part.target, 0.0f};
    }
}

namespace {

std::vector<JointEquation> equationsOf(const JointKind& kind)
{
    const JointParts parts = partsOf(kind);
    std::vector<JointEquation> equations;
    if (parts.hasPin) equations.push_back({.isSpring = parts.pinFrequency > 0.0f});
    for (size_t i = 0; i < parts.count; ++i)
        equations.push_back({.row = static_cast<int>(i),
                             .part = parts.rows[i],
                             .isSpring = parts.rows[i].role == JointPart::Role::Spring});
    return equations;
}

class JointRecorder final : public StepObserver, public ContactRecorder {
  public:
    JointRecorder(JointRecord& record, uint32_t joint) : record_(record), joint_(joint) {}

    ContactRecorder* contactRecorder() override { return this; }
    void afterStage(Stage, int, const WorldState&, std::span<const BodyState>) override {}
    void packed(const void*, uint32_t) override {}
    void visited(const void*, const PointRecord&) override {}

    void preparedJoints(const JointConstraints& joints) override
    {
        const std::optional<JointCompany> company = companyOf(joints);
        if (!company) return;
        record_.company = *company;
        record_.substeps.emplace_back().equations.resize(record_.equations.size());
    }

    void visitedJoint(const JointVisit& visit) override
    {
        if (visit.joint != joint_) return;
        JointSubstep& substep = record_.substeps.back();
        substep.visits.push_back(visit);
        substep.treeOf.push_back(substep.trees.size());
        const size_t i = indexOf(visit.row);
        if (visit.kind == JointVisit::Kind::Begin)
            begin(substep.equations[i], record_.equations[i], visit);
        else
            solved(substep, i, visit);
    }

    void solvedInTree(const JointTreeVisit& tree) override
    {
        if (tree.joint != joint_) return;
        JointSubstep& substep = record_.substeps.back();
        size_t component = 0;
        for (size_t v = 0; v < substep.visits.size(); ++v) {
            JointVisit& visit = substep.visits[v];
            if (visit.kind != JointVisit::Kind::Tree || substep.treeOf[v] != substep.trees.size()) continue;
            visit.after.x = tree.after[component++];
            if (visit.row == kPinRow) visit.after.y = tree.after[component++];
            visit.wanted = visit.after;
            substep.equations[indexOf(visit.row)].isInTree = true;
            add(substep.equations[indexOf(visit.row)], visit);
        }
        substep.trees.push_back(tree);
    }

  private:
    size_t indexOf(int row) const
    {
        const auto found = std::find_if(record_.equations.begin(), record_.equations.end(),
                                        [&](const JointEquation& e) { return e.row == row; });
        return static_cast<size_t>(found - record_.equations.begin());
    }

    std::optional<JointCompany> companyOf(const JointConstraints& joints) const
    {
        for (const JointComponent& component : joints.components) {
            const auto found = std::find_if(component.joints.begin(), component.joints.end(),
                                            [&](const JointConstraint& c) { return c.joint == joint_; });
            if (found == component.joints.end()) continue;
            if (component.isNet)
                return JointCompany{.kind = JointCompany::Kind::Net, .joints = component.joints.size()};
            if (!component.linkage.empty())
                return JointCompany{.kind = JointCompany::Kind::Linkage, .joints = component.joints.size()};
            const size_t joined = component.tree.joints.size();
            return JointCompany{.kind = found->isInTree ? JointCompany::Kind::Tree : JointCompany::Kind::Loop,
                                .joints = joined};
        }
        std::optional<JointCompany> company;
        forEachChainResult(joints.chains, nullptr, [&](size_t chain, const ChainResult& result) {
            if (result.joint == joint_)
                company = {.kind = JointCompany::Kind::Chain,
                           .joints = joints.chains.planned[chain].joints.size()};
        });
        const PinSet& pins = joints.pins;
        forEachPin(
            pins, nullptr, [](uint32_t) {},
            [&](uint32_t pin, const PinResults& results, size_t lane) {
                if (results.joint[lane] != joint_) return;
                company = {.kind = JointCompany::Kind::Block, .joints = pins.pinCount()};
                if (pins.order.colours[pin] < kPinColours) company->colour = pins.order.colours[pin];
                for (const uint8_t colour : pins.order.colours)
                    if (colour < kPinColours) company->colours = std::max(company->colours, colour + 1u);
            });
        return company;
    }

    static void begin(JointEquationRecord& equation, const JointEquation& of, const JointVisit& visit)
    {
        if (visit.pass == JointPass::Relax) {
            equation.end = of.errorOf(visit.value);
            add(equation, visit);
            return;
        }
        equation.start = of.errorOf(visit.value);
        equation.directionA = visit.directionA;
        equation.directionB = visit.directionB;
        equation.massXX = visit.massXX;
        equation.massXY = visit.massXY;
        equation.massYY = visit.massYY;
        equation.again = equation.total = visit.after;
    }

    void solved(JointSubstep& substep, size_t i, const JointVisit& visit)
    {
        const bool relaxes = visit.pass == JointPass::Relax;
        const auto isSame = [&](const JointVisit& v) {
            return v.row == visit.row && v.kind != JointVisit::Kind::Begin &&
                   v.kind != JointVisit::Kind::Leave && (v.pass == JointPass::Relax) == relaxes;
        };
        int& passes = relaxes ? substep.relaxPasses : substep.pushPasses;
        passes = std::max(
            passes, static_cast<int>(std::count_if(substep.visits.begin(), substep.visits.end(), isSame)));
        if (visit.kind == JointVisit::Kind::Tree) return; // its impulse is not known yet
        substep.equations[i].isAtLimit = visit.limit > 0.0f && visit.after != visit.wanted;
        add(substep.equations[i], visit);
    }

    static void add(JointEquationRecord& equation, const JointVisit& visit)
    {
        Vec2& sum = visit.pass == JointPass::Relax ? equation.relaxed : equation.pushed;
        sum += visit.after - visit.before;
        equation.total = visit.after;
    }

    JointRecord& record_;
    const uint32_t joint_;
};

const char* whyUnsolved(const World& world, const Joint& joint)
{
    const BodyStore& bodies = stateOf(world).bodies;
    if (equationsOf(joint.def->kind).empty())
        return "Nothing is solved: this joint holds nothing with its present switches.";
    if (!bodies.canBePushed(joint.bodyA) && !bodies.canBePushed(joint.bodyB))
        return "Nothing is solved: no body of this joint can be pushed.";
    return "Nothing is solved: the bodies of this joint sleep. Pull one, or turn sleeping off.";
}

// Without relaxing, a substep ends where the next one starts.
void fillEnds(JointRecord& record)
{
    const auto measured = [](const JointSubstep& substep) {
        return std::any_of(substep.visits.begin(), substep.visits.end(), [](const JointVisit& visit) {
            return visit.kind == JointVisit::Kind::Begin && visit.pass == JointPass::Relax;
        });
    };
    for (size_t s = 0; s < record.substeps.size(); ++s) {
        if (measured(record.substeps[s])) continue;
        const bool isLast = s + 1 == record.substeps.size();
        for (size_t i = 0; i < record.equations.size(); ++i)
            record.substeps[s].equations[i].end =
                isLast ? record.after[i] : record.substeps[s + 1].equations[i].start;
    }
}

} // namespace

JointRecord recordJoint(World& world, float dt, uint32_t slot)
{
    JointRecord record;
    record.dt = dt;
    record.solver = world.settings().solver;
    record.context = makeStepContext(world.settings(), dt);
    const Joint before = stateOf(std::as_const(world)).joints.of<Joint>().at(slot);
    record.equations = equationsOf(before.def->kind);
    if (stepSliceCount(dt) > 1) {
        record.unsolvedReason =
            "The step was not recorded: it is too long to be solved in one piece. Use a shorter step.";
        world.step(dt);
        return record;
    }
    JointRecorder recorder(record, slot);
    world.step(dt, &recorder);

    const WorldState& state = stateOf(std::as_const(world));
    Joint joint = before; // with its bodies, also if it broke
    const auto& joints = state.joints.of<Joint>();
    record.broke = !joints.isLive(slot);
    if (!record.broke) {
        joint = joints.at(slot);
        record.force = length(joint.force);
        record.torque = joint.torque;
    }
    for (const JointBrokenEvent& event : world.events().brokenJoints) {
        if (event.joint.index != slot) continue;
        record.force = event.force;
        record.torque = event.torque;
    }
    const MeasuredJoint now = JointConstraint::measure(joint, slot, state.bodies, record.context);
    for (const JointEquation& equation : record.equations)
        record.after.push_back(equation.errorOf(
            equation.isPin() ? now.pin : Vec2{now.values[static_cast<size_t>(equation.row)], 0.0f}));
    fillEnds(record);
    if (record.substeps.empty()) record.unsolvedReason = whyUnsolved(world, before);
    return record;
}

} // namespace satbox
