#include "engine/scene/builder_functions.h"

#include "engine/scene/scene_helpers.h"

namespace satbox::builders {

Scene vertexContacts()
{
    Scene scene;
    WorldSettings settings = scene.world.settings();
    settings.solver = SolverType::VertexContact;
    settings.substeps = 8;
    scene.world.setSettings(settings);
    addStaticBox(scene.world, {0.0f, -0.5f}, {8.0f, 0.5f});
    for (const float side : {-8.0f, 8.0f}) addStaticBox(scene.world, {side, 1.0f}, {0.25f, 2.0f});
    const Material smooth{.staticFriction = 0.3f, .dynamicFriction = 0.3f, .restitution = 0.3f};
    addPlank(scene.world, {-7.5f, 3.0f}, {-3.0f, 1.2f}, 0.3f, smooth);
    Random random(11);
    for (int i = 0; i < 14; ++i) {
        const Vec2 position{-6.5f + 0.75f * static_cast<float>(i % 7),
                            4.0f + 1.3f * static_cast<float>(i / 7)};
        const Shape shape = i % 3 == 0   ? Shape(makeBox(0.4f, 0.3f))
                            : i % 3 == 1 ? Shape(makeRegularPolygon(5, 0.4f))
                                         : Shape(makeRegularPolygon(3, 0.5f));
        addBody(scene.world, position, shape, smooth, makeRot(random.between(-1.0f, 1.0f)));
    }
    // The plank crosses the post, but no corner of one is inside the other, so vertex contacts do not hold
    // it.
    addStaticBox(scene.world, {4.5f, 1.35f}, {0.1f, 1.85f});
    addBox(scene.world, {4.5f, 2.6f}, {1.2f, 0.15f}, smooth);
    for (int i = 0; i < 3; ++i)
        addBox(scene.world, {1.8f, 0.5f + static_cast<float>(i)}, {0.5f, 0.5f}, smooth);
    scene.camera = {{0.0, 2.6}, 8.0f};
    return scene;
}

} // namespace satbox::builders
