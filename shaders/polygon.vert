// Convex polygons of up to 8 vertices, with round corners if they have a radius: then they reach that far beyond their
// edges. Passes the edges to the fragment shader as planes, in pixels in the polygon's local frame.
layout(location = 0) in vec4 pose;       // position relative to the camera, m; cosine, sine
layout(location = 1) in vec4 vertices01; // local, m
layout(location = 2) in vec4 vertices23;
layout(location = 3) in vec4 vertices45;
layout(location = 4) in vec4 vertices67;
layout(location = 5) in vec3 countWidthRadius; // vertex count, outline width in logical pixels, radius in m
layout(location = 6) in uvec4 paint;           // fill, outline, hatch (RGBA8), flags

uniform vec2 viewportSize;    // framebuffer pixels
uniform float pixelsPerMeter; // framebuffer pixels
uniform float pixelScale;     // framebuffer pixels per logical pixel
uniform float shadowReach;    // framebuffer pixels, for polygon_shadow.frag; otherwise 0

out vec2 point;
flat out vec4 planes[8]; // outward normal; offset; arc length where dot(tangent, p) = 0
flat out int count;
flat out vec3 perimeterOutlineRadius; // perimeter, outline width and radius, framebuffer pixels
flat out vec2 shade;            // framebuffer pixels: width of the edge's gradient, reach of the shadow
flat out vec2 up;               // unit vector up on the screen, in the local frame
flat out vec4 fillColor;
flat out vec4 outlineColor;
flat out vec4 hatchColor;
flat out uint flags; // 1: dashed outline, 2: hatched fill; bits 8 and 16: opacity of edge and shadow in 1/255

vec4 unpack(uint rgba) { return vec4((uvec4(rgba) >> uvec4(0u, 8u, 16u, 24u)) & 255u) / 255.0; }

void main()
{
    vec2 v[8] = vec2[8](vertices01.xy, vertices01.zw, vertices23.xy, vertices23.zw, vertices45.xy, vertices45.zw,
                        vertices67.xy, vertices67.zw);
    count = int(countWidthRadius.x);
    float radius = countWidthRadius.z * pixelsPerMeter;
    vec2 lower = v[0];
    vec2 upper = v[0];
    float travelled = 0.0;
    for (int i = 0; i < 8; ++i) {
        planes[i] = vec4(0.0, 0.0, 1e9, 0.0);
        if (i < count) {
            vec2 a = v[i] * pixelsPerMeter;
            vec2 b = v[i + 1 < count ? i + 1 : 0] * pixelsPerMeter;
            float len = max(length(b - a), 1e-6);
            vec2 t = (b - a) / len;
            vec2 n = vec2(t.y, -t.x);
            planes[i] = vec4(n, dot(n, a), travelled - dot(t, a));
            travelled += len;
            if (radius > 0.0) { // the arc at the edge's end
                vec2 next = normalize(v[(i + 2) % count] * pixelsPerMeter - b);
                travelled += radius * acos(clamp(dot(t, next), -1.0, 1.0));
            }
            lower = min(lower, v[i]);
            upper = max(upper, v[i]);
        }
    }
    lower -= countWidthRadius.z;
    upper += countWidthRadius.z;
    perimeterOutlineRadius = vec3(travelled, countWidthRadius.y * pixelScale, radius);
    fillColor = unpack(paint.x);
    outlineColor = unpack(paint.y);
    hatchColor = unpack(paint.z);
    flags = paint.w;

    // Small shapes have narrower gradients, so that their fill stays visible.
    vec2 size = (upper - lower) * pixelsPerMeter;
    shade = min(vec2(10.0 * pixelScale, shadowReach), vec2(0.3, 0.5) * min(size.x, size.y));
    up = vec2(pose.w, pose.z);

    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    float margin = 1.0 + 1.5 * shade.y;
    if (shadowReach > 0.0 && (flags >> 16u) == 0u) margin = -1e6; // nothing to draw
    point = mix(lower * pixelsPerMeter - margin, upper * pixelsPerMeter + margin, corner);
    if (margin < 0.0) point = vec2(0.0);
    vec2 turned = vec2(pose.z * point.x - pose.w * point.y, pose.w * point.x + pose.z * point.y);
    gl_Position = vec4((pose.xy * pixelsPerMeter + turned) * 2.0 / viewportSize, 0.0, 1.0);
}
