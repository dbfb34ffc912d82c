#pragma once

#include <satbox/body.h>

namespace satbox::app {

// The shape on its body when the body is enlarged by the factor about its origin. Precondition: factor > 0.
// What becomes too small or too large for a world is refused when it is set.
ShapeDef scaled(ShapeDef shape, float factor);

} // namespace satbox::app
