// Follows polygon_distance.frag. A soft shadow around a polygon, a little lower than it. Nothing inside the polygon, whose fill is translucent.
in vec2 point;
flat in vec2 shade;
flat in vec2 up;
flat in uint flags;

out vec4 color;

// Near sharp corners it is smaller than the distance; the shadow is too soft for that to show.
float distanceAt(vec2 at)
{
    float arc;
    return outlineDistance(at, arc);
}

void main()
{
    float shadow = clamp(1.0 - distanceAt(point + 0.3 * shade.y * up) / max(shade.y, 1e-3), 0.0, 1.0);
    float outside = clamp(0.5 + distanceAt(point), 0.0, 1.0);
    color = vec4(0.0, 0.0, 0.0, shadow * shadow * outside * float((flags >> 16u) & 255u) / 255.0);
}
