// The books are kept in double, with velocities of their own: every impulse that the solver reports acts on
// these as it did on its own floats, and its work is booked. After each stage they are set to what the solver
// has. So what is unaccounted for is what the solver did and did not report, and rounding.

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

double EnergyAccount::turnover() const
{
    double sum = before.kinetic + after.kinetic;
    for (const Energy& entry : entries) sum += std::fabs(entry.kinetic) + std::fabs(entry.potential);
    return sum;
}

EnergyAccount& EnergyAccount::operator+=(const EnergyAccount& other)
{
    before += other.before;
    after += other.after;
    for (size_t i = 0; i < entries.size(); ++i) entries[i] += other.entries[i];
    return *this;
}

namespace {

struct Vec2d {
    double x = 0.0, y = 0.0;
};
Vec2d wide(Vec2 v) { return {static_cast<double>(v.x), static_cast<double>(v.y)}; }
Vec2d operator+(Vec2d a, Vec2d b) { return {a.x + b.x, a.y + b.y}; }
Vec2d operator*(double s, Vec2d v) { return {s * v.x, s * v.y}; }
double dot(Vec2d a, Vec2d b) { return a.x * b.x + a.y * b.y; }
double cross(Vec2d a, Vec2d b) { return a.x * b.y - a.y * b.x; }

class Bookkeeper final : public StepObserver, public ContactRecorder {
  public:
    Bookkeeper(const World& world, float dt)
        : world_(world.state()), context_(makeStepContext(world.settings(), dt)),
          isVertexContact_(world.settings().solver == SolverType::VertexContact),
          isPublished_(isPublished(world.settings().solver))
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
            if (!isIntegrated_) integrateVelocities();
            isIntegrated_ = false;
            [[fallthrough]];
        case Stage::WarmStart:
        case Stage::ApplyRestitution:
        case Stage::Solve:
        case Stage::IntegratePositions:
        case Stage::Relax:
            bookSolved(stage, states);
            break;
        case Stage::StoreImpulses:
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
        const double onA = push(bodyA, wide(visit.anchorA), -1.0 * impulse);
        const double onB = push(bodyB, wide(visit.anchorB), impulse);
        const bool movesA = books_[bodyA].moves, movesB = books_[bodyB].moves;
        if (movesA && movesB) unite(bodyA, bodyB);
        const uint32_t slot = movesA ? bodyA : bodyB;
        // What cannot be pushed does work by moving: as much as the contact would otherwise seem to do.
        add(slot, EnergyEntry::Kinematic, {-(movesA ? 0.0 : onA) - (movesB ? 0.0 : onB), 0.0});
        const double work = onA + onB;
        if (!isNormal)
            add(slot, EnergyEntry::Friction, {work, 0.0});
        else if (isPublished_ && visit.bias != 0.0f) // it bounces
            add(slot, EnergyEntry::Restitution, {work, 0.0});
        else
            books_[slot].normalWork += work; // of which stage is known when it is done
    }

    void pulled(uint32_t joint, Vec2 anchor, Vec2 impulse) override
    {
        // Vertex contacts pull before the listener is told that velocities are integrated.
        if (isVertexContact_ && !std::exchange(isIntegrated_, true)) integrateVelocities();
        const uint32_t slot = world_.mouseJoints.at(joint).body;
        add(slot, EnergyEntry::Mouse, {push(slot, wide(anchor), wide(impulse)), 0.0});
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

    // A body as the ledger sees it, by slot.
    struct Book {
        bool isCounted = false; // dynamic and in the simulation
        bool moves = false;     // and awake while it is solved
        double invMass = 0.0;   // 1/kg; 0 where not counted
        double invInertia = 0.0;
        Vec2d weight; // N
        Vec2d v, center;
        double w = 0.0;
        Energy energy;           // when a stage was last done
        double normalWork = 0.0; // J, in the stage under way
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

    // Gives the body an impulse, where it can be pushed; returns its work, that is impulse times mean speed.
    double push(uint32_t slot, Vec2d anchor, Vec2d impulse)
    {
        Book& b = books_[slot];
        const auto speed = [&] { return dot(impulse, b.v) + b.w * cross(anchor, impulse); };
        const double before = speed();
        if (b.moves) {
            b.v = b.v + b.invMass * impulse;
            b.w += b.invInertia * cross(anchor, impulse);
        }
        return 0.5 * (before + speed());
    }

    // As gatherRow and the kernels do.
    void integrateVelocities()
    {
        const auto h = static_cast<double>(context_.h);
        const auto maxSpeed = static_cast<double>(context_.maxSpeed);
        const auto maxSpin = static_cast<double>(maxSpinOf(context_));
        for (const uint32_t slot : world_.bodies.awake) {
            Book& b = books_[slot];
            if (!b.moves) continue;
            const BodyMotion& m = world_.bodies.motions[slot];
            const Vec2d force = wide(m.force);
            const Vec2d change = h * b.invMass * (b.weight + force);
            const double turn = h * b.invInertia * static_cast<double>(m.torque);
            const Vec2d way = h * (b.v + 0.5 * change); // at the mean of the speeds before and after
            add(slot, EnergyEntry::Gravity, {dot(b.weight, way), 0.0});
            add(slot, EnergyEntry::Forces,
                {dot(force, way) + h * static_cast<double>(m.torque) * (b.w + 0.5 * turn), 0.0});
            b.v = b.v + change;
            b.w += turn;
            double kinetic = kineticOf(b);
            const auto book = [&](EnergyEntry entry) {
                const double now = kineticOf(b);
                add(slot, entry, {now - std::exchange(kinetic, now), 0.0});
            };
            if (m.damped) {
                const Body& body = world_.bodies.slots.at(slot);
                b.v = 1.0 / (1.0 + h * static_cast<double>(body.linearDamping)) * b.v;
                b.w /= 1.0 + h * static_cast<double>(body.angularDamping);
                book(EnergyEntry::Damping);
            }
            const double speed = std::sqrt(dot(b.v, b.v));
            if (speed > maxSpeed) b.v = maxSpeed / speed * b.v;
            b.w = std::clamp(b.w, -maxSpin, maxSpin);
            book(EnergyEntry::SpeedLimit);
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

    void bookSolved(Stage stage, std::span<const BodyState> states)
    {
        // Of the stages that push along normals or move bodies.
        const auto entryOf = [&](bool moves) {
            switch (stage) {
            case Stage::WarmStart:
                return EnergyEntry::WarmStart;
            case Stage::ApplyRestitution:
                return EnergyEntry::Restitution;
            case Stage::Solve:
                return moves ? EnergyEntry::PositionCorrection : EnergyEntry::Solve;
            case Stage::Relax:
                return moves ? EnergyEntry::PositionCorrection : EnergyEntry::Relax;
            default:
                return EnergyEntry::Gravity;
            }
        };
        const std::vector<uint32_t>& awake = world_.bodies.awake;
        for (size_t i = 0; i < awake.size() && i + 1 < states.size(); ++i) {
            const Energy change = setToRow(awake[i], states[i + 1]); // row 0 stands for what never moves
            add(awake[i], entryOf(true), {0.0, change.potential});
            add(awake[i], entryOf(false), {std::exchange(books_[awake[i]].normalWork, 0.0), 0.0});
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
    const bool isVertexContact_, isPublished_;
    bool isIntegrated_ = false; // the velocities of the stage under way
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
