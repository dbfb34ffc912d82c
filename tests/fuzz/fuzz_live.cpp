// Runs what reads a program's connection on arbitrary bytes, in pieces whose size is the first byte. It may
// refuse them with a message, but must not crash, whatever it accepts must be what a world may have, and
// pieces of another size must give the same.
#include "app/live/http_posts.h"
#include "app/live/live_buffer.h"
#include <satbox/limits.h>
#include <satbox/validate.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

using namespace satbox;
using namespace satbox::app;

namespace {

void require(bool condition, const char* sentence)
{
    if (condition) return;
    std::fprintf(stderr, "%s\n", sentence);
    std::abort();
}

struct Read {
    std::vector<LiveFrame> frames;
    std::string error;
};

Read readInPieces(std::span<const std::byte> bytes, size_t piece)
{
    HttpPostReader posts;
    LiveFrameReader reader;
    Read result;
    while (!bytes.empty() && result.error.empty()) {
        const size_t count = std::min(piece, bytes.size());
        HttpPostReader::Result read = posts.read(bytes.first(count));
        bytes = bytes.subspan(count);
        result.error = reader.read(read.content, result.frames);
        if (result.error.empty()) result.error = read.error;
    }
    return result;
}

void check(const LiveFrame& frame)
{
    if (const LiveScene* scene = std::get_if<LiveScene>(&frame))
        require(scene->keys.size() <= kMaxBodies, "too many bodies");
    const LiveStep* step = std::get_if<LiveStep>(&frame);
    if (!step) return;
    require(step->dt > 0.0f, "a step without a length");
    for (const LiveStep::Body& body : step->bodies) {
        const ExternalMotion& m = body.motion;
        require(std::abs(m.origin.x) <= kMaxPosition && std::abs(m.origin.y) <= kMaxPosition,
                "a position beyond all worlds");
        require(std::abs(std::hypot(m.rotation.c, m.rotation.s) - 1.0f) < 1e-5f, "a rotation that is none");
        require(std::abs(m.velocity.x) <= kMaxVelocity && std::abs(m.velocity.y) <= kMaxVelocity &&
                    std::abs(m.spin) <= kMaxVelocity,
                "a velocity beyond all worlds");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    constexpr size_t kMaxLength = 1u << 14; // larger inputs only slow the search
    if (size == 0 || size > kMaxLength) return 0;
    const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
    const Read read = readInPieces(bytes, 1u + data[0]);
    const Read whole = readInPieces(bytes, size);
    require(read.error == whole.error, "another error in other pieces");
    require(read.frames.size() == whole.frames.size(), "other frames in other pieces");
    LiveBuffer buffer(0.05, 4000);
    for (const LiveFrame& frame : read.frames) {
        check(frame);
        if (!std::holds_alternative<LiveHello>(frame)) buffer.push(frame);
    }
    while (const auto frame = buffer.pop()) check(*frame);
    require(std::abs(buffer.seconds()) < 1e-9, "an empty buffer has seconds");
    return 0;
}
