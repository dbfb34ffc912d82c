#include "engine/core/thread_pool.h"
#include "engine/world/step_observer.h"
#include "engine/world/world.h"
#include "tests/bench/engine.h"

#include <cmath>

namespace satbox::bench {

double BodyState::speed() const { return std::hypot(velocity.x, velocity.y); }

bool BodyState::isFinite() const
{
    return std::isfinite(pose.p.x) && std::isfinite(pose.p.y) && std::isfinite(pose.c) &&
           std::isfinite(pose.s) && std::isfinite(speed()) && std::isfinite(spin);
}

namespace {

enum class Looks { Nobody, AtStages, AtVisits };

// Is told, and does nothing about it.
class Onlooker final : public StepObserver, public ContactRecorder {
  public:
    explicit Onlooker(bool atVisits) : atVisits_(atVisits) {}
    void afterStage(Stage, int, const WorldState&, std::span<const satbox::BodyState>) override {}
    ContactRecorder* contactRecorder() override { return atVisits_ ? this : nullptr; }
    void packed(const void*, uint32_t) override {}
    void visited(const void*, const PointRecord&) override {}

  private:
    bool atVisits_;
};

// The scene's own settings, so what a user gets, but without sleep unless the scene says otherwise.
class SatboxBench final : public BenchEngine {
  public:
    SatboxBench(const BenchScene& scene, int threads, Looks looks = Looks::Nobody)
        : pool_(threads), world_(settingsOf(scene)), looks_(looks), onlooker_(looks == Looks::AtVisits)
    {
        world_.setInstructionSet(scene.instructionSet);
        for (const BenchBody& body : scene.bodies) {
            const BodyId id = world_.createBody(body.def);
            for (const ShapeDef& shape : body.shapes) world_.addShape(id, shape);
            ids_.push_back(id);
        }
    }

    void step(float dt) override { world_.step(dt, looks_ == Looks::Nobody ? nullptr : &onlooker_, &pool_); }
    void setVelocity(size_t body, Vec2 velocity) override { world_.setVelocity(ids_[body], velocity, 0.0f); }

    void setPosition(size_t body, Vec2 position) override
    {
        world_.setTransform(ids_[body], {position, world_.motion(ids_[body]).q});
    }

    std::vector<BodyState> states() const override
    {
        std::vector<BodyState> states;
        for (const BodyId id : ids_) {
            const BodyMotion& m = world_.motion(id);
            const WorldTransform t = m.transform();
            states.push_back({.pose = {{t.p.x, t.p.y}, t.q.c, t.q.s},
                              .center = {m.center.x, m.center.y},
                              .velocity = {m.v.x, m.v.y},
                              .spin = m.w,
                              .mass = m.invMass > 0.0f ? 1.0 / double{m.invMass} : 0.0,
                              .inertia = m.invInertia > 0.0f ? 1.0 / double{m.invInertia} : 0.0,
                              .frozen = world_.body(id).quarantined});
        }
        return states;
    }

    const StepProfile* profile() const override { return &world_.profile(); }

    std::optional<WorldMemory> memory() const override
    {
        const WorldCounters n = world_.counters();
        return WorldMemory{n.bytes - n.contactBytes - n.arenaBytes, n.contactBytes, n.arenaBytes, n.contacts};
    }

  private:
    static WorldSettings settingsOf(const BenchScene& scene)
    {
        WorldSettings settings = scene.settings;
        settings.sleeping &= scene.sleeps;
        return settings;
    }

    ThreadPool pool_;
    World world_;
    Looks looks_;
    Onlooker onlooker_;
    std::vector<BodyId> ids_;
};

template<Looks kLooks>
std::unique_ptr<BenchEngine> build(const BenchScene& scene, int threads)
{
    return std::make_unique<SatboxBench>(scene, threads, kLooks);
}
std::unique_ptr<BenchEngine> buildOneLane(const BenchScene& scene, int threads)
{
    BenchScene scalar = scene;
    scalar.instructionSet = InstructionSet::Scalar;
    return std::make_unique<SatboxBench>(scalar, threads);
}

} // namespace

EngineKind satboxEngine(int threads) { return {"satbox", threads, build<Looks::Nobody>, true}; }

std::vector<EngineKind> hookEngines()
{
    return {satboxEngine(1),
            {"satbox again", 1, build<Looks::Nobody>},
            {"stages watched", 1, build<Looks::AtStages>},
            {"one lane", 1, buildOneLane},
            {"visits recorded", 1, build<Looks::AtVisits>}};
}

} // namespace satbox::bench
