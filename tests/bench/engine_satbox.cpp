#include "engine/constraints/contact/contact_recorder.h"
#include "tests/bench/engine.h"
#include <satbox/observe.h>
#include <satbox/thread_pool.h>
#include <satbox/world.h>

#include <cmath>

namespace satbox::bench {

double BodySnapshot::speed() const { return std::hypot(velocity.x, velocity.y); }

bool BodySnapshot::isFinite() const
{
    return std::isfinite(pose.p.x) && std::isfinite(pose.p.y) && std::isfinite(pose.c) &&
           std::isfinite(pose.s) && std::isfinite(speed()) && std::isfinite(spin);
}

World worldOf(const BenchScene& scene, const WorldSettings& settings)
{
    World world(settings);
    std::vector<BodyId> ids;
    for (const BenchBody& body : scene.bodies) {
        const BodyId id = world.createBody(body.def);
        for (const ShapeDef& shape : body.shapes) world.addShape(id, shape);
        ids.push_back(id);
    }
    for (const BenchJoint& joint : scene.joints) {
        JointDef def = joint.def;
        def.bodyA = ids[joint.bodyA];
        def.bodyB = ids[joint.bodyB];
        world.createJoint(def);
    }
    return world;
}

namespace {

enum class Observed { Nothing, Stages, Contacts };

// Ignores all its calls.
class NullObserver final : public StepObserver, public ContactRecorder {
  public:
    explicit NullObserver(bool recordsContacts) : recordsContacts_(recordsContacts) {}
    void afterStage(Stage, int, const WorldState&, std::span<const satbox::BodyState>) override {}
    ContactRecorder* contactRecorder() override { return recordsContacts_ ? this : nullptr; }
    void packed(const void*, uint32_t) override {}
    void visited(const void*, const PointRecord&) override {}

  private:
    bool recordsContacts_;
};

// Uses the scene's own settings, but without sleep unless the scene allows it.
class SatboxBench final : public BenchEngine {
  public:
    SatboxBench(const BenchScene& scene, int threads, Observed observed = Observed::Nothing)
        : pool_(threads), world_(worldOf(scene, settingsOf(scene))), observed_(observed),
          observer_(observed == Observed::Contacts)
    {
        world_.setInstructionSet(scene.instructionSet);
        world_.forEachBody([&](BodyId id, const Body&, const BodyMotion&) { ids_.push_back(id); });
    }

    void step(float dt) override
    {
        world_.step(dt, observed_ == Observed::Nothing ? nullptr : &observer_, &pool_);
    }
    void setVelocity(size_t body, Vec2 velocity) override { world_.setVelocity(ids_[body], velocity, 0.0f); }

    void setPosition(size_t body, Vec2 position) override
    {
        world_.setTransform(ids_[body], {position, world_.motion(ids_[body]).q});
    }

    std::vector<BodySnapshot> states() const override
    {
        std::vector<BodySnapshot> states;
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
    Observed observed_;
    NullObserver observer_;
    std::vector<BodyId> ids_;
};

template<Observed kObserved>
std::unique_ptr<BenchEngine> build(const BenchScene& scene, int threads)
{
    return std::make_unique<SatboxBench>(scene, threads, kObserved);
}
std::unique_ptr<BenchEngine> buildOneLane(const BenchScene& scene, int threads)
{
    BenchScene scalar = scene;
    scalar.instructionSet = InstructionSet::Scalar;
    return std::make_unique<SatboxBench>(scalar, threads);
}

} // namespace

EngineKind satboxEngine(int threads) { return {"satbox", threads, build<Observed::Nothing>, true}; }

std::vector<EngineKind> hookEngines()
{
    return {satboxEngine(1),
            {"satbox again", 1, build<Observed::Nothing>},
            {"stages watched", 1, build<Observed::Stages>},
            {"one lane", 1, buildOneLane},
            {"visits recorded", 1, build<Observed::Contacts>}};
}

} // namespace satbox::bench
