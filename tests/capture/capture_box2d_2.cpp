// capture_box2d_2 SCENE.json TRUTH.txt [PORT]: a world of Box2D 2.4, run for a third of a second, captured
// and stepped once more; with a port, also streamed for a while.

#include "tests/capture/truth.h"
#include "tools/capture/box2d_2.h"

#include <cstdlib>
#include <cstring>

namespace {

constexpr float kStepRate = 60.0f;

const char* nameOf(const b2Body& body)
{
    return reinterpret_cast<const char*>(const_cast<b2Body&>(body).GetUserData().pointer);
}

class TestWorld {
  public:
    b2World world{b2Vec2(0.0f, -9.81f)};

    TestWorld()
    {
        ground_ = make("ground", b2_staticBody, 0.0f, 0.0f);
        b2EdgeShape edge;
        edge.SetTwoSided({-30.0f, 0.0f}, {30.0f, 0.0f});
        ground_->CreateFixture(&edge, 0.0f);
        addFreeBodies();
        addStacks();
        addDistances();
        addHinges();
        addSliders();
        addGears();
        addPulls();
    }
    void step() { world.Step(1.0f / kStepRate, 8, 3); }

    // Goes on with changes now and then, see check_stream.py.
    // The length of the steps differs, which is no change of the world.
    void stream(satbox_capture::Box2dOptions options)
    {
        b2Body* first = nullptr;
        for (int i = 0; i < TRUTH_STREAMED_STEPS; ++i) {
            if (i == TRUTH_STREAM_ADDS) {
                first = disc("late_1", 22.0f, 30.0f);
                disc("late_2", 24.0f, 30.0f);
            }
            if (i == TRUTH_STREAM_CHANGES) {
                world.DestroyBody(first);
                slide_->GetFixtureList()->SetFriction(0.9f);
            }
            options.stepRate = i % 2 == 0 ? kStepRate : 50.0f;
            world.Step(1.0f / options.stepRate, 8, 3);
            satbox_capture::stream(world, options);
            poll(nullptr, 0, TRUTH_STREAM_MS);
        }
    }

  private:
    b2Body* make(const char* name, b2BodyType type, float x, float y)
    {
        b2BodyDef def;
        def.type = type;
        def.position.Set(x, y);
        def.userData.pointer = reinterpret_cast<uintptr_t>(name);
        return world.CreateBody(&def);
    }
    b2Body* box(const char* name, float x, float y, float halfWidth = 0.5f, float halfHeight = 0.5f)
    {
        b2Body* body = make(name, b2_dynamicBody, x, y);
        b2PolygonShape shape;
        shape.SetAsBox(halfWidth, halfHeight);
        body->CreateFixture(&shape, 2.0f);
        return body;
    }
    b2Body* disc(const char* name, float x, float y, float radius = 0.5f)
    {
        b2Body* body = make(name, b2_dynamicBody, x, y);
        b2CircleShape shape;
        shape.m_radius = radius;
        body->CreateFixture(&shape, 1.0f);
        return body;
    }

    void addFreeBodies()
    {
        b2Body* thrown = disc("free_ball", -10.0f, 30.0f);
        thrown->SetLinearVelocity({3.0f, 2.0f});
        b2Body* spinning = make("free_compound", b2_dynamicBody, -6.0f, 30.0f);
        b2PolygonShape triangle;
        const b2Vec2 corners[] = {{0.0f, 0.0f}, {1.5f, 0.0f}, {0.0f, 0.8f}};
        triangle.Set(corners, 3);
        spinning->CreateFixture(&triangle, 3.0f);
        b2CircleShape head;
        head.m_p.Set(-0.5f, 1.0f);
        head.m_radius = 0.3f;
        spinning->CreateFixture(&head, 0.5f);
        spinning->SetAngularVelocity(2.5f);
        b2Body* damped = box("free_damped", -2.0f, 30.0f);
        damped->SetLinearDamping(0.8f);
        damped->SetAngularDamping(1.5f);
        damped->SetAngularVelocity(4.0f);
        damped->SetGravityScale(0.25f);
        b2Body* weighted = box("free_own_mass", 2.0f, 30.0f);
        b2MassData mass;
        mass.mass = 5.0f;
        mass.center.Set(0.2f, 0.1f);
        mass.I = 4.0f;
        weighted->SetMassData(&mass);
        weighted->SetAngularVelocity(-1.0f);
        make("free_kinematic", b2_kinematicBody, 6.0f, 30.0f)->SetLinearVelocity({1.0f, 0.5f});
        // Two that overlap and ignore each other: by group, and by category and mask.
        for (const char* name : {"free_group_1", "free_group_2"}) {
            b2Filter filter;
            filter.groupIndex = -3;
            disc(name, 10.0f, std::strcmp(name, "free_group_1") == 0 ? 30.0f : 30.2f)
                ->GetFixtureList()
                ->SetFilterData(filter);
        }
        for (const char* name : {"free_mask_1", "free_mask_2"}) {
            b2Filter filter;
            filter.categoryBits = 2;
            filter.maskBits = 0xFFFD;
            disc(name, 13.0f, std::strcmp(name, "free_mask_1") == 0 ? 30.0f : 30.2f)
                ->GetFixtureList()
                ->SetFilterData(filter);
        }
        // A sensor does not stop what falls through it.
        b2Body* sensor = make("sensor", b2_staticBody, 16.0f, 28.0f);
        b2CircleShape shape;
        shape.m_radius = 2.0f;
        sensor->CreateFixture(&shape, 0.0f)->SetSensor(true);
        disc("free_in_sensor", 16.0f, 30.0f);
        disc("disabled", 20.0f, 30.0f)->SetEnabled(false);
    }

    void addStacks()
    {
        static const char* const kNames[] = {"stack_1", "stack_2", "stack_3"};
        for (int i = 0; i < 3; ++i) box(kNames[i], -20.0f, 0.52f + 1.015f * static_cast<float>(i));
        b2Body* sliding = slide_ = box("slide_box", -15.0f, 0.515f);
        sliding->GetFixtureList()->SetFriction(0.3f);
        sliding->SetLinearVelocity({6.0f, 0.0f});
        b2Body* chain = make("chain", b2_staticBody, -26.0f, 0.0f);
        const b2Vec2 points[] = {{2.0f, 2.0f}, {0.5f, 1.0f}, {-0.5f, 1.0f}, {-2.0f, 2.0f}};
        b2ChainShape shape;
        shape.CreateChain(points, 4, {3.0f, 3.0f}, {-3.0f, 3.0f});
        chain->CreateFixture(&shape, 0.0f);
        disc("chain_ball", -26.0f, 1.52f);
    }

    template<class Def>
    Def between(b2Body* a, b2Body* b, b2Vec2 anchorA, b2Vec2 anchorB)
    {
        Def def;
        def.bodyA = a;
        def.bodyB = b;
        def.localAnchorA = anchorA;
        def.localAnchorB = anchorB;
        return def;
    }

    void addDistances()
    {
        auto rod = between<b2DistanceJointDef>(ground_, box("joint_rod", -12.0f, 18.0f, 0.3f, 0.3f),
                                               {-14.0f, 20.0f}, {0.1f, 0.2f});
        rod.length = rod.minLength = rod.maxLength = 2.7f;
        world.CreateJoint(&rod);
        auto spring = between<b2DistanceJointDef>(ground_, box("joint_spring", -9.0f, 18.0f, 0.3f, 0.3f),
                                                  {-9.0f, 20.0f}, {0.2f, 0.3f});
        spring.length = 1.5f;
        spring.minLength = 0.2f;
        spring.maxLength = 4.0f;
        spring.stiffness = 40.0f;
        spring.damping = 2.0f;
        world.CreateJoint(&spring);
        auto rope = between<b2DistanceJointDef>(ground_, disc("joint_rope", -4.0f, 19.0f, 0.3f),
                                                {-6.0f, 20.0f}, {0.0f, 0.0f});
        rope.minLength = 0.0f;
        rope.maxLength = 2.5f;
        world.CreateJoint(&rope);
    }

    void addHinges()
    {
        auto pendulum = between<b2RevoluteJointDef>(ground_, box("joint_pendulum", 1.0f, 20.0f, 1.0f, 0.1f),
                                                    {0.0f, 20.0f}, {-1.0f, 0.0f});
        world.CreateJoint(&pendulum);
        b2Body* upright = box("joint_upright", 19.0f, 20.0f, 1.0f, 0.1f);
        upright->SetFixedRotation(true);
        auto held = between<b2RevoluteJointDef>(ground_, upright, {18.0f, 20.0f}, {-1.0f, 0.0f});
        world.CreateJoint(&held);
        auto motor = between<b2RevoluteJointDef>(ground_, box("joint_motor", 4.0f, 20.0f, 0.5f, 0.5f),
                                                 {4.0f, 20.0f}, {0.0f, 0.0f});
        motor.enableMotor = true;
        motor.motorSpeed = 20.0f; // more than a turn before the capture
        motor.maxMotorTorque = 100.0f;
        motor.enableLimit = true;
        motor.lowerAngle = -1.0f;
        motor.upperAngle = 30.0f;
        world.CreateJoint(&motor);
        b2Body* plate = box("joint_limited", 8.0f, 20.0f, 1.0f, 0.1f);
        plate->SetTransform(plate->GetPosition(), 0.3f);
        auto limited = between<b2RevoluteJointDef>(ground_, plate, {8.0f, 20.0f}, {-1.0f, 0.0f});
        limited.referenceAngle = 0.5f;
        limited.enableLimit = true;
        limited.lowerAngle = -0.4f;
        limited.upperAngle = 0.4f;
        world.CreateJoint(&limited);
        auto rigid = between<b2WeldJointDef>(box("joint_weld_1", 11.0f, 20.0f, 0.5f, 0.2f),
                                             box("joint_weld_2", 12.0f, 20.0f, 0.5f, 0.2f), {0.5f, 0.0f},
                                             {-0.5f, 0.0f});
        rigid.bodyA->SetAngularVelocity(2.0f);
        world.CreateJoint(&rigid);
        auto soft = between<b2WeldJointDef>(ground_, box("joint_soft_weld", 15.0f, 20.0f, 0.5f, 0.2f),
                                            {14.5f, 20.0f}, {-0.5f, 0.0f});
        soft.referenceAngle = 0.2f;
        soft.stiffness = 30.0f;
        soft.damping = 1.0f;
        world.CreateJoint(&soft);
    }

    void addSliders()
    {
        auto slider = between<b2PrismaticJointDef>(ground_, box("joint_slider", -12.0f, 12.0f, 0.4f, 0.4f),
                                                   {-12.0f, 12.0f}, {0.0f, 0.0f});
        slider.localAxisA.Set(0.8f, 0.6f);
        slider.enableMotor = true;
        slider.motorSpeed = 0.5f;
        slider.maxMotorForce = 30.0f;
        slider.enableLimit = true;
        slider.lowerTranslation = -3.0f;
        slider.upperTranslation = 3.0f;
        world.CreateJoint(&slider);
        b2Body* car = box("joint_car", -7.0f, 12.0f, 1.0f, 0.3f);
        car->SetGravityScale(0.2f);
        auto wheel = between<b2WheelJointDef>(car, disc("joint_wheel", -6.5f, 11.4f, 0.3f), {0.5f, -0.6f},
                                              {0.0f, 0.0f});
        wheel.localAxisA.Set(0.0f, 1.0f);
        wheel.stiffness = 60.0f;
        wheel.damping = 3.0f;
        wheel.enableMotor = true;
        wheel.motorSpeed = -8.0f;
        wheel.maxMotorTorque = 2.0f;
        wheel.enableLimit = true;
        wheel.lowerTranslation = -0.3f;
        wheel.upperTranslation = 0.3f;
        world.CreateJoint(&wheel);
        b2PulleyJointDef pulley;
        pulley.Initialize(box("joint_pulley_1", -2.0f, 10.0f, 0.3f, 0.3f),
                          box("joint_pulley_2", 1.0f, 11.0f, 0.4f, 0.4f), {-2.0f, 14.0f}, {1.0f, 14.0f},
                          {-2.0f, 10.3f}, {1.0f, 11.4f}, 1.5f);
        world.CreateJoint(&pulley);
    }

    b2Joint* hinge(b2Body* body, float x, float y)
    {
        auto def = between<b2RevoluteJointDef>(ground_, body, {x, y}, {0.0f, 0.0f});
        return world.CreateJoint(&def);
    }
    void gear(b2Joint* first, b2Joint* second, float ratio)
    {
        b2GearJointDef def;
        def.bodyA = first->GetBodyB();
        def.bodyB = second->GetBodyB();
        def.joint1 = first;
        def.joint2 = second;
        def.ratio = ratio;
        world.CreateJoint(&def);
    }

    void addGears()
    {
        b2Body* small = disc("gear_small", 6.0f, 12.0f, 0.5f);
        b2Body* large = disc("gear_large", 7.6f, 12.0f, 1.0f);
        small->SetAngularVelocity(6.0f);
        gear(hinge(small, 6.0f, 12.0f), hinge(large, 7.6f, 12.0f), 2.0f);
        b2Body* inner = disc("gear_inner", 10.0f, 12.0f, 0.4f);
        b2Body* outer = disc("gear_outer", 11.0f, 12.2f, 0.4f);
        inner->SetAngularVelocity(3.0f);
        gear(hinge(inner, 10.0f, 12.0f), hinge(outer, 11.0f, 12.2f), -1.5f);
        for (const float ratio : {0.4f, -0.4f}) {
            const float x = ratio > 0.0f ? 14.0f : 18.0f;
            b2Body* wheel = disc(ratio > 0.0f ? "gear_pinion_1" : "gear_pinion_2", x, 12.0f, 0.4f);
            b2Body* rack = box(ratio > 0.0f ? "gear_rack_1" : "gear_rack_2", x, 11.4f, 1.5f, 0.15f);
            wheel->SetAngularVelocity(3.0f);
            auto slider = between<b2PrismaticJointDef>(ground_, rack, {x, 11.4f}, {0.0f, 0.0f});
            slider.localAxisA.Set(1.0f, 0.0f);
            gear(world.CreateJoint(&slider), hinge(wheel, x, 12.0f), ratio);
        }
    }

    void addPulls()
    {
        b2Body* grabbed = box("pull_mouse", -12.0f, 6.0f, 0.4f, 0.4f);
        b2MouseJointDef mouse;
        mouse.bodyA = ground_;
        mouse.bodyB = grabbed;
        mouse.target = grabbed->GetPosition();
        mouse.maxForce = 1000.0f;
        b2LinearStiffness(mouse.stiffness, mouse.damping, 5.0f, 0.7f, ground_, grabbed);
        static_cast<b2MouseJoint*>(world.CreateJoint(&mouse))->SetTarget({-11.5f, 6.5f});
        b2Body* rubbed = box("pull_friction", -8.0f, 6.0f, 0.4f, 0.4f);
        rubbed->SetGravityScale(0.0f);
        rubbed->SetLinearVelocity({4.0f, 0.0f});
        auto friction = between<b2FrictionJointDef>(ground_, rubbed, {-8.0f, 6.0f}, {0.0f, 0.0f});
        friction.maxForce = 3.0f;
        friction.maxTorque = 1.0f;
        world.CreateJoint(&friction);
        b2Body* driven = box("pull_motor", 2.0f, 6.0f, 0.4f, 0.4f);
        b2MotorJointDef motor;
        motor.Initialize(ground_, driven);
        motor.linearOffset.Set(2.5f, 6.5f);
        motor.angularOffset = 0.3f;
        motor.maxForce = 500.0f;
        motor.maxTorque = 100.0f;
        world.CreateJoint(&motor);
    }

    b2Body* ground_;
    b2Body* slide_ = nullptr;
};

void writeShape(FILE* out, const b2Transform& pose, const b2Vec2* points, int count, float radius)
{
    double corners[2 * b2_maxPolygonVertices];
    for (int i = 0; i < count; ++i) {
        const b2Vec2 p = b2Mul(pose, points[i]);
        corners[2 * i] = static_cast<double>(p.x);
        corners[2 * i + 1] = static_cast<double>(p.y);
    }
    truth_polygon(out, static_cast<double>(radius), count, corners);
}

void writeShapes(FILE* out, b2World& world)
{
    for (b2Body* body = world.GetBodyList(); body; body = body->GetNext()) {
        std::fprintf(out, "body %s\n", nameOf(*body));
        const b2Transform& pose = body->GetTransform();
        for (b2Fixture* f = body->GetFixtureList(); f; f = f->GetNext()) {
            if (auto* circle = dynamic_cast<b2CircleShape*>(f->GetShape())) {
                const b2Vec2 p = b2Mul(pose, circle->m_p);
                truth_circle(out, static_cast<double>(p.x), static_cast<double>(p.y),
                             static_cast<double>(circle->m_radius));
            } else if (auto* polygon = dynamic_cast<b2PolygonShape*>(f->GetShape())) {
                writeShape(out, pose, polygon->m_vertices, polygon->m_count, polygon->m_radius);
            } else if (auto* edge = dynamic_cast<b2EdgeShape*>(f->GetShape())) {
                const b2Vec2 ends[] = {edge->m_vertex1, edge->m_vertex2};
                writeShape(out, pose, ends, 2, edge->m_radius);
            } else if (auto* chain = dynamic_cast<b2ChainShape*>(f->GetShape())) {
                for (int i = 0; i + 1 < chain->m_count; ++i)
                    writeShape(out, pose, chain->m_vertices + i, 2, 0.0f);
            }
        }
    }
}

void writeStates(FILE* out, const char* when, b2World& world)
{
    for (b2Body* body = world.GetBodyList(); body; body = body->GetNext()) {
        const b2Vec2 p = body->GetPosition(), v = body->GetLinearVelocity();
        truth_state(out, when, nameOf(*body), static_cast<double>(p.x), static_cast<double>(p.y),
                    static_cast<double>(body->GetAngle()), static_cast<double>(v.x), static_cast<double>(v.y),
                    static_cast<double>(body->GetAngularVelocity()));
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3 && argc != 4) return 2;
    TestWorld test;
    for (int i = 0; i < 20; ++i) test.step();
    satbox_capture::Box2dOptions options;
    options.stepRate = kStepRate;
    options.nameOf = nameOf;
    if (satbox_capture::writeScene(test.world, argv[1], options) != 0) return 1;
    FILE* out = std::fopen(argv[2], "w");
    if (!out) return 1;
    writeShapes(out, test.world);
    writeStates(out, "before", test.world);
    test.step();
    writeStates(out, "after", test.world);
    for (const char* note :
         {"not carried over: skin of 0.01 m of one-sided edges, bodies rest lower by that much: 3 times",
          "not carried over: impulse of a joint, with which the next step of Box2D begins: ",
          "not carried over: impulses of 5 contacts, with which the next step of Box2D begins: the contacts",
          "approximate: mouse joint as a motor joint: joint ",
          "approximate: friction joint as a motor joint: joint ",
          "approximate: correction factor of a motor joint as a motor joint: joint "})
        truth_note(out, note);
    if (argc == 4) {
        options.port = std::atoi(argv[3]);
        test.stream(options);
        writeStates(out, "streamed", test.world);
    }
    return std::fclose(out) == 0 ? 0 : 1;
}
