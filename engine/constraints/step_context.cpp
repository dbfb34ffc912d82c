#include "engine/constraints/step_context.h"

namespace satbox {

Softness makeSoftness(float frequency, float dampingRatio, float h)
{
    if (frequency <= 0.0f) return {0.0f, 0.0f, 1.0f};
    const float omega = 2.0f * kPi * frequency;
    const float a1 = 2.0f * dampingRatio + h * omega;
    const float a2 = h * omega * a1;
    const float a3 = 1.0f / (1.0f + a2);
    return {omega / a1, a2 * a3, a3};
}

} // namespace satbox
