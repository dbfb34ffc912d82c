// Follows polygon_distance.frag.
in vec2 point;
flat in vec2 shade;
flat in vec4 fillColor;
flat in vec4 outlineColor;
flat in vec4 hatchColor;
flat in uint flags;

uniform float pixelScale;

out vec4 color;

void main()
{
    float arc;
    float distance = outlineDistance(point, arc);
    float inside = clamp(0.5 - distance, 0.0, 1.0);
    float outline = inside - clamp(0.5 - distance - perimeterOutlineRadius.y, 0.0, 1.0);
    if ((flags & 1u) != 0u) {
        float period = perimeterOutlineRadius.x / max(round(perimeterOutlineRadius.x / (10.0 * pixelScale)), 2.0);
        // A shift of half a period centres a dash on the first corner.
        float s = mod(arc + 0.5 * period, period);
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
