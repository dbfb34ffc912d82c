#include "app/live/live_frame.h"

#include "engine/core/bit_cast.h"
#include "engine/core/quoted.h"
#include "engine/model/definition_fields.h"
#include <satbox/limits.h>
#include <satbox/scene/scene.h>
#include <satbox/world.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace satbox::app {

namespace {

// A frame: a name of four letters, the number of bytes that follow, and these. All numbers are little-endian.
constexpr size_t kNameBytes = 4, kHeaderBytes = 8;
constexpr std::string_view kHello = "SBL1", kScene = "scen", kStep = "step";
constexpr size_t kKeyBytes = 8, kStepHeaderBytes = 12, kBodyBytes = 40;

// Reads numbers from bytes whose count was checked.
class Cursor {
  public:
    explicit Cursor(std::span<const std::byte> bytes) : rest_(bytes) {}

    uint32_t u32() { return integer<uint32_t>(); }
    uint64_t u64() { return integer<uint64_t>(); }
    float f32() { return bitCast<float>(integer<uint32_t>()); }
    double f64() { return bitCast<double>(integer<uint64_t>()); }
    std::string text(size_t bytes)
    {
        const std::span<const std::byte> taken = take(bytes);
        return {reinterpret_cast<const char*>(taken.data()), taken.size()};
    }

  private:
    template<class T>
    T integer()
    {
        T value = 0;
        const std::span<const std::byte> taken = take(sizeof(T));
        for (size_t i = 0; i < taken.size(); ++i)
            value = static_cast<T>(value | static_cast<T>(std::to_integer<T>(taken[i]) << (8 * i)));
        return value;
    }
    std::span<const std::byte> take(size_t bytes)
    {
        const std::span<const std::byte> taken = rest_.first(bytes);
        rest_ = rest_.subspan(bytes);
        return taken;
    }
    std::span<const std::byte> rest_;
};

struct Kind {
    std::string_view name;
    std::string_view sentence; // what it is called in messages
    size_t minBytes = 0, maxBytes = 0;
};
constexpr std::array kKinds{
    Kind{kHello, "the first frame", 1, kMaxEngineNameBytes},
    Kind{kScene, "a scene", 4, 4 + kKeyBytes* kMaxBodies + kMaxSceneBytes},
    Kind{kStep, "a step", kStepHeaderBytes, kStepHeaderBytes + kBodyBytes* kMaxBodies},
};

const Kind* kindOf(std::string_view name)
{
    const auto kind = std::ranges::find(kKinds, name, &Kind::name);
    return kind == kKinds.end() ? nullptr : &*kind;
}

// What no world may have; empty if there is nothing. Makes the rotation one of unit length: engines keep it
// so with larger rounding errors than a world allows.
std::string problemOf(ExternalMotion& motion)
{
    const float length =
        std::sqrt(motion.rotation.c * motion.rotation.c + motion.rotation.s * motion.rotation.s);
    if (!(length > 0.9f && length < 1.1f)) return "the rotation is not a cosine and a sine";
    motion.rotation.c /= length;
    motion.rotation.s /= length;
    if (std::string wrong = validatePose({motion.origin, motion.rotation}); !wrong.empty()) return wrong;
    return validateVelocity(motion.velocity, motion.spin);
}

} // namespace

size_t bytesOf(const LiveFrame& frame)
{
    if (const LiveScene* scene = std::get_if<LiveScene>(&frame))
        return sizeof(LiveFrame) + scene->text.capacity() + scene->keys.capacity() * sizeof(uint64_t);
    if (const LiveStep* step = std::get_if<LiveStep>(&frame))
        return sizeof(LiveFrame) + step->bodies.capacity() * sizeof(LiveStep::Body);
    return sizeof(LiveFrame);
}

std::string LiveFrameReader::read(std::span<const std::byte> bytes, std::vector<LiveFrame>& frames)
{
    pending_.insert(pending_.end(), bytes.begin(), bytes.end());
    std::span<const std::byte> rest = pending_;
    std::string problem;
    while (problem.empty() && rest.size() >= kHeaderBytes) {
        Cursor header(rest);
        const std::string name = header.text(kNameBytes);
        const size_t length = header.u32();
        const Kind* const kind = kindOf(name);
        const std::string where = fmt::format("frame {}, {}", frames_ + 1,
                                              kind ? kind->sentence : std::string_view("an unknown one"));
        if (!kind)
            problem = fmt::format("frame {}: it is named {}, expected {}, {} or {}", frames_ + 1,
                                  quotedText(name), kHello, kScene, kStep);
        else if ((kind->name == kHello) != (frames_ == 0))
            problem = fmt::format("{}: {} comes first, and only first", where, kHello);
        else if (length < kind->minBytes || length > kind->maxBytes)
            problem =
                fmt::format("{}: {} bytes, expected {} to {}", where, length, kind->minBytes, kind->maxBytes);
        if (!problem.empty() || rest.size() - kHeaderBytes < length) break;
        problem = readFrame(rest.first(kHeaderBytes + length), frames);
        if (!problem.empty()) problem = where + ": " + problem;
        rest = rest.subspan(kHeaderBytes + length);
        ++frames_;
    }
    pending_.erase(pending_.begin(), pending_.end() - static_cast<std::ptrdiff_t>(rest.size()));
    if (pending_.empty()) pending_.shrink_to_fit();
    return problem;
}

// `frame`: with its header. Returns what is wrong in it.
std::string LiveFrameReader::readFrame(std::span<const std::byte> frame, std::vector<LiveFrame>& frames)
{
    Cursor in(frame);
    const std::string name = in.text(kNameBytes);
    const size_t length = in.u32();
    if (name == kHello) {
        frames.emplace_back(LiveHello{printable(in.text(length), kMaxEngineNameBytes)});
        return {};
    }
    if (name == kScene) {
        const size_t bodies = in.u32();
        if (bodies > kMaxBodies) return fmt::format("{} bodies, at most {} are allowed", bodies, kMaxBodies);
        if (length < 4 + kKeyBytes * bodies)
            return fmt::format("{} bytes are too few for the keys of {} bodies", length, bodies);
        LiveScene scene;
        for (size_t i = 0; i < bodies; ++i) scene.keys.push_back(in.u64());
        std::vector<uint64_t> sorted = scene.keys;
        std::ranges::sort(sorted);
        if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
            return fmt::format("two bodies have the key {}", *twice);
        scene.text = in.text(length - 4 - kKeyBytes * bodies);
        hasScene_ = true;
        bodies_ = bodies;
        frames.emplace_back(std::move(scene));
        return {};
    }
    if (!hasScene_) return "no scene comes before it";
    LiveStep step;
    step.dt = in.f32();
    step.skipped = in.u32();
    const size_t bodies = in.u32();
    if (!(step.dt >= kMinStep && step.dt <= kMaxStep))
        return fmt::format("its length is not within {:g} to {:g} s", kMinStep, kMaxStep);
    if (length != kStepHeaderBytes + kBodyBytes * bodies)
        return fmt::format("{} bytes, expected {} for {} bodies", length,
                           kStepHeaderBytes + kBodyBytes * bodies, bodies);
    step.bodies.reserve(bodies);
    for (size_t i = 0; i < bodies; ++i) {
        LiveStep::Body body;
        body.index = in.u32();
        body.motion.origin.x = in.f64();
        body.motion.origin.y = in.f64();
        body.motion.rotation.c = in.f32();
        body.motion.rotation.s = in.f32();
        body.motion.velocity.x = in.f32();
        body.motion.velocity.y = in.f32();
        body.motion.spin = in.f32();
        if (body.index >= bodies_)
            return fmt::format("body {}: the scene has {} bodies", body.index, bodies_);
        if (i > 0 && body.index <= step.bodies.back().index)
            return fmt::format("body {}: out of order", body.index);
        if (std::string problem = problemOf(body.motion); !problem.empty())
            return fmt::format("body {}: {}", body.index, problem);
        step.bodies.push_back(body);
    }
    frames.emplace_back(std::move(step));
    return {};
}

} // namespace satbox::app
