// Operators that are looked up, over values that are stored as unsigned words, against the operators themselves.
//
// Idea: bytes are few enough to try every pair of them; wider words get those around the ends of signed and unsigned types.
#include <graphblas_gpu/cuda/device/simt.cuh>

#include <tests/catch.hpp>

#include <graphblas_gpu/cuda/shared/kernel_semiring.cuh>

#include <limits>
#include <vector>

namespace interpreted_test {
namespace {

namespace gb = graphblas_gpu;
namespace cu = graphblas_gpu::cuda;

template <class T>
std::vector<T> samples() {
    std::vector<T> out;
    if constexpr (sizeof(T) == 1) {
        constexpr int lowest = std::numeric_limits<T>::lowest(), highest = std::numeric_limits<T>::max();
        for (int x = lowest; x <= highest; ++x) out.push_back(static_cast<T>(x));
    } else {
        for (const T end : {T{0}, std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max(),
                            static_cast<T>(std::numeric_limits<T>::max() / 2)}) {
            for (int d = -3; d <= 3; ++d) {
                out.push_back(static_cast<T>(static_cast<std::uint64_t>(end) + static_cast<std::uint64_t>(d)));
            }
        }
    }
    return out;
}

/// Add and Multiply over T where values of T are stored as Word.
template <class Word, class T, class Add, class Multiply>
void check() {
    using semiring = gb::semiring<Add, Multiply, T>;
    const cu::semiring_code code{cu::detail::additions::code<Add>(), cu::detail::multiplications::code<Multiply>(),
                                 gb::base::code_of<T>()};
    const cu::interpreted<Word> k{code, Word{}};
    std::size_t wrong = 0;
    for (const T x : samples<T>()) {
        for (const T y : samples<T>()) {
            const auto u = static_cast<Word>(x), v = static_cast<Word>(y);
            wrong += k.product(u, v, 5, 7, 0) != static_cast<Word>(gb::semiring_product(semiring{}, x, y, 5, 7, 0));
            wrong += k.sum(u, v) != static_cast<Word>(Add{}(x, y));
            wrong += k.sum_into(k.write(u), v) != k.write(k.sum(u, v));
        }
    }
    CHECK(wrong == 0);
}

template <class Word, class T>
void check_numbers() {
    check<Word, T, gb::plus, gb::times>();
    check<Word, T, gb::min, gb::plus>();
    check<Word, T, gb::max, gb::min>();
    check<Word, T, gb::min, gb::max>();
    check<Word, T, gb::min, gb::saturating_plus>();
    check<Word, T, gb::plus, gb::first>();
    check<Word, T, gb::max, gb::second>();
    check<Word, T, gb::plus, gb::pair>();
}

TEST_CASE("integers that share a storage type with others") {
    check_numbers<std::uint8_t, std::int8_t>();
    check_numbers<std::uint8_t, std::uint8_t>();
    check_numbers<std::uint16_t, std::int16_t>();
    check_numbers<std::uint16_t, std::uint16_t>();
    check_numbers<std::uint32_t, std::int32_t>();
    check_numbers<std::uint32_t, std::uint32_t>();
    check_numbers<std::uint64_t, std::int64_t>();
    check_numbers<std::uint64_t, std::uint64_t>();
}

TEST_CASE("Booleans that are stored as bytes") {
    check<std::uint8_t, bool, gb::lor, gb::land>();
    check<std::uint8_t, bool, gb::land, gb::lor>();
    check<std::uint8_t, bool, gb::lxor, gb::land>();
    check<std::uint8_t, bool, gb::lor, gb::first>();
    check<std::uint8_t, bool, gb::lor, gb::second>();
    check<std::uint8_t, bool, gb::lor, gb::pair>();
}

TEST_CASE("positions of any size") {
    check<std::uint32_t, std::int32_t, gb::min, gb::secondi>();
    check<std::uint64_t, std::int64_t, gb::min, gb::firsti>();
}

}  // namespace
}  // namespace interpreted_test
