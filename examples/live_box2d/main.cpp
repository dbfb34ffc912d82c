// A game with Box2D 2.4 that shows its world in satbox while it runs. Start `satbox --listen 7417` beside it;
// without it, the game runs just the same.
//
//   live_box2d [SECONDS [PORT]]    0 s: until it is interrupted
//
// All that satbox needs are the two lines with satbox_capture.
#include "box2d_2.h" // of share/satbox/capture

#include <box2d/box2d.h>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <thread>

namespace {

constexpr float kStepRate = 60.0f; // Hz
constexpr size_t kMaxCrates = 24;

b2Body* addBody(b2World& world, b2BodyType type, b2Vec2 at, const b2Shape& shape)
{
    b2BodyDef def;
    def.type = type;
    def.position = at;
    b2Body* body = world.CreateBody(&def);
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 1.0f;
    fixture.friction = 0.4f;
    body->CreateFixture(&fixture);
    return body;
}

b2PolygonShape box(float halfWidth, float halfHeight)
{
    b2PolygonShape shape;
    shape.SetAsBox(halfWidth, halfHeight);
    return shape;
}

} // namespace

int main(int argc, char** argv)
{
    const float seconds = argc > 1 ? static_cast<float>(std::atof(argv[1])) : 0.0f;
    satbox_capture::Box2dOptions options;
    options.stepRate = kStepRate;
    if (argc > 2) options.port = std::atoi(argv[2]);

    b2World world(b2Vec2(0.0f, -9.81f));
    b2Body* ground = addBody(world, b2_staticBody, {0.0f, -0.5f}, box(12.0f, 0.5f));
    addBody(world, b2_staticBody, {-12.0f, 3.0f}, box(0.25f, 3.5f));
    addBody(world, b2_staticBody, {12.0f, 3.0f}, box(0.25f, 3.5f));
    b2Body* paddle = addBody(world, b2_dynamicBody, {0.0f, 3.0f}, box(3.0f, 0.2f));
    b2RevoluteJointDef hinge;
    hinge.Initialize(ground, paddle, paddle->GetPosition());
    hinge.enableMotor = true;
    hinge.motorSpeed = 1.5f;
    hinge.maxMotorTorque = 400.0f;
    world.CreateJoint(&hinge);

    std::deque<b2Body*> crates;
    auto next = std::chrono::steady_clock::now();
    for (int step = 0; seconds <= 0.0f || static_cast<float>(step) < seconds * kStepRate; ++step) {
        if (step % 40 == 0) {
            const float side = 0.3f + 0.05f * static_cast<float>(step / 40 % 5);
            crates.push_back(addBody(world, b2_dynamicBody,
                                     {-2.0f + 0.9f * static_cast<float>(step / 40 % 6), 9.0f},
                                     box(side, side)));
        }
        if (crates.size() > kMaxCrates) {
            world.DestroyBody(crates.front());
            crates.pop_front();
        }
        world.Step(1.0f / kStepRate, 8, 3);
        satbox_capture::stream(world, options); // never waits
        next += std::chrono::microseconds(1'000'000 / static_cast<int>(kStepRate));
        std::this_thread::sleep_until(next);
    }
    return 0;
}
