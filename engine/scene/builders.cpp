#include <satbox/scene/builders.h>

#include "engine/scene/builder_functions.h"

#include <array>

#include <span>

namespace satbox {
namespace {

constexpr std::array kScenes{
    BuiltinScene{
        "welcome", "Welcome",
        "A ball bowls into a pyramid, dominoes run along a shelf, and mixed shapes rain onto a paddle wheel.",
        true, &builders::welcome},
    BuiltinScene{"box_stack", "Box stack", "A stack of fifteen unit boxes comes to rest and falls asleep.",
                 true, &builders::boxStack},
    BuiltinScene{"ten_boxes", "Ten boxes",
                 "A stack of ten unit boxes: some solvers hold it, others let it collapse. Compare them with "
                 "Shift+C.",
                 true, &builders::tenBoxes},
    BuiltinScene{"pyramid", "Pyramid", "Twenty rows of unit boxes whose faces touch from the start.", true,
                 &builders::pyramid},
    BuiltinScene{"dominoes", "Dominoes",
                 "The first of forty dominoes is tipped and the fall runs through the row.", true,
                 &builders::dominoes},
    BuiltinScene{"friction_ramp", "Friction ramp",
                 "Five boxes with friction 0, 0.15, 0.3, 0.45 and 0.6 on a slope of 25 degrees, whose "
                 "tangent is 0.47: only the last one stays.",
                 true, &builders::frictionRamp},
    BuiltinScene{"restitution_row", "Restitution row",
                 "Eleven balls with restitution 0 to 1 in steps of 0.1 fall from the same height.", true,
                 &builders::restitutionRow},
    BuiltinScene{
        "newtons_cradle", "Newton's cradle",
        "Frictionless balls with restitution 1 pass an impact along, on a rail that curves up at both ends.",
        true, &builders::newtonsCradle},
    BuiltinScene{"arch", "Arch",
                 "Fifteen wedge-shaped stones carry each other by pressure and friction alone.", true,
                 &builders::arch},
    BuiltinScene{"card_house", "Card house", "Forty cards lean against each other, five storeys high.", true,
                 &builders::cardHouse},
    BuiltinScene{"tumbler", "Tumbler", "A rotating square drum tumbles the shapes inside it.", true,
                 &builders::tumbler},
    BuiltinScene{"mixed_rain", "Mixed shapes rain", "Balls, boxes, capsules and polygons fall into a bin.",
                 true, &builders::mixedRain},
    BuiltinScene{
        "hexagon_heptagon", "Hexagon and heptagon",
        "Two regular polygons without gravity. Pause, drag one across the other and watch the axis of least "
        "overlap change.",
        true, &builders::hexagonHeptagon},
    BuiltinScene{"two_triangles", "Two triangles",
                 "The worked example of the Minkowski view: (1,1) (3,1) (2,3) against (2,2) (4,2) (3,4), "
                 "least overlap 0.447 m along (2,1). Gravity is off, and nothing pushes them apart.",
                 true, &builders::twoTriangles},
    BuiltinScene{"joint_kinds", "Kinds of joints",
                 "Rods, a rope and a spring, hinges with a motor and with limits, a slider, a soft weld, a "
                 "pulley, a box that is held in the air, two boxes that do not collide, and a cart.",
                 true, &builders::jointKinds},
    BuiltinScene{
        "joint_distance", "Distance joints",
        "From left to right: a rod, a rope, a spring, a spring with limits, a piston that lifts, and a "
        "rod that breaks when the box swings down.",
        true, &builders::jointDistance},
    BuiltinScene{
        "joint_revolute", "Hinges",
        "From left to right: a free hinge, one with limits, one with a spring, one with a motor, one "
        "with a brake, and one that breaks.",
        true, &builders::jointRevolute},
    BuiltinScene{
        "joint_prismatic", "Sliders",
        "From left to right: a slider on a slope, one with a spring, a lift, a brake that slips, and a "
        "lift whose motor has little power.",
        true, &builders::jointPrismatic},
    BuiltinScene{
        "joint_weld", "Welds",
        "Balls fall onto planks that are welded together: rigid, elastic in angle, elastic in angle and "
        "position, and so weak that they break.",
        true, &builders::jointWeld},
    BuiltinScene{
        "joint_wheel", "Wheels",
        "Carts on bumpy roads, from top to bottom: with stiff springs, with soft ones, with none, and "
        "with a motor.",
        true, &builders::jointWheel},
    BuiltinScene{
        "joint_motor", "Motor joints",
        "Boxes that are held in the air, from left to right: firmly, softly, without torque, and too "
        "weakly for the ball that falls onto them.",
        true, &builders::jointMotor},
    BuiltinScene{
        "joint_pulley", "Pulleys",
        "From left to right: two equal boxes, a heavier one on the left, a tackle of ratio 2 in balance, "
        "and one of ratio 3 with which a light box lifts a heavy one.",
        true, &builders::jointPulley},
    BuiltinScene{
        "joint_filter", "Filter joints",
        "The boxes on the left collide; on the right, each passes through its neighbours. In the middle, "
        "one of two balls falls through the upper shelf.",
        true, &builders::jointFilter},
    BuiltinScene{
        "joint_gear", "Gears",
        "From left to right: a train of four wheels, a planetary gear in a ring that stands still, a rack "
        "on a spring, and two stages that let a weak motor raise an arm.",
        true, &builders::jointGear},
    BuiltinScene{"heavy_rope", "Heavy load on a rope",
                 "A ball swings on a rope of forty links, each with a hundredth of its mass, into a wall. "
                 "Switch off Exact joints, and the rope stretches.",
                 true, &builders::heavyRope},
    BuiltinScene{"bridge", "Bridge", "Twenty-four planks with hinges carry what falls onto them.", true,
                 &builders::bridge},
    BuiltinScene{"suspension_bridge", "Suspension bridge",
                 "A truck crosses a deck of 28 planks that hang by rods on a cable between two towers.", true,
                 &builders::suspensionBridge},
    BuiltinScene{"car", "Car",
                 "Two driven wheels on springs take a car over hills, a washboard and a kerb. Hold D or A to "
                 "drive it yourself.",
                 true, &builders::car},
    BuiltinScene{
        "character", "Character",
        "A and D walk, W jumps: stairs, crates to push, a turning drum in a pit, a belt, a lift that a crank "
        "moves, a hanging bridge and a seesaw lead around and back.",
        true, &builders::character},
    BuiltinScene{
        "walker", "Theo Jansen's walker",
        "A crank drives six legs of Theo Jansen's linkage, with the lengths that he published. Its rods "
        "are rigid and close three loops a leg.",
        true, &builders::walker},
    BuiltinScene{
        "escapement", "Escapement",
        "A pendulum lets one tooth of the escape wheel pass in each swing of 4 s, and the wheel keeps it "
        "swinging: one turn a minute.",
        true, &builders::escapement},
    BuiltinScene{"trebuchet", "Trebuchet",
                 "A falling weight swings a sling, which lets go of the stone with a jerk and throws it at a "
                 "castle.",
                 true, &builders::trebuchet},
    BuiltinScene{
        "loader", "Loader",
        "A crank raises the boom, a rod tips the bucket at the top, and the boom lifts the gate through "
        "which the balls come back. Most balls go round for minutes.",
        true, &builders::loader},
    BuiltinScene{"compound", "Compound bodies",
                 "Bodies of several shapes: letters, crosses, dumbbells, concave cups.", true,
                 &builders::compound},
    BuiltinScene{
        "round_corners", "Round corners",
        "Polygons with a radius: dice that roll down a slope, where sharp ones tumble, a stack, a cairn of "
        "flat stones and a heap of pebbles.",
        true, &builders::roundCorners},
    BuiltinScene{"heavy_on_light", "Heavy on light",
                 "Boxes that are 2, 10, 50 and 100 times as heavy as the boxes below them.", true,
                 &builders::heavyOnLight},
    BuiltinScene{
        "bullet_wall", "Bullet and wall",
        "Small fast balls hit a brick wall and a thin plate; continuous collision lets none of them through "
        "the plate.",
        true, &builders::bulletWall},
    BuiltinScene{"funnel", "Funnel", "Grains run through a funnel into a bin.", true, &builders::funnel},
    BuiltinScene{"smooth_ground", "Smooth ground",
                 "Chains of one-sided segments: bodies slide over 240 pieces of hills without catching on a "
                 "joint, and a "
                 "box flies into a ring that lets nothing out.",
                 true, &builders::smoothGround},
    BuiltinScene{"gas", "Confined gas",
                 "Discs without gravity, friction or loss in a closed box: energy should be conserved.", true,
                 &builders::gas},
    BuiltinScene{
        "vertex_contacts", "Vertex contacts",
        "A published engine pushes vertices out of other polygons one by one. A plank slides down a post, "
        "since none of its corners is inside it.",
        true, &builders::vertexContacts},
    BuiltinScene{"large_pyramid", "Large pyramid", "Benchmark: a hundred rows, 5050 unit boxes.", false,
                 &builders::largePyramid},
    BuiltinScene{"many_pyramids", "Many pyramids",
                 "Benchmark: four hundred pyramids of ten rows, 22000 boxes.", false,
                 &builders::manyPyramids},
    BuiltinScene{"container2000", "Container", "Benchmark: 2000 rotated unit boxes fall into a container.",
                 false, &builders::container2000},
    BuiltinScene{"tumbler_bench", "Large tumbler", "Benchmark: 2025 small boxes in a rotating drum.", false,
                 &builders::tumblerBench},
    BuiltinScene{"compounds", "Many compounds",
                 "Benchmark: 3000 bodies of two triangles each fall into a box of walls.", false,
                 &builders::compounds},
    BuiltinScene{"junkyard", "Junkyard",
                 "Benchmark: 8000 small pentagons in a trough; satbox-bench sweeps a box through them.",
                 false, &builders::junkyard},
    BuiltinScene{"smash", "Smash",
                 "Benchmark: without gravity, a heavy box hits 9600 small squares at 40 m/s.", false,
                 &builders::smash},
    BuiltinScene{"washer", "Washer", "Benchmark: 8100 small squares in a rotating ring with four fins.",
                 false, &builders::washer},
    BuiltinScene{"circles", "Circles", "Benchmark: 5000 discs of several sizes fall into a bin.", false,
                 &builders::circles},
    BuiltinScene{"mixed", "Many mixed shapes",
                 "Benchmark: 5000 discs, boxes and polygons with 3 to 8 corners fall into a bin.", false,
                 &builders::mixed},
    BuiltinScene{"joint_grid", "Net of joints", "Benchmark: 10000 discs with 19794 hinges in a square net.",
                 false, &builders::jointGrid},
    BuiltinScene{"chain_1000", "Long chain", "Benchmark: a thousand links between two walls.", false,
                 &builders::chain1000},
    BuiltinScene{"ragdolls_500", "Ragdolls", "Benchmark: 500 figures of eleven limbs fall into a bin.", false,
                 &builders::ragdolls500},
    BuiltinScene{"vehicles", "Vehicles", "Benchmark: 500 vehicles on bumpy roads.", false,
                 &builders::vehicles},
};

constexpr std::array kLabScenes{
    BuiltinScene{"lab_hexagon_heptagon", "Hexagon, heptagon",
                 "Two regular polygons, thirteen axes: the pair that an article on web games shows.", false,
                 &builders::labHexagonHeptagon},
    BuiltinScene{"lab_two_triangles", "Two triangles",
                 "(1,1) (3,1) (2,3) against (2,2) (4,2) (3,4): they overlap by 0.447 m along (2,1).", false,
                 &builders::labTriangles},
    BuiltinScene{"lab_parallel_edges", "Parallel edges",
                 "Two boxes face to face: a face of each separates equally well, and the bias prefers A's.",
                 false, &builders::labParallelEdges},
    BuiltinScene{"lab_containment", "Containment",
                 "A small box inside a large one: the overlap along an axis exceeds the length they share.",
                 false, &builders::labContainment},
    BuiltinScene{"lab_coincident", "Coincident",
                 "Two equal hexagons at the same position: every axis is as good as its opposite.", false,
                 &builders::labCoincident},
    BuiltinScene{"lab_corner", "Corner to corner",
                 "Two boxes touch at one corner: each test has its own rule for touching.", false,
                 &builders::labCorner},
    BuiltinScene{"lab_needle", "Needle",
                 "A needle 1 cm wide sticks in a box: its long sides barely separate the two.", false,
                 &builders::labNeedle},
    BuiltinScene{"lab_near_parallel", "Near-parallel",
                 "Two boxes at an angle of 0.01 degrees: their faces tie in single precision.", false,
                 &builders::labNearParallel},
    BuiltinScene{"lab_crossed_bars", "Crossed bars",
                 "Two bars cross: they overlap, but no vertex of either is inside the other.", false,
                 &builders::labCrossedBars},
    BuiltinScene{"lab_circle_corner", "Circle at a corner",
                 "A circle in a corner's Voronoi region: the normal points from the corner to its centre.",
                 false, &builders::labCircleCorner},
    BuiltinScene{"lab_capsules", "Capsules",
                 "Two capsules end to end: the core segments are nearest at two endpoints.", false,
                 &builders::labCapsules},
};

const BuiltinScene* find(std::span<const BuiltinScene> scenes, std::string_view name)
{
    for (const BuiltinScene& scene : scenes)
        if (scene.name == name) return &scene;
    return nullptr;
}

} // namespace

Scene BuiltinScene::build() const
{
    Scene scene = make();
    scene.name = name;
    scene.title = title;
    scene.description = description;
    return scene;
}

std::span<const BuiltinScene> builtinScenes() { return kScenes; }

const BuiltinScene* findBuiltinScene(std::string_view name) { return find(kScenes, name); }

std::span<const BuiltinScene> labScenes() { return kLabScenes; }

const BuiltinScene* findLabScene(std::string_view name) { return find(kLabScenes, name); }

} // namespace satbox
