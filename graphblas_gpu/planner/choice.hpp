// The rules by which the host engine chooses a method for a product, or a direction for a product with a vector; and the
// numbers that the rules of both engines are asked with. device_choice.hpp has the rules of a device.
//
// Idea: plain numbers in, a method and a sentence out. The rules are constexpr functions, so that tests reach them.
// Source: the dense/hash rule is kkSpGEMM's for CPUs (Deveci, Trott, Rajamanickam, section 5).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <graphblas_gpu/base/types.hpp>
#include <graphblas_gpu/descriptor.hpp>
#include <graphblas_gpu/planner/method.hpp>

namespace graphblas_gpu::planner {

/// What the planner knows about a product before it runs.
struct product_facts {
    index nrows = 0;
    index ncols = 0;
    std::int64_t flops = 0;          ///< multiplications without the mask
    bool masked = false;             ///< the mask admits only its own entries (it is not complemented)
    // The members below are used only if `masked`.
    std::int64_t mask_nvals = 0;   ///< dot products to make
    std::int64_t row_flops = 0;    ///< multiplications in rows where the mask has entries
    std::int64_t row_entries = 0;  ///< entries of A in these rows
    std::int64_t dot_work = 0;     ///< entries that dot products walk over; words of bits if `dot_by_bits`
    bool dot_counted = true;   ///< if false, dot_work is only a lower bound, but one high enough that dot products do not pay
    bool dot_by_bits = false;  ///< dot products count pairs, and look at words of bits
    std::int64_t dot_packed = 0;          ///< entries to pack into words of bits before the dot products
    std::int64_t dot_transpose_work = 0;  ///< entries to transpose before the dot products; 0 if the transpose exists
    std::int64_t row_transpose_work = 0;  ///< entries to transpose before a product row by row; 0 if the transpose exists
    index inner = 0;                      ///< columns of A
    int threads = 1;                      ///< threads that share the rows
};

/// What the planner knows about a product with one vector before it runs.
struct vector_product_facts {
    index size = 0;                   ///< positions of the output
    std::int64_t push_work = 0;       ///< entries met by walking from the entries of the vector
    std::int64_t pull_work = 0;       ///< entries expected to be met by walking from the admitted outputs
    std::int64_t push_transpose = 0;  ///< entries to transpose before pushing; 0 if the rows to push along exist
    std::int64_t pull_transpose = 0;  ///< entries to transpose before pulling; 0 if the rows to pull along exist
    // The members below are used only if the host computes the product as a row of its own and merges this row with the output.
    bool into_new_row = false;
    std::int64_t pull_mispredictions = 0;  ///< branches of pulling that the processor cannot predict
    double admitted_share = 1;             ///< the share of the outputs that the mask admits
    int threads = 1;
};

/// A method and why it was chosen.
struct choice {
    enum method method = method::dense;
    std::string reason;
};

/// Columns below which the paper takes the dense accumulator on CPUs.
inline constexpr index dense_below_columns = 250000;

/// The paper's rule, and an additional one: a dense accumulator is worth its memory if there is at least one multiplication a
/// column on average. Measured with `grb mxm FILE --type float --method dense`, and hash, on two threads (medians of 3): dense
/// takes 1.1 times less time on `grb generate uniform 500000 8`, 2.7 times less on `stencil27 64`. A product with fewer
/// multiplications than columns uses hash tables, whose size follows from the rows.
constexpr bool dense_is_profitable(const product_facts& f) { return f.ncols < dense_below_columns || f.flops >= f.ncols; }

/// What the steps of masked products cost, in multiplications of a product by rows (1 to 2 ns). Fitted to what
/// `grb_bench_choice --processor-time --threads 1 --semirings plus_pair,plus_times` printed for graphs from a grid to R-MAT,
/// and to triangle counts whose edges lead to the vertex of larger degree, the case that favours rows most.
/// @{
inline constexpr double row_entry_cost = 3.0;         ///< an entry of A: its row of B is a random access
inline constexpr double row_mask_entry_cost = 1.0;    ///< an entry of the mask: it is put into the accumulator and read out
inline constexpr double dot_cost = 4.5;               ///< a dot product: its row of B transposed is a random access
inline constexpr double dot_entry_cost = 1.0;         ///< an entry that a dot product looks up
inline constexpr double pair_cost = 7.0;              ///< a dot product that counts pairs: the row is a random access too
inline constexpr double pair_word_cost = 1.5;         ///< a word of bits that a dot product looks up
inline constexpr double pack_entry_cost = 4.0;        ///< an entry that is packed into words of bits
inline constexpr double masked_transpose_cost = 6.0;  ///< an entry that is transposed
inline constexpr double counting_cost = 3.0;          ///< counting the work of a dot product beforehand
/// @}

/// Whether to test first whether B is symmetric. The test costs a few multiplications an entry of B.
constexpr bool asking_for_symmetry_is_profitable(std::int64_t nvals, std::int64_t flops) { return flops >= 12 * nvals; }

/// The cost of a masked product, row by row and by dot products. The threads share the work on the rows. Transposing and
/// counting beforehand hardly get faster with more threads: they took 1.6 ms on 16 threads and 1.8 on one (R-MAT 14, C<L> =
/// L*L). So the costs of transposing, counting and packing are not divided by the number of threads.
/// @{
constexpr double row_cost(const product_facts& f) {
    const double shared = static_cast<double>(f.row_flops) + row_entry_cost * static_cast<double>(f.row_entries) +
                          row_mask_entry_cost * static_cast<double>(f.mask_nvals);
    return shared / f.threads + masked_transpose_cost * static_cast<double>(f.row_transpose_work);
}
constexpr double cost_of_dots(const product_facts& f) {
    const double each = f.dot_by_bits ? pair_cost : dot_cost, step = f.dot_by_bits ? pair_word_cost : dot_entry_cost;
    const double shared = step * static_cast<double>(f.dot_work) + each * static_cast<double>(f.mask_nvals);
    return shared / f.threads + pack_entry_cost * static_cast<double>(f.dot_packed) +
           masked_transpose_cost * static_cast<double>(f.dot_transpose_work);
}
/// @}

constexpr bool dot_is_profitable(const product_facts& f) { return f.masked && f.dot_counted && cost_of_dots(f) < row_cost(f); }

/// Whether to count the work of dot products, which has a cost too. f.dot_work is a lower bound here.
constexpr bool counting_dots_is_profitable(const product_facts& f) {
    return f.masked && cost_of_dots(f) + counting_cost * static_cast<double>(f.mask_nvals) < row_cost(f);
}

/// In a product with a vector, transposing an entry costs about as much as pulling this many entries.
inline constexpr double transpose_entry_cost = 8.0;

/// For outputs that are updated in place, and for rows of bits: the cost of a pushed entry in pulled entries. A push writes to
/// random positions; a pull reads from random positions, on all threads.
inline constexpr double push_entry_cost = 4.0;

/// What the steps of a product into a row of its own cost, in entries pulled (about 1.9 ns on one thread). Fitted to what
/// `grb_bench_choice --vectors --processor-time --threads 1 --states cached` printed for R-MAT, a grid and random graphs.
/// @{
inline constexpr double pull_misprediction_cost = 7.0;  ///< a mispredicted branch after a look at u
inline constexpr double pushed_entry_cost = 1.2;        ///< an entry pushed, on one thread
inline constexpr double push_misprediction_cost = 9.0;  ///< a mispredicted branch after a look at the mask
inline constexpr double pushed_output_cost = 4.0;       ///< an output: a branch separates its first term from the later terms
inline constexpr std::int64_t pull_work_of_a_thread = 1 << 14;  ///< with less work, waking another thread does not pay
/// @}

/// Pushing uses a hash table if the output has at least this many columns. Below, an array as long as the output costs little,
/// and it is cached for the next product.
inline constexpr index push_by_hash_from = index{1} << 27;

/// The cost of a product into a row of its own, pulled and pushed.
/// @{
constexpr double pull_cost(const vector_product_facts& f) {
    const std::int64_t pieces = 1 + f.pull_work / pull_work_of_a_thread;
    const double threads = static_cast<double>(pieces < f.threads ? pieces : f.threads);
    return (static_cast<double>(f.pull_work) + pull_misprediction_cost * static_cast<double>(f.pull_mispredictions)) / threads +
           transpose_entry_cost * static_cast<double>(f.pull_transpose);
}
constexpr double push_cost(const vector_product_facts& f) {
    const auto work = static_cast<double>(f.push_work);
    const double mispredictions = f.admitted_share * (1 - f.admitted_share) * work;
    const double outputs = f.admitted_share * static_cast<double>(f.push_work < f.size ? f.push_work : f.size);
    return pushed_entry_cost * work + push_misprediction_cost * mispredictions + pushed_output_cost * outputs +
           transpose_entry_cost * static_cast<double>(f.push_transpose);
}
/// @}

constexpr bool pull_is_profitable(const vector_product_facts& f) {
    if (f.into_new_row) return pull_cost(f) < push_cost(f);
    return static_cast<double>(f.pull_work) + transpose_entry_cost * static_cast<double>(f.pull_transpose) <
           push_entry_cost * static_cast<double>(f.push_work) + transpose_entry_cost * static_cast<double>(f.push_transpose);
}

/// If pushing reads at least this many entries, pulling is certainly cheaper.
constexpr std::int64_t enough_pushed(const vector_product_facts& f) {
    if (f.into_new_row) return static_cast<std::int64_t>(pull_cost(f));
    return f.pull_work + static_cast<std::int64_t>(transpose_entry_cost) * f.pull_transpose;
}

/// Entries that pulling reads before it can stop: `rows` outputs of average length `length`; where any hit ends a row and
/// a share `hit_chance` of the vector is filled, the expected number of looks is at most 1 / hit_chance.
constexpr std::int64_t expected_pull_work(std::int64_t rows, double length, bool stops_early, double hit_chance) {
    double looks = length;
    if (stops_early && hit_chance > 0 && 1.0 / hit_chance < length) looks = 1.0 / hit_chance;
    return static_cast<std::int64_t>(static_cast<double>(rows) * (looks + 1.0));
}

/// Throws unsupported for a method that products with a vector do not have.
void refuse_methods_of_matrices(const char* operation, method wanted);
/// A method of the host engine. If `wanted` is not automatic, it is returned, or refused with unsupported where products with a
/// vector do not have it.
choice choose_host_method(method wanted, const product_facts& facts);
choice choose_host_method(const char* operation, method wanted, const vector_product_facts& facts);
/// An option that the caller has named and that belongs to one method.
struct named_option {
    std::string what;  ///< such as "variant kklp" or "mixed precision"
    method owner;
};
std::vector<named_option> named_options(const descriptor& desc);
/// Throws unsupported for a variant or mixed precision: the host has neither.
void refuse_device_options(const char* operation, const descriptor& desc);

}  // namespace graphblas_gpu::planner
