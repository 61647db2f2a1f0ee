// Needs: Catch2, version 2 or 3. The header moved between them; the macros used here are the same in both.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
