// A soft shadow around a circle or capsule, a little lower than it. Nothing inside the shape, whose fill is translucent.
in vec2 point;
flat in vec4 ends;
flat in vec2 radiusOutline;
flat in vec2 shade;
flat in uint flags;

out vec4 color;

float distanceAt(vec2 at)
{
    vec2 along = ends.zw - ends.xy;
    float h = clamp(dot(at - ends.xy, along) / max(dot(along, along), 1e-8), 0.0, 1.0);
    return length(at - ends.xy - h * along) - radiusOutline.x;
}

void main()
{
    float shadow = clamp(1.0 - distanceAt(point + vec2(0.0, 0.3 * shade.y)) / max(shade.y, 1e-3), 0.0, 1.0);
    float outside = clamp(0.5 + distanceAt(point), 0.0, 1.0);
    color = vec4(0.0, 0.0, 0.0, shadow * shadow * outside * float((flags >> 16u) & 255u) / 255.0);
}
