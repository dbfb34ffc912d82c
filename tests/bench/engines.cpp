#include "tests/bench/engine.h"

namespace satbox::bench {

std::vector<EngineKind> peerEngines([[maybe_unused]] std::vector<std::string>& missing)
{
    std::vector<EngineKind> peers;
#if defined(SATBOX_BOX2D_VERSION)
    peers.push_back(box2dEngine());
#else
    missing.push_back("Box2D");
#endif
#if defined(SATBOX_HAVE_CHIPMUNK)
    peers.push_back(chipmunkEngine());
#else
    missing.push_back("Chipmunk");
#endif
    return peers;
}

void driveBodies(const BenchScene& scene, BenchEngine& engine, int step, float dt)
{
    for (const DrivenBody& driven : scene.driven) {
        const Point from = driven.placeAt(double{dt} * step);
        const Point to = driven.placeAt(double{dt} * (step + 1));
        engine.setVelocity(driven.body, {static_cast<float>((to.x - from.x) / double{dt}),
                                         static_cast<float>((to.y - from.y) / double{dt})});
    }
}

} // namespace satbox::bench
