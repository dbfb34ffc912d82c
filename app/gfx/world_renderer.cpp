#include "app/gfx/world_renderer.h"

#include "app/gfx/gl.h"

namespace satbox::app {

void WorldRenderer::draw(const DrawList& list, const Camera& camera, const Background& background,
                         IntSize framebuffer, float pixelsPerPoint, float interfaceScale)
{
    const RenderView view = makeRenderView(camera, framebuffer, pixelsPerPoint, interfaceScale);
    glViewport(view.x, view.y, view.width, view.height);
    glScissor(view.x, view.y, view.width, view.height);
    glEnable(GL_SCISSOR_TEST);
    glClearColor(background.color.r, background.color.g, background.color.b, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);

    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); // shaders output premultiplied colours

    if (background.grid) {
        grid_.clear();
        addGrid(grid_, camera, *background.grid, pixelsPerPoint, interfaceScale);
        primitives_.draw(grid_, view);
    }
    shapes_.draw(list.rounds, list.polygons, view);
    primitives_.draw(list.primitives, view);

    glDisable(GL_SCISSOR_TEST);
}

} // namespace satbox::app
