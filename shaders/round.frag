in vec2 point;
flat in vec4 ends;
flat in vec2 radiusOutline;
flat in vec2 shade;
flat in vec4 fillColor;
flat in vec4 outlineColor;
flat in vec4 hatchColor;
flat in uint flags;

uniform float pixelScale;

out vec4 color;

const float kPi = 3.14159265;

// Arc length at the nearest edge point: along p1 to p2, around p2, back along the other side, around p1.
float arcLength(vec2 t, float len, float radius)
{
    vec2 fromStart = point - ends.xy;
    float x = dot(fromStart, t);
    float y = dot(fromStart, vec2(-t.y, t.x));
    float cap = kPi * radius;
    if (x >= 0.0 && x <= len && len > 0.0) return y < 0.0 ? x : 2.0 * len + cap - x;
    if (x > len) return len + (atan(y, x - len) + 0.5 * kPi) * radius;
    return 2.0 * len + cap + (atan(-y, -x) + 0.5 * kPi) * radius;
}

void main()
{
    vec2 along = ends.zw - ends.xy;
    float len = length(along);
    vec2 t = len > 1e-4 ? along / len : vec2(1.0, 0.0);
    float h = clamp(dot(point - ends.xy, t), 0.0, len);
    float distance = length(point - ends.xy - t * h) - radiusOutline.x;

    float inside = clamp(0.5 - distance, 0.0, 1.0);
    float outline = inside - clamp(0.5 - distance - radiusOutline.y, 0.0, 1.0);
    if ((flags & 1u) != 0u) {
        float perimeter = 2.0 * (len + kPi * radiusOutline.x);
        float period = perimeter / max(round(perimeter / (10.0 * pixelScale)), 2.0);
        float s = mod(arcLength(t, len, radiusOutline.x), period);
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
