// A small product by one kernel, which counts the multiplications and makes the rows.
//
// Idea: launches and answers take longer than the work of a small product. One kernel counts the multiplications of every row
// and then makes the rows if there are few. The host, which cannot know that before, gets one answer for both. Rows are written
// behind each other as they are done; a second kernel puts them in order, in arrays of the right size.
// Where there are too many multiplications, the product goes on with the counts as it would have without this kernel.
#pragma once

#include <optional>

#include <graphblas_gpu/cuda/shared/flops.hpp>
#include <graphblas_gpu/cuda/shared/types.hpp>
#include <graphblas_gpu/cuda/small/policy.hpp>

namespace graphblas_gpu::cuda {

class product_kernels;

namespace small {

inline constexpr row_offset max_entries_of_b = (row_offset{1} << 32) - 1;  ///< the kernel keeps positions of entries in 32 bits
/// Rows are taken in this order, the ones with the most multiplications first, so that the last rows to be taken are short. The
/// last class has those of a warp.
inline constexpr int long_classes = 3, classes = long_classes + 1;
GB_HD constexpr int class_of(std::int64_t multiplications) {
    return multiplications > policy::first_long_class    ? 0
           : multiplications > policy::second_long_class ? 1
           : multiplications > policy::max_of_a_warp     ? 2
                                                         : 3;
}

/// The bytes of the sum of an entry with values of a type; 0 if there are none.
constexpr std::size_t sum_bytes_of(type_code type) {
    const std::size_t bytes = base::size_of(type);
    return type == type_code::none || bytes >= sizeof(unsigned) ? bytes : sizeof(unsigned);
}

/// The shared memory in which a warp sorts the multiplications of a row (hash/short_rows.cuh), at most.
constexpr std::size_t sorting_bytes(std::size_t sum_bytes) { return 1184 + 288 * (4 + 2 * (sum_bytes < 4 ? 4 : sum_bytes)); }

/// The shared memory of a block for rows of so many columns: a sum and a bit for each, or the memory of its warps if that is
/// more; row_bytes: if no warp makes rows. `sum_bytes`: 0 if there are no values.
constexpr std::size_t row_bytes(index ncols, std::size_t sum_bytes) {
    return static_cast<std::size_t>((ncols + 31) / 32) * (32 * sum_bytes + sizeof(unsigned));
}
constexpr std::size_t shared_bytes(index ncols, std::size_t sum_bytes) {
    const std::size_t of_columns = row_bytes(ncols, sum_bytes), of_warps = policy::sorting_warps * sorting_bytes(sum_bytes);
    return of_columns > of_warps ? of_columns : of_warps;
}

/// What a block has in addition: the kernel's static variables, and a KB for the device's own use.
inline constexpr std::int64_t further_bytes = 5 * 1024;

/// The blocks that have room on a multiprocessor at the same time.
constexpr std::int64_t blocks_a_multiprocessor(std::size_t bytes, const device_facts& device) {
    if (static_cast<std::int64_t>(bytes) > device.shared_bytes_per_block) return 0;
    const std::int64_t blocks = device.shared_bytes_per_multiprocessor / (static_cast<std::int64_t>(bytes) + further_bytes);
    return blocks < policy::max_blocks ? blocks : policy::max_blocks;
}

/// Whether a block has so much shared memory. A product with a vector is one row, and one block makes it, a thread for each
/// entry.
constexpr bool fits_block(std::size_t bytes, const device_facts& device) {
    constexpr std::int64_t of_entries = policy::block_threads * (sizeof(row_offset) + sizeof(unsigned));
    return static_cast<std::int64_t>(bytes) + of_entries + further_bytes <= device.shared_bytes_per_block;
}
inline constexpr row_offset max_entries_of_vector = policy::block_threads;

/// Whether the kernel should count a product of this size. `expected`: the multiplications if all rows of B had the same
/// length.
constexpr bool may_pay(index nrows, row_offset a_nvals, double expected, std::size_t bytes, const device_facts& device) {
    const std::int64_t blocks = blocks_a_multiprocessor(bytes, device);
    return nrows > 0 && a_nvals <= policy::max_entries_of_a && expected <= double{policy::max_multiplications} / 2 &&
           blocks >= policy::min_blocks && nrows <= blocks * device.multiprocessors * policy::max_rows_of_a_block;
}

/// The counters of all blocks. They are zero before the kernel, which clears them at its end.
struct counters {
    unsigned long long sum, most, max_missing, above_32, above_4096;  ///< of the multiplications of rows, as flops.cu has them
    unsigned long long entries;  ///< of C; and, times one_row, the rows whose sizes are known
    unsigned long long listed[classes];                                ///< rows in the lists
    unsigned long long long_taken, short_taken;                        ///< how many of them blocks and warps have taken
    unsigned shares_taken, shares_counted;                             ///< of the rows, for counting
    unsigned blocks_done;
};

/// One addition to counters::entries gives a row its place and tells whether it was the last row to get one.
inline constexpr unsigned long long one_row = 1ull << 40;
static_assert(policy::max_multiplications < std::int64_t{one_row});

/// The answer, in the order of counters: the totals of the multiplications, and the entries of C or not_made. Of one row: its
/// multiplications, and its entries or not_made.
enum answers : int { sum, most, max_missing, above_32, above_4096, entries, all_answers };
enum row_answers : int { row_sum, row_entries, all_row_answers };
inline constexpr std::int64_t not_made = -1;

struct task {
    product_rows in;             ///< without a mask, or under a complemented one; flops are not read
    /// written: the multiplications of each row. Null: A is a single row of at most max_entries_of_vector entries; `starts`,
    /// `lists` and `found` are not used then, and only row_answers are given
    std::int64_t* flops;
    row_offset* offsets;         ///< written: sizes of rows, and then the nrows + 1 offsets of C
    row_offset* starts;          ///< written: where each row is in the arrays below
    std::uint32_t* lists;        ///< written: rows, nrows numbers for each class
    column_index* columns;
    void* values;                ///< null: only the structure is made
    std::int64_t capacity;       ///< entries that these arrays have room for
    counters* found;
    std::int64_t* answer;  ///< written before the last rows and the offsets are
};

/// The rows of a product, not yet in order.
struct unordered_rows {
    csr c;                       ///< the offsets, and the sizes; no entries
    array<row_offset> starts;    ///< where each row is in the arrays below
    array<column_index> columns;
    memory values;
};

/// Counts the multiplications of every row (to `flops`) and their totals (to `work`). Makes the rows if there are few
/// multiplications and C has few entries; otherwise returns nothing. `rows` has the values that `run` reads, `type` is none for
/// structure alone. The conditions of may_pay() hold. Waits for the answer. Throws out_of_memory.
std::optional<unordered_rows> multiply(const engine_ptr& e, const product_kernels& run, const product_rows& rows,
                                       type_code type, std::int64_t* flops, sum_and_most& work);

/// The same if A is one row with at most max_entries_of_vector entries; the columns of C are ascending. Returns nothing if
/// there are too many multiplications, whose number `flops` receives. fits_block() holds.
std::optional<csr> multiply_row(const engine_ptr& e, const product_kernels& run, const product_rows& rows, type_code type,
                                std::int64_t& flops);

/// C from its rows; without values if `type` is none. Does not wait. Throws out_of_memory.
csr in_order(const engine_ptr& e, unordered_rows&& rows, type_code type);

}  // namespace small
/// Starts the kernel of a small product (small/small_product.cuh) with so many blocks, which all run at the same time, and so
/// much shared memory for each. Does not wait.
template <class K>
void small_product(const engine_ptr& e, const K& k, const small::task& t, unsigned blocks, std::size_t shared_bytes);

}  // namespace graphblas_gpu::cuda
