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

} // namespace satbox::bench
