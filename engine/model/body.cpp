#include <satbox/body.h>

namespace satbox {

const char* toString(BodyType type)
{
    switch (type) {
    case BodyType::Static:
        return "static";
    case BodyType::Kinematic:
        return "kinematic";
    case BodyType::Dynamic:
        return "dynamic";
    }
    return "unknown body type";
}

} // namespace satbox
