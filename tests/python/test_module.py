"""The Python module satbox: same bits as the C++ programs, closed forms, refusals, arrays.

Run by ctest with PYTHONPATH (the module), SATBOX_RUN (satbox-run) and SATBOX_BUILD (the build folder).
"""

import copy
import math
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile

import satbox

try:
    import numpy
except ImportError:
    numpy = None

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DT = 1 / 60


def box_world(**settings):
    world = satbox.World(**settings)
    ground = world.create_body(type="static")
    ground.add_shape(satbox.box(10, 0.5))
    box = world.create_body(position=(0, 5))
    box.add_shape(satbox.box(0.5, 0.5), restitution=0.3)
    return world, ground, box


def satbox_run(*arguments):
    done = subprocess.run([os.environ["SATBOX_RUN"], *arguments], stdout=subprocess.PIPE, check=True, text=True)
    return done.stdout.splitlines()[-1]


class Drawing(unittest.TestCase):
    def test_a_world_is_drawn_as_a_list_of_lines_polygons_discs_and_texts(self):
        world, _, box = box_world()
        world.step(DT, count=120)
        items = satbox.draw(world, overlays="shapes,contact-points,penetration", visible=((-5, -2), (5, 8)))
        kinds = {type(item).__name__ for item in items}
        self.assertLessEqual({"Line", "FilledPolygon", "Disc"}, kinds)
        bodies = [item for item in items if isinstance(item, satbox.FilledPolygon)]
        middle = [sum(p[1] for p in item.points) / len(item.points) for item in bodies]
        self.assertTrue(any(abs(y - box.position[1]) < 1e-3 for y in middle), middle)
        self.assertTrue(all(len(item.color) == 4 for item in items))
        self.assertEqual(satbox.draw(world, overlays="none"), [])

    def test_options_that_are_wrong_are_refused_with_a_sentence(self):
        world, _, _ = box_world()
        with self.assertRaisesRegex(ValueError, '"shape" is not an overlay; valid words: all, none, grid'):
            satbox.draw(world, overlays="shape")
        with self.assertRaisesRegex(ValueError, "metersPerPixel: 0 is not within"):
            satbox.draw(world, meters_per_pixel=0)
        self.assertIn("contact-points", satbox.draw_overlays())


class SameBits(unittest.TestCase):
    def test_a_scene_that_python_builds_and_saves_has_the_hash_of_satbox_run(self):
        world, ground, box = box_world(substeps=6)
        wheel = world.create_body(position=(2, 5), angular_velocity=3)
        wheel.add_shape(satbox.Circle(0.4), density=2)
        world.create_joint(satbox.WheelJoint(body_a=box, body_b=wheel, anchor_a=(1.5, -0.5),
                                             motor=satbox.JointMotor(enabled=True, speed=-4, max_force=30)))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "scene.json")
            satbox.Scene(world, title="Boxes").save(path)
            world.step(DT, count=90)
            self.assertEqual(f"{world.hash():016x}", satbox_run(path, "--steps", "90", "--hash"))

    def test_shipped_scenes_have_the_hash_of_satbox_run(self):
        for name in ("tumbler", "mixed_rain"):
            world = satbox.load_scene(name).world
            world.step(DT, count=60, threads=satbox.ThreadPool(2))
            self.assertEqual(f"{world.hash():016x}", satbox_run(name, "--steps", "60", "--hash"), name)

    def test_a_copy_continues_with_the_same_bits_and_is_independent(self):
        world, _, box = box_world()
        world.step(DT, count=30)
        other = copy.copy(world)
        self.assertEqual(world, other)
        world.step(DT, count=30)
        self.assertNotEqual(world, other)
        other.step(DT, count=30)
        self.assertEqual(world, other)
        self.assertNotEqual(other.body_at(box.slot), box)  # belongs to another world

    def test_scenes_are_saved_and_read_with_their_texts(self):
        world, _, _ = box_world()
        world.step(DT, count=40)
        scene = satbox.read_scene(satbox.Scene(world, "A title", "A sentence.").to_json())
        self.assertEqual((scene.title, scene.description), ("A title", "A sentence."))
        self.assertEqual(scene.world, world)
        scene.world.step(DT)
        world.step(DT)
        self.assertEqual(scene.world.hash(), world.hash())


class ClosedForms(unittest.TestCase):
    def test_a_body_falls_as_the_closed_form_says(self):
        world = satbox.World(gravity=(0, -10))
        body = world.create_body(linear_velocity=(3, 0))
        body.add_shape(satbox.Circle(0.5))
        world.step(1 / 600, count=600)
        x, y = body.position
        self.assertAlmostEqual(x, 3, 4)
        self.assertAlmostEqual(y, -5, 2)  # v += g h first: 5 (1 + h / 4) with four substeps
        self.assertAlmostEqual(body.linear_velocity[1], -10, 3)
        self.assertAlmostEqual(world.time, 1, 4)

    def test_mass_and_inertia_are_those_of_a_disc(self):
        body = satbox.World().create_body()
        body.add_shape(satbox.Circle(2), density=3)
        self.assertAlmostEqual(body.mass, 3 * math.pi * 4, 4)
        self.assertAlmostEqual(body.inertia, body.mass * 4 / 2, 3)

    def test_the_contact_of_a_resting_box_carries_its_weight(self):
        world, ground, box = box_world(sleeping=False)
        world.step(DT, count=300)
        contact, = [c for c in world.contacts() if c.touching]
        self.assertEqual({contact.body_a, contact.body_b}, {ground, box})
        self.assertEqual(len(contact.points), 2)
        self.assertAlmostEqual(sum(p.total_impulse for p in contact.points), box.mass * 9.81 * DT, 4)
        self.assertAlmostEqual(contact.points[0].position[1], 0.5, 2)


class Objects(unittest.TestCase):
    def test_forces_impulses_and_poses(self):
        world = satbox.World(gravity=(0, 0))
        body = world.create_body()
        body.add_shape(satbox.box(0.5, 0.5))  # 1 kg
        body.apply_impulse((2, 0))
        self.assertEqual(body.linear_velocity, (2, 0))
        body.apply_force((0, 60), point=body.center)
        world.step(DT)
        self.assertAlmostEqual(body.linear_velocity[1], 1, 5)
        body.position, body.angle = (5, 6), 1.0
        self.assertEqual(body.position, (5, 6))
        self.assertAlmostEqual(body.angle, 1, 6)
        body.linear_velocity, body.angular_velocity = (0, 0), 2
        self.assertEqual(body.velocity_at((5, 7)), (-2, 0))

    def test_definitions_are_read_changed_and_written_back(self):
        world, _, box = box_world()
        definition = box.definition
        self.assertEqual((definition.type, definition.position, definition.color), ("dynamic", (0, 5), None))
        definition.linear_damping, definition.color = 0.5, 0x112233
        self.assertEqual(box.definition.linear_damping, 0)  # a copy
        box.definition = definition
        self.assertEqual(box.definition, definition)
        box.change(gravity_scale=2, name="crate")
        self.assertEqual((box.name, box.definition.gravity_scale, box.definition.linear_damping), ("crate", 2, 0.5))
        box.change(left_key="A", walk_speed=4)
        self.assertEqual((box.definition.left_key, box.definition.jump_key, box.definition.walk_speed), ("A", "", 4))
        shape = box.shapes[0]
        shape.change(density=4, geometry=satbox.Circle(1))
        self.assertAlmostEqual(box.mass, 4 * math.pi, 5)
        self.assertEqual(shape.definition.geometry, satbox.Circle(1))
        self.assertIn("density=4", repr(shape.definition))
        self.assertIn("Polygon(", repr(satbox.ShapeDef(satbox.box(1, 1))))
        pieces = satbox.chain([(1, 0), (0, 0), (0, 1)], closed=True)
        self.assertEqual([len(pieces), pieces[0].one_sided, pieces[0].after], [3, True, (0, 1)])
        with self.assertRaises(ValueError):
            satbox.chain([(0, 0)])
        shape.change(geometry=satbox.box(0.5, 0.5, radius=0.25))
        self.assertAlmostEqual(box.mass, 4 * (1 + 4 * 0.25 + math.pi * 0.25 ** 2), 5)
        self.assertEqual(shape.definition.geometry.radius, 0.25)
        self.assertIn("radius=0.25", repr(satbox.Polygon([(0, 0), (1, 0), (0, 1)], radius=0.25)))
        with self.assertRaises(ValueError):
            satbox.box(1, 1, radius=-1)
        self.assertNotEqual(satbox.Circle(1), satbox.box(1, 1))
        self.assertFalse(satbox.Circle(1) == None)  # noqa: E711
        for wrong in (None, 0.5, 1):
            with self.assertRaises(TypeError):
                satbox.BodyDef(bullet=wrong)
        with self.assertRaises(TypeError):
            satbox.BodyDef(rotation=math.inf)
        with self.assertRaises(ValueError):
            world.step(count=-1)
        with self.assertRaises(MemoryError):
            world.reserve(bodies=2**62)
        world.change_settings(gravity=(0, -1.5))
        self.assertEqual(world.settings.gravity, (0, -1.5))
        self.assertEqual(satbox.Settings(gravity=(0, -1.5)), world.settings)

    def test_parts_of_a_joint_definition_are_changed_in_place(self):
        world, ground, box = box_world()
        definition = satbox.RevoluteJoint(body_a=ground, body_b=box, anchor_a=(0, 5), break_force=1e6)
        definition.motor.enabled, definition.motor.speed, definition.motor.max_force = True, 2, 1e4
        joint = world.create_joint(definition)
        world.step(DT, count=60)
        self.assertAlmostEqual(box.angular_velocity, 2, 3)
        self.assertAlmostEqual(joint.angle, 2, 1)
        read = joint.definition
        self.assertIsInstance(read, satbox.RevoluteJoint)
        self.assertEqual(read, definition)
        read.break_force = 1e-3
        joint.definition = read
        world.step(DT)
        self.assertEqual([e.joint for e in world.events.broken_joints], [joint])
        self.assertFalse(joint.exists)
        self.assertEqual(world.joints, [])

    def test_every_kind_of_joint_is_made_and_read_back(self):
        world, ground, box = box_world()
        for kind in (satbox.DistanceJoint, satbox.RevoluteJoint, satbox.PrismaticJoint, satbox.WeldJoint, satbox.WheelJoint,
                     satbox.MotorJoint, satbox.PulleyJoint, satbox.FilterJoint):
            joint = world.create_joint(kind(body_a=ground, body_b=box, anchor_a=(0, 2)))
            self.assertIs(type(joint.definition), kind)
            self.assertEqual(box.joints, [joint])
            joint.destroy()

    def test_a_mouse_joint_draws_its_body(self):
        world = satbox.World(gravity=(0, 0))
        body = world.create_body()
        body.add_shape(satbox.box(0.5, 0.5))
        mouse = world.create_mouse_joint(body, (0, 0))
        mouse.target = (3, 0)
        world.step(DT, count=180)
        self.assertAlmostEqual(body.position[0], 3, 2)
        mouse.destroy()
        self.assertFalse(mouse.exists)

    def test_events_tell_begin_hit_sensor_and_end(self):
        world, ground, box = box_world()
        zone = world.create_body(type="static", position=(0, 3))
        zone.add_shape(satbox.Circle(0.5), sensor=True)
        begins, hits, sensors = [], [], []
        for _ in range(150):
            world.step(DT)
            begins += world.events.begins
            hits += world.events.hits
            sensors += world.events.sensors
        self.assertEqual((begins[0].body_a, begins[0].body_b), (ground, box))
        self.assertAlmostEqual(hits[0].speed, math.sqrt(2 * 9.81 * 4), 0)
        self.assertEqual([(e.sensor.body, e.visitor.body, e.began) for e in sensors], [(zone, box, True), (zone, box, False)])
        box.destroy()
        world.step(DT)
        self.assertEqual([e.body_b for e in world.events.ends], [box])

    def test_contacts_visitors_and_moved_bodies_are_listed(self):
        world, ground, box = box_world()
        zone = world.create_body(type="static", position=(0, 1)).add_shape(satbox.box(1, 0.4), sensor=True, sensor_events=False)
        box.position = (0, 1)
        world.step(DT)
        self.assertEqual(world.events.sensors, [])
        self.assertIn(box.shapes[0], world.visitors_of(zone))
        self.assertEqual([c.body_b for c in world.contacts_of(ground) if c.touching], [box])
        self.assertIn(world.contacts_of(ground)[0].shape_a, (ground.shapes[0], box.shapes[0]))
        self.assertEqual(len(world.contacts_of(box.shapes[0])), len(world.contacts_of(box)))
        self.assertEqual(world.moved_bodies(), [(box, False)])
        for _ in range(300):
            world.step(DT)
            if world.events.fell_asleep:
                break
        self.assertEqual(world.events.fell_asleep, [(box,)])
        self.assertEqual(world.moved_bodies(), [(box, True)])
        world.step(DT)
        self.assertEqual(world.moved_bodies(), [])

    def test_explosions_wind_targets_and_user_values(self):
        world = satbox.World(gravity=(0, 0))
        body = world.create_body(position=(2, 0), lock_y=True, mass=2, user_value=7)
        body.add_shape(satbox.box(0.5, 0.5), category=1 << 40, user_value=2 ** 64 - 1, material_user_value=2 ** 63)
        self.assertEqual((body.mass, body.definition.user_value, body.shapes[0].definition.user_value), (2, 7, 2 ** 64 - 1))
        self.assertEqual(body.shapes[0].definition.material_user_value, 2 ** 63)
        world.explode((0, 0), radius=5, falloff=0, impulse=1, mask=1)
        self.assertEqual(body.linear_velocity, (0, 0))
        world.explode((0, 0), radius=5, falloff=0, impulse=1)
        self.assertGreater(body.linear_velocity[0], 0.2)
        body.linear_velocity = (0, 0)
        world.apply_wind((3, 3), density=1, dt=DT)
        world.step(DT)
        self.assertTrue(0 < body.linear_velocity[0] < 3)
        self.assertEqual(body.position[1], 0)
        lift = world.create_body(type="kinematic", position=(10, 0))
        lift.set_target_transform((10, 0.5), 0.1, DT)
        world.step(DT)
        self.assertAlmostEqual(lift.position[1], 0.5, 5)
        self.assertAlmostEqual(lift.angle, 0.1, 4)
        world.user_value = 2 ** 63
        self.assertEqual(world.copy().user_value, 2 ** 63)
        world.reserve(bodies=100, contacts=300)

    def test_queries_return_lists_and_objects_or_none(self):
        world = satbox.World()
        bodies = [world.create_body(type="static", position=(2 * i, 0)) for i in range(3)]
        shapes = [body.add_shape(satbox.box(0.5, 0.5), category=1 << i) for i, body in enumerate(bodies)]
        hit = world.cast_ray((-2, 0), (8, 0))
        self.assertEqual((hit.shape, hit.point, hit.normal), (shapes[0], (-0.5, 0), (-1, 0)))
        self.assertIsNone(world.cast_ray((-2, 3), (8, 0)))
        self.assertEqual([h.shape for h in world.cast_ray_all((-2, 0), (8, 0))], shapes)
        self.assertEqual(world.cast_ray((-2, 0), (8, 0), satbox.Filter(mask=4)).shape, shapes[2])
        self.assertEqual(world.query_box((1, -1), (5, 1)), shapes[1:])
        self.assertEqual(world.query_point((2.1, 0.1)), [shapes[1]])
        self.assertEqual(world.query_closest((0, 2), 3), (shapes[0], (0, 0.5), 1.5))
        self.assertIsNone(world.query_closest((0, 2), 1))
        self.assertEqual(world.overlap_shape(satbox.Circle(0.25), (0.6, 0)), [shapes[0]])
        self.assertAlmostEqual(world.cast_shape(satbox.Circle(0.25), (-2, 0), (8, 0)).fraction, 1.25 / 8, 6)
        self.assertEqual(len(world.cast_shape_all(satbox.Circle(0.25), (-2, 0), (8, 0))), 3)
        moving = bodies[0].cast((4, 0))
        self.assertEqual((moving.shape, moving.moving), (shapes[1], shapes[0]))
        self.assertEqual(shapes[2].bounds, ((3.5, -0.5), (4.5, 0.5)))
        self.assertEqual([s.body for s in world.shapes], world.bodies)

    def test_outlines(self):
        pieces = satbox.decompose([(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)])
        body = satbox.World().create_body()
        for piece in pieces:
            body.add_shape(piece)
        self.assertAlmostEqual(body.mass, 5, 5)
        self.assertEqual(len(satbox.Polygon([(0, 0), (1, 0), (0, 1), (0.2, 0.2)]).vertices), 3)
        self.assertEqual(len(satbox.regular_polygon(6, 1).vertices), 6)


class Callbacks(unittest.TestCase):
    def test_a_platform_lets_through_what_comes_from_below(self):
        class OneWay:
            def pre_solve(self, contact):
                is_a = contact.shape_a == self.platform
                up = contact.normal[1] if is_a else -contact.normal[1]
                other = contact.shape_b if is_a else contact.shape_a
                return up > 0.9 and other.body.linear_velocity[1] < 0.1

            def pre_continuous(self, fast, other):
                return other != self.platform

        world = satbox.World()
        callbacks = OneWay()
        callbacks.platform = world.create_body(type="static", position=(0, 2)).add_shape(satbox.box(3, 0.1), pre_solve=True)
        world.contact_callbacks = callbacks
        self.assertIs(world.contact_callbacks, callbacks)
        box = world.create_body(linear_velocity=(0, 9))
        box.add_shape(satbox.box(0.25, 0.25))
        world.step(DT, count=30, threads=satbox.ThreadPool(2))
        self.assertGreater(box.position[1], 2.5)
        world.step(DT, count=210)
        self.assertAlmostEqual(box.position[1], 2.35, 1)
        self.assertIsNone(world.copy().contact_callbacks)
        world.contact_callbacks = None
        self.assertIsNone(world.contact_callbacks)

    def test_materials_are_mixed_and_the_world_keeps_the_callbacks_alive(self):
        class Bouncy:
            def mix(self, a, b, usual):
                usual.restitution = 1
                return usual

        world, _, box = box_world(sleeping=False)
        world.contact_callbacks = Bouncy()
        world.step(DT, count=70)
        self.assertGreater(box.linear_velocity[1], 5)

    def test_what_a_callback_raises_comes_out_of_step(self):
        class Broken:
            calls, answer = 0, None

            def should_collide(self, a, b):
                self.calls += 1
                return self.answer() if self.answer else None

        world, _, box = box_world()
        box.position = (0, 1.01)
        world.contact_callbacks = broken = Broken()
        with self.assertRaisesRegex(TypeError, "should_collide: expected True or False, got None"):
            world.step(DT, count=5)
        self.assertEqual((world.step_count, broken.calls), (1, 1))
        world.step(DT)  # the step was done as if there were no callbacks
        self.assertEqual(len(world.contacts()), 1)

        world, _, box = box_world()
        box.position = (0, 1.01)
        broken.answer = lambda: box.change(bullet=True)
        world.contact_callbacks = broken
        with self.assertRaisesRegex(RuntimeError, "contact callbacks may only read it"):
            world.step(DT)
        self.assertFalse(box.definition.bullet)
        with self.assertRaisesRegex(TypeError, "expected an object with should_collide"):
            world.contact_callbacks = object()


class Refusals(unittest.TestCase):
    def refuses(self, part, function, *arguments, error=ValueError, **more):
        with self.assertRaises(error) as caught:
            function(*arguments, **more)
        self.assertIn(part, str(caught.exception))

    def test_the_engine_says_what_is_wrong_and_nothing_changes(self):
        world, ground, box = box_world()
        before = world.hash()
        self.refuses("linearDamping: ", world.create_body, linear_damping=-1)
        self.refuses("radius: ", box.add_shape, satbox.Circle(-1))
        self.refuses("density: ", box.add_shape, satbox.Circle(1), density=math.nan)
        self.refuses("substeps: ", world.change_settings, substeps=0)
        self.refuses("substeps: ", satbox.World, substeps=1000)
        self.refuses("dt", world.step, 0)
        self.refuses("dt", world.step, math.inf)
        self.refuses("20 vertices, a polygon has at most 8", satbox.Polygon, [(math.cos(i), math.sin(i)) for i in range(20)])
        self.refuses("2 points", satbox.Polygon, [(0, 0), (1, 0)])
        self.refuses("half width", satbox.box, 0, 1)
        self.refuses("9 sides", satbox.regular_polygon, 9, 1)
        self.refuses("65 threads", satbox.ThreadPool, 65)
        self.refuses("no_such_scene", satbox.load_scene, "no_such_scene")
        self.refuses("", satbox.read_scene, "{")
        self.assertEqual(world.hash(), before)

    def test_wrong_types_and_names_are_named(self):
        world, _, box = box_world()
        self.refuses("no field 'linear_dampin', did you mean \"linear_damping\"", world.create_body, error=TypeError, linear_dampin=1)
        self.refuses("position: expected two numbers, got 3", world.create_body, error=TypeError, position=3)
        self.refuses("type: expected one of 'static', 'kinematic', 'dynamic', got 'still'", world.create_body, type="still")
        self.refuses("solver: expected one of 'soft-step'", satbox.Settings, solver="best")
        self.refuses("bullet: expected True or False", world.create_body, error=TypeError, bullet=[1, 2].append)
        self.refuses("motor: expected a satbox.JointMotor", satbox.WheelJoint, error=TypeError, motor=3)
        self.refuses("group: expected a whole number", world.create_body, error=TypeError, group=-1)
        self.refuses("target: expected two numbers", setattr, world.create_mouse_joint(box, (0, 5)), "target", None, error=TypeError)
        for name in ("position", "angle", "linear_velocity", "angular_velocity"):
            self.refuses(name + ": expected", setattr, box, name, "up", error=TypeError)
        self.refuses("has no field 'world'", box.change, error=TypeError, world=world)

    def test_objects_that_are_gone_or_of_another_world_are_refused(self):
        world, ground, box = box_world()
        shape = box.shapes[0]
        other = world.copy()
        stranger = other.body_at(box.slot)
        self.refuses("another world", world.create_joint, satbox.WeldJoint(body_a=ground, body_b=stranger))
        self.refuses("another world", world.create_mouse_joint, stranger, (0, 0))
        self.refuses("body_b: missing", world.create_joint, satbox.WeldJoint(body_a=ground))
        box.destroy()
        for use in (lambda: box.position, lambda: box.definition, box.destroy, box.wake, lambda: shape.body, shape.remove,
                    lambda: box.apply_impulse((1, 0))):
            self.refuses("there is no such", use)
        self.assertFalse(box.exists or shape.exists)
        self.assertIn("destroyed", repr(box))
        self.assertTrue(stranger.exists)

    def test_a_body_keeps_its_world_alive(self):
        body = satbox.World().create_body(position=(1, 2))
        self.assertEqual(body.position, (1, 2))
        self.assertEqual(body.world.bodies, [body])


@unittest.skipIf(numpy is None, "NumPy is not installed")
class Arrays(unittest.TestCase):
    def test_rows_are_those_of_the_bodies(self):
        world, _, box = box_world()
        world.create_body(position=(3, 4), rotation=0.5, angular_velocity=2).add_shape(satbox.Circle(1))
        world.step(DT, count=10)
        bodies = world.bodies
        self.assertEqual(world.positions().tolist(), [list(b.position) for b in bodies])
        self.assertEqual(world.linear_velocities().tolist(), [list(b.linear_velocity) for b in bodies])
        self.assertEqual(world.angles().tolist(), [b.angle for b in bodies])
        self.assertEqual(world.angular_velocities().tolist(), [b.angular_velocity for b in bodies])
        self.assertEqual((world.positions().dtype, world.positions().shape), (numpy.float64, (3, 2)))
        self.assertEqual((world.angles().dtype, world.angles().shape), (numpy.float32, (3,)))

    def test_arrays_are_copies(self):
        world, _, box = box_world()
        positions = world.positions()
        positions[:] = 7
        self.assertEqual(box.position, (0, 5))
        world.step(DT)
        self.assertTrue((positions == 7).all())

    def test_an_empty_world_has_empty_arrays(self):
        self.assertEqual(satbox.World().positions().shape, (0, 2))

    def test_vectors_may_be_arrays(self):
        world, _, box = box_world()
        box.position = numpy.array([1.0, 2.0])
        self.assertEqual(box.position, (1, 2))
        self.assertEqual(len(satbox.Polygon(numpy.array([[0, 0], [1, 0], [0, 1]])).vertices), 3)


class Examples(unittest.TestCase):
    def run_example(self, name, folder):
        return subprocess.run([sys.executable, "-B", os.path.join(ROOT, "examples", "python", name)], check=True, text=True,
                              stdout=subprocess.PIPE, cwd=folder).stdout

    def test_examples_run_and_agree_with_the_closed_forms(self):
        with tempfile.TemporaryDirectory() as folder:
            difference = float(self.run_example("pendulum.py", folder).split("difference ")[1].split(" %")[0])
            self.assertLess(abs(difference), 0.05)
            said = self.run_example("stack.py", folder)
        force, weight = (float(said.split(key)[1].split(" N")[0]) for key in ("on the ground ", "weight "))
        self.assertLess(abs(force / weight - 1), 0.01)
        self.assertIn("the ray hits box 4 at x = -0.", said)
        self.assertIn("refused: linearDamping: ", said)


class Wheel(unittest.TestCase):
    def test_the_wheel_has_the_module_and_a_record_of_its_files(self):
        sys.path.insert(0, os.path.join(ROOT, "python"))
        import build_backend
        with tempfile.TemporaryDirectory() as folder:
            name = build_backend.build_wheel(folder, {"build-dir": os.environ["SATBOX_BUILD"]})
            self.assertRegex(name, rf"^satbox-{satbox.__version__}-cp3\d+-cp3\d+-\w+\.whl$")
            with zipfile.ZipFile(os.path.join(folder, name)) as wheel:
                names = wheel.namelist()
                record = wheel.read(next(n for n in names if n.endswith("/RECORD"))).decode()
                wheel.extractall(folder)
            self.assertEqual([line.split(",")[0] for line in record.splitlines()], names)
            found = subprocess.run([sys.executable, "-c", "import satbox; print(satbox.__file__, satbox.World())"], check=True,
                                   stdout=subprocess.PIPE, text=True, env=dict(os.environ, PYTHONPATH=folder)).stdout
            self.assertTrue(found.startswith(folder), found)
            self.assertIn("<satbox.World: 0 bodies, 0 steps>", found)


if __name__ == "__main__":
    unittest.main()
