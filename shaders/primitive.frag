in vec2 local;
flat in vec3 shape;
flat in vec4 primitiveColor;
in vec3 edgeDistance;
flat in uint kind;

uniform float pixelScale;

out vec4 color;

// As in PrimitiveKind (app/gfx/draw_list.h).
const uint kLine = 0u;
const uint kBar = 1u;
const uint kDashed = 2u;
const uint kArrow = 3u;
const uint kDisc = 4u;
const uint kRing = 5u;
const uint kCross = 6u;
const uint kSquare = 7u;
const uint kTriangle = 8u;

// Signed distances in pixels, negative inside.
float boxDistance(vec2 p, vec2 halfExtent)
{
    vec2 d = abs(p) - halfExtent;
    return length(max(d, vec2(0.0))) + min(max(d.x, d.y), 0.0);
}

float lineDistance(float len)
{
    return length(vec2(local.x - clamp(local.x, 0.0, len), local.y)) - shape.y;
}

// The shaft ends under the head: an isosceles triangle with its tip at `len` and a base of 90 % of its length.
float arrowDistance()
{
    float len = shape.x;
    float head = shape.z;
    float shaftWidth = min(shape.y, 0.3 * head);
    float base = len - head;
    float shaft = boxDistance(local - vec2(0.5 * base, 0.0), vec2(0.5 * base + 0.5, shaftWidth));
    vec2 side = normalize(vec2(0.45, 1.0)); // normal of the slanted side
    float tip = max(dot(vec2(local.x - len, abs(local.y)), side), base - local.x);
    return min(shaft, tip);
}

void main()
{
    float distance = -1.0;
    if (kind == kLine)
        distance = lineDistance(shape.x);
    else if (kind == kBar)
        distance = boxDistance(local - vec2(0.5 * shape.x, 0.0), vec2(0.5 * shape.x, shape.y));
    else if (kind == kDashed) {
        float period = 10.0 * pixelScale;
        float s = mod(local.x + 2.0 * pixelScale, period) - 5.0 * pixelScale;
        distance = max(boxDistance(local - vec2(0.5 * shape.x, 0.0), vec2(0.5 * shape.x, shape.y)),
                       abs(s) - 3.0 * pixelScale);
    } else if (kind == kArrow)
        distance = arrowDistance();
    else if (kind == kDisc)
        distance = length(local) - shape.z;
    else if (kind == kRing)
        distance = abs(length(local) - shape.z + shape.y) - shape.y;
    else if (kind == kCross)
        distance = min(boxDistance(local, vec2(shape.z, shape.y)), boxDistance(local, vec2(shape.y, shape.z)));
    else if (kind == kSquare)
        distance = boxDistance(local, vec2(shape.z));
    else if (kind == kTriangle)
        // The rasterizer draws nothing outside the triangle, so that antialiasing must be within it.
        distance = 0.5 - min(edgeDistance.x, min(edgeDistance.y, edgeDistance.z));

    float coverage = primitiveColor.a * clamp(0.5 - distance, 0.0, 1.0);
    color = vec4(primitiveColor.rgb, 1.0) * coverage;
}
