#!/usr/bin/env python3
"""How a stack of boxes settles: a short tour of the module. Each part, marked with # %%, is a cell in editors with
notebooks.

    PYTHONPATH=build/release/python python3 examples/python/stack.py
"""

# %% A stack of ten boxes, 1 m wide, with gaps of 20 cm.
import satbox

world = satbox.World(substeps=4)
ground = world.create_body(type="static", name="ground")
ground.add_shape(satbox.box(20.0, 0.5, center=(0.0, -0.5)), static_friction=0.8)
boxes = [world.create_body(position=(0.0, 0.5 + 1.2 * i), name=f"box {i}") for i in range(10)]
for box in boxes:
    box.add_shape(satbox.box(0.5, 0.5), density=100.0)
print(world, "-", len(world.bodies), "bodies,", world.total_mass, "kg")

# %% It falls together. Hits are events of a step.
while boxes[-1].awake and world.time < 10.0:
    world.step(1 / 60)
    for hit in world.events.hits:
        print(f"{world.time:.2f} s: {hit.body_a.name} and {hit.body_b.name} hit at {hit.speed:.2f} m/s")
print(f"asleep after {world.time:.2f} s")

# %% The lowest contact carries all boxes: the sum of its impulses in a step is their weight times the step.
lowest = next(c for c in world.contacts() if ground in (c.body_a, c.body_b))
force = sum(p.total_impulse for p in lowest.points) * 60
print(f"force on the ground {force:.0f} N, weight {world.total_mass * 9.81:.0f} N")

# %% All positions at once, as a NumPy array: the gaps that are left.
try:
    heights = world.positions()[1:, 1]
    print("overlap of neighbours [mm]:", (1000 * (1.0 - (heights[1:] - heights[:-1]))).round(2))
except ImportError:
    print("NumPy is not installed: no arrays")

# %% A copy for an experiment: a push at the top, on two threads. The original stays as it is.
experiment = world.copy()
top = experiment.body_at(boxes[-1].slot)
top.apply_impulse((400.0, 0.0))
experiment.step(1 / 60, count=120, threads=satbox.ThreadPool(2))
print(f"pushed: the top box is at ({top.position[0]:.1f}, {top.position[1]:.2f}) m; in the original at "
      f"({abs(boxes[-1].position[0]):.1f}, {boxes[-1].position[1]:.2f}) m")

# %% What a ray from the left hits first.
hit = world.cast_ray((-5.0, 4.5), (10.0, 0.0))
print(f"the ray hits {hit.shape.body.name} at x = {hit.point[0]:.2f} m")

# %% Bad input raises ValueError with the reason.
try:
    world.create_body(linear_damping=-1.0)
except ValueError as error:
    print("refused:", error)
