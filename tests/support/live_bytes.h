#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox::test {

// Bytes as programs send them (docs/live.md).
class LiveBytes {
  public:
    LiveBytes& hello(std::string_view engine = "Test engine")
    {
        return frame("SBL1", LiveBytes().text(engine));
    }
    LiveBytes& scene(std::string_view json, const std::vector<uint64_t>& keys)
    {
        LiveBytes payload;
        payload.u32(static_cast<uint32_t>(keys.size()));
        for (const uint64_t key : keys) payload.u64(key);
        return frame("scen", payload.text(json));
    }
    struct Body {
        uint32_t index = 0;
        double x = 0.0, y = 0.0;
        float cosine = 1.0f, sine = 0.0f, vx = 0.0f, vy = 0.0f, spin = 0.0f;
    };
    LiveBytes& step(const std::vector<Body>& bodies, float dt = 1.0f / 60.0f, uint32_t skipped = 0)
    {
        LiveBytes payload;
        payload.f32(dt).u32(skipped).u32(static_cast<uint32_t>(bodies.size()));
        for (const Body& body : bodies)
            payload.u32(body.index)
                .f64(body.x)
                .f64(body.y)
                .f32(body.cosine)
                .f32(body.sine)
                .f32(body.vx)
                .f32(body.vy)
                .f32(body.spin);
        return frame("step", payload);
    }
    LiveBytes& frame(std::string_view name, const LiveBytes& payload)
    {
        text(name).u32(static_cast<uint32_t>(payload.bytes.size()));
        bytes.insert(bytes.end(), payload.bytes.begin(), payload.bytes.end());
        return *this;
    }
    LiveBytes& u32(uint32_t value) { return little(value, 4); }
    LiveBytes& u64(uint64_t value) { return little(value, 8); }
    LiveBytes& f32(float value) { return u32(std::bit_cast<uint32_t>(value)); }
    LiveBytes& f64(double value) { return u64(std::bit_cast<uint64_t>(value)); }
    LiveBytes& text(std::string_view value)
    {
        for (const char c : value) bytes.push_back(static_cast<std::byte>(c));
        return *this;
    }

    std::vector<std::byte> bytes;

  private:
    LiveBytes& little(uint64_t value, int count)
    {
        for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i) & 0xFF));
        return *this;
    }
};

// A floor and, for each x, a disc of radius 0.5 m that touches it there.
inline std::string discsOnFloor(const std::vector<float>& xs)
{
    std::string json = R"({"format": "satbox-scene", "version": 1, "title": "Discs", "bodies": [
        {"type": "static", "shapes": [{"type": "box", "size": [40, 1]}], "position": [0, -0.5]})";
    for (const float x : xs)
        json += R"(, {"position": [)" + std::to_string(x) +
                R"(, 0.5], "shapes": [{"type": "circle", "radius": 0.5}]})";
    return json + "]}";
}

} // namespace satbox::test
