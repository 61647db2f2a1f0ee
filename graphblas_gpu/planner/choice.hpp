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
    // The rest is of a masked product only.
    std::int64_t mask_nvals = 0;          ///< dot products to make
    std::int64_t row_flops = 0;           ///< multiplications in rows of which the mask admits something
    std::int64_t row_entries = 0;         ///< entries of A in those rows
    std::int64_t dot_work = 0;            ///< entries that dot products walk over; words of bits where they count pairs
    bool dot_counted = true;              ///< else dot_work is what it is at least, and dot products do not pay
    bool dot_by_bits = false;             ///< dot products count pairs, words of bits at a time
    std::int64_t dot_packed = 0;          ///< entries to pack into words of bits before dot products can begin
    std::int64_t dot_transpose_work = 0;  ///< entries to move before dot products can begin; 0 if at hand
    std::int64_t row_transpose_work = 0;  ///< the same for going row by row
    index inner = 0;                      ///< columns of A
    int threads = 1;                      ///< that share the rows
};

/// Of a product with one vector.
struct vector_product_facts {
    index size = 0;                   ///< of the output
    std::int64_t push_work = 0;       ///< entries met by walking from the entries of the vector
    std::int64_t pull_work = 0;       ///< entries expected to be met by walking from the admitted outputs
    std::int64_t push_transpose = 0;  ///< entries to move before pushing can begin; 0 if the columns are at hand
    std::int64_t pull_transpose = 0;  ///< the same for pulling and the rows
    // The rest is of a product that is made apart, on the host: a row of its own, which is merged afterwards.
    bool made_apart = false;
    std::int64_t pull_surprises = 0;  ///< branches of pulling that nobody foresees
    double admitted_share = 1;        ///< of the outputs
    int threads = 1;
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

/// What the steps of masked products cost, in multiplications of a product by rows (1 to 2 ns). Fitted to what `grb_bench_choice
/// --processor-time --threads 1 --semirings plus_pair,plus_times` printed for graphs from a grid to R-MAT, and to triangle counts
/// whose edges lead to the vertex of larger degree, where rows are at their best.
/// @{
inline constexpr double row_entry_cost = 3.0;        ///< an entry of A, whose row of B lies anywhere
inline constexpr double row_mask_entry_cost = 1.0;   ///< an entry of the mask: put into the accumulator and read out
inline constexpr double dot_cost = 4.5;              ///< a dot product, whose row of B transposed lies anywhere
inline constexpr double dot_entry_cost = 1.0;        ///< an entry that it looks up
inline constexpr double pair_cost = 7.0;             ///< counting the pairs of an entry of the mask, likewise
inline constexpr double pair_word_cost = 1.5;        ///< a word of bits that is looked up for that
inline constexpr double pack_entry_cost = 4.0;       ///< an entry that is packed into words of bits
inline constexpr double turned_entry_cost = 6.0;     ///< an entry that is moved into a transpose
inline constexpr double counting_cost = 3.0;         ///< counting the work of a dot product beforehand
/// @}

/// Whether a product of so many multiplications is worth asking first whether B is symmetric: an entry costs a few of them.
constexpr bool asking_for_symmetry_pays(std::int64_t nvals, std::int64_t flops) { return flops >= 12 * nvals; }

/// Of a product under a mask, row by row and by dot products. Threads share the rows. Making a transpose and counting
/// beforehand took 1.6 ms on 16 threads and 1.8 on one (R-MAT 14, C<L> = L*L), so that they count in full, and so does packing.
/// @{
constexpr double row_cost(const product_facts& f) {
    const double shared = static_cast<double>(f.row_flops) + row_entry_cost * static_cast<double>(f.row_entries) +
                          row_mask_entry_cost * static_cast<double>(f.mask_nvals);
    return shared / f.threads + turned_entry_cost * static_cast<double>(f.row_transpose_work);
}
constexpr double cost_of_dots(const product_facts& f) {
    const double each = f.dot_by_bits ? pair_cost : dot_cost, step = f.dot_by_bits ? pair_word_cost : dot_entry_cost;
    const double shared = step * static_cast<double>(f.dot_work) + each * static_cast<double>(f.mask_nvals);
    return shared / f.threads + pack_entry_cost * static_cast<double>(f.dot_packed) +
           turned_entry_cost * static_cast<double>(f.dot_transpose_work);
}
/// @}

constexpr bool dot_pays(const product_facts& f) { return f.masked && f.dot_counted && cost_of_dots(f) < row_cost(f); }

/// Whether the work of dot products is worth counting, which costs something itself. f.dot_work: what it is at least.
constexpr bool counting_dots_pays(const product_facts& f) {
    return f.masked && cost_of_dots(f) + counting_cost * static_cast<double>(f.mask_nvals) < row_cost(f);
}

/// Moving an entry into a transpose costs a product with a vector about as much as pulling this many.
inline constexpr double transpose_entry_cost = 8.0;

/// Of updates in place and of rows of bits. Pushing writes at random, pulling reads at random on all threads: an entry pushed
/// costs about this many pulled.
inline constexpr double push_entry_cost = 4.0;

/// What the steps of a product that is made apart cost, in entries pulled (about 1.9 ns on one thread). Fitted to what
/// `grb_bench_choice --vectors --processor-time --threads 1 --states cached` printed for R-MAT, a grid and random graphs.
/// @{
inline constexpr double pull_surprise_cost = 7.0;    ///< a look at u whose answer nobody foresees
inline constexpr double pushed_entry_cost = 1.2;     ///< an entry pushed, on one thread
inline constexpr double push_surprise_cost = 9.0;    ///< a look at the mask whose answer nobody foresees
inline constexpr double pushed_output_cost = 4.0;    ///< an output: the first term is another branch than those that follow
inline constexpr std::int64_t pull_work_of_a_thread = 1 << 14;  ///< below, threads are not worth waking
/// @}

/// Columns from which pushing takes a hash table: below, an array as long as the output costs little and is kept.
inline constexpr index push_by_hash_from = index{1} << 27;

/// Of a product that is made apart, pulled and pushed.
/// @{
constexpr double pull_cost(const vector_product_facts& f) {
    const std::int64_t pieces = 1 + f.pull_work / pull_work_of_a_thread;
    const double threads = static_cast<double>(pieces < f.threads ? pieces : f.threads);
    return (static_cast<double>(f.pull_work) + pull_surprise_cost * static_cast<double>(f.pull_surprises)) / threads +
           transpose_entry_cost * static_cast<double>(f.pull_transpose);
}
constexpr double push_cost(const vector_product_facts& f) {
    const auto work = static_cast<double>(f.push_work);
    const double surprises = f.admitted_share * (1 - f.admitted_share) * work;
    const double outputs = f.admitted_share * static_cast<double>(f.push_work < f.size ? f.push_work : f.size);
    return pushed_entry_cost * work + push_surprise_cost * surprises + pushed_output_cost * outputs +
           transpose_entry_cost * static_cast<double>(f.push_transpose);
}
/// @}

constexpr bool pull_pays(const vector_product_facts& f) {
    if (f.made_apart) return pull_cost(f) < push_cost(f);
    return static_cast<double>(f.pull_work) + transpose_entry_cost * static_cast<double>(f.pull_transpose) <
           push_entry_cost * static_cast<double>(f.push_work) +
               transpose_entry_cost * static_cast<double>(f.push_transpose);
}

/// Entries pushed from which pulling is cheaper for certain.
constexpr std::int64_t enough_pushed(const vector_product_facts& f) {
    if (f.made_apart) return static_cast<std::int64_t>(pull_cost(f));
    return f.pull_work + static_cast<std::int64_t>(transpose_entry_cost) * f.pull_transpose;
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
