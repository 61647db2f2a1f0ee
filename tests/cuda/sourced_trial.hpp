// What trials of own semirings against the specification share: masks, and how much of a semiring is tried.
#pragma once

#include <graphblas_gpu/mask.hpp>

#include <tests/catch.hpp>
#include <tests/cuda/sourced_kernels.hpp>
#include <tests/cuda/struct_samples.hpp>
#include <tests/spec/spec.hpp>

namespace device_samples {

template <class T>
void check_equal(const spec::dense<T>& wanted, const spec::dense<T>& found) {
    REQUIRE(wanted.nrows == found.nrows);
    REQUIRE(wanted.ncols == found.ncols);
    const bool is_same = wanted.cells == found.cells;
    CHECK(is_same);
}

enum class mask_kind { none, structure, values, structure_complement, values_complement };
inline constexpr mask_kind mask_kinds[]{mask_kind::structure, mask_kind::values, mask_kind::structure_complement,
                                        mask_kind::values_complement};

/// Whether a mask of this kind admits its entries alone.
inline bool admits_only(mask_kind kind) { return kind == mask_kind::structure || kind == mask_kind::values; }

/// Which positions a mask of this kind admits.
template <class M>
spec::dense<bool> admitted(const spec::dense<M>& mask, mask_kind kind) {
    spec::dense<bool> out{mask.nrows, mask.ncols};
    for (std::size_t p = 0; p < mask.cells.size(); ++p) {
        const bool is_there = mask.cells[p].has_value(), is_true = is_there && *mask.cells[p] != M{};
        switch (kind) {
            case mask_kind::none:
                out.cells[p] = true;
                break;
            case mask_kind::structure:
                out.cells[p] = is_there;
                break;
            case mask_kind::values:
                out.cells[p] = is_true;
                break;
            case mask_kind::structure_complement:
                out.cells[p] = !is_there;
                break;
            case mask_kind::values_complement:
                out.cells[p] = !is_true;
                break;
        }
    }
    return out;
}

/// The mask of this kind, which is not `none`.
template <class M>
graphblas_gpu::mask_view<M> mask_of(const M& mask, mask_kind kind) {
    return kind == mask_kind::structure              ? graphblas_gpu::structure(mask)
           : kind == mask_kind::values               ? graphblas_gpu::values(mask)
           : kind == mask_kind::structure_complement ? !graphblas_gpu::structure(mask)
                                                     : !graphblas_gpu::values(mask);
}

/// How much of a semiring is tried: in full, with and without an accumulator under every mask. The compiler takes seconds for
/// each of these products, so that the others have an accumulator under masks, and none without.
inline constexpr bool in_short = false, in_full = true;

/// check(extent, semiring, accumulator) for semirings over structs and over numbers.
template <class Check>
void for_each_sourced_semiring(const Check& check) {
    using full = std::bool_constant<in_full>;
    using brief = std::bool_constant<in_short>;
    SECTION("argmin pairs") { check(full{}, sources::arrivals{}, sources::earlier{}); }
    SECTION("complex numbers") { check(full{}, sources::complex_products{}, sources::complex_sum{}); }
    SECTION("structs of 4 bytes") { check(brief{}, sources::fractions{}, sources::largest_fraction{}); }
    SECTION("complex numbers of 16 bytes") { check(full{}, sources::long_complex_products{}, sources::long_complex_sum{}); }
    SECTION("structs of 16 bytes from numbers and positions") {
        check(brief{}, sources::placed_products{}, sources::long_complex_sum{});
    }
    SECTION("widest paths") { check(full{}, sources::widest_path{}, sources::keep_larger_magnitude{}); }
    SECTION("a bounded counter") { check(full{}, sources::bounded_counter{{5}}, sources::bounded_sum{7}); }
    SECTION("modular arithmetic") { check(full{}, sources::modular{{11}}, sources::modular_sum{7}); }
    SECTION("labels of 64 bits") { check(full{}, sources::min_label{}, graphblas_gpu::min{}); }
    SECTION("any") { check(brief{}, sources::any_difference{}, graphblas_gpu::max{}); }
}

}  // namespace device_samples
