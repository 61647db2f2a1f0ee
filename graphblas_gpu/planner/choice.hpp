// The choice of method, with its reason.
//
// Idea: plain numbers in, a method and a sentence out. The rules are constexpr functions so that tests reach them and other
// engines can share them.
// Source: the dense/hash rule is kkSpGEMM's for CPUs (Deveci, Trott, Rajamanickam, section 5).
#pragma once

#include <cstdint>
#include <string>

#include <graphblas_gpu/formats/types.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::planner {

/// What the planner knows of a product before it runs.
struct product_facts {
    index nrows = 0;
    index ncols = 0;
    std::int64_t flops = 0;          ///< multiplications without the mask
    bool masked = false;             ///< under a mask that admits only its entries
    std::int64_t dot_work = 0;       ///< masked only: entries that dot products would walk over
    bool dot_by_bits = false;             ///< masked only: dot products count pairs, words of bits at a time
    std::int64_t dot_transpose_work = 0;  ///< masked only: entries to move before dot products can begin; 0 if at hand
    std::int64_t row_transpose_work = 0;  ///< masked only: the same for going row by row
    index inner = 0;                      ///< columns of A
};

/// Of a product with one vector.
struct vector_product_facts {
    index size = 0;                   ///< of the output
    std::int64_t push_work = 0;       ///< entries met by walking from the entries of the vector
    std::int64_t pull_work = 0;       ///< entries expected to be met by walking from the admitted outputs
    std::int64_t push_transpose = 0;  ///< entries to move before pushing can begin; 0 if the columns are at hand
    std::int64_t pull_transpose = 0;  ///< the same for pulling and the rows
};

/// A method and why it was chosen.
struct choice {
    enum method method = method::dense;
    std::string reason;
};

/// Columns below which the paper takes the dense accumulator on CPUs.
inline constexpr index dense_below_columns = 250000;

/// The paper's rule, and beyond it: an array that is met at least once a column on average is worth its memory. Measured by
/// `grb mxm FILE --type float --method dense`, or hash, on two threads (medians of 3): dense takes 1.1 times less time on
/// `grb generate uniform 500000 8`, 2.7 times less on `stencil27 64`. A product with fewer multiplications than columns keeps
/// to tables of its own size.
constexpr bool dense_pays(const product_facts& f) { return f.ncols < dense_below_columns || f.flops >= f.ncols; }

/// An entry looked up by a dot product costs about as much as this many added to an accumulator.
inline constexpr double dot_entry_cost = 1.25;
/// The same where bits are counted; less where rows are long and close to each other, which is not known beforehand.
inline constexpr double pair_entry_cost = 2.0;

/// Moving an entry into a transpose costs about as much as walking over this many.
inline constexpr double transpose_entry_cost = 8.0;

/// Whether a product of so many multiplications is worth asking first whether B is symmetric: an entry costs a few of them.
constexpr bool asking_for_symmetry_pays(std::int64_t nvals, std::int64_t flops) { return flops >= 12 * nvals; }

constexpr bool dot_pays(const product_facts& f) {
    const double entry_cost = f.dot_by_bits ? pair_entry_cost : dot_entry_cost;
    return f.masked && entry_cost * static_cast<double>(f.dot_work) +
                               transpose_entry_cost * static_cast<double>(f.dot_transpose_work) <
                           static_cast<double>(f.flops) +
                               transpose_entry_cost * static_cast<double>(f.row_transpose_work);
}

/// Pushing writes at random and on one thread, pulling reads at random on all: an entry pushed costs about this many pulled.
inline constexpr double push_entry_cost = 4.0;

/// Columns from which pushing takes a hash table: below, an array as long as the output costs little and is kept.
inline constexpr index push_by_hash_from = index{1} << 27;

constexpr bool pull_pays(const vector_product_facts& f) {
    return static_cast<double>(f.pull_work) + transpose_entry_cost * static_cast<double>(f.pull_transpose) <
           push_entry_cost * static_cast<double>(f.push_work) +
               transpose_entry_cost * static_cast<double>(f.push_transpose);
}

/// Entries that pulling meets before it can stop: `rows` outputs of average length `length`; where any hit ends a row and
/// a share `hit_chance` of the vector is filled, the expected number of looks is at most 1 / hit_chance.
constexpr std::int64_t expected_pull_work(std::int64_t rows, double length, bool stops_early, double hit_chance) {
    double looks = length;
    if (stops_early && hit_chance > 0 && 1.0 / hit_chance < length) looks = 1.0 / hit_chance;
    return static_cast<std::int64_t>(static_cast<double>(rows) * (looks + 1.0));
}

/// A method of the host engine. `wanted` other than automatic is kept or refused with unsupported.
choice choose_host_method(const char* operation, method wanted, const product_facts& facts);
choice choose_host_method(const char* operation, method wanted, const vector_product_facts& facts);
/// The host has no variants: throws unsupported unless the variant is automatic.
void refuse_variant_on_host(const char* operation, hash_variant wanted);
void refuse_variant_on_host(const char* operation, tile_variant wanted);
/// The same of mixed precision.
void refuse_mixed_on_host(const char* operation, precision wanted);

}  // namespace graphblas_gpu::planner
