#version 330 core
// Lines, bars, dashes, arrows, discs, rings, crosses, squares and filled triangles, all in one call. One instance is
// one primitive; its kind says what the fragment stage measures. Pixels of the framebuffer, y up, from here on.
layout(location = 0) in vec4 ab;        // points a and b in metres relative to the camera's centre
layout(location = 1) in vec4 cWidthSize; // point c in metres, width and size in pixels
layout(location = 2) in uvec2 paint;    // colour (RGBA8), kind (as PrimitiveKind) | soft edges << 8

uniform vec2 viewportSize; // pixels
uniform float scale;       // pixels per metre
uniform float pixel;       // framebuffer pixels per pixel of the design

out vec2 local;      // along the primitive from a, and across
flat out vec3 shape; // length, half width, head length (arrow) or size
flat out vec4 primitiveColor;
out vec3 edgeDistance; // triangles: how far inside of ab, bc, ca; far inside where an edge is not soft
flat out uint kind;

const uint kArrow = 3u;
const uint kDisc = 4u;
const uint kTriangle = 8u;

void main()
{
    primitiveColor = vec4((uvec4(paint.x) >> uvec4(0u, 8u, 16u, 24u)) & 255u) / 255.0;
    kind = paint.y & 255u;
    edgeDistance = vec3(1e6);
    vec2 a = ab.xy * scale;
    vec2 b = ab.zw * scale;
    float halfWidth = 0.5 * cWidthSize.z * pixel;
    float size = cWidthSize.w * pixel;
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 position;

    if (kind == kTriangle) {
        vec2 c = cWidthSize.xy * scale;
        position = gl_VertexID == 0 ? a : (gl_VertexID == 1 ? b : c);
        local = vec2(0.0);
        // Twice the area over an edge's length is the height of the third corner above it.
        float area = abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
        vec3 height = area / max(vec3(length(b - a), length(c - b), length(a - c)), vec3(1e-6));
        vec3 corner3 = gl_VertexID == 0 ? vec3(0.0, 1.0, 0.0) : (gl_VertexID == 1 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0));
        bvec3 soft = notEqual((uvec3(paint.y) >> uvec3(8u, 9u, 10u)) & 1u, uvec3(0u));
        edgeDistance = mix(vec3(1e6), corner3 * height, soft);
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
        float head = kind == kArrow ? min(max(8.0 * pixel, 4.0 * halfWidth), 0.4 * len) : 0.0;
        float reach = max(halfWidth, 0.5 * head) + 1.0;
        local = vec2(mix(-reach, len + reach, corner.x), reach * (2.0 * corner.y - 1.0));
        position = a + t * local.x + vec2(-t.y, t.x) * local.y;
        shape = vec3(len, halfWidth, head);
    }
    gl_Position = vec4(position * 2.0 / viewportSize, 0.0, 1.0);
}
