// What the symbolic phase keeps of the rows that it counts, for a product of which only the structure is wanted.
//
// Idea: rows that were sorted leave their keys, so many places a row as its class has products, as they lie in registers; rows
// that were counted by bits or in tables leave lists, those of tables not in order. When the sizes have become offsets, both
// are copied to where they belong. What is kept is bounded; rows that are left out go through the second phase as any other.
#pragma once

#include <graphblas_gpu/cuda/hash/column_lists.hpp>
#include <graphblas_gpu/cuda/hash/row_facts.hpp>
#include <graphblas_gpu/cuda/device/streams.hpp>

namespace graphblas_gpu::cuda {

class kept_rows {
  public:
    /// Writes the columns of the rows that were kept where the offsets say.
    void write(const engine_ptr& e, const product_rows& in, const product_output& out);
    /// Whether there are rows that were not kept; once the device has been waited for since they were counted.
    bool leaves_out(engine& e) const { return leaves_out_ || *left_out(e) != 0; }
    /// After write(), if some rows are left out: the rows to be made in the second phase; others have no multiplications.
    product_rows rows_left_out(const product_rows& in) const;

    /// For the symbolic phase: memory for the rows of these classes. Throws out_of_memory.
    /// @{
    void make_room(const engine_ptr& e, const product_rows& in, hashing::row_classes&& classes);
    const hashing::row_classes& classes() const { return classes_; }
    /// Places for the keys of sorted class n; null if they are not kept.
    std::uint32_t* keys(int n) const { return keys_[static_cast<std::size_t>(n)].data(); }
    const hashing::list_keeper& lists() const { return lists_; }
    void leave_out() { leaves_out_ = true; }
    /// @}

  private:
    /// Apart from the sums that are waited for meanwhile.
    static std::int64_t* left_out(engine& e) { return e.answer() + 127; }
    void make_room_for_lists(const engine_ptr& e, const product_rows& in, index most);
    void write_all_lists(concurrent_streams& streams, index ncols, const product_output& out);

    hashing::row_classes classes_;
    std::array<array<std::uint32_t>, binning::sorted_classes> keys_;
    hashing::list_keeper lists_;
    array<column_index> columns_;
    array<unsigned long long> used_;
    array<std::uint32_t> places_;
    array<std::int64_t> flops_left_;
    bool leaves_out_ = false;
};

}  // namespace graphblas_gpu::cuda
