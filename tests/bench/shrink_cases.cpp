#include "tests/bench/shrink_cases.h"

#include "tests/support/lcg.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace satbox::bench {
namespace {

constexpr Vec2 kWeightless{0.0f, 0.0f};
constexpr Vec2 kEarth{0.0f, -9.81f};

BodyId add(World& world, const Shape& shape, const BodyDef& def, const Material& material = {})
{
    const BodyId body = world.createBody(def);
    world.addShape(body, {.geometry = shape, .material = material});
    return body;
}

BodyDef fixed(Position position, const char* name = "")
{
    return {.type = BodyType::Static, .position = position, .name = name};
}

void addGround(World& world) { add(world, makeBox(30.0f, 1.0f), fixed({0.0, -1.0}, "ground")); }

// Columns of boxes on a ground of their own; every second one falls onto it. `side`: -1 or 1.
void addPiles(World& world, int count, double side)
{
    constexpr int kHeight = 10;
    add(world, makeBox(250.0f, 1.0f), fixed({side * 300.0, -1.0}));
    for (int i = 0; i < count; ++i) {
        const int column = i / kHeight, row = i % kHeight;
        add(world, makeBox(0.5f, 0.5f),
            {.position = {side * (60.0 + 1.6 * column), 0.5 + 1.02 * row + (column % 2 == 0 ? 0.0 : 0.5)}});
    }
}

// Discs that fly about in a closed box.
void addGas(World& world, int count, double side)
{
    test::Lcg random(static_cast<uint64_t>(count));
    const int columns = static_cast<int>(std::sqrt(static_cast<double>(count))) + 1;
    const double half = columns + 2.0;
    const Position centre{side * (60.0 + half), 0.0};
    for (const double sign : {-1.0, 1.0}) {
        add(world, makeBox(1.0f, static_cast<float>(half)), fixed({centre.x + sign * half, centre.y}));
        add(world, makeBox(static_cast<float>(half), 1.0f), fixed({centre.x, centre.y + sign * half}));
    }
    for (int i = 0; i < count; ++i)
        add(world, Circle{{0.0f, 0.0f}, 0.4f},
            {.position = {centre.x + 2.0 * (i % columns) - columns, centre.y + 2.0 * (i / columns) - columns},
             .linearVelocity = {random.between(-3.0f, 3.0f), random.between(-3.0f, 3.0f)}},
            {.dynamicFriction = 0.0f, .restitution = 1.0f});
}

class Planter {
  public:
    explicit Planter(double scale) : scale_(scale) {}

    // `actors(world)` adds the bodies that matter, between two crowds that do not.
    template<class Actors>
    PlantedCase& plant(const char* name, Vec2 gravity, int crowd, const char* condition, uint64_t steps,
                       size_t leastBodies, Actors&& actors)
    {
        PlantedCase planted{.name = name, .given = {}, .condition = {}, .leastBodies = leastBodies};
        planted.given.steps = steps;
        WorldSettings settings;
        settings.gravity = gravity;
        planted.given.start = World(settings);
        if (const std::string error = parseCondition(condition, planted.condition); !error.empty())
            throw std::runtime_error(error);
        const int half = std::max(10, static_cast<int>(scale_ * crowd / 2.0));
        World& world = planted.given.start;
        const auto addCrowd = gravity == kWeightless ? addGas : addPiles;
        addCrowd(world, half, -1.0);
        actors(world);
        addCrowd(world, half, 1.0);
        cases.push_back(std::move(planted));
        return cases.back();
    }

    std::vector<PlantedCase> cases;

  private:
    double scale_;
};

void plantSingles(Planter& planter)
{
    planter.plant("a fast ball", kEarth, 2000, "speed > 28", 120, 1, [](World& world) {
        add(world, Circle{}, {.position = {0.0, 2.0}, .linearVelocity = {30.0f, 0.0f}});
    });
    planter.plant("a spinning bar", kWeightless, 600, "spin > 30", 60, 1, [](World& world) {
        add(world, makeBox(2.0f, 0.1f), {.position = {0.0, 2.0}, .angularVelocity = 31.0f});
    });
    planter.plant("a body beyond the world", kWeightless, 400, "frozen", 120, 1, [](World& world) {
        add(world, Circle{}, {.position = {1999990.0, 0.0}, .linearVelocity = {20.0f, 0.0f}});
    });
    planter.plant("a bullet that nothing stops", kEarth, 1000, "leaves -20 -20 20 20 of \"bullet\"", 60, 1,
                  [](World& world) {
                      WorldSettings settings = world.settings();
                      settings.continuous = false;
                      world.setSettings(settings);
                      for (int i = 0; i < 6; ++i) add(world, makeBox(0.02f, 3.0f), fixed({2.5 * i, 3.0}));
                      add(world, Circle{{0.0f, 0.0f}, 0.1f},
                          {.position = {-10.0, 3.0}, .linearVelocity = {200.0f, 0.0f}, .name = "bullet"});
                  });
}

void plantPairs(Planter& planter)
{
    planter.plant("a ball that hits a box", kEarth, 1500, "impulse > 15", 60, 2, [](World& world) {
        add(world, Circle{}, {.position = {-4.0, 8.0}, .linearVelocity = {40.0f, 0.0f}});
        add(world, makeBox(0.5f, 0.5f), {.position = {2.0, 8.0}});
    });
    planter.plant("two of many touch", kWeightless, 800, "touch \"a\" \"b\"", 120, 2, [](World& world) {
        add(world, Circle{}, {.position = {-4.0, 0.0}, .linearVelocity = {3.0f, 0.0f}, .name = "a"});
        add(world, Circle{}, {.position = {4.0, 0.3}, .linearVelocity = {-3.0f, 0.0f}, .name = "b"});
        for (int i = 0; i < 20; ++i) add(world, Circle{}, {.position = {1.5 * i - 15.0, 4.0 + i % 3}});
    });
    planter.plant("a ball that spins a bar", kWeightless, 500, "spin > 2 of \"bar\"", 60, 2,
                  [](World& world) {
                      add(world, makeBox(3.0f, 0.2f), {.position = {0.0, 0.0}, .name = "bar"});
                      add(world, Circle{}, {.position = {2.7, -3.0}, .linearVelocity = {0.0f, 20.0f}});
                  });
    planter.plant("a box falls asleep", kEarth, 400, "sleeps of \"box\"", 300, 2, [](World& world) {
        addGround(world);
        add(world, makeBox(0.5f, 0.5f), {.position = {0.0, 1.5}, .name = "box"});
        add(world, makeBox(0.5f, 0.5f), {.position = {4.0, 1.5}});
    });
    planter.plant("a sleeper is woken", kEarth, 700, "wakes of \"sleeper\"", 120, 2, [](World& world) {
        addGround(world);
        add(world, makeBox(0.5f, 0.5f), {.position = {0.0, 0.5}, .awake = false, .name = "sleeper"});
        add(world, Circle{}, {.position = {0.0, 6.0}});
        for (int i = 0; i < 10; ++i) add(world, Circle{}, {.position = {3.0 + 2.0 * i, 6.0}});
    });
    planter.plant("a paddle gives energy", kWeightless, 500, "energy gain > 100", 60, 2, [](World& world) {
        add(world, makeBox(0.5f, 2.0f),
            {.type = BodyType::Kinematic, .position = {-4.0, 0.0}, .linearVelocity = {15.0f, 0.0f}});
        add(world, makeBox(0.5f, 0.5f), {.position = {0.0, 0.0}});
        add(world, makeBox(0.5f, 0.5f), {.position = {9.0, 9.0}});
    });
    planter.plant("a box tips over an edge", kEarth, 1000, "point lost of \"box\"", 120, 2, [](World& world) {
        addGround(world);
        add(world, makeBox(0.5f, 0.5f), {.position = {30.2, 0.5}, .name = "box"});
        add(world, makeBox(0.5f, 0.5f), {.position = {20.0, 0.5}});
    });
    planter.plant(
        "the top of a tower falls", kEarth, 300, "touch \"top\" \"ground\"", 400, 2, [](World& world) {
            addGround(world);
            for (int i = 0; i < 8; ++i)
                add(world, makeBox(0.5f, 0.5f), {.position = {0.0, 0.5 + i}, .name = i == 7 ? "top" : ""});
            add(world, Circle{}, {.position = {-9.0, 1.5}, .linearVelocity = {60.0f, 0.0f}},
                {.density = 20.0f});
        });
    planter.plant("an impact passes a row of balls", kWeightless, 900, "leaves -30 -5 6 5 of \"last\"", 300,
                  2, [](World& world) {
                      for (int i = 0; i < 5; ++i)
                          add(world, Circle{}, {.position = {1.1 * i, 0.0}, .name = i == 4 ? "last" : ""},
                              {.restitution = 1.0f});
                      add(world, Circle{}, {.position = {-6.0, 0.0}, .linearVelocity = {8.0f, 0.0f}},
                          {.restitution = 1.0f});
                  });
}

void plantGroups(Planter& planter)
{
    planter.plant("a heavy box on light ones", kEarth, 600, "overlap > 0.05", 60, 3, [](World& world) {
        addGround(world);
        for (int i = 0; i < 3; ++i) add(world, makeBox(0.5f, 0.5f), {.position = {0.0, 0.5 + i}});
        add(world, makeBox(1.5f, 1.5f), {.position = {0.0, 4.5}}, {.density = 2000.0f});
    });
    planter.plant("a press", kWeightless, 700, "overlap > 0.2", 120, 3, [](World& world) {
        add(world, makeBox(1.0f, 3.0f), fixed({4.0, 0.0}));
        add(world, makeBox(0.5f, 0.5f), {.position = {0.0, 0.0}});
        add(world, makeBox(1.0f, 3.0f),
            {.type = BodyType::Kinematic, .position = {-4.0, 0.0}, .linearVelocity = {4.0f, 0.0f}});
        for (int i = 0; i < 10; ++i) add(world, Circle{}, {.position = {0.0, 6.0 + 2.0 * i}});
    });
    planter.plant(
        "a ball bounces off a wall", kWeightless, 800, "touch \"ball\" \"target\"", 200, 3, [](World& world) {
            add(world, makeBox(1.0f, 20.0f), fixed({10.0, 0.0}));
            add(world, Circle{}, {.position = {0.0, -6.0}, .linearVelocity = {8.0f, 6.0f}, .name = "ball"},
                {.dynamicFriction = 0.0f, .restitution = 1.0f});
            add(world, makeBox(0.5f, 2.0f), fixed({-1.0, 7.0}, "target"));
        });
    planter.plant("two balls in a row push a plate", kWeightless, 600, "speed > 2.7 of \"plate\"", 120, 3,
                  [](World& world) {
                      add(world, makeBox(0.5f, 2.0f), {.position = {3.0, 0.0}, .name = "plate"});
                      for (int i = 0; i < 2; ++i)
                          add(world, Circle{{0.0f, 0.0f}, 0.564f},
                              {.position = {-2.0 * i, 0.0}, .linearVelocity = {10.0f, 0.0f}});
                  });
    planter.plant(
        "a ball rolls over long terrain", kEarth, 500, "touch \"ball\" \"flag\"", 400, 3, [](World& world) {
            const BodyId terrain = world.createBody(fixed({-20.0, -1.0}));
            for (int i = 0; i < 40; ++i) {
                const auto x = static_cast<float>(i);
                world.addShape(terrain,
                               {.geometry = Segment{{x, -0.05f * x}, {x + 1.0f, -0.05f * (x + 1.0f)}}});
            }
            add(world, Circle{}, {.position = {-19.0, -0.5}, .linearVelocity = {8.0f, 0.0f}, .name = "ball"});
            add(world, makeBox(0.1f, 2.0f), fixed({10.0, -1.0}, "flag"));
        });
    planter.plant("a row of dominoes", kEarth, 800, "touch \"last\" \"bell\"", 900, 12, [](World& world) {
        addGround(world);
        for (int i = 0; i < 10; ++i)
            add(world, makeBox(0.1f, 0.6f),
                {.position = {0.8 * i, 0.6},
                 .angularVelocity = i == 0 ? -2.5f : 0.0f,
                 .name = i == 9 ? "last" : ""});
        add(world, Circle{{0.0f, 0.0f}, 0.2f}, fixed({0.8 * 9 + 0.8, 0.7}, "bell"));
    });
}

void plantOps(Planter& planter)
{
    PlantedCase& planted = planter.plant(
        "one operation of three hundred", kWeightless, 300, "speed > 20", 300, 1, [](World& world) {
            add(world, makeBox(0.5f, 0.5f), {.position = {0.0, 0.0}, .name = "target"});
        });
    std::vector<BodyId> bodies;
    planted.given.start.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        if (body.type == BodyType::Dynamic) bodies.push_back(id);
    });
    BodyId target;
    planted.given.start.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        if (body.name == "target") target = id;
    });
    test::Lcg random(5);
    for (uint64_t step = 0; step < 300; ++step) {
        const BodyId body = bodies[random.below(static_cast<uint32_t>(bodies.size()))];
        planted.given.ops.push_back({step, op::ApplyAngularImpulse{body, 0.05f}});
        if (step == 200)
            planted.given.ops.push_back(
                {step, op::ApplyImpulse{target, {25.0f, 0.0f}, planted.given.start.motion(target).center}});
    }
}

} // namespace

std::vector<PlantedCase> plantedCases(double scale)
{
    Planter planter(scale);
    planter.cases.reserve(32); // plant() returns references
    plantSingles(planter);
    plantPairs(planter);
    plantGroups(planter);
    plantOps(planter);
    return std::move(planter.cases);
}

} // namespace satbox::bench
