#include "app/lenses/step/step_text.h"

#include "app/text/format.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <map>

namespace satbox::app {

namespace {

std::string quantity(float value, std::string_view unit)
{
    return formatUnbroken(static_cast<double>(value), unit);
}
std::string speed(float value) { return quantity(value, "m/s"); }
std::string impulse(float value) { return quantity(value, "N s"); }
std::string length(float value) { return quantity(value, "m"); }
// An impulse as the next term of a sum.
std::string added(float value) { return (value < 0.0f ? "− " : "+ ") + impulse(std::fabs(value)); }
std::string mass(float value) { return quantity(value, "kg"); }
std::string plain(float value) { return formatNumber(static_cast<double>(value)); }

bool isSoft(const StepRecord& record, const StepTick& tick)
{
    return record.solver == SolverType::SoftStep && tick.stage == Stage::Solve;
}

// True for the reference solvers: they do not accumulate impulses, so each visit applies a separate one.
bool appliesSeparateImpulses(const StepRecord& record) { return isReferenceSolver(record.solver); }

// The bias velocity and its source.
std::string biasLine(const StepRecord& record, const StepTick& tick, const PointRecord& r)
{
    if (tick.stage == Stage::ApplyRestitution) return fmt::format("bias = e v = {}", speed(r.bias));
    if (appliesSeparateImpulses(record)) return fmt::format("bias = e v = {}", speed(r.bias));
    if (r.separation > 0.0f)
        return fmt::format("bias = gap / h = {}: the gap may close, no more", speed(r.bias));
    if (!isSoft(record, tick)) return "bias = 0: only approach is stopped";
    if (r.impulseScale == 0.0f) return "bias = 0: too deep for the spring, corrected in positions";
    const bool capped = r.bias <= -record.context.pushSpeed;
    return fmt::format("bias = {} = {}", capped ? "−push speed" : "spring rate × s", speed(r.bias));
}

std::string result(const StepRecord& record, const StepTick& tick, const PointRecord& r)
{
    const std::string speeds = fmt::format("v {} → {}", speed(r.speed), speed(r.speedAfter));
    if (appliesSeparateImpulses(record) || tick.stage == Stage::ApplyRestitution)
        return fmt::format("applies {}, {}", impulse(r.after), speeds);
    return fmt::format("λ {} → {}, {}", impulse(r.before), impulse(r.after), speeds);
}

VisitText normalVisit(const StepRecord& record, const StepTick& tick, const PointRecord& r)
{
    VisitText out;
    out.lines.push_back(fmt::format("v = {}, s = {}", speed(r.speed), length(r.separation)));
    out.lines.push_back(biasLine(record, tick, r));
    const float change = -r.mass * r.massScale * (r.speed + r.bias);
    if (appliesSeparateImpulses(record) || tick.stage == Stage::ApplyRestitution) {
        const bool shared = r.massScale < 1.0f;
        out.lines.push_back(fmt::format("j = −{}m (v + bias), m {}", shared ? "k " : "", mass(r.mass)));
        if (shared) out.lines.push_back(fmt::format("k {}: share of this point", plain(r.massScale)));
    } else if (r.massScale == 1.0f && r.impulseScale == 0.0f) {
        out.lines.push_back(fmt::format("j = λ − m (v + bias), m {}", mass(r.mass)));
        out.lines.push_back(fmt::format("= {} {}", impulse(r.before), added(change)));
    } else {
        out.lines.push_back("j = λ − k m (v + bias) − c λ");
        out.lines.push_back(
            fmt::format("m {}, k {}, c {}", mass(r.mass), plain(r.massScale), plain(r.impulseScale)));
        out.lines.push_back(
            fmt::format("= {} {} {}", impulse(r.before), added(change), added(-r.impulseScale * r.before)));
    }
    if (r.after < r.wanted) { // a bounce is pending: until then, Stage::Relax may only reduce the impulse
        out.outcome = VisitText::Outcome::Clamped;
        out.lines.push_back(fmt::format(
            "= {}: not increased: this contact bounces later in the step, at its impact", impulse(r.wanted)));
    } else if (r.wanted < 0.0f) {
        out.outcome = VisitText::Outcome::Clamped;
        out.lines.push_back(fmt::format("= {}: clamped to 0, a contact cannot pull", impulse(r.wanted)));
    } else {
        out.lines.push_back(fmt::format("= {}", impulse(r.wanted)));
    }
    out.lines.push_back(result(record, tick, r));
    return out;
}

VisitText tangentVisit(const StepRecord& record, const StepTick& tick, const PointRecord& r)
{
    VisitText out;
    out.lines.push_back(fmt::format("v = {} along the tangent", speed(r.speed)));
    const bool isDriven = r.bias != 0.0f;
    if (isDriven) out.lines.push_back(fmt::format("u = {}, the surface speed of both", speed(r.bias)));
    const char* slip = isDriven ? "(v + u)" : "v";
    if (appliesSeparateImpulses(record) || tick.stage == Stage::ApplyRestitution)
        out.lines.push_back(
            fmt::format("j = −{}m {}, m {}", r.massScale < 1.0f ? "k " : "", slip, mass(r.mass)));
    else
        out.lines.push_back(fmt::format("j = λ − m {} = {} {}, m {}", slip, impulse(r.before),
                                        added(-r.mass * (r.speed + r.bias)), mass(r.mass)));
    out.lines.push_back(
        fmt::format("= {}; the friction cone allows ±{}", impulse(r.wanted), impulse(r.limit)));
    if (r.after != r.wanted) {
        out.outcome = VisitText::Outcome::Clamped;
        const bool dynamic =
            std::fabs(r.after) < 0.999f * r.limit; // the manifold-impulse solver uses the dynamic coefficient
        out.lines.push_back(dynamic ? "outside: slides, with dynamic friction"
                                    : "clamped to the cone: it slides");
    }
    out.lines.push_back(result(record, tick, r));
    return out;
}

VisitText warmVisit(const PointRecord& r)
{
    VisitText out;
    out.lines.push_back(fmt::format("λ = {}, from the last solver pass", impulse(r.after)));
    out.lines.push_back(fmt::format("v {} → {}", speed(r.speed), speed(r.speedAfter)));
    return out;
}

VisitText positionVisit(const StepRecord& record, const PointRecord& r)
{
    VisitText out;
    out.lines.push_back(fmt::format("s = {}", length(r.separation)));
    const bool soft = record.solver == SolverType::SoftStep;
    const float allowed = record.solver == SolverType::VertexContact ? 0.0f
                          : soft ? record.context.correction.remainingOverlap
                                 : record.context.linearSlop;
    const float beyond = std::max(-r.separation - allowed, 0.0f);
    if (r.bias == 0.0f && record.solver == SolverType::VertexContact) {
        out.lines.push_back("no correction: push-out is set to 0");
        return out;
    }
    if (r.bias == 0.0f) {
        out.lines.push_back(soft ? fmt::format("within {}: left to the spring", length(allowed))
                                 : fmt::format("within the slop of {}: not corrected", length(allowed)));
        return out;
    }
    const char* of = record.solver == SolverType::VertexContact ? "of the depth"
                     : soft                                     ? "beyond what is left to the spring"
                                                                : "beyond the slop";
    const float maximum = record.context.correction.maxCorrection;
    const bool capped =
        (soft || record.solver == SolverType::SequentialImpulse) && maximum > 0.0f && -r.bias >= maximum;
    out.lines.push_back(capped ? fmt::format("{} {}, limited to the maximum per pass", length(beyond), of)
                               : fmt::format("{} {}, times {}", length(beyond), of, plain(-r.bias / beyond)));
    out.lines.push_back(fmt::format("moved apart by {}; velocities unchanged", length(-r.bias)));
    return out;
}

} // namespace

std::vector<VisitText> visitTexts(const StepRecord& record, const StepTick& tick)
{
    std::vector<VisitText> all;
    std::map<uint8_t, int> impacts; // by point
    for (const PointRecord& r : tick.visits) {
        const bool isNormal = r.quantity == PointRecord::Quantity::Normal;
        if (tick.stage == Stage::ApplyRestitution && isNormal) ++impacts[r.point];
        VisitText one;
        const char* what = "normal";
        if (r.quantity == PointRecord::Quantity::Position) {
            one = positionVisit(record, r);
            what = "position";
        } else if (tick.stage == Stage::WarmStart) {
            one = warmVisit(r);
            if (r.quantity == PointRecord::Quantity::Tangent) what = "friction";
        } else if (r.quantity == PointRecord::Quantity::Tangent) {
            one = tangentVisit(record, tick, r);
            what = "friction";
        } else {
            one = normalVisit(record, tick, r);
        }
        one.title = fmt::format("{}, {}", withUpperFirst(pointName(record, r.point)), what);
        if (r.quantity == PointRecord::Quantity::Position && record.solver == SolverType::ManifoldImpulse)
            one.title = "The pair, position";
        if (impacts[r.point] > 1) one.title += fmt::format(", impact {}", impacts[r.point]);
        all.push_back(std::move(one));
    }
    return all;
}

std::string explainStage(const StepRecord& record, const StepTick& tick)
{
    const bool visits =
        tick.stage == Stage::Solve || tick.stage == Stage::Relax || tick.stage == Stage::WarmStart;
    const bool vertices = record.solver == SolverType::VertexContact;
    if (visits && tick.visits.empty())
        return vertices ? "Nothing to solve: no vertex of one polygon is inside the other."
                        : "This contact was skipped: none of its points overlaps.";
    const bool soft = record.solver == SolverType::SoftStep;
    switch (tick.stage) {
    case Stage::PrepareConstraints:
        return appliesSeparateImpulses(record)
                   ? "State before the solver: velocities of the last step."
                   : "State before the solver: velocities and impulses of the last step, "
                     "current separations.";
    case Stage::IntegrateVelocities:
        return fmt::format("Gravity and forces accelerate the bodies for {}.",
                           formatQuantity(static_cast<double>(record.context.h), "s"));
    case Stage::WarmStart:
        return "The last impulses are applied again, so that the solver starts close to the solution.";
    case Stage::Solve:
        return soft
                   ? "All contacts in order: approach is stopped, and overlap is pushed apart as by a damped "
                     "spring."
               : vertices
                   ? "All vertices inside, in order: the bodies are moved apart by a share of the depth; "
                     "then approach is stopped, and friction is limited by its cone."
                   : "All contacts in order: approach is stopped, and friction is limited by its cone.";
    case Stage::IntegratePositions:
        return "Bodies move with their velocities.";
    case Stage::Relax:
        return soft ? "Overlap too deep for the spring is corrected in positions. Then contacts are solved "
                      "without the spring, which removes the speed that it added; then friction."
                    : "Overlap beyond the slop is corrected in positions; velocities stay unchanged.";
    case Stage::ApplyRestitution:
        return tick.visits.empty()
                   ? "No point of this contact approaches fast enough to bounce in this substep."
                   : "Points that approach fast bounce, at the position and time of the impact; so do the "
                     "contacts that they hit in turn.";
    default:
        return {};
    }
}

} // namespace satbox::app
