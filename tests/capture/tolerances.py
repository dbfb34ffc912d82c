"""How closely a captured world agrees with its engine after one step; docs/capture.md gives the reasons."""

OUTLINE = 1e-5  # m and rad, at the moment of the capture

# Engines that move bodies by the velocity at the beginning of the step.
POSITION_FIRST = {"chipmunk": True}

# Of bodies that do not move.
FIXED = {group: (1e-6, 1e-6, 0, 0) for group in ("ground", "sensor", "disabled", "belt", "chain")}
# Hangs still, since it cannot turn.
FIXED["joint_upright"] = (1e-4, 1e-5, 0.01, 1e-5)
# Stacks: the first step begins without the impulses of the step before.
STACK = (2e-3, 1e-3, 0.1, 0.05)
# A joint that is at its limit, or reaches it in the step.
AT_LIMIT = (0.01, 0.01, 0.1, 0.1)
# What the engine has as another kind of joint.
PULL = (3e-3, 1e-3, 0.2, 0.05)

# By group of bodies, or for one body: m, rad, m/s, rad/s.
TOLERANCES = {
    "box2d_2": {
        **FIXED,
        "free": (1e-5, 1e-5, 1e-5, 1e-5),
        "stack": STACK,
        "slide": (1e-4, 1e-4, 1e-4, 1e-4),
        "chain_ball": (4e-3, 1e-3, 0.2, 0.05),  # falls by the skin that satbox's chains do not have
        "joint": (2e-5, 1e-4, 1e-4, 1e-4),
        "joint_limited": AT_LIMIT,
        "gear": (1e-5, 1e-4, 1e-3, 1e-3),
        "pull": PULL,
    },
    "box2d_3": {
        **FIXED,
        "free": (1e-5, 1e-5, 3e-4, 1e-5),  # Box2D does not damp the gravity of the step
        "stack": STACK,
        "slide": (1e-3, 1e-3, 0.02, 0.03),
        "slide_roller": (1e-3, 2e-3, 0.04, 0.09),
        "chain_ball": STACK,
        "joint": (1e-4, 1e-3, 0.01, 0.03),  # joints of Box2D are stiff springs
        "joint_limited": AT_LIMIT,
        "pull": PULL,
    },
    "chipmunk": {
        **FIXED,
        "free": (2e-4, 1e-5, 1e-3, 1e-5),  # Chipmunk does not damp the gravity of the step
        "stack": STACK,
        "slide": (1e-4, 1e-4, 1e-3, 1e-3),
        "joint": (5e-3, 3e-3, 0.3, 0.3),  # Chipmunk solves them at the place to which it has moved the bodies
        "gear": (1e-4, 2e-3, 1e-3, 0.1),
        "pull": PULL,
    },
    "matter": {
        **FIXED,
        "free": (3e-4, 1e-5, 0.012, 1e-5),  # Matter.js does not damp the gravity of the step
        "stack": STACK,
        "slide": (2e-3, 5e-3, 0.2, 0.1),  # friction is another law
        "joint": (2e-3, 1e-3, 0.15, 0.03),  # constraints are corrections of positions
    },
    "planck": {
        **FIXED,
        "free": (1e-5, 1e-5, 1e-5, 1e-5),
        "stack": STACK,
        "slide": (1e-4, 1e-4, 1e-4, 1e-4),
        "chain_ball": STACK,
        "joint": (2e-5, 1e-4, 1e-4, 1e-4),
        "joint_limited": AT_LIMIT,
        "gear": (1e-5, 1e-4, 1e-3, 1e-3),
        "pull": PULL,
    },
    "rapier2d": {
        **FIXED,
        "free": (2e-4, 1e-3, 3e-4, 1e-3),  # Rapier damps once in a step, satbox in each substep
        "stack": STACK,
        "slide": (1e-3, 1e-3, 0.01, 0.01),
        "joint": (1e-3, 1e-3, 0.05, 0.02),  # joints of Rapier are stiff springs
    },
}
