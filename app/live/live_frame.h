#pragma once

#include <satbox/lab/external_solver.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace satbox::app {

// The frames that a program sends, by the capture headers (tools/capture/live.h). docs/live.md describes the
// bytes. All of it is checked as files are: nothing that comes in can make the reader take more
// memory than its limits, or give values that no world may have.

struct LiveHello { // the first frame of a connection
    std::string engine;
};
struct LiveScene {              // all of the world; the first one precedes all steps
    std::vector<uint64_t> keys; // of the bodies, in the order of the scene: a body has one key in all scenes
    std::string text;           // a scene file, not read yet
};
struct LiveStep { // the motion of the bodies after a step
    struct Body {
        uint32_t index = 0; // in the bodies of the last scene
        ExternalMotion motion{};
    };
    float dt = 0.0f;          // s
    uint32_t skipped = 0;     // steps that the program made since the one that it sent before
    std::vector<Body> bodies; // those that moved; ascending by index
};
using LiveFrame = std::variant<LiveHello, LiveScene, LiveStep>;

inline constexpr uint16_t kDefaultLivePort = 7417;
inline constexpr size_t kMaxEngineNameBytes = 100;

// Memory that a frame takes.
size_t bytesOf(const LiveFrame& frame);

// Divides the bytes of one connection into frames.
class LiveFrameReader {
  public:
    // Adds the frames that are complete. Returns an empty string, or what is wrong and where: "frame 3, a
    // step: body 2: the velocity is not finite". Close the connection then.
    std::string read(std::span<const std::byte> bytes, std::vector<LiveFrame>& frames);

  private:
    std::string readFrame(std::span<const std::byte> payload, std::vector<LiveFrame>& frames);

    std::vector<std::byte> pending_; // of the frame that is not complete
    uint64_t frames_ = 0;            // complete ones
    size_t bodies_ = 0;              // of the last scene
    bool hasScene_ = false;
};

} // namespace satbox::app
