// The list of the built-in value types and void, for sources that compile something for each of them.
#pragma once

#include <cstdint>

// Expands to X(T) for every type T.
#define GB_FOR_EACH_BUILT_IN_TYPE(X)                                                                                \
    X(void) X(bool) X(std::int8_t) X(std::int16_t) X(std::int32_t) X(std::int64_t) X(std::uint8_t) X(std::uint16_t) \
    X(std::uint32_t) X(std::uint64_t) X(float) X(double)
