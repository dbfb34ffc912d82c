#pragma once

#include "app/lenses/joint/joint_analysis.h"

#include <string>
#include <vector>

namespace satbox::app {

// "Pin", "Motor of the angle", "Limit of the translation".
std::string equationName(const JointEquation& equation);
// "push, pass 2, substep 1"; "warm start, substep 1".
std::string stageName(const JointAnalysis& analysis, const JointStage& stage);
// A sentence: what this stage does.
std::string explainStage(const JointAnalysis& analysis, const JointStage& stage);
// Sentences: together with what the joint was solved, and in how many passes.
std::string companyText(const JointRecord& record);
// What became of a limit, a motor or a limited force: "active in 2 of 4 substeps". Empty for others.
std::string activityText(const JointRecord& record, size_t equation);
// The effective mass of an equation by itself, in a substep: "1.20 kg"; of a pin a matrix.
std::string massText(const JointEquation& equation, const JointEquationRecord& record);
const char* errorUnit(const JointEquation& equation);   // "m" or "rad"
const char* impulseUnit(const JointEquation& equation); // "N s" or "N m s"
// The size of an error or impulse, with the sign of a row.
float sizeOf(const JointEquation& equation, Vec2 value);

// A force or torque as a share of the limit at which the joint breaks: "120 N, 60 % of 200 N". Without a
// limit: "120 N".
std::string loadText(float load, float limit, const char* unit);

// The arithmetic of the solver at one equation, or of its tree, with the numbers.
struct ArithmeticText {
    std::string title;
    std::vector<std::string> lines; // from the inputs to the result
    bool isLimited = false;         // the impulse is another than the equation wanted
};
std::vector<ArithmeticText> arithmeticOf(const JointAnalysis& analysis, const JointStage& stage);

// All of it, of all stages.
std::string jointAsText(const JointAnalysis& analysis);

} // namespace satbox::app
