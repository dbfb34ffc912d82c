// The impulses that the solver reports are summed in double by body and entry. At the end of a substep each
// sum is multiplied by the mean of the body's velocities before and after the substep. Because
//   m (v1^2 - v0^2) / 2 = m (v1 - v0) (v0 + v1) / 2 = (sum of impulses) (v0 + v1) / 2,
// the products add up to the change of kinetic energy, whatever the order of the impulses. The remainder is
// rounding and changes that the solver did not report.

#include <satbox/lab/energy_ledger.h>

#include "engine/core/disjoint_sets.h"
#include "engine/lab/block_contacts.h"
#include "engine/lab/contact_work.h"
#include "engine/lab/vec2d.h"
#include "engine/model/island.h"
#include "engine/step/step_settings.h"
#include "engine/world/world_access.h"
#include <satbox/observe.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace satbox {

const char* toString(EnergyEntry entry)
{
    switch (entry) {
    case EnergyEntry::Gravity:
        return "gravity";
    case EnergyEntry::TimeStep:
        return "time step";
    case EnergyEntry::Forces:
        return "user forces";
    case EnergyEntry::Damping:
        return "damping";
    case EnergyEntry::SpeedLimit:
        return "speed limit";
    case EnergyEntry::WarmStart:
        return "warm start";
    case EnergyEntry::Restitution:
        return "restitution";
    case EnergyEntry::Solve:
        return "solve";
    case EnergyEntry::Relax:
        return "relax";
    case EnergyEntry::Friction:
        return "friction";
    case EnergyEntry::PositionCorrection:
        return "position correction";
    case EnergyEntry::Mouse:
        return "mouse";
    case EnergyEntry::Joints:
        return "joints";
    case EnergyEntry::Kinematic:
        return "kinematic bodies";
    case EnergyEntry::Rounding:
        return "rounding of poses";
    case EnergyEntry::Continuous:
        return "continuous collision";
    case EnergyEntry::Sleep:
        return "sleep";
    case EnergyEntry::Quarantine:
        return "quarantine";
    case EnergyEntry::Count:
        break;
    }
    return "unknown entry";
}

Energy& Energy::operator+=(const Energy& other)
{
    kinetic += other.kinetic;
    potential += other.potential;
    return *this;
}

Energy& Energy::operator-=(const Energy& other)
{
    kinetic -= other.kinetic;
    potential -= other.potential;
    return *this;
}

Energy EnergyAccount::accounted() const
{
    Energy sum;
    for (const Energy& entry : entries) sum += entry;
    return sum;
}

Energy EnergyAccount::unaccounted() const
{
    Energy rest = after;
    rest -= before;
    rest -= accounted();
    return rest;
}

EnergyAccount& EnergyAccount::operator+=(const EnergyAccount& other)
{
    before += other.before;
    after += other.after;
    exchanged += other.exchanged;
    for (size_t i = 0; i < entries.size(); ++i) entries[i] += other.entries[i];
    return *this;
}

namespace {

Vec2d toDouble(Position p) { return {p.x, p.y}; }
Vec2d operator+(Vec2d a, Vec2d b) { return {a.x + b.x, a.y + b.y}; }
Vec2d operator*(double s, Vec2d v) { return {s * v.x, s * v.y}; }
double dot(Vec2d a, Vec2d b) { return a.x * b.x + a.y * b.y; }
double cross(Vec2d a, Vec2d b) { return a.x * b.y - a.y * b.x; }

class LedgerObserver final : public StepObserver, public ContactRecorder {
  public:
    LedgerObserver(const World& world, float dt)
        : world_(stateOf(world)), context_(makeStepContext(world.settings(), dt)),
          solver_(world.settings().solver), isReference_(isReferenceSolver(solver_))
    {
        const size_t count = world_.bodies.motions.size();
        records_.resize(count);
        accounts_.resize(count);
        parent_.resize(count);
        std::iota(parent_.begin(), parent_.end(), 0u);
        const Vec2d gravity = toDouble(context_.gravity);
        for (uint32_t slot = 0; slot < count; ++slot) {
            if (!world_.bodies.slots.isLive(slot)) continue;
            const BodyMotion& m = world_.bodies.motions[slot];
            BodyRecord& b = records_[slot];
            b.isCounted = world_.bodies.slots.at(slot).type == BodyType::Dynamic && m.invMass > 0.0f;
            if (b.isCounted) {
                b.invMass = static_cast<double>(m.invMass);
                b.invInertia = static_cast<double>(m.invInertia);
                b.weight = static_cast<double>(m.gravityScale) / b.invMass * gravity;
            }
            readWorldBody(slot);
            accounts_[slot].before = b.energy;
        }
    }

    ContactRecorder* contactRecorder() override { return this; }

    void afterStage(Stage stage, int, const WorldState&, std::span<const BodyState> states) override
    {
        switch (stage) {
        case Stage::UpdatePairs: // beginStep() may have quarantined bodies
        case Stage::FinalizeBodies:
            bookQuarantined();
            break;
        case Stage::BuildGraph:
            findIslands();
            break;
        case Stage::PrepareConstraints:
            blocks_.sort();
            break;
        case Stage::IntegrateVelocities:
            beginSubstep();
            substepBegun_ = false;
            [[fallthrough]];
        case Stage::WarmStart:
        case Stage::ApplyRestitution:
        case Stage::Solve:
        case Stage::IntegratePositions:
        case Stage::Relax:
            readSolverStates(stage, states);
            break;
        case Stage::StoreImpulses:
            lockAxes();
            bookSubstep();
            [[fallthrough]];
        case Stage::Continuous:
        case Stage::UpdateSleep:
            bookWorldState(stage);
            break;
        default:
            break;
        }
    }

    void packed(const void* block, uint32_t contact) override { blocks_.add(block, contact); }

    void visited(const void* block, const PointRecord& visit) override
    {
        if (visit.quantity == PointRecord::Quantity::Position)
            return; // its energy is taken from the poses after the stage
        const uint32_t index = block ? blocks_.contactOf(block) : kNoIndex;
        const ContactWork::Pair pair = block ? pairOf(world_.contacts.awake[index]) : pairOf(visit);
        const uint32_t bodyA = pair.bodyA, bodyB = pair.bodyB;
        const bool isNormal = visit.quantity == PointRecord::Quantity::Normal;
        const double change = static_cast<double>(visit.after) - static_cast<double>(visit.before);
        const Vec2d impulse = change * toDouble(isNormal ? visit.normal : perp(visit.normal));
        // The stage of a normal impulse is known only when the stage is done.
        const bool bounces = isReference_ && visit.bias != 0.0f;
        const EnergyEntry entry = !isNormal ? EnergyEntry::Friction
                                  : bounces ? EnergyEntry::Restitution
                                            : kCurrentStage;
        const bool canPushA = records_[bodyA].canBePushed, canPushB = records_[bodyB].canBePushed;
        if (canPushA && canPushB) unite(bodyA, bodyB);
        push(bodyA, canPushA ? bodyA : bodyB, entry, toDouble(visit.anchorA), -1.0 * impulse);
        push(bodyB, canPushB ? bodyB : bodyA, entry, toDouble(visit.anchorB), impulse);
        contactWork_.add(pair, index, isNormal, impulse, toDouble(visit.anchorA), toDouble(visit.anchorB));
    }

    // Rolling resistance is booked as friction.
    void rolled(const void* block, float impulse) override
    {
        const uint32_t index = blocks_.contactOf(block);
        const ContactWork::Pair pair = pairOf(world_.contacts.awake[index]);
        const uint32_t bodyA = pair.bodyA, bodyB = pair.bodyB;
        const bool canPushA = records_[bodyA].canBePushed, canPushB = records_[bodyB].canBePushed;
        const auto turn = static_cast<double>(impulse);
        push(bodyA, canPushA ? bodyA : bodyB, EnergyEntry::Friction, {{}, -turn});
        push(bodyB, canPushB ? bodyB : bodyA, EnergyEntry::Friction, {{}, turn});
        contactWork_.addTurn(pair, index, turn);
    }

    void pulled(uint32_t joint, Vec2 anchor, Vec2 impulse) override
    {
        if (solver_ == SolverType::VertexContact)
            beginSubstep(); // this solver applies mouse impulses before the stage is reported
        const uint32_t slot = world_.joints.of<MouseJoint>().at(joint).body;
        push(slot, slot, EnergyEntry::Mouse, toDouble(anchor), toDouble(impulse));
    }

    void joined(uint32_t joint, Vec2 impulseA, float turnA, Vec2 impulseB, float turnB) override
    {
        if (solver_ == SolverType::VertexContact) beginSubstep(); // as for mouse joints
        const Joint& j = world_.joints.of<Joint>().at(joint);
        const bool canPushA = records_[j.bodyA].canBePushed, canPushB = records_[j.bodyB].canBePushed;
        if (canPushA && canPushB) unite(j.bodyA, j.bodyB);
        push(j.bodyA, canPushA ? j.bodyA : j.bodyB, EnergyEntry::Joints,
             {toDouble(impulseA), static_cast<double>(turnA)});
        push(j.bodyB, canPushB ? j.bodyB : j.bodyA, EnergyEntry::Joints,
             {toDouble(impulseB), static_cast<double>(turnB)});
    }

    EnergyLedger finish()
    {
        EnergyLedger ledger;
        std::vector<size_t> islandOf(records_.size(), kNone);
        for (uint32_t slot = 0; slot < records_.size(); ++slot) {
            EnergyAccount& account = accounts_[slot];
            account.after = records_[slot].energy;
            ledger.world += account;
            if (!records_[slot].canBePushed) continue;
            size_t& island = islandOf[rootOf(slot)];
            if (island == kNone) {
                island = ledger.islands.size();
                ledger.islands.emplace_back();
            }
            ledger.islands[island].bodies.push_back(slot);
            ledger.islands[island].account += account;
        }
        ledger.contacts = contactWork_.finish();
        return ledger;
    }

  private:
    static constexpr size_t kNone = ~size_t{0};

    static constexpr EnergyEntry kCurrentStage =
        EnergyEntry::Count; // normal impulses of the unfinished stage
    static constexpr size_t kEntrySlots = static_cast<size_t>(EnergyEntry::Count) + 1;

    struct Impulse {
        Vec2d linear;         // N s
        double angular = 0.0; // N m s
        Impulse& operator+=(const Impulse& other)
        {
            linear = linear + other.linear;
            angular += other.angular;
            return *this;
        }
    };

    // The ledger's data of one body.
    struct BodyRecord {
        bool isCounted = false;   // dynamic and in the simulation
        bool canBePushed = false; // isCounted, and awake in this step
        double invMass = 0.0;     // 1/kg; 0 if not counted
        double invInertia = 0.0;
        Vec2d weight; // N
        Vec2d v, center;
        double w = 0.0;
        Energy energy; // after the last stage

        // Of the current substep.
        Vec2d v0, vIntegrated; // m/s, at the start of the substep; when positions were integrated
        double w0 = 0.0;
        double lifted = 0.0; // J, potential energy from integrating positions and from impacts
        std::array<Impulse, kEntrySlots> impulses{};
        std::array<double, kEntrySlots> workOnOthers{}; // J, of its impulses on bodies of infinite mass

        Impulse& of(EnergyEntry entry) { return impulses[static_cast<size_t>(entry)]; }
    };

    static ContactWork::Pair pairOf(const Contact& c) { return {c.shapeA, c.shapeB, c.bodyA, c.bodyB}; }
    ContactWork::Pair pairOf(const PointRecord& visit) const
    {
        return {visit.shapeA, visit.shapeB, world_.shapes.at(visit.shapeA).body,
                world_.shapes.at(visit.shapeB).body};
    }

    static double kineticOf(const BodyRecord& b)
    {
        return 0.5 * dot(b.v, b.v) / b.invMass + (b.invInertia > 0.0 ? 0.5 * b.w * b.w / b.invInertia : 0.0);
    }

    // Skips non-finite energies: their body is quarantined at the end of the step.
    void add(uint32_t slot, EnergyEntry entry, const Energy& energy)
    {
        if (std::isfinite(energy.total())) accounts_[slot].of(entry) += energy;
    }

    // Adds an impulse on the body `slot`. `accountOf`: the body whose account gets it: `slot` itself if it
    // moves, otherwise the other body of the contact.
    void push(uint32_t slot, uint32_t accountOf, EnergyEntry entry, Vec2d anchor, Vec2d impulse)
    {
        push(slot, accountOf, entry, {impulse, cross(anchor, impulse)});
    }
    void push(uint32_t slot, uint32_t accountOf, EnergyEntry entry, const Impulse& at)
    {
        BodyRecord& b = records_[slot];
        if (b.canBePushed)
            b.of(entry) += at;
        else
            records_[accountOf].workOnOthers[static_cast<size_t>(entry)] +=
                dot(at.linear, b.v) + at.angular * b.w;
    }

    void beginSubstep()
    {
        if (std::exchange(substepBegun_, true)) return;
        if (std::exchange(anySubstepBegun_, true)) bookSubstep();
        for (const uint32_t slot : world_.bodies.awake) {
            BodyRecord& b = records_[slot];
            if (!b.canBePushed) continue;
            b.v0 = b.v;
            b.w0 = b.w;
            integrateVelocities(slot);
        }
    }

    // Adds the impulses by which gatherRow and the kernels apply forces, damping and limits.
    void integrateVelocities(uint32_t slot)
    {
        const auto h = static_cast<double>(context_.h);
        const auto maxSpeed = static_cast<double>(context_.maxSpeed);
        const auto maxSpin = static_cast<double>(maxSpinOf(context_));
        BodyRecord& b = records_[slot];
        const BodyMotion& m = world_.bodies.motions[slot];
        const Impulse force{h * toDouble(m.force), h * static_cast<double>(m.torque)};
        b.of(EnergyEntry::Gravity) += {h * b.weight, 0.0};
        b.of(EnergyEntry::Forces) += force;
        Vec2d v = b.v0 + b.invMass * (h * b.weight + force.linear);
        double w = b.w0 + b.invInertia * force.angular;
        const auto changeTo = [&](EnergyEntry entry, Vec2d toV, double toW) {
            const double inertia = b.invInertia > 0.0 ? 1.0 / b.invInertia : 0.0;
            b.of(entry) += {1.0 / b.invMass * (toV + -1.0 * v), inertia * (toW - w)};
            v = toV;
            w = toW;
        };
        if (m.damped) {
            const Body& body = world_.bodies.slots.at(slot);
            changeTo(EnergyEntry::Damping, 1.0 / (1.0 + h * static_cast<double>(body.linearDamping)) * v,
                     w / (1.0 + h * static_cast<double>(body.angularDamping)));
        }
        const double speed = std::sqrt(dot(v, v));
        if (speed > maxSpeed || std::fabs(w) > maxSpin)
            changeTo(EnergyEntry::SpeedLimit, speed > maxSpeed ? maxSpeed / speed * v : v,
                     std::clamp(w, -maxSpin, maxSpin));
        if (m.locked) changeTo(EnergyEntry::Joints, lockedMotion(slot, v), w);
    }

    // A velocity without its parts along locked axes.
    Vec2d lockedMotion(uint32_t slot, Vec2d v) const
    {
        const Body& body = world_.bodies.slots.at(slot);
        return {body.lockX ? 0.0 : v.x, body.lockY ? 0.0 : v.y};
    }

    // Locked axes hold like joints to the world. Books what they remove when positions are integrated, and
    // when velocities are stored: what contacts have pushed along them since.
    void lockAxes()
    {
        for (const uint32_t slot : world_.bodies.awake) lockAxes(slot);
    }
    void lockAxes(uint32_t slot)
    {
        BodyRecord& b = records_[slot];
        if (!b.canBePushed || !world_.bodies.motions[slot].locked) return;
        const Vec2d v = lockedMotion(slot, b.v);
        b.of(EnergyEntry::Joints) += {1.0 / b.invMass * (v + -1.0 * b.v), 0.0};
        b.v = v;
        b.energy.kinetic = kineticOf(b);
    }

    // Books the work of the impulses of the substep that has ended.
    void bookSubstep()
    {
        const auto h = static_cast<double>(context_.h);
        const auto meanOf = [this](uint32_t slot) {
            const BodyRecord& b = records_[slot];
            return b.canBePushed ? ContactWork::Motion{0.5 * (b.v0 + b.v), 0.5 * (b.w0 + b.w)}
                                 : ContactWork::Motion{};
        };
        contactWork_.endSubstep(meanOf);
        for (uint32_t slot = 0; slot < records_.size(); ++slot) {
            BodyRecord& b = records_[slot];
            if (!b.canBePushed) continue;
            const auto [v, w] = meanOf(slot);
            const double fallen = h * dot(b.weight, v);
            for (size_t i = 0; i + 1 < kEntrySlots; ++i) {
                const Impulse& impulse = b.impulses[i];
                const double work = dot(impulse.linear, v) + impulse.angular * w;
                add(slot, static_cast<EnergyEntry>(i), {work + b.workOnOthers[i], 0.0});
                add(slot, EnergyEntry::Kinematic, {-b.workOnOthers[i], 0.0});
                const double alone = 0.5 * (b.invMass * dot(impulse.linear, impulse.linear) +
                                            b.invInertia * impulse.angular * impulse.angular);
                if (std::isfinite(alone)) accounts_[slot].exchanged += alone;
            }
            // Gravity removes as much potential energy as it adds kinetic energy. In the soft step, positions
            // are integrated with a velocity that includes the push; relax removes the push afterwards. The
            // potential energy gained by moving with the removed velocity is booked under Solve. The rest is
            // integration error (TimeStep).
            const double pushed =
                solver_ == SolverType::SoftStep ? -h * dot(b.weight, b.vIntegrated + -1.0 * b.v) : 0.0;
            add(slot, EnergyEntry::Gravity, {0.0, -fallen});
            add(slot, EnergyEntry::Solve, {0.0, pushed});
            add(slot, EnergyEntry::TimeStep, {0.0, b.lifted + fallen - pushed});
            b.lifted = 0.0;
            b.impulses = {};
            b.workOnOthers = {};
        }
    }

    // Recomputes the body's energy and returns its change since the last call.
    Energy update(BodyRecord& b)
    {
        if (!b.isCounted) return {};
        const Energy now{kineticOf(b), -dot(b.weight, b.center)};
        if (!std::isfinite(now.total())) return {};
        Energy change = now;
        change -= std::exchange(b.energy, now);
        return change;
    }
    Energy readSolverBody(uint32_t slot, const BodyState& row)
    {
        BodyRecord& b = records_[slot];
        b.v = toDouble(row.v);
        b.w = static_cast<double>(row.w);
        b.center = toDouble(world_.bodies.motions[slot].center) + toDouble(row.dp);
        return update(b);
    }
    Energy readWorldBody(uint32_t slot)
    {
        BodyRecord& b = records_[slot];
        const BodyMotion& m = world_.bodies.motions[slot];
        b.v = toDouble(m.v);
        b.w = static_cast<double>(m.w);
        b.center = toDouble(m.center);
        return update(b);
    }

    void readSolverStates(Stage stage, std::span<const BodyState> states)
    {
        const EnergyEntry pushing = stage == Stage::WarmStart          ? EnergyEntry::WarmStart
                                    : stage == Stage::ApplyRestitution ? EnergyEntry::Restitution
                                    : stage == Stage::Solve            ? EnergyEntry::Solve
                                                                       : EnergyEntry::Relax;
        const std::vector<uint32_t>& awake = world_.bodies.awake;
        for (size_t i = 0; i < awake.size() && i + 1 < states.size(); ++i) {
            BodyRecord& b = records_[awake[i]];
            if (stage == Stage::IntegratePositions) lockAxes(awake[i]);
            const double lifted =
                readSolverBody(awake[i], states[i + 1]).potential; // row 0: bodies that are not awake
            if (stage == Stage::Solve || stage == Stage::Relax)
                add(awake[i], EnergyEntry::PositionCorrection, {0.0, lifted});
            else
                b.lifted += lifted;
            if (stage == Stage::IntegratePositions) b.vIntegrated = b.v;
            b.of(pushing) += std::exchange(b.of(kCurrentStage), {});
            b.workOnOthers[static_cast<size_t>(pushing)] +=
                std::exchange(b.workOnOthers[static_cast<size_t>(kCurrentStage)], 0.0);
        }
    }

    void bookWorldState(Stage stage)
    {
        for (uint32_t slot = 0; slot < records_.size(); ++slot) {
            if (!records_[slot].canBePushed) continue;
            const Energy change = readWorldBody(slot);
            if (stage == Stage::StoreImpulses) {
                add(slot, EnergyEntry::SpeedLimit, {change.kinetic, 0.0});
                add(slot, EnergyEntry::Rounding, {0.0, change.potential});
            } else {
                add(slot, stage == Stage::Continuous ? EnergyEntry::Continuous : EnergyEntry::Sleep, change);
            }
        }
    }

    void bookQuarantined()
    {
        for (uint32_t slot = 0; slot < records_.size(); ++slot) {
            BodyRecord& b = records_[slot];
            if (!b.isCounted || !world_.bodies.slots.at(slot).quarantined) continue;
            b.isCounted = false;
            Energy gone;
            gone -= std::exchange(b.energy, {});
            add(slot, EnergyEntry::Quarantine, gone);
        }
    }

    void findIslands()
    {
        const std::vector<uint32_t>& awake = world_.bodies.awake;
        const std::vector<uint32_t> labels =
            labelAwakeIslands(world_.bodies, world_.contacts.awake, world_.joints.edges());
        for (size_t i = 0; i < awake.size(); ++i) {
            records_[awake[i]].canBePushed = records_[awake[i]].isCounted;
            parent_[awake[i]] = awake[labels[i]];
        }
    }
    uint32_t rootOf(uint32_t slot)
    {
        return findRoot(slot, [this](uint32_t i) -> uint32_t& { return parent_[i]; });
    }
    // The vertex-contact solver may link islands during the step; they are then one island.
    void unite(uint32_t a, uint32_t b)
    {
        uniteSets(a, b, [this](uint32_t i) -> uint32_t& { return parent_[i]; });
    }

    const WorldState& world_;
    const StepContext context_;
    const SolverType solver_;
    const bool isReference_;
    bool anySubstepBegun_ = false;
    bool substepBegun_ = false; // a substep has begun, and its IntegrateVelocities is not yet reported
    std::vector<BodyRecord> records_;
    std::vector<EnergyAccount> accounts_; // by slot
    std::vector<uint32_t> parent_;        // union-find over body slots: islands
    BlockContacts blocks_;                // sorted once all are packed
    ContactWork contactWork_;
};

} // namespace

EnergyLedger stepWithLedger(World& world, float dt)
{
    LedgerObserver observer(world, dt);
    world.step(dt, &observer);
    return observer.finish();
}

} // namespace satbox
