#version 330 core
in vec2 point;
flat in vec4 planes[8];
flat in int count;
flat in vec2 perimeterOutline;
flat in vec2 shade;
flat in vec4 fillColor;
flat in vec4 outlineColor;
flat in vec4 hatchColor;
flat in uint flags;

uniform float pixelScale;

out vec4 color;

void main()
{
    // Inside a convex polygon the maximum over the planes is the exact signed distance. Outside it is too small near
    // corners, but only the first pixel outside is drawn.
    float distance = -1e9;
    vec4 nearest = planes[0];
    for (int i = 0; i < count; ++i) {
        float d = dot(planes[i].xy, point) - planes[i].z;
        if (d > distance) {
            distance = d;
            nearest = planes[i];
        }
    }
    float inside = clamp(0.5 - distance, 0.0, 1.0);
    float outline = inside - clamp(0.5 - distance - perimeterOutline.y, 0.0, 1.0);
    if ((flags & 1u) != 0u) {
        float period = perimeterOutline.x / max(round(perimeterOutline.x / (10.0 * pixelScale)), 2.0);
        // A shift of half a period centres a dash on the first corner.
        float s = mod(dot(vec2(-nearest.y, nearest.x), point) + nearest.w + 0.5 * period, period);
        outline *= clamp(0.5 + 0.3 * period - abs(s - 0.5 * period), 0.0, 1.0);
    }
    vec4 result = vec4(fillColor.rgb, 1.0) * fillColor.a * inside;
    float edge = clamp(1.0 + distance / max(shade.x, 1e-3), 0.0, 1.0);
    edge *= edge * inside * outlineColor.a * float((flags >> 8u) & 255u) / 255.0;
    result = vec4(outlineColor.rgb, 1.0) * edge + result * (1.0 - edge);
    if ((flags & 2u) != 0u) {
        float stripe =
            abs(fract((gl_FragCoord.x + gl_FragCoord.y) / (12.0 * pixelScale)) - 0.5) * 12.0 * pixelScale / sqrt(2.0);
        float hatch = hatchColor.a * inside * clamp(0.5 + 0.75 * pixelScale - stripe, 0.0, 1.0);
        result = vec4(hatchColor.rgb, 1.0) * hatch + result * (1.0 - hatch);
    }
    float over = outlineColor.a * outline;
    color = vec4(outlineColor.rgb, 1.0) * over + result * (1.0 - over);
}
