// Distance from a convex polygon with round corners. polygon.frag and polygon_shadow.frag follow it.
flat in vec4 planes[8];
flat in int count;
flat in vec3 perimeterOutlineRadius;

vec2 cornerBetween(vec4 a, vec4 b)
{
    return vec2(a.z * b.y - b.z * a.y, b.z * a.x - a.z * b.x) / (a.x * b.y - a.y * b.x);
}

// Signed distance in pixels, and the arc length along the outline to the nearest point of it.
float outlineDistance(vec2 at, out float arc)
{
    // Inside the polygon without its radius, the maximum over the planes is the exact signed distance. Outside it is
    // too small near corners: sharp ones keep that, since only the first pixel outside is drawn.
    float distance = -1e9;
    vec4 nearest = planes[0];
    for (int i = 0; i < count; ++i) {
        float d = dot(planes[i].xy, at) - planes[i].z;
        if (d > distance) {
            distance = d;
            nearest = planes[i];
        }
    }
    arc = dot(vec2(-nearest.y, nearest.x), at) + nearest.w;
    float radius = perimeterOutlineRadius.z;
    if (radius == 0.0 || distance <= 0.0) return distance - radius;

    distance = 1e9;
    vec2 start = cornerBetween(planes[count - 1], planes[0]);
    for (int i = 0; i < count; ++i) {
        vec2 n = planes[i].xy;
        vec2 t = vec2(-n.y, n.x);
        vec2 end = cornerBetween(planes[i], planes[i + 1 < count ? i + 1 : 0]);
        float along = dot(t, at - start);
        float len = dot(t, end - start);
        vec2 beyond = at - end;
        float d = along < len ? abs(dot(n, at - start)) : length(beyond);
        if (along >= 0.0 && d < distance) { // before its start, the edge before is nearer
            distance = d;
            arc = dot(t, start) + planes[i].w + min(along, len);
            if (along > len) arc += radius * atan(n.x * beyond.y - n.y * beyond.x, dot(n, beyond));
        }
        start = end;
    }
    return distance - radius;
}
