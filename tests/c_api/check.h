/* What the test programs in C share. */
#pragma once

#include <stdio.h>

extern int failures; /* of all files, in test_c_api.c */

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            ++failures;                                                                                      \
            printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                                   \
        }                                                                                                    \
    } while (0)

void test_drawing(void); /* test_draw.c */
