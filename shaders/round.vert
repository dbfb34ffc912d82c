// Circles and capsules: one instance is all points within a radius of a segment. Output in framebuffer pixels relative
// to the middle of the viewport, y up.
layout(location = 0) in vec4 segment;    // p1, p2 relative to the camera, m
layout(location = 1) in vec2 radiusWidth; // radius, m; outline width in logical pixels
layout(location = 2) in uvec4 paint;     // fill, outline, hatch (RGBA8), flags

uniform vec2 viewportSize;    // framebuffer pixels
uniform float pixelsPerMeter; // framebuffer pixels
uniform float pixelScale;     // framebuffer pixels per logical pixel
uniform float shadowReach;    // framebuffer pixels, for round_shadow.frag; otherwise 0

out vec2 point;
flat out vec4 ends;          // p1, p2
flat out vec2 radiusOutline; // radius, outline width
flat out vec2 shade;         // width of the edge's gradient, reach of the shadow
flat out vec4 fillColor;
flat out vec4 outlineColor;
flat out vec4 hatchColor;
flat out uint flags; // 1: dashed outline, 2: hatched fill; bits 8 and 16: opacity of edge and shadow in 1/255

vec4 unpack(uint rgba) { return vec4((uvec4(rgba) >> uvec4(0u, 8u, 16u, 24u)) & 255u) / 255.0; }

void main()
{
    ends = segment * pixelsPerMeter;
    float width = radiusWidth.y * pixelScale;
    // A shape smaller than its outline is drawn as a dot or line of that width, so that it stays visible.
    float radius = max(radiusWidth.x * pixelsPerMeter, 0.5 * width);
    radiusOutline = vec2(radius, width);
    fillColor = unpack(paint.x);
    outlineColor = unpack(paint.y);
    hatchColor = unpack(paint.z);
    flags = paint.w;

    vec2 along = ends.zw - ends.xy;
    float len = length(along);
    vec2 t = len > 1e-4 ? along / len : vec2(1.0, 0.0);
    vec2 n = vec2(-t.y, t.x);
    shade = min(vec2(10.0 * pixelScale, shadowReach), vec2(0.6, 1.0) * radius);
    float reach = radius + 1.0 + 1.5 * shade.y;
    if (shadowReach > 0.0 && (flags >> 16u) == 0u) { // nothing to draw
        gl_Position = vec4(0.0);
        return;
    }
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 start = mix(ends.xy - t * reach, ends.zw + t * reach, corner.x);
    point = start + n * reach * (2.0 * corner.y - 1.0);
    gl_Position = vec4(point * 2.0 / viewportSize, 0.0, 1.0);
}
