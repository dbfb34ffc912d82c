#include "engine/peers/peer_world.h"
#include "engine/peers/peers.h"
#include "tests/bench/engine.h"

#include <stdexcept>

namespace satbox::bench {
namespace {

// Peers run with the iterations of their manuals, and Chipmunk with its own slop, which is meant for worlds
// in pixels: overlap up to 0.1 m is not corrected, so its penetrations are that large.
WorldSettings settingsOf(Peer peer, const BenchScene& scene)
{
    WorldSettings settings;
    settings.gravity = scene.settings.gravity;
    settings.restitutionThreshold = scene.settings.restitutionThreshold;
    settings.sleeping = false;
    if (peer == Peer::Chipmunk) {
        settings.velocityIterations = 10;
        settings.linearSlop = 0.1f;
    }
    return settings;
}

class PeerBench final : public BenchEngine {
  public:
    PeerBench(Peer peer, const BenchScene& scene) : count_(scene.bodies.size())
    {
        const World world = worldOf(scene, settingsOf(peer, scene));
        PeerNotes notes;
        world_ = makePeerWorld(peer, world, notes);
        for (const std::string& sentence : notes.sentences(peerName(peer)))
            throw std::runtime_error(sentence);
    }

    void step(float dt) override { world_->step(dt); }
    void setVelocity(size_t body, Vec2 velocity) override { world_->setVelocity(body, velocity, 0.0f); }
    void setPosition(size_t body, Vec2 position) override
    {
        const PeerBodyState state = world_->state(body);
        world_->setPose(body, {position, {static_cast<float>(state.cos), static_cast<float>(state.sin)}});
    }

    std::vector<BodySnapshot> states() const override
    {
        std::vector<BodySnapshot> states;
        for (size_t i = 0; i < count_; ++i) {
            const PeerBodyState state = world_->state(i);
            states.push_back({.pose = {{state.x, state.y}, state.cos, state.sin},
                              .center = {state.centerX, state.centerY},
                              .velocity = {state.velocityX, state.velocityY},
                              .spin = state.spin,
                              .mass = state.mass,
                              .inertia = state.inertia});
        }
        return states;
    }

  private:
    size_t count_;
    std::unique_ptr<PeerWorld> world_;
};

template<Peer kPeer>
std::unique_ptr<BenchEngine> build(const BenchScene& scene, int)
{
    return std::make_unique<PeerBench>(kPeer, scene);
}

template<Peer kPeer>
void addPeer(std::vector<EngineKind>& peers, std::vector<std::string>& missing)
{
    if (!isBuilt(kPeer)) return missing.push_back(peerName(kPeer));
    PeerNotes notes;
    const float gap = makePeerWorld(kPeer, World(), notes)->polygonGap();
    peers.push_back({.name = peerName(kPeer), .threads = 1, .build = build<kPeer>, .polygonGap = gap});
}

} // namespace

std::vector<EngineKind> peerEngines(std::vector<std::string>& missing)
{
    std::vector<EngineKind> peers;
    addPeer<Peer::Box2d>(peers, missing);
    if (isBuilt(Peer::Box2d3)) addPeer<Peer::Box2d3>(peers, missing); // which Debian does not have
    addPeer<Peer::Chipmunk>(peers, missing);
    return peers;
}

} // namespace satbox::bench
