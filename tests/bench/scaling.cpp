// The model of strong scaling.
#include <scaling_model.hpp>
#include <tests/catch.hpp>

TEST_CASE("times of more devices are predicted from one and two", "[bench]") {
    // From one device alone: equal parts, and what a call costs.
    CHECK(bench::scaling_model{.one = 8}.predicted(4) == Approx(2.1));
    CHECK(bench::scaling_model{.one = 8}.predicted(1) == 8);
    // Two devices take 5: of 8, 2 are not shared.
    const bench::scaling_model shared{.one = 8, .two = 5};
    CHECK(shared.not_shared() == Approx(2));
    CHECK(shared.predicted(2) == Approx(5));
    CHECK(shared.predicted(4) == Approx(2 + 6.0 / 4));
    // Two devices are no better than one, or better than twice as fast.
    CHECK(bench::scaling_model{.one = 8, .two = 9}.predicted(8) == Approx(8));
    CHECK(bench::scaling_model{.one = 8, .two = 3}.predicted(8) == Approx(1));
    // Copies: half of 600 bytes at 300 a millisecond on two devices, three quarters on four.
    const bench::scaling_model copying{.one = 8, .two = 5, .copied_bytes = 600, .bytes_a_ms = 300};
    CHECK(copying.copying(2) == Approx(1));
    CHECK(copying.not_shared() == Approx(0));
    CHECK(copying.predicted(2) == Approx(5));
    CHECK(copying.predicted(4) == Approx(2 + 1.5));
}
