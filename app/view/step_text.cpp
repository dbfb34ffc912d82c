#include "app/view/step_text.h"

#include "app/ui/format.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

namespace satbox::app {

namespace {

// Not to be broken between number and unit.
std::string quantity(float value, std::string_view unit)
{
    std::string text;
    for (const char c : formatQuantity(static_cast<double>(value), unit)) {
        if (c == ' ')
            text += "\u00a0";
        else
            text += c;
    }
    return text;
}
std::string speed(float value) { return quantity(value, "m/s"); }
std::string impulse(float value) { return quantity(value, "N s"); }
std::string length(float value) { return quantity(value, "m"); }
// An impulse as a further term of a sum.
std::string added(float value) { return (value < 0.0f ? "− " : "+ ") + impulse(std::fabs(value)); }
std::string mass(float value) { return quantity(value, "kg"); }
std::string plain(float value) { return formatNumber(static_cast<double>(value)); }

bool isSoft(const StepRecord& record, const StepTick& tick)
{
    return record.solver == SolverType::SoftStep && tick.stage == Stage::Solve;
}

// The published engines remember nothing: each visit gives an impulse of its own.
bool standsAlone(const StepRecord& record) { return isPublished(record.solver); }

// Where the bias comes from.
std::string biasLine(const StepRecord& record, const StepTick& tick, const PointRecord& r)
{
    if (tick.stage == Stage::ApplyRestitution) return fmt::format("bias = e v = {}", speed(r.bias));
    if (standsAlone(record)) return fmt::format("bias = e v = {}", speed(r.bias));
    if (r.separation > 0.0f)
        return fmt::format("bias = gap / h = {}: may come just that near", speed(r.bias));
    if (!isSoft(record, tick)) return "bias = 0: only approach is stopped";
    if (r.impulseScale == 0.0f) return "bias = 0: too deep for the spring, poses are moved apart";
    const bool capped = r.bias <= -record.context.pushSpeed;
    return fmt::format("bias = {} = {}", capped ? "−push speed" : "spring rate × s", speed(r.bias));
}

std::string result(const StepRecord& record, const StepTick& tick, const PointRecord& r)
{
    const std::string speeds = fmt::format("v {} → {}", speed(r.speed), speed(r.speedAfter));
    if (standsAlone(record) || tick.stage == Stage::ApplyRestitution)
        return fmt::format("gives {}, {}", impulse(r.after), speeds);
    return fmt::format("λ {} → {}, {}", impulse(r.before), impulse(r.after), speeds);
}

Arithmetic normalVisit(const StepRecord& record, const StepTick& tick, const PointRecord& r)
{
    Arithmetic out;
    out.lines.push_back(fmt::format("v = {}, s = {}", speed(r.speed), length(r.separation)));
    out.lines.push_back(biasLine(record, tick, r));
    const float change = -r.mass * r.massScale * (r.speed + r.bias);
    if (standsAlone(record) || tick.stage == Stage::ApplyRestitution) {
        const bool shared = r.massScale < 1.0f;
        out.lines.push_back(fmt::format("j = −{}m (v + bias), m {}", shared ? "k " : "", mass(r.mass)));
        if (shared) out.lines.push_back(fmt::format("k {}: shared over the points", plain(r.massScale)));
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
    if (r.after < r.wanted) { // relaxing only takes back where a bounce is to come
        out.outcome = Arithmetic::Outcome::Held;
        out.lines.push_back(fmt::format("= {}: none yet, it bounces when they meet", impulse(r.wanted)));
    } else if (r.wanted < 0.0f) {
        out.outcome = Arithmetic::Outcome::Held;
        out.lines.push_back(fmt::format("= {}: held at 0, a contact does not pull", impulse(r.wanted)));
    } else {
        out.lines.push_back(fmt::format("= {}", impulse(r.wanted)));
    }
    out.lines.push_back(result(record, tick, r));
    return out;
}

Arithmetic tangentVisit(const StepRecord& record, const StepTick& tick, const PointRecord& r)
{
    Arithmetic out;
    out.lines.push_back(fmt::format("v = {} to the left of the normal", speed(r.speed)));
    if (standsAlone(record) || tick.stage == Stage::ApplyRestitution)
        out.lines.push_back(fmt::format("j = −{}m v, m {}", r.massScale < 1.0f ? "k " : "", mass(r.mass)));
    else
        out.lines.push_back(fmt::format("j = λ − m v = {} {}, m {}", impulse(r.before),
                                        added(-r.mass * r.speed), mass(r.mass)));
    out.lines.push_back(fmt::format("= {}; the cone allows ±{}", impulse(r.wanted), impulse(r.limit)));
    if (r.after != r.wanted) {
        out.outcome = Arithmetic::Outcome::Held;
        const bool dynamic =
            std::fabs(r.after) < 0.999f * r.limit; // manifold impulses have another coefficient then
        out.lines.push_back(dynamic ? "beyond it: slides, by dynamic friction"
                                    : "held at the edge of the cone: it slides");
    }
    out.lines.push_back(result(record, tick, r));
    return out;
}

Arithmetic warmVisit(const PointRecord& r)
{
    Arithmetic out;
    out.lines.push_back(fmt::format("λ = {} as the last pass left it", impulse(r.after)));
    out.lines.push_back(fmt::format("v {} → {}", speed(r.speed), speed(r.speedAfter)));
    return out;
}

Arithmetic positionVisit(const StepRecord& record, const PointRecord& r)
{
    Arithmetic out;
    out.lines.push_back(fmt::format("s = {}", length(r.separation)));
    const bool soft = record.solver == SolverType::SoftStep;
    const float left = record.solver == SolverType::VertexContact ? 0.0f
                       : soft                                     ? record.context.correction.allowed
                                                                  : record.context.linearSlop;
    const float beyond = std::max(-r.separation - left, 0.0f);
    if (r.bias == 0.0f && record.solver == SolverType::VertexContact) {
        out.lines.push_back("nothing is pushed out: its share is 0");
        return out;
    }
    if (r.bias == 0.0f) {
        out.lines.push_back(soft ? fmt::format("within {}: left to the spring", length(left))
                                 : fmt::format("within the slop of {}: left alone", length(left)));
        return out;
    }
    const char* of = record.solver == SolverType::VertexContact ? "of the depth"
                     : soft                                     ? "beyond what is left to the spring"
                                                                : "beyond the slop";
    const float most = record.context.correction.most;
    const bool capped =
        (soft || record.solver == SolverType::SequentialImpulse) && most > 0.0f && -r.bias >= most;
    out.lines.push_back(
        capped ? fmt::format("{} {}, too much for one pass", length(beyond), of)
               : fmt::format("{} {}, of which a share of {}", length(beyond), of, plain(-r.bias / beyond)));
    out.lines.push_back(fmt::format("moved apart by {}; velocities stay", length(-r.bias)));
    return out;
}

} // namespace

std::vector<Arithmetic> arithmeticOf(const StepRecord& record, const StepTick& tick)
{
    std::vector<Arithmetic> all;
    int impacts[2] = {};
    for (const PointRecord& r : tick.visits) {
        const bool isNormal = r.quantity == PointRecord::Quantity::Normal;
        if (tick.stage == Stage::ApplyRestitution && isNormal) ++impacts[r.point];
        Arithmetic one;
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
        std::string point = pointName(record, r.point);
        point[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(point[0])));
        one.title = fmt::format("{}, {}", point, what);
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
        return vertices ? "Nothing is done: no vertex of one polygon is inside the other now."
                        : "This contact was passed over: no point of it overlaps now.";
    const bool soft = record.solver == SolverType::SoftStep;
    switch (tick.stage) {
    case Stage::PrepareConstraints:
        return standsAlone(record) ? "What the solver starts from: the velocities that the last step left."
                                   : "What the solver starts from: velocities of the last step, its "
                                     "impulses, separations now.";
    case Stage::IntegrateVelocities:
        return fmt::format("Gravity and forces act on velocities for {}.",
                           formatQuantity(static_cast<double>(record.context.h), "s"));
    case Stage::WarmStart:
        return "The impulses that held last are given again, so that little is left to be found.";
    case Stage::Solve:
        return soft ? "Each contact in turn: approach is stopped and overlap pushed apart, as a damped "
                      "spring would."
               : vertices
                   ? "Each vertex inside in turn: the bodies are moved apart by a share of the depth, then "
                     "approach is stopped and friction held within its cone."
                   : "Each contact in turn: approach is stopped, friction held within its cone.";
    case Stage::IntegratePositions:
        return "Bodies move by their velocities.";
    case Stage::Relax:
        return soft ? "What is too deep for the spring is moved apart in positions. Then again without the "
                      "spring: the speed that pushing added is taken back; then friction."
                    : "Overlap beyond the slop is taken away in positions; velocities stay.";
    case Stage::ApplyRestitution:
        return tick.visits.empty()
                   ? "No point of this contact that bounces meets fast enough in this substep."
                   : "Points that meet fast bounce, at the place and time of the impact; what "
                     "they then hit, too.";
    default:
        return {};
    }
}

} // namespace satbox::app
