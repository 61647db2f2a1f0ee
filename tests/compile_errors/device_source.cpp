// Definitions with GB_DEVICE_SOURCE that are wrong (how_it_reads.cmake). A case is a line of words and a line of program.
// clang-format off
#include <graphblas_gpu/device_source.hpp>

namespace gb = graphblas_gpu;

struct place {
    int x, y;
};

#if WRONG == 0
// What compiles, with and without the last semicolon: the others fail by what they are about.
GB_DEVICE_SOURCE(widest_path,
    struct widest_path {
        static constexpr gb::monoid<gb::max, float> add{};
        static constexpr float multiply(float x, float y) { return x < y ? x : y; }
    };)
GB_DEVICE_SOURCE(largest,
    struct largest {
        using value_type = float;
        constexpr float operator()(float x, float y) const { return x < y ? y : x; }
        static constexpr float identity() { return -1e30f; }
    })
GB_DEVICE_SOURCE_USING(placed_path, largest,
    struct placed_path {
        largest add;
        constexpr float multiply(float x, float y, std::int64_t i, std::int64_t, std::int64_t j) const { return i < j ? x : y; }
    })
GB_DEVICE_SOURCE(difference, struct difference { constexpr int operator()(int x, int y) const { return x - y; } })
// A value may have a function of this name.
GB_DEVICE_SOURCE(ratio, struct ratio {
    int over = 0, under = 1;
    constexpr ratio multiply(int by) const { return {over * by, under}; } })
#elif WRONG == 1  // a semiring has a monoid as its member add
GB_DEVICE_SOURCE(wrong, struct wrong { static constexpr float multiply(float x, float y) { return x * y; } })
#elif WRONG == 2  // a monoid names the type of its values
GB_DEVICE_SOURCE(wrong, struct wrong {
    static constexpr gb::max add{};
    static constexpr float multiply(float x, float y) { return x * y; }
})
#elif WRONG == 3  // a monoid has an identity of its value_type
GB_DEVICE_SOURCE(wrong,
    struct sum { using value_type = float; constexpr float operator()(float x, float y) const { return x + y; } };
    struct wrong {
        static constexpr sum add{};
        static constexpr float multiply(float x, float y) { return x * y; }
    })
#elif WRONG == 4  // a monoid has a const operator()(x, y)
GB_DEVICE_SOURCE(wrong,
    struct sum { using value_type = float; static constexpr float identity() { return 0; } };
    struct wrong {
        static constexpr sum add{};
        static constexpr float multiply(float x, float y) { return x * y; }
    })
#elif WRONG == 5  // a semiring has multiply(x, y) or multiply(x, y, i, k, j)
GB_DEVICE_SOURCE(wrong, struct wrong { static constexpr gb::monoid<gb::max, float> add{}; })
#elif WRONG == 6  // the result can be cast to its value_type
GB_DEVICE_SOURCE(wrong, struct wrong {
    static constexpr gb::monoid<gb::max, float> add{};
    static constexpr place multiply(float, float) { return {1, 2}; }
})
#elif WRONG == 7  // the value_type of a semiring is the value_type of its add
GB_DEVICE_SOURCE(wrong, struct wrong {
    using value_type = double;
    static constexpr gb::monoid<gb::max, float> add{};
    static constexpr double multiply(double x, double y) { return x * y; }
})
#elif WRONG == 8  // a monoid has an identity of its value_type
GB_DEVICE_SOURCE(wrong, struct wrong {
    using value_type = float;
    constexpr float operator()(float x, float y) const { return x + y; }
    static constexpr place identity() { return {1, 2}; }
})
#elif WRONG == 9  // its second argument is a type that GB_DEVICE_SOURCE or GB_DEVICE_SOURCE_USING defined before
GB_DEVICE_SOURCE_USING(wrong, place, struct wrong { constexpr int operator()(const place& p) const { return p.x; } })
#elif WRONG == 10  // a monoid with has_terminal has a terminal value
GB_DEVICE_SOURCE(wrong, struct wrong {
    using value_type = float;
    static constexpr bool has_terminal = true;
    constexpr float operator()(float x, float y) const { return x + y; }
    static constexpr float identity() { return 0; }
})
#endif

int main() {}
