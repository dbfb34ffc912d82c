#pragma once

#include <satbox/scene/scene.h>

namespace satbox::builders {

// The build functions of builtinScenes() and labScenes(), by source file. builders.cpp has their
// descriptions.

// builders_welcome.cpp
Scene welcome();
// builders_stacks.cpp
Scene boxStack();
Scene tenBoxes();
Scene pyramid();
Scene dominoes();
Scene arch();
Scene cardHouse();
Scene heavyOnLight();
// builders_materials.cpp
Scene frictionRamp();
Scene restitutionRow();
Scene newtonsCradle();
Scene gas();
// builders_joints.cpp
Scene jointKinds();
Scene heavyRope();
Scene bridge();
// builders_joint_options.cpp
Scene jointDistance();
Scene jointRevolute();
Scene jointPrismatic();
Scene jointWeld();
Scene jointWheel();
Scene jointMotor();
Scene jointPulley();
Scene jointFilter();
// builders_vehicles.cpp
Scene car();
Scene walker();
Scene suspensionBridge();
// builders_clock.cpp
Scene escapement();
// builders_machines.cpp
Scene trebuchet();
Scene loader();
// builders_published.cpp
Scene vertexContacts();
// builders_shapes.cpp
Scene mixedRain();
Scene hexagonHeptagon();
Scene twoTriangles();
Scene compound();
// builders_motion.cpp
Scene tumbler();
Scene bulletWall();
Scene funnel();
// builders_benchmarks.cpp
Scene largePyramid();
Scene manyPyramids();
Scene container2000();
Scene tumblerBench();
// builders_joint_benchmarks.cpp
Scene jointGrid();
Scene chain1000();
Scene ragdolls500();
Scene vehicles();
// builders_lab.cpp
Scene labHexagonHeptagon();
Scene labTriangles();
Scene labParallelEdges();
Scene labContainment();
Scene labCoincident();
Scene labCorner();
Scene labNeedle();
Scene labNearParallel();
Scene labCrossedBars();
Scene labCircleCorner();
Scene labCapsules();
// builders_crowds.cpp
Scene compounds();
Scene junkyard();
Scene smash();
Scene washer();
Scene circles();
Scene mixed();

} // namespace satbox::builders
