// The main function of the test programs for Catch2 version 2; version 3 brings its own.
#define CATCH_CONFIG_MAIN
#include "tests/catch.hpp"
