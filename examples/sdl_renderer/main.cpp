// A window with SDL's 2D renderer that shows a world with the overlays of satbox.
//   sdl_renderer [--overlays LIST] [--light] [--frames N] [--picture FILE.bmp]
// LIST: as in DrawOptions, for instance "all". With --frames the program ends after N frames; --picture
// writes the last one.
#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <satbox/draw/debug_draw.h>
#include <satbox/world.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace satbox;

namespace {

constexpr int kWidth = 1000, kHeight = 640;
constexpr float kPixelsPerMeter = 60.0f;

// Everything becomes triangles, which SDL_RenderGeometry draws in one call at the end.
class SdlDraw : public DebugDraw {
  public:
    explicit SdlDraw(Position center) : center_(center) {}

    void drawLine(Position a, Position b, float width, const DrawColor& color) override
    {
        const Vec2 along = normalizeOrZero(b - a);
        const Vec2 side = 0.5f * std::max(width, 1.0f / kPixelsPerMeter) * perp(along);
        const Position corners[] = {a + side, a - side, b - side, b + side};
        drawPolygon(corners, color);
    }
    void drawPolygon(std::span<const Position> points, const DrawColor& color) override
    {
        const int first = static_cast<int>(vertices_.size());
        for (const Position p : points) vertices_.push_back({onScreen(p), packed(color), {0.0f, 0.0f}});
        for (int i = 2; i < static_cast<int>(points.size()); ++i)
            indices_.insert(indices_.end(), {first, first + i - 1, first + i});
    }
    void drawDisc(Position center, float radius, const DrawColor& color) override
    {
        const int count = std::clamp(static_cast<int>(radius * kPixelsPerMeter), 12, 64);
        std::vector<Position> points;
        for (int i = 0; i < count; ++i) {
            const Rot q = makeRot(2.0f * kPi * static_cast<float>(i) / static_cast<float>(count));
            points.push_back(center + radius * Vec2{q.c, q.s});
        }
        drawPolygon(points, color);
    }
    void drawText(const DrawLabel&) override {} // SDL alone has no text: DrawOptions::labels is off

    void present(SDL_Renderer* renderer)
    {
        SDL_RenderGeometry(renderer, nullptr, vertices_.data(), static_cast<int>(vertices_.size()),
                           indices_.data(), static_cast<int>(indices_.size()));
        vertices_.clear();
        indices_.clear();
    }

  private:
    SDL_FPoint onScreen(Position p) const
    {
        const Vec2 v = kPixelsPerMeter * (p - center_); // of doubles: exact far from the origin too
        return {0.5f * kWidth + v.x, 0.5f * kHeight - v.y};
    }
    static SDL_Color packed(const DrawColor& color)
    {
        const auto byte = [](float channel) { return static_cast<Uint8>(std::lround(255.0f * channel)); };
        return {byte(color.r), byte(color.g), byte(color.b), byte(color.a)};
    }

    Position center_;
    std::vector<SDL_Vertex> vertices_;
    std::vector<int> indices_;
};

World makeWorld()
{
    World world;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.addShape(ground, {.geometry = Segment{{-8.0f, 0.0f}, {8.0f, 0.0f}}});
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column < 6 - row; ++column) {
            const BodyId box = world.createBody({.position = {column - 0.5 * (5 - row), 0.45 + 0.91 * row}});
            world.addShape(box, {.geometry = makeBox(0.45f, 0.45f)});
        }
    BodyId last = ground;
    for (int i = 0; i < 6; ++i) { // a pendulum that hits the pyramid
        const double x = -4.2 - 0.6 * i;
        const BodyId link = world.createBody({.position = {x, 7.0}});
        world.addShape(link, {.geometry = Capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.12f}});
        if (i == 5) world.addShape(link, {.geometry = Circle{{-0.5f, 0.0f}, 0.5f}});
        const Vec2 onLast = i == 0 ? Vec2{-3.9f, 7.0f} : Vec2{-0.3f, 0.0f}; // the pivot in both bodies
        world.createJoint({.bodyA = last, .bodyB = link, .anchorA = onLast, .anchorB = {0.3f, 0.0f}});
        last = link;
    }
    return world;
}

} // namespace

int main(int argc, char** argv)
{
    DrawOptions options{.overlays = "grid,shapes,trails,impulses,contact-points,joints", .labels = false};
    std::string picture;
    int frames = -1;
    for (int i = 1; i < argc; ++i) {
        const std::string option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
        if (option == "--light") options.palette = DrawPalette::Light;
        if (option == "--overlays") options.overlays = value;
        if (option == "--frames") frames = std::atoi(value.c_str());
        if (option == "--picture") picture = value;
    }
    SDL_SetMainReady();
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return std::fprintf(stderr, "%s\n", SDL_GetError()), 1;
    SDL_Window* window = SDL_CreateWindow("satbox with SDL", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                          kWidth, kHeight, 0);
    SDL_Renderer* renderer = window ? SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC) : nullptr;
    if (!renderer) return std::fprintf(stderr, "%s\n", SDL_GetError()), 1;
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND);

    const Position center{0.0, 4.0};
    const Vec2 half = Vec2{0.5f * kWidth, 0.5f * kHeight} / kPixelsPerMeter;
    options.visible = WorldBox(center - half, center + half);
    options.metersPerPixel = 1.0f / kPixelsPerMeter;
    SdlDraw draw(center);
    DrawHistory history;
    World world = makeWorld();
    for (int frame = 0; frame != frames; ++frame) {
        for (SDL_Event event; SDL_PollEvent(&event);)
            if (event.type == SDL_QUIT) frames = frame + 1;
        world.step(1.0f / 60.0f);
        history.record(world);
        const Uint8 ground = options.palette == DrawPalette::Dark ? 0x18 : 0xf4;
        SDL_SetRenderDrawColor(renderer, ground, ground, ground, 255);
        SDL_RenderClear(renderer);
        if (const std::string refused = drawWorld(world, draw, options, &history); !refused.empty())
            return std::fprintf(stderr, "%s\n", refused.c_str()), 1;
        draw.present(renderer);
        if (frame + 1 == frames && !picture.empty()) {
            SDL_Surface* pixels =
                SDL_CreateRGBSurfaceWithFormat(0, kWidth, kHeight, 32, SDL_PIXELFORMAT_ARGB8888);
            SDL_RenderReadPixels(renderer, nullptr, pixels->format->format, pixels->pixels, pixels->pitch);
            if (SDL_SaveBMP(pixels, picture.c_str()) != 0)
                return std::fprintf(stderr, "%s\n", SDL_GetError()), 1;
            SDL_FreeSurface(pixels);
        }
        SDL_RenderPresent(renderer);
    }
    SDL_DestroyRenderer(renderer);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return 0;
}
