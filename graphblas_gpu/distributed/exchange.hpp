// The steps of a distributed operation, and the parts of matrices that a rank needs for it.
//
// Idea: every rank holds a rectangle of a matrix and names the rectangle that it needs: a panel of a product, the part of a
// vector that its block meets, the whole of it to read it. All ranks know all rectangles, so that each sends what others need
// of its own. This one routine moves the entries of all operations.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/distributed/context.hpp>
#include <graphblas_gpu/formats/buffer.hpp>
#include <graphblas_gpu/formats/function_ref.hpp>
#include <graphblas_gpu/index_list.hpp>

#include <cstddef>
#include <deque>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace graphblas_gpu::dist {

/// Consecutive rows and consecutive columns of a matrix.
struct rectangle {
    index row = 0;
    index column = 0;
    index nrows = 0;
    index ncols = 0;

    /// Whether it has no position.
    bool is_empty() const { return nrows == 0 || ncols == 0; }
    friend bool operator==(const rectangle&, const rectangle&) = default;
};
/// What both have.
rectangle common(const rectangle& a, const rectangle& b);

/// Arrays of bytes from each rank to each other one, whose sizes the receivers do not know: in host memory, and on the devices
/// of a context that joins them.
class array_exchange {
  public:
    explicit array_exchange(const context& ctx) : ctx_(ctx), of_rank_(static_cast<std::size_t>(ctx.size())) {}

    /// The steps of an exchange, in this order. `send` and make_room() are for this rank alone; all ranks call the others.
    /// @{
    /// Adds an array for another rank, which stays where it is until exchange() has returned; and says that an array will come.
    void send(int to, const void* data, std::size_t bytes) { of(to).sends.push_back({to, data, bytes}); }
    void expect(int from) { of(from).expected += 1; }
    void send_from_device(int to, const void* data, std::size_t bytes) { of(to).device_sends.push_back({to, data, bytes}); }
    void expect_on_device(int from) { of(from).expected_on_device += 1; }
    void exchange_sizes();
    void make_room();
    void exchange();
    /// The next array from a rank, in the order in which it was added there.
    buffer<std::byte> next(int from) { return std::move(of(from).arrays[of(from).taken++]); }
    cuda::memory next_on_device(int from) { return std::move(of(from).device_arrays[of(from).taken_on_device++]); }
    /// @}

  private:
    struct pair {
        std::vector<outgoing> sends, device_sends;
        std::vector<std::uint64_t> sent_sizes, sizes;  ///< of the arrays in host memory, and then of those on a device
        std::size_t expected = 0, taken = 0, expected_on_device = 0, taken_on_device = 0;
        std::vector<buffer<std::byte>> arrays;
        std::vector<cuda::memory> device_arrays;
    };
    void exchange_on_devices();
    pair& of(int rank) { return of_rank_[static_cast<std::size_t>(rank)]; }

    const context& ctx_;
    std::vector<pair> of_rank_;
};

/// Whether values of this type travel from device to device.
inline bool travels_on_devices(const context& ctx, const type_descriptor& type) {
    return ctx.devices() != nullptr && type.fits_on_device();
}

/// A rectangle of entries.
struct piece {
    rectangle where;
    graphblas_gpu::any_matrix entries;
};

/// The part of a matrix that this rank needs. The block that it is made from has to outlive it.
class part {
  public:
    /// The block of this rank, and the rectangles that the ranks hold and need.
    part(const context& ctx, const graphblas_gpu::any_matrix& block, std::vector<rectangle> held, std::vector<rectangle> needed)
        : ctx_(ctx), block_(block), held_(std::move(held)), needed_(std::move(needed)) {}

    /// Packs what others need, and adds it to the exchange.
    void pack(array_exchange& arrays);
    /// Takes what others have sent.
    void unpack(array_exchange& arrays);

    /// The pieces that overlap with what this rank needs, by the ranks that hold them.
    std::vector<piece>& pieces() { return pieces_; }
    /// Whether the part is the own block; then there are no pieces.
    bool is_own_block() const { return is_own_block_; }
    /// The pieces put together, where each position is held by one rank.
    graphblas_gpu::any_matrix assembled();

  private:
    struct packed {
        rectangle where;
        graphblas_gpu::any_matrix entries;  ///< borrowed from the block where that is the rectangle
        buffer<std::byte> row_sizes;        ///< empty on devices
    };
    const rectangle& own(const std::vector<rectangle>& list) const { return list[static_cast<std::size_t>(ctx_.rank())]; }
    /// Whether the entries travel from device to device.
    bool is_on_devices() const { return travels_on_devices(ctx_, block_.type()); }
    graphblas_gpu::any_matrix cut(const rectangle& where) const;
    graphblas_gpu::any_matrix received(int from, const rectangle& where, array_exchange& arrays) const;
    graphblas_gpu::any_matrix received_on_device(int from, const rectangle& where, array_exchange& arrays) const;
    bool needs_own_block_only() const;

    const context& ctx_;
    const graphblas_gpu::any_matrix& block_;
    std::vector<rectangle> held_, needed_;
    std::deque<packed> packed_;
    std::vector<piece> pieces_;
    bool is_own_block_ = false;
};

/// An operation of all ranks: check() throws what its arguments forbid, the parts that each rank needs are fetched, and
/// compute(own note) is called. It may change nothing that outlives an error of another rank. Gives the notes of all ranks.
/// `arguments` as in context::together().
std::vector<note> with_parts(const context& ctx, const char* operation, std::initializer_list<std::int64_t> arguments,
                             std::initializer_list<part*> parts, formats::function_ref<void()> check,
                             formats::function_ref<void(note&)> compute);
/// The same for arrays that pack(exchange) adds.
std::vector<note> with_arrays(const context& ctx, const char* operation, std::initializer_list<std::int64_t> arguments,
                              formats::function_ref<void(array_exchange&)> pack,
                              formats::function_ref<void(array_exchange&, note&)> compute);
/// The sum of the numbers, or of another member.
std::int64_t sum_of(const std::vector<note>& notes, std::int64_t note::*member = &note::number);

}  // namespace graphblas_gpu::dist
