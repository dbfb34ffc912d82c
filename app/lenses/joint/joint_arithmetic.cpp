#include "app/lenses/joint/joint_arithmetic.h"

#include "app/text/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

namespace satbox::app {

namespace {

using Role = JointPart::Role;

const char* coordinateName(JointCoordinate coordinate)
{
    switch (coordinate) {
    case JointCoordinate::Along:
        return "the translation";
    case JointCoordinate::Across:
        return "the distance from the axis";
    case JointCoordinate::Length:
        return "the length";
    case JointCoordinate::Angle:
        return "the angle";
    case JointCoordinate::Rope:
        return "the rope";
    case JointCoordinate::Mesh:
        break;
    }
    return "the teeth";
}

std::string quantity(float value, std::string_view unit)
{
    return formatUnbroken(static_cast<double>(value), unit);
}
std::string plain(double value) { return formatNumber(value); }

// The value of a row, or the vector of a pin.
std::string text(const JointEquation& equation, Vec2 value, std::string_view unit)
{
    if (!equation.isPin()) return quantity(value.x, unit);
    return fmt::format("({}, {})", quantity(value.x, unit), quantity(value.y, unit));
}
const char* massUnit(const JointEquation& equation) { return equation.isAngle() ? "kg m²" : "kg"; }
const char* speedUnit(const JointEquation& equation) { return equation.isAngle() ? "rad/s" : "m/s"; }

const JointEquation& equationOf(const JointRecord& record, int row)
{
    for (const JointEquation& equation : record.equations)
        if (equation.row == row) return equation;
    return record.equations.front();
}

std::string matrixText(float xx, float xy, float yy)
{
    return fmt::format("[{}  {}; {}  {}] kg", plain(static_cast<double>(xx)), plain(static_cast<double>(xy)),
                       plain(static_cast<double>(xy)), plain(static_cast<double>(yy)));
}
std::string massText(const JointEquation& equation, const JointVisit& visit)
{
    if (equation.isPin()) return matrixText(visit.massXX, visit.massXY, visit.massYY);
    return quantity(visit.massXX, massUnit(equation));
}

// Where the bias comes from.
std::string biasSource(const JointAnalysis& a, const JointEquation& equation, const JointVisit& visit)
{
    const bool pushes = visit.pass == JointPass::Push;
    if (!equation.isPin() && equation.part.role == Role::Motor) return "minus the motor's speed";
    if (!equation.isPin() && equation.part.role == Role::Limit) {
        const float gap =
            visit.bias.x >= 0.0f ? visit.value.x - equation.part.lower : equation.part.upper - visit.value.x;
        if (gap > 0.0f) return "gap / h: the limit may be reached, no more";
        return pushes ? "a fifth of the error / h" : "0: only approach is stopped";
    }
    if (equation.isSpring) return "rate of the spring × C";
    if (!pushes) return "0: only velocity is removed";
    const JointCompany::Kind kind = a.record.company.kind;
    return kind == JointCompany::Kind::Net || kind == JointCompany::Kind::Block ? "rate of the net × C"
                                                                                : "a fifth of C / h";
}

std::string outcome(const JointEquation& equation, const JointVisit& visit)
{
    if (!equation.isPin() && equation.part.role == Role::Limit && visit.after.x == 0.0f)
        return ": clamped to 0, the limit is not active";
    if (visit.limit > 0.0f && visit.after != visit.wanted)
        return fmt::format(": more than {} is not allowed, at its limit",
                           quantity(visit.limit, impulseUnit(equation)));
    return {};
}

bool isChanged(const JointVisit& visit)
{
    return visit.kind == JointVisit::Kind::Alone && visit.after != visit.wanted;
}

// The mass times a rate, as the engine's formula has it.
Vec2 massTimes(const JointVisit& visit, Vec2 rate)
{
    return {visit.massXX * rate.x + visit.massXY * rate.y, visit.massXY * rate.x + visit.massYY * rate.y};
}

ArithmeticText aloneText(const JointAnalysis& a, const JointEquation& equation, const JointVisit& visit)
{
    const char* unit = impulseUnit(equation);
    const char* speed = speedUnit(equation);
    ArithmeticText out{.title = equationName(equation), .lines = {}, .isLimited = isChanged(visit)};
    out.lines.push_back(fmt::format("C = {}, C' = {}",
                                    text(equation, equation.errorOf(visit.value), errorUnit(equation)),
                                    text(equation, visit.rate, speed)));
    out.lines.push_back(
        fmt::format("bias = {} = {}", biasSource(a, equation, visit), text(equation, visit.bias, speed)));
    const bool soft = visit.massScale != 1.0f || visit.impulseScale != 0.0f;
    out.lines.push_back(fmt::format("λ = λ − {}m (C' + bias){}", soft ? "k " : "", soft ? " − c λ" : ""));
    out.lines.push_back(fmt::format("m = {}", massText(equation, visit)));
    if (soft)
        out.lines.push_back(fmt::format("k = {}, c = {}", plain(static_cast<double>(visit.massScale)),
                                        plain(static_cast<double>(visit.impulseScale))));
    const Vec2 change = -visit.massScale * massTimes(visit, visit.rate + visit.bias);
    out.lines.push_back(fmt::format("= {}", text(equation, visit.before, unit)));
    out.lines.push_back(fmt::format("+ {}", text(equation, change, unit)));
    if (soft)
        out.lines.push_back(fmt::format("+ {}", text(equation, -visit.impulseScale * visit.before, unit)));
    out.lines.push_back(fmt::format("= {}{}", text(equation, visit.wanted, unit), outcome(equation, visit)));
    out.lines.push_back(
        fmt::format("λ {} → {}", text(equation, visit.before, unit), text(equation, visit.after, unit)));
    return out;
}

ArithmeticText beginText(const JointEquation& equation, const JointVisit& visit)
{
    const char* unit = impulseUnit(equation);
    ArithmeticText out{.title = equationName(equation), .lines = {}};
    out.lines.push_back(
        fmt::format("C = {}", text(equation, equation.errorOf(visit.value), errorUnit(equation))));
    if (visit.after == visit.before)
        out.lines.push_back(
            fmt::format("λ = {}: nothing is applied again", text(equation, visit.after, unit)));
    else
        out.lines.push_back(
            fmt::format("λ {} → {}", text(equation, visit.before, unit), text(equation, visit.after, unit)));
    return out;
}

ArithmeticText leaveText(const JointEquation& equation, const JointVisit& visit)
{
    const char* unit = impulseUnit(equation);
    const std::string bound = equation.part.role == JointPart::Role::Limit
                                  ? "a limit only pushes"
                                  : fmt::format("at most {}", text(equation, Vec2{visit.limit, 0.0f}, unit));
    return {.title = equationName(equation),
            .lines = {fmt::format("λ {} → {}: {}", text(equation, visit.before, unit),
                                  text(equation, visit.after, unit), bound),
                      "The others are solved again without it."}};
}

ArithmeticText rateText(const JointAnalysis& a, const JointEquation& equation, const JointVisit& visit)
{
    ArithmeticText out{.title = equationName(equation), .lines = {}};
    const char* speed = speedUnit(equation);
    out.lines.push_back(fmt::format("C = {}, C' = {}",
                                    text(equation, equation.errorOf(visit.value), errorUnit(equation)),
                                    text(equation, visit.rate, speed)));
    out.lines.push_back(
        fmt::format("bias = {} = {}", biasSource(a, equation, visit), text(equation, visit.bias, speed)));
    out.lines.push_back(fmt::format("λ {} → {}", text(equation, visit.before, impulseUnit(equation)),
                                    text(equation, visit.after, impulseUnit(equation))));
    return out;
}

std::string vectorText(std::span<const double> values)
{
    std::string out = "(";
    for (size_t i = 0; i < values.size(); ++i) out += (i > 0 ? ", " : "") + plain(values[i]);
    return out + ")";
}

// The matrix of the equations that are in use.
std::string blockText(const SymmetricBlock& m, size_t count)
{
    const double full[3][3] = {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
    if (count == 1) return plain(full[0][0]);
    std::string out = "[";
    for (size_t i = 0; i < count; ++i) {
        if (i > 0) out += "; ";
        for (size_t j = 0; j < count; ++j) out += (j > 0 ? "  " : "") + plain(full[i][j]);
    }
    return out + "]";
}

ArithmeticText treeText(const JointTreeVisit& tree, size_t count)
{
    const auto shown = [&](const std::array<double, kMaxTreeRows>& values) {
        return vectorText(std::span(values).first(count));
    };
    ArithmeticText out{.title = "All of them, by elimination", .lines = {}};
    const bool isCompliant = tree.compliance[0] > 0.0;
    out.lines.push_back(
        fmt::format("e: C' + bias{}, and what was eliminated before adds", isCompliant ? " + c λ" : ""));
    if (isCompliant) out.lines.push_back(fmt::format("c = {}, λ of this pass", shown(tree.compliance)));
    out.lines.push_back(fmt::format("e = {}", shown(tree.error)));
    out.lines.push_back(fmt::format("r = {}, from what was eliminated after", shown(tree.fromOthers)));
    out.lines.push_back(fmt::format("m = {}", blockText(tree.mass, count)));
    out.lines.push_back(fmt::format("Δλ = −m (e + r) = {}", shown(tree.impulse)));
    return out;
}

std::string linesOf(const ArithmeticText& one)
{
    std::string out = "  " + one.title + "\n";
    for (const std::string& line : one.lines) out += "    " + line + "\n";
    return out;
}

} // namespace

const char* errorUnit(const JointEquation& equation) { return equation.isAngle() ? "rad" : "m"; }
const char* impulseUnit(const JointEquation& equation) { return equation.isAngle() ? "N m s" : "N s"; }

float sizeOf(const JointEquation& equation, Vec2 value) { return equation.isPin() ? length(value) : value.x; }

std::string equationName(const JointEquation& equation)
{
    if (equation.isPin()) return equation.isSpring ? "Pin, a spring" : "Pin";
    constexpr const char* kRoles[] = {"Lock", "Spring", "Limit", "Motor"};
    return fmt::format("{} of {}", kRoles[static_cast<size_t>(equation.part.role)],
                       coordinateName(equation.part.coordinate));
}

std::string massText(const JointEquation& equation, const JointEquationRecord& record)
{
    if (equation.isPin()) return matrixText(record.massXX, record.massXY, record.massYY);
    return quantity(record.massXX, massUnit(equation));
}

std::string stageName(const JointAnalysis& analysis, const JointStage& stage)
{
    const bool relaxes = stage.pass == JointPass::Relax;
    std::string name = stage.pass == JointPass::Velocity && stage.number > 0 ? "solve"
                       : relaxes                                             ? "relax"
                       : stage.number == 0                                   ? "warm start"
                                                                             : "push";
    if (relaxes && stage.number == 0) name = "start of relax";
    if (stage.number > 0) name += fmt::format(", pass {}", stage.number);
    if (analysis.record.substeps.size() > 1) name += fmt::format(", substep {}", stage.substep + 1);
    return name;
}

std::string explainStage(const JointAnalysis& analysis, const JointStage& stage)
{
    const bool relaxes = stage.pass == JointPass::Relax;
    if (stage.number == 0 && !relaxes)
        return "The impulses of the last substep are applied again, so that the solver starts close to the "
               "solution.";
    if (stage.number == 0)
        return "The bodies have moved. What relaxing added in the last substep is applied again.";
    if (relaxes)
        return "The velocity across the joint is removed, along the directions at the end of the substep.";
    if (stage.pass == JointPass::Velocity) return "The velocity across the joint is removed.";
    const JointCompany::Kind kind = analysis.record.company.kind;
    if (kind == JointCompany::Kind::Net || kind == JointCompany::Kind::Block)
        return "The error is pushed away softly.";
    return "The impulse with which the joint holds at the end of the substep: C' is the rate until then. At "
           "least two passes come before the contacts, and one more after them where they have changed a "
           "velocity, or where joints close loops.";
}

std::string companyText(const JointRecord& record)
{
    const JointCompany& company = record.company;
    int pushes = 0, relaxes = 0;
    for (const JointSubstep& substep : record.substeps) {
        pushes = std::max(pushes, substep.pushPasses);
        relaxes = std::max(relaxes, substep.relaxPasses);
    }
    std::string passes =
        relaxes > 0 ? fmt::format("up to {} to push and {} to relax",
                                  countText(static_cast<uint64_t>(pushes), "pass", "passes"), relaxes)
                    : countText(static_cast<uint64_t>(pushes), "pass", "passes");
    passes = " " + withUpperFirst(passes) + " per substep.";
    switch (company.kind) {
    case JointCompany::Kind::Tree:
        if (company.joints == 1) return "By elimination, alone in its tree." + passes;
        return fmt::format("By elimination, together with {}.",
                           countText(company.joints - 1, "other joint", "other joints")) +
               passes;
    case JointCompany::Kind::Chain:
        return fmt::format("By elimination, together with {} in a row.",
                           countText(company.joints - 1, "other joint", "other joints")) +
               passes;
    case JointCompany::Kind::Linkage:
        return fmt::format("By elimination, together with {} in loops.",
                           countText(company.joints - 1, "other joint", "other joints")) +
               passes;
    case JointCompany::Kind::Loop:
        return fmt::format("By itself, since it closes a loop; in turn with a tree of {}.",
                           countText(company.joints, "joint", "joints")) +
               passes;
    case JointCompany::Kind::Net:
        return fmt::format("By itself, among {} of a net.", countText(company.joints, "joint", "joints")) +
               passes;
    case JointCompany::Kind::Block:
        break;
    }
    if (!company.colour)
        return fmt::format("In a net of {}, after all colours.",
                           countText(company.joints, "hinge", "hinges")) +
               passes;
    return fmt::format("In lanes, in a net of {}: colour {} of {}.",
                       countText(company.joints, "hinge", "hinges"), *company.colour + 1, company.colours) +
           passes;
}

std::string activityText(const JointRecord& record, size_t equation)
{
    const JointEquation& of = record.equations[equation];
    const size_t all = record.substeps.size();
    const auto count = [&](auto&& is) {
        size_t sum = 0;
        for (const JointSubstep& substep : record.substeps) sum += is(substep.equations[equation]) ? 1 : 0;
        return sum;
    };
    if (!of.isPin() && of.part.role == Role::Limit) {
        const size_t active = count([](const JointEquationRecord& e) { return e.total.x != 0.0f; });
        if (active == 0) return "not active";
        return fmt::format("active in {} of {}", active, countText(all, "substep", "substeps"));
    }
    const bool isLimited = !of.isPin() && (of.part.role == Role::Motor || of.part.maxForce > 0.0f);
    const size_t full = count([](const JointEquationRecord& e) { return e.isAtLimit; });
    if (full > 0)
        return fmt::format("at its greatest force in {} of {}", full, countText(all, "substep", "substeps"));
    return isLimited ? "below its greatest force" : "";
}

std::string loadText(float load, float limit, const char* unit)
{
    const std::string text = formatQuantity(static_cast<double>(load), unit);
    if (limit <= 0.0f) return text;
    return fmt::format("{}, {:.0f} % of {}", text,
                       100.0 * static_cast<double>(load) / static_cast<double>(limit),
                       formatQuantity(static_cast<double>(limit), unit));
}

std::vector<ArithmeticText> arithmeticOf(const JointAnalysis& analysis, const JointStage& stage)
{
    const JointSubstep& substep = analysis.substepOf(stage);
    std::vector<ArithmeticText> all;
    size_t treeRows = 0, tree = 0;
    const auto finishTree = [&] {
        if (treeRows > 0 && tree < substep.trees.size())
            all.push_back(treeText(substep.trees[tree], treeRows));
        treeRows = 0;
    };
    for (size_t v = stage.firstVisit; v < stage.endVisit; ++v) {
        const JointVisit& visit = substep.visits[v];
        const JointEquation& equation = equationOf(analysis.record, visit.row);
        switch (visit.kind) {
        case JointVisit::Kind::Begin:
            all.push_back(beginText(equation, visit));
            break;
        case JointVisit::Kind::Alone:
            finishTree();
            all.push_back(aloneText(analysis, equation, visit));
            break;
        case JointVisit::Kind::Leave:
            finishTree();
            all.push_back(leaveText(equation, visit));
            break;
        case JointVisit::Kind::Tree:
            tree = substep.treeOf[v];
            treeRows += equation.isPin() ? 2 : 1;
            all.push_back(rateText(analysis, equation, visit));
            break;
        }
    }
    finishTree();
    return all;
}

std::string jointAsText(const JointAnalysis& analysis)
{
    const JointRecord& record = analysis.record;
    std::string out = fmt::format("{}\nA: {}\nB: {}\nStep {}\n", withUpperFirst(analysis.name),
                                  analysis.nameA, analysis.nameB, analysis.number);
    if (!analysis.solved()) return out + record.unsolvedReason + "\n";
    out += companyText(record) + "\n";
    out += fmt::format("Force {}\nTorque {}\n", loadText(record.force, analysis.def.breakForce, "N"),
                       loadText(std::fabs(record.torque), analysis.def.breakTorque, "N m"));
    for (size_t i = 0; i < record.equations.size(); ++i) {
        const JointEquation& equation = record.equations[i];
        const std::string activity = activityText(record, i);
        out += fmt::format("\n{}{}\n", equationName(equation), activity.empty() ? "" : ": " + activity);
        for (size_t s = 0; s < record.substeps.size(); ++s) {
            const JointEquationRecord& one = record.substeps[s].equations[i];
            const char* unit = impulseUnit(equation);
            out += fmt::format("  substep {}: m {}, C {} → {}, λ again {}, push {}, relax {}, in all {}\n",
                               s + 1, massText(equation, one), text(equation, one.start, errorUnit(equation)),
                               text(equation, one.end, errorUnit(equation)), text(equation, one.again, unit),
                               text(equation, one.pushed, unit), text(equation, one.relaxed, unit),
                               text(equation, one.total, unit));
        }
    }
    for (const JointStage& stage : analysis.stages) {
        out += fmt::format("\n{}\n", withUpperFirst(stageName(analysis, stage)));
        for (const ArithmeticText& one : arithmeticOf(analysis, stage)) out += linesOf(one);
    }
    return out;
}

} // namespace satbox::app
