#!/usr/bin/env python3
"""A pendulum with a large amplitude: its period, compared with the closed form. Draws the angle if Matplotlib is installed.

    PYTHONPATH=build/release/python python3 examples/python/pendulum.py [PICTURE.png]
"""

import math
import sys

import satbox

G, LENGTH, AMPLITUDE, DT = 9.81, 1.0, math.radians(120.0), 1.0 / 240.0


def swing(seconds):
    """Angles of the pendulum from the vertical, rad, after each step."""
    world = satbox.World(gravity=(0.0, -G), step_rate=1.0 / DT)
    pivot = world.create_body(type="static")
    start = (LENGTH * math.sin(AMPLITUDE), -LENGTH * math.cos(AMPLITUDE))
    bob = world.create_body(position=start)
    bob.add_shape(satbox.Circle(0.01))  # so small that its own inertia does not count
    world.create_joint(satbox.DistanceJoint(body_a=pivot, body_b=bob, length=LENGTH))
    angles = []
    for _ in range(round(seconds / DT)):
        world.step(DT)
        x, y = bob.position
        angles.append(math.atan2(x, -y))
    return angles


def period_of(angles):
    """Mean time between passages of the vertical from left to right, interpolated between steps, s."""
    passages = [DT * (i + 1 + a / (a - b)) for i, (a, b) in enumerate(zip(angles, angles[1:])) if a < 0.0 <= b]
    return (passages[-1] - passages[0]) / (len(passages) - 1)


def exact_period():
    """2 pi sqrt(l / g) over the arithmetic-geometric mean of 1 and cos(amplitude / 2) (Gauss)."""
    a, b = 1.0, math.cos(AMPLITUDE / 2.0)
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2.0, math.sqrt(a * b)
    return 2.0 * math.pi * math.sqrt(LENGTH / G) / a


def main():
    angles = swing(30.0)
    measured, exact = period_of(angles), exact_period()
    print(f"period {measured:.5f} s, closed form {exact:.5f} s, difference {100.0 * (measured / exact - 1.0):+.4f} %")
    try:
        from matplotlib import pyplot
    except ImportError:
        print("Matplotlib is not installed: no picture")
        return
    pyplot.plot([DT * (i + 1) for i in range(len(angles))], [math.degrees(a) for a in angles])
    pyplot.xlabel("time [s]")
    pyplot.ylabel("angle [deg]")
    pyplot.savefig(sys.argv[1] if len(sys.argv) > 1 else "pendulum.png")


if __name__ == "__main__":
    main()
