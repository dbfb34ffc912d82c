#include "app/gfx/world_renderer.h"

#include <epoxy/gl.h>

namespace satbox::app {

void WorldRenderer::draw(const DrawList& list, const Camera& camera, const Backdrop& backdrop,
                         IntSize framebuffer, float pixelsPerPoint, float interfaceScale)
{
    const RenderView view = makeRenderView(camera, framebuffer, pixelsPerPoint, interfaceScale);
    glViewport(view.x, view.y, view.width, view.height);
    glScissor(view.x, view.y, view.width, view.height);
    glEnable(GL_SCISSOR_TEST);
    glClearColor(backdrop.ground.r, backdrop.ground.g, backdrop.ground.b, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);

    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); // the shaders give premultiplied colours

    if (backdrop.grid) {
        grid_.clear();
        addGrid(grid_, camera, *backdrop.grid, pixelsPerPoint, interfaceScale);
        lines_.draw(grid_, view);
    }
    shapes_.draw(list.rounds, list.polygons, view);
    lines_.draw(list.primitives, view);

    glDisable(GL_SCISSOR_TEST);
}

} // namespace satbox::app
