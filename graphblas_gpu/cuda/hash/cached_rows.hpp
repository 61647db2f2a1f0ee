// What the symbolic phase caches of the rows that it counts, for a product of which only the structure is wanted.
//
// Idea: a row that was sorted in registers stores its keys in the order of the registers, in as many slots as its class has
// products. A row that was counted in a window or a table stores a list of its columns; lists from tables are not sorted. When
// the row sizes have become offsets, keys and lists are copied to the columns of C. The memory of the cache is bounded; rows
// that found no room are computed in the second phase.
#pragma once

#include <graphblas_gpu/cuda/device/streams.hpp>
#include <graphblas_gpu/cuda/hash/row_facts.hpp>
#include <graphblas_gpu/cuda/shared/column_lists.hpp>

namespace graphblas_gpu::cuda {

class cached_rows {
  public:
    /// Writes the columns of the cached rows to out.columns, at the offsets of the rows.
    void write(const engine_ptr& e, const product_rows& in, const product_output& out);
    /// Whether some rows were not cached. The caller must have waited for the device since the rows were counted.
    bool leaves_out(engine& e) const { return leaves_out_ || *left_out(e) != 0; }
    /// After write(), if some rows are not cached: the product with multiplications for these rows only; cached rows count 0.
    product_rows rows_left_out(const product_rows& in) const;

    /// For the symbolic phase: allocates memory for the rows of these classes. Throws out_of_memory.
    /// @{
    void make_room(const engine_ptr& e, const product_rows& in, hashing::row_classes&& classes);
    const hashing::row_classes& classes() const { return classes_; }
    /// The slots for the keys of sorted class n; null if the keys of this class are not cached.
    std::uint32_t* keys(int n) const { return keys_[static_cast<std::size_t>(n)].data(); }
    const hashing::column_list_writer& lists() const { return lists_; }
    void leave_out() { leaves_out_ = true; }
    /// @}

  private:
    /// A flag that kernels set if they leave a row out: an element of answer() that no kernel writes which runs meanwhile.
    static std::int64_t* left_out(engine& e) { return e.answer() + 127; }
    void make_room_for_lists(const engine_ptr& e, const product_rows& in, index most);
    void write_all_lists(concurrent_streams& streams, index ncols, const product_output& out);

    hashing::row_classes classes_;
    std::array<array<std::uint32_t>, hash_policy::sorted_classes> keys_;
    hashing::column_list_writer lists_;
    array<column_index> columns_;
    array<unsigned long long> used_;
    array<std::uint32_t> list_offsets_;
    array<std::int64_t> flops_left_;
    bool leaves_out_ = false;
};

}  // namespace graphblas_gpu::cuda
