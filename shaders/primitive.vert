// Primitives: lines, bars, dashes, arrows, discs, rings, crosses, squares, filled triangles. One instance is one
// primitive; its kind selects the distance function of the fragment shader. Output in framebuffer pixels, y up.
layout(location = 0) in vec4 ab;        // points a and b relative to the camera, m
layout(location = 1) in vec4 cWidthSize; // point c, m; width and size in logical pixels
layout(location = 2) in uvec2 paint;    // colour (RGBA8), PrimitiveKind | antialiased edges << 8

uniform vec2 viewportSize;    // framebuffer pixels
uniform float pixelsPerMeter; // framebuffer pixels
uniform float pixelScale;     // framebuffer pixels per logical pixel

out vec2 local;      // along the primitive from a; perpendicular to it
flat out vec3 shape; // length, half width, head length (arrow) or size
flat out vec4 primitiveColor;
out vec3 edgeDistance; // triangles: distance inside ab, bc, ca; 1e6 if not antialiased
flat out uint kind;

const uint kArrow = 3u;
const uint kDisc = 4u;
const uint kTriangle = 8u;

void main()
{
    primitiveColor = vec4((uvec4(paint.x) >> uvec4(0u, 8u, 16u, 24u)) & 255u) / 255.0;
    kind = paint.y & 255u;
    edgeDistance = vec3(1e6);
    vec2 a = ab.xy * pixelsPerMeter;
    vec2 b = ab.zw * pixelsPerMeter;
    float halfWidth = 0.5 * cWidthSize.z * pixelScale;
    float size = cWidthSize.w * pixelScale;
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 position;

    if (kind == kTriangle) {
        vec2 c = cWidthSize.xy * pixelsPerMeter;
        position = gl_VertexID == 0 ? a : (gl_VertexID == 1 ? b : c);
        local = vec2(0.0);
        // Height of the third corner above an edge: twice the area divided by the edge's length.
        float area = abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
        vec3 height = area / max(vec3(length(b - a), length(c - b), length(a - c)), vec3(1e-6));
        vec3 corner3 = gl_VertexID == 0 ? vec3(0.0, 1.0, 0.0) : (gl_VertexID == 1 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0));
        bvec3 antialiased = notEqual((uvec3(paint.y) >> uvec3(8u, 9u, 10u)) & 1u, uvec3(0u));
        edgeDistance = mix(vec3(1e6), corner3 * height, antialiased);
        shape = vec3(0.0);
    } else if (kind >= kDisc) {
        float reach = size + halfWidth + 1.0;
        local = (2.0 * corner - 1.0) * reach;
        position = a + local;
        shape = vec3(0.0, halfWidth, size);
    } else {
        vec2 along = b - a;
        float len = length(along);
        vec2 t = len > 1e-4 ? along / len : vec2(1.0, 0.0);
        float head = kind == kArrow ? min(max(8.0 * pixelScale, 4.0 * halfWidth), 0.4 * len) : 0.0;
        float reach = max(halfWidth, 0.5 * head) + 1.0;
        local = vec2(mix(-reach, len + reach, corner.x), reach * (2.0 * corner.y - 1.0));
        position = a + t * local.x + vec2(-t.y, t.x) * local.y;
        shape = vec3(len, halfWidth, head);
    }
    gl_Position = vec4(position * 2.0 / viewportSize, 0.0, 1.0);
}
