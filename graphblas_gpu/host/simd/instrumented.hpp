// An attribute for functions that AddressSanitizer must not instrument.
#pragma once

// GCC 13.3 with AddressSanitizer ended the program in an AVX-512 function that kept a vector in a local array: the address
// that it looked up was not the array's. What these functions write is checked by guards in tests/unit/simd.cpp.
#if defined(__SANITIZE_ADDRESS__)
#define GB_NOT_INSTRUMENTED __attribute__((no_sanitize("address")))
#else
#define GB_NOT_INSTRUMENTED
#endif
