// Every impulse that the solver reports is added up in double, by body and entry, and at the end of the
// substep multiplied by the mean of the body's velocities before and after it: since
//   m (v1^2 - v0^2) / 2 = m (v1 - v0) (v0 + v1) / 2 = (sum of impulses) (v0 + v1) / 2,
// these works add up to the change of kinetic energy, whatever the order of the impulses. What is left over
// is what the solver did without reporting it, and rounding.

#include "engine/world/energy_ledger.h"

#include "engine/dynamics/island.h"
#include "engine/world/stages.h"
#include "engine/world/step_observer.h"

#include <algorithm>
#include <cmath>
#include <functional>
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

struct Vec2d {
    double x = 0.0, y = 0.0;
};
Vec2d wide(Vec2 v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }
Vec2d wide(Position p) { return {p.x, p.y}; }
Vec2d operator+(Vec2d a, Vec2d b) { return {a.x + b.x, a.y + b.y}; }
Vec2d operator*(double s, Vec2d v) { return {s * v.x, s * v.y}; }
double dot(Vec2d a, Vec2d b) { return a.x * b.x + a.y * b.y; }
double cross(Vec2d a, Vec2d b) { return a.x * b.y - a.y * b.x; }

class Bookkeeper final : public StepObserver, public ContactRecorder {
  public:
    Bookkeeper(const World& world, float dt)
        : world_(world.state()), context_(makeStepContext(world.settings(), dt)),
          solver_(world.settings().solver), isPublished_(isPublished(solver_))
    {
        const size_t count = world_.bodies.motions.size();
        books_.resize(count);
        accounts_.resize(count);
        parent_.resize(count);
        std::iota(parent_.begin(), parent_.end(), 0u);
        const Vec2d gravity = wide(context_.gravity);
        for (uint32_t slot = 0; slot < count; ++slot) {
            if (!world_.bodies.slots.isLive(slot)) continue;
            const BodyMotion& m = world_.bodies.motions[slot];
            Book& b = books_[slot];
            b.isCounted = world_.bodies.slots.at(slot).type == BodyType::Dynamic && m.invMass > 0.0f;
            if (b.isCounted) {
                b.invMass = static_cast<double>(m.invMass);
                b.invInertia = static_cast<double>(m.invInertia);
                b.weight = static_cast<double>(m.gravityScale) / b.invMass * gravity;
            }
            setToStored(slot);
            accounts_[slot].before = b.energy;
        }
    }

    ContactRecorder* contactRecorder() override { return this; }

    void afterStage(Stage stage, int, const WorldState&, std::span<const BodyState> states) override
    {
        switch (stage) {
        case Stage::UpdatePairs: // the step has checked bodies before
        case Stage::FinalizeBodies:
            bookQuarantined();
            break;
        case Stage::BuildGraph:
            findIslands();
            break;
        case Stage::PrepareConstraints:
            std::sort(blocks_.begin(), blocks_.end(), isBefore);
            break;
        case Stage::IntegrateVelocities:
            beginSubstep();
            hasBegun_ = false;
            [[fallthrough]];
        case Stage::WarmStart:
        case Stage::ApplyRestitution:
        case Stage::Solve:
        case Stage::IntegratePositions:
        case Stage::Relax:
            takeSolved(stage, states);
            break;
        case Stage::StoreImpulses:
            bookSubstep();
            [[fallthrough]];
        case Stage::Continuous:
        case Stage::UpdateSleep:
            bookStored(stage);
            break;
        default:
            break;
        }
    }

    void packed(const void* block, uint32_t contact) override { blocks_.emplace_back(block, contact); }

    void visited(const void* block, const PointRecord& visit) override
    {
        if (visit.quantity == PointRecord::Quantity::Position) return; // poses are compared after the stage
        uint32_t bodyA = 0, bodyB = 0;
        if (block) {
            const Contact& contact = world_.contacts.awake[contactIn(block)];
            bodyA = contact.bodyA;
            bodyB = contact.bodyB;
        } else {
            bodyA = world_.shapes.at(visit.shapeA).body;
            bodyB = world_.shapes.at(visit.shapeB).body;
        }
        const bool isNormal = visit.quantity == PointRecord::Quantity::Normal;
        const double change = static_cast<double>(visit.after) - static_cast<double>(visit.before);
        const Vec2d impulse = change * wide(isNormal ? visit.normal : perp(visit.normal));
        // Which stage a normal impulse belongs to is known when the stage is done.
        const bool bounces = isPublished_ && visit.bias != 0.0f;
        const EnergyEntry entry = !isNormal ? EnergyEntry::Friction
                                  : bounces ? EnergyEntry::Restitution
                                            : kOfStage;
        const bool movesA = books_[bodyA].moves, movesB = books_[bodyB].moves;
        if (movesA && movesB) unite(bodyA, bodyB);
        push(bodyA, movesA ? bodyA : bodyB, entry, wide(visit.anchorA), -1.0 * impulse);
        push(bodyB, movesB ? bodyB : bodyA, entry, wide(visit.anchorB), impulse);
    }

    void pulled(uint32_t joint, Vec2 anchor, Vec2 impulse) override
    {
        if (solver_ == SolverType::VertexContact)
            beginSubstep(); // these pull before velocities are integrated
        const uint32_t slot = world_.mouseJoints.at(joint).body;
        push(slot, slot, EnergyEntry::Mouse, wide(anchor), wide(impulse));
    }

    EnergyLedger close()
    {
        EnergyLedger ledger;
        std::vector<size_t> islandOf(books_.size(), kNone);
        for (uint32_t slot = 0; slot < books_.size(); ++slot) {
            EnergyAccount& account = accounts_[slot];
            account.after = books_[slot].energy;
            ledger.world += account;
            if (!books_[slot].moves) continue;
            size_t& island = islandOf[findRoot(slot)];
            if (island == kNone) {
                island = ledger.islands.size();
                ledger.islands.emplace_back();
            }
            ledger.islands[island].bodies.push_back(slot);
            ledger.islands[island].account += account;
        }
        return ledger;
    }

  private:
    static constexpr size_t kNone = ~size_t{0};

    static constexpr EnergyEntry kOfStage = EnergyEntry::Count; // of the stage under way
    static constexpr size_t kPlaces = static_cast<size_t>(EnergyEntry::Count) + 1;

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

    // A body as the ledger sees it, by slot.
    struct Book {
        bool isCounted = false; // dynamic and in the simulation
        bool moves = false;     // and awake while it is solved
        double invMass = 0.0;   // 1/kg; 0 where not counted
        double invInertia = 0.0;
        Vec2d weight; // N
        Vec2d v, center;
        double w = 0.0;
        Energy energy; // when a stage was last done

        // Of the substep under way.
        Vec2d v0, vMoved; // when it began, and with which positions were integrated
        double w0 = 0.0;
        double lifted = 0.0; // J, potential energy that integrating positions and impacts gave
        std::array<Impulse, kPlaces> impulses{};
        std::array<double, kPlaces> lost{}; // J, work on what cannot be pushed

        Impulse& of(EnergyEntry entry) { return impulses[static_cast<size_t>(entry)]; }
    };

    using Block = std::pair<const void*, uint32_t>; // and its contact
    static bool isBefore(const Block& a, const Block& b)
    {
        return std::less<const void*>()(a.first, b.first);
    }
    uint32_t contactIn(const void* block) const
    {
        return std::lower_bound(blocks_.begin(), blocks_.end(), Block{block, 0}, isBefore)->second;
    }

    static double kineticOf(const Book& b)
    {
        return 0.5 * dot(b.v, b.v) / b.invMass + (b.invInertia > 0.0 ? 0.5 * b.w * b.w / b.invInertia : 0.0);
    }

    // Numbers that are not finite are not booked: their body is quarantined at the end of the step.
    void add(uint32_t slot, EnergyEntry entry, const Energy& energy)
    {
        if (std::isfinite(energy.total())) accounts_[slot].of(entry) += energy;
    }

    // `payer` is in the account of which the impulse is booked: the body itself where it can be pushed.
    void push(uint32_t slot, uint32_t payer, EnergyEntry entry, Vec2d anchor, Vec2d impulse)
    {
        Book& b = books_[slot];
        const Impulse at{impulse, cross(anchor, impulse)};
        if (b.moves)
            b.of(entry) += at;
        else
            books_[payer].lost[static_cast<size_t>(entry)] += dot(at.linear, b.v) + at.angular * b.w;
    }

    void beginSubstep()
    {
        if (std::exchange(hasBegun_, true)) return;
        if (std::exchange(isStepping_, true)) bookSubstep();
        for (const uint32_t slot : world_.bodies.awake) {
            Book& b = books_[slot];
            if (!b.moves) continue;
            b.v0 = b.v;
            b.w0 = b.w;
            integrateVelocities(slot);
        }
    }

    // The impulses that gatherRow and the kernels make of forces, damping and limits.
    void integrateVelocities(uint32_t slot)
    {
        const auto h = static_cast<double>(context_.h);
        const auto maxSpeed = static_cast<double>(context_.maxSpeed);
        const auto maxSpin = static_cast<double>(maxSpinOf(context_));
        Book& b = books_[slot];
        const BodyMotion& m = world_.bodies.motions[slot];
        const Impulse force{h * wide(m.force), h * static_cast<double>(m.torque)};
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
    }

    // The works of the impulses of the substep that has ended.
    void bookSubstep()
    {
        const auto h = static_cast<double>(context_.h);
        for (uint32_t slot = 0; slot < books_.size(); ++slot) {
            Book& b = books_[slot];
            if (!b.moves) continue;
            const Vec2d v = 0.5 * (b.v0 + b.v);
            const double w = 0.5 * (b.w0 + b.w);
            const double fallen = h * dot(b.weight, v);
            for (size_t i = 0; i + 1 < kPlaces; ++i) {
                const Impulse& impulse = b.impulses[i];
                const double work = dot(impulse.linear, v) + impulse.angular * w;
                add(slot, static_cast<EnergyEntry>(i), {work + b.lost[i], 0.0});
                add(slot, EnergyEntry::Kinematic, {-b.lost[i], 0.0});
                const double alone = 0.5 * (b.invMass * dot(impulse.linear, impulse.linear) +
                                            b.invInertia * impulse.angular * impulse.angular);
                if (std::isfinite(alone)) accounts_[slot].exchanged += alone;
            }
            // Gravity takes what it gives. Where the solver moves bodies at a velocity of which it takes back
            // a part afterwards, contacts lift them by that; all else is the time step's.
            const double pushed =
                solver_ == SolverType::SoftStep ? -h * dot(b.weight, b.vMoved + -1.0 * b.v) : 0.0;
            add(slot, EnergyEntry::Gravity, {0.0, -fallen});
            add(slot, EnergyEntry::Solve, {0.0, pushed});
            add(slot, EnergyEntry::TimeStep, {0.0, b.lifted + fallen - pushed});
            b.lifted = 0.0;
            b.impulses = {};
            b.lost = {};
        }
    }

    // Looks up the body's energy; returns by how much it has changed since a stage was last done.
    Energy update(Book& b)
    {
        if (!b.isCounted) return {};
        const Energy now{kineticOf(b), -dot(b.weight, b.center)};
        if (!std::isfinite(now.total())) return {};
        Energy change = now;
        change -= std::exchange(b.energy, now);
        return change;
    }
    Energy setToRow(uint32_t slot, const BodyState& row)
    {
        Book& b = books_[slot];
        b.v = wide(row.v);
        b.w = static_cast<double>(row.w);
        b.center = wide(world_.bodies.motions[slot].center) + wide(row.dp);
        return update(b);
    }
    Energy setToStored(uint32_t slot)
    {
        Book& b = books_[slot];
        const BodyMotion& m = world_.bodies.motions[slot];
        b.v = wide(m.v);
        b.w = static_cast<double>(m.w);
        b.center = wide(m.center);
        return update(b);
    }

    void takeSolved(Stage stage, std::span<const BodyState> states)
    {
        const EnergyEntry pushing = stage == Stage::WarmStart          ? EnergyEntry::WarmStart
                                    : stage == Stage::ApplyRestitution ? EnergyEntry::Restitution
                                    : stage == Stage::Solve            ? EnergyEntry::Solve
                                                                       : EnergyEntry::Relax;
        const std::vector<uint32_t>& awake = world_.bodies.awake;
        for (size_t i = 0; i < awake.size() && i + 1 < states.size(); ++i) {
            Book& b = books_[awake[i]];
            const double lifted = setToRow(awake[i], states[i + 1]).potential; // row 0: what never moves
            if (stage == Stage::Solve || stage == Stage::Relax)
                add(awake[i], EnergyEntry::PositionCorrection, {0.0, lifted});
            else
                b.lifted += lifted;
            if (stage == Stage::IntegratePositions) b.vMoved = b.v;
            b.of(pushing) += std::exchange(b.of(kOfStage), {});
            b.lost[static_cast<size_t>(pushing)] += std::exchange(b.lost[static_cast<size_t>(kOfStage)], 0.0);
        }
    }

    void bookStored(Stage stage)
    {
        for (uint32_t slot = 0; slot < books_.size(); ++slot) {
            if (!books_[slot].moves) continue;
            const Energy change = setToStored(slot);
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
        for (uint32_t slot = 0; slot < books_.size(); ++slot) {
            Book& b = books_[slot];
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
        const std::vector<uint32_t> labels = labelAwakeIslands(world_.bodies, world_.contacts.awake);
        for (size_t i = 0; i < awake.size(); ++i) {
            books_[awake[i]].moves = books_[awake[i]].isCounted;
            parent_[awake[i]] = awake[labels[i]];
        }
    }
    uint32_t findRoot(uint32_t slot)
    {
        while (parent_[slot] != slot) slot = parent_[slot] = parent_[parent_[slot]];
        return slot;
    }
    // Vertex contacts may join islands while the step is solved: then they are one.
    void unite(uint32_t a, uint32_t b)
    {
        a = findRoot(a);
        b = findRoot(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

    const WorldState& world_; // that makes the step
    const StepContext context_;
    const SolverType solver_;
    const bool isPublished_;
    bool isStepping_ = false; // some substep has begun
    bool hasBegun_ = false;   // the substep, and velocities are not yet integrated
    std::vector<Book> books_;
    std::vector<EnergyAccount> accounts_; // by slot
    std::vector<uint32_t> parent_;        // by slot: of the same island
    std::vector<Block> blocks_;           // by address, once all are packed
};

} // namespace

EnergyLedger stepWithLedger(World& world, float dt)
{
    Bookkeeper keeper(world, dt);
    world.step(dt, &keeper);
    return keeper.close();
}

} // namespace satbox
