#include "engine/constraints/joint/pin_kernels.h"

#include "engine/core/isa.h"
#include <satbox/instruction_set.h>

namespace satbox {

const PinKernels& pinKernelsFor(int lanes)
{
    if (lanes == 1) return scalarPinKernels();
#if defined(__x86_64__) // the only target for which there are files for these
    return widestKernel(lanes, wide4PinKernels(), avx2PinKernels(), avx512PinKernels());
#else
    return wide4PinKernels();
#endif
}

} // namespace satbox
