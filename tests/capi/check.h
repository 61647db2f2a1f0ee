// Checks of the tests in C: a failed one prints its line and ends the program.
#pragma once

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                             \
    do {                                                                             \
        if (!(condition)) {                                                          \
            fprintf(stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)

// The call returns this GrB_Info.
#define CHECK_INFO(expected, call)                                                                             \
    do {                                                                                                       \
        const GrB_Info returned = (call);                                                                      \
        if (returned != (expected)) {                                                                          \
            fprintf(stderr, "%s:%d: %s is %d, not %s\n", __FILE__, __LINE__, #call, (int)returned, #expected); \
            exit(1);                                                                                           \
        }                                                                                                      \
    } while (0)
#define OK(call) CHECK_INFO(GrB_SUCCESS, call)
