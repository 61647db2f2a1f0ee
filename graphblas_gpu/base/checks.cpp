#include <graphblas_gpu/base/checks.hpp>

#include <atomic>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/type_descriptor.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::base {

void check_side(index size, const char* what) {
    if (size < 0 || size > max_side) {
        throw invalid_value(fmt::format("{} is {}; it must lie between 0 and {}", what, size, max_side));
    }
}

void check_index(index at, index size, const char* what) {
    if (at < 0 || at >= size) throw invalid_index(fmt::format("{} {} is outside [0, {})", what, at, size));
}

void check_same_length(std::size_t a, const char* a_name, std::size_t b, const char* b_name) {
    if (a != b) throw dimension_mismatch(fmt::format("{} {} but {} {}", a, a_name, b, b_name));
}

std::vector<column_index> checked_positions(std::span<const index> positions, index size, const char* what) {
    std::vector<column_index> stored(positions.size());
    for (std::size_t n = 0; n < positions.size(); ++n) {
        if (positions[n] < 0 || positions[n] >= size) {
            throw index_out_of_bounds(fmt::format("{} {} of entry {} is outside [0, {})", what, positions[n], n, size));
        }
        stored[n] = static_cast<column_index>(positions[n]);
    }
    return stored;
}

void check_no_entries(index nvals, const char* what) {
    if (nvals == 0) return;
    throw error(error_code::output_not_empty, fmt::format("{}: there are {} entries already, clear() first", what, nvals));
}

void check_same_type(const type_descriptor& actual, const type_descriptor& expected, const char* what) {
    if (actual == expected) return;
    throw domain_mismatch(fmt::format("{}: the values have type {} ({} bytes), and not {} ({} bytes)", what, actual.name,
                                      actual.bytes, expected.name, expected.bytes));
}

void throw_duplicate(index i, index j) { throw invalid_value(fmt::format("build: more than one entry at ({}, {})", i, j)); }

std::uint64_t next_structure_id() noexcept {
    static std::atomic<std::uint64_t> counter{0};
    return ++counter;
}

}  // namespace graphblas_gpu::base
