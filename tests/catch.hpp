// Needs: Catch2, version 2 or 3. The header moved between them, and the matcher for a part of a text has another name; the
// macros used here are the same in both.
#pragma once

#include <string>

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif

/// A text that contains `part`.
inline auto contains_text(const std::string& part) {
#if __has_include(<catch2/catch_all.hpp>)
    return Catch::Matchers::ContainsSubstring(part);
#else
    return Catch::Matchers::Contains(part);
#endif
}

/// REQUIRE for what a loop asks many thousand times: Catch2's own takes a microsecond or more each time, though it holds.
#define REQUIRE_EACH(...)                     \
    do {                                      \
        if (!(__VA_ARGS__)) FAIL(#__VA_ARGS__); \
    } while (false)
