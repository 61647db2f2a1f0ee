// Definitions with GB_DEVICE_SOURCE that must not compile, and say in a sentence why; tests/CMakeLists.txt has the sentences.
// REFUSED is the number of one.
#include <graphblas_gpu/device_source.hpp>

namespace gb = graphblas_gpu;

struct place {
    int x, y;
};

#if REFUSED == 0
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
#elif REFUSED == 1  // no sum
GB_DEVICE_SOURCE(wrong, struct wrong { static constexpr float multiply(float x, float y) { return x * y; } })
#elif REFUSED == 2  // a sum without a type
GB_DEVICE_SOURCE(wrong, struct wrong {
    static constexpr gb::max add{};
    static constexpr float multiply(float x, float y) { return x * y; }
})
#elif REFUSED == 3  // a sum without an identity
GB_DEVICE_SOURCE(wrong,
    struct sum { using value_type = float; constexpr float operator()(float x, float y) const { return x + y; } };
    struct wrong {
        static constexpr sum add{};
        static constexpr float multiply(float x, float y) { return x * y; }
    })
#elif REFUSED == 4  // a sum without an operator
GB_DEVICE_SOURCE(wrong,
    struct sum { using value_type = float; static constexpr float identity() { return 0; } };
    struct wrong {
        static constexpr sum add{};
        static constexpr float multiply(float x, float y) { return x * y; }
    })
#elif REFUSED == 5  // no product
GB_DEVICE_SOURCE(wrong, struct wrong { static constexpr gb::monoid<gb::max, float> add{}; })
#elif REFUSED == 6  // a product of another type
GB_DEVICE_SOURCE(wrong, struct wrong {
    static constexpr gb::monoid<gb::max, float> add{};
    static constexpr place multiply(float, float) { return {1, 2}; }
})
#elif REFUSED == 7  // two types of values
GB_DEVICE_SOURCE(wrong, struct wrong {
    using value_type = double;
    static constexpr gb::monoid<gb::max, float> add{};
    static constexpr double multiply(double x, double y) { return x * y; }
})
#elif REFUSED == 8  // a monoid whose identity has another type
GB_DEVICE_SOURCE(wrong, struct wrong {
    using value_type = float;
    constexpr float operator()(float x, float y) const { return x + y; }
    static constexpr place identity() { return {1, 2}; }
})
#elif REFUSED == 9  // a type without a source
GB_DEVICE_SOURCE_USING(wrong, place, struct wrong { constexpr int operator()(const place& p) const { return p.x; } })
#elif REFUSED == 10  // a terminal value that is said to be there
GB_DEVICE_SOURCE(wrong, struct wrong {
    using value_type = float;
    static constexpr bool has_terminal = true;
    constexpr float operator()(float x, float y) const { return x + y; }
    static constexpr float identity() { return 0; }
})
#endif

int main() {}
