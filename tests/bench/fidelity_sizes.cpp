// Stacks of boxes of different sizes, under the same gravity and at the same step rate.
#include "tests/bench/fidelity_helpers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace satbox::bench {
namespace {

constexpr int kBoxes = 10;
constexpr float kSizesWatch = 20.0f; // s

// The time in which a box falls by its own size is proportional to the square root of the size, and so is the
// substep.
int substepsFor(float size) { return std::max(4, static_cast<int>(std::ceil(2.0f / std::sqrt(size)))); }

Measure stackOf(float size, const char* name)
{
    const auto measure = [size](const EngineKind& kind) -> std::vector<double> {
        BenchScene scene = makeScene();
        scene.settings.lengthUnit = size;
        scene.settings.substeps = substepsFor(size);
        const float half = 0.5f * size, pitch = size + kind.polygonGap;
        addBody(scene, makeBox(20.0f * size, size), {.type = BodyType::Static, .position = {0.0f, -size}});
        for (int i = 0; i < kBoxes; ++i)
            addBody(scene, makeBox(half, half),
                    {.position = {0.0f, kind.polygonGap + half + static_cast<float>(i) * pitch}});
        const auto engine = build(kind, scene);
        run(*engine, kSizesWatch - 2.0f);
        double fastest = 0.0;
        for (int i = stepsOf(2.0f); i > 0; --i) {
            engine->step(1.0f / kRate);
            fastest = std::max(fastest, fastestOf(engine->states()));
        }
        double aside = 0.0, overlap = 0.0;
        double below = -double{half}; // centre of a virtual box whose top is the ground
        for (const BodySnapshot& s : engine->states()) {
            if (s.mass == 0.0) continue;
            aside = std::max(aside, std::fabs(s.center.x));
            overlap = std::max(overlap, below + double{size} - s.center.y);
            below = s.center.y;
        }
        const double percent = 100.0 / double{size};
        return {percent * aside, percent * overlap, 100.0 * fastest / std::sqrt(9.81 * double{size})};
    };
    return {fmt::format("sizes: ten boxes of {}, {} substeps", name, substepsFor(size)),
            {{"moved aside in 20 s, % of a box", 1.0},
             {"overlap, % of a box", 1.0},
             {"fastest in the last 2 s, % of root g size", 1.0}},
            measure};
}

} // namespace

std::vector<Measure> sizeMeasures(const FidelityOptions&)
{
    return {stackOf(0.001f, "1 mm"), stackOf(0.002f, "2 mm"),  stackOf(0.005f, "5 mm"),
            stackOf(0.01f, "10 mm"), stackOf(0.05f, "50 mm"),  stackOf(1.0f, "1 m"),
            stackOf(10.0f, "10 m"),  stackOf(100.0f, "100 m"), stackOf(1000.0f, "1 km")};
}

} // namespace satbox::bench
