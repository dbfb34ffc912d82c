/* A box falls onto the ground, in C. Prints its height each half second, and the hash of the world at the end: that of
 * examples/hello_world, which does the same in C++. */
#include <satbox/satbox.h>

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    SatboxWorld* world = satbox_world_create(NULL, NULL); /* gravity is 9.81 m/s^2, downwards */
    SatboxBodyDef body = satbox_body_def_default();
    SatboxShapeDef shape = satbox_shape_def_default();
    SatboxVersion version = satbox_version();
    if (!world) return 1; /* memory ran out */

    body.type = SATBOX_BODY_TYPE_STATIC;
    shape.geometry = satbox_box(10.0f, 0.5f); /* half width and half height, m */
    satbox_world_add_shape(world, satbox_world_create_body(world, &body), &shape);

    body = satbox_body_def_default();
    body.position.y = 5.0;
    shape.geometry = satbox_box(0.5f, 0.5f);
    shape.material.restitution = 0.3f;
    SatboxBodyId box = satbox_world_create_body(world, &body);
    satbox_world_add_shape(world, box, &shape);

    for (int i = 0; i <= 180; ++i) {
        SatboxBodyState state;
        if (i % 30 == 0 && satbox_world_body_state(world, box, &state))
            printf("%.1f s: %.3f m\n", satbox_world_time(world), state.transform.p.y);
        if (!satbox_world_step(world, 1.0f / 60.0f, NULL)) puts(satbox_world_last_error(world));
        SatboxContactHitEvent hit;
        if (satbox_world_hits(world, &hit, 1) > 0) printf("%.1f s: hit at %.2f m/s\n", satbox_world_time(world), (double)hit.speed);
    }
    printf("satbox %d.%d.%d, hash %016" PRIx64 "\n", version.majorVersion, version.minorVersion, version.patchVersion,
           satbox_world_hash(world));
    satbox_world_destroy(world);
    return 0;
}
