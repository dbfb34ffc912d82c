#include "engine/core/assert.h"

#include <doctest/doctest.h>

TEST_CASE("assert_that_holds_does_nothing")
{
    int evaluations = 0;
    SATBOX_ASSERT(++evaluations > 0, "counting up gives a positive number");
#if defined(SATBOX_ASSERTS)
    CHECK(evaluations == 1);
#else
    CHECK(evaluations == 0);
#endif
}
