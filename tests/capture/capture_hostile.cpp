// capture_hostile SCENE.json TRUTH.txt: a world with values that a scene cannot have, and names that are no
// text. The scene opens all the same, and its notes say what was changed.

#include "tests/capture/truth.h"
#include "tools/capture/box2d_2.h"

#include <limits>

int main(int argc, char** argv)
{
    if (argc != 3) return 2;
    b2World world(b2Vec2(0.0f, -20000.0f));
    b2BodyDef def;
    def.type = b2_dynamicBody;
    b2Body* body = world.CreateBody(&def);
    b2FixtureDef fixture;
    b2CircleShape circle;
    circle.m_radius = 1e-6f;
    fixture.shape = &circle;
    fixture.friction = 1e6f;
    fixture.restitution = 2.0f;
    body->CreateFixture(&fixture);
    b2PolygonShape needle;
    needle.SetAsBox(1.0f, 0.5f);
    for (b2Vec2& v : needle.m_vertices) v.y *= 1e-5f;
    fixture.shape = &needle;
    body->CreateFixture(&fixture);
    b2EdgeShape dot;
    dot.SetTwoSided({0.0f, 0.0f}, {1e-6f, 0.0f});
    fixture.shape = &dot;
    fixture.restitutionThreshold = 5.0f;
    body->CreateFixture(&fixture);
    body->SetLinearVelocity({std::numeric_limits<float>::quiet_NaN(), 1e6f});
    body->SetAngularVelocity(std::numeric_limits<float>::infinity());
    body->SetGravityScale(-5000.0f);
    def.position.Set(1e7f, 0.0f);
    world.CreateBody(&def);

    satbox_capture::Box2dOptions options;
    options.title = std::string(1000, 'x');
    options.nameOf = [](const b2Body&) {
        return "\"quoted\" \\ \n \x01 \xff\xfe \xed\xa0\x80 \xc3\xa9" + std::string(500, 'y');
    };
    if (satbox_capture::writeScene(world, argv[1], options) != 0) return 1;
    if (satbox_capture::writeScene(world, "/no/such/folder/scene.json") != ENOENT) return 1;
    FILE* out = std::fopen(argv[2], "w");
    if (!out) return 1;
    for (const char* note :
         {"changed: gravity -20000 is outside -1000 to 1000: the world",
          "changed: friction 1e+06 is outside 0 to 100: body 0",
          "changed: restitution 2 is outside 0 to 1: body 0",
          "changed: radius 1e-06 is outside 0.0001 to 100000: body 0",
          "changed: gravityScale -5000 is outside -1000 to 1000: body 0",
          "not carried over: polygon thinner than 0.25 mm: body 0",
          "not carried over: edge shorter than 0.1 mm: body 0",
          "changed: linearVelocity nan is outside -10000 to 10000: body 0",
          "changed: linearVelocity 1e+06 is outside -10000 to 10000: body 0",
          "changed: angularVelocity inf is outside -10000 to 10000: body 0",
          "changed: position 1e+07 is outside -2e+06 to 2e+06: body 1",
          "changed: fixtures differ in restitution threshold; the lowest is that of the world: the world"})
        truth_note(out, note);
    return std::fclose(out) == 0 ? 0 : 1;
}
