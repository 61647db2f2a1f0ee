// The steps of a distributed operation, and the parts of matrices that a rank needs for it.
//
// Idea: every rank holds a rectangle of a matrix and names the rectangle that it needs: a panel of a product, the part of a
// vector that its block meets, the whole of it to read it. All ranks know all rectangles, so that each sends what others need
// of its own. This one routine moves the entries of all operations.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/base/buffer.hpp>
#include <graphblas_gpu/base/function_ref.hpp>
#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/distributed/context.hpp>
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
    /// Adds an array for another rank, which stays where it is until exchange() has returned; and says that an array will come,
    /// which gets a number among those of that rank. Of an array that is sent `later`, by somebody else, the size alone is
    /// told.
    void send(int to, const void* data, std::size_t bytes, bool later = false) {
        of(to).sends.push_back({{to, data, bytes}, later});
    }
    std::size_t expect(int from) {
        of(from).places.emplace_back();
        return of(from).places.size() - 1;
    }
    void send_from_device(int to, const void* data, std::size_t bytes) { of(to).device_sends.push_back({to, data, bytes}); }
    void expect_on_device(int from) { of(from).expected_on_device += 1; }
    void exchange_sizes();
    /// Between these: the size of an array that will come, and where it is put; null: it comes later.
    std::size_t size_of(int from, std::size_t number) { return static_cast<std::size_t>(of(from).sizes[number]); }
    void put(int from, std::size_t number, void* data) {
        of(from).places[number].is_given = true;
        of(from).places[number].data = data;
    }
    void make_room();
    void exchange();
    /// The array of this number from a rank, unless put() has said where it is; and the next one on a device.
    buffer<std::byte> taken(int from, std::size_t number) { return std::move(of(from).places[number].array); }
    buffer<std::byte> next(int from) { return taken(from, of(from).taken++); }
    cuda::memory next_on_device(int from) { return std::move(of(from).device_arrays[of(from).taken_on_device++]); }
    /// @}

  private:
    struct sent : outgoing {
        bool later;
    };
    struct place {
        bool is_given = false;
        void* data = nullptr;
        buffer<std::byte> array;  ///< where none is given
    };
    struct pair {
        std::vector<sent> sends;
        std::vector<outgoing> device_sends;
        std::vector<place> places;
        std::vector<std::uint64_t> sent_sizes, sizes;  ///< of the arrays in host memory, and then of those on a device
        std::size_t taken = 0, expected_on_device = 0, taken_on_device = 0;
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
///
/// In host memory what arrives is put where it belongs in the part: at once where a piece has whole rows of it, otherwise in
/// rounds of at most a 16th of each piece, whose rows are then moved to their places. So the part takes its own size and a
/// 16th. Where ranks hold the same positions, as for sums, each piece is kept apart.
class part {
  public:
    /// The block of this rank, and the rectangles that the ranks hold and need.
    part(const context& ctx, const graphblas_gpu::any_matrix& block, std::vector<rectangle> held,
         std::vector<rectangle> needed);

    /// The steps of with_parts(), in this order; those that may throw are for this rank alone.
    /// @{
    void pack(array_exchange& arrays);       ///< adds what others need
    void make_room(array_exchange& arrays);  ///< for what others send
    void lay_out(array_exchange& arrays);    ///< finds where rows begin
    int rounds() const { return rounds_; }   ///< that are needed for what cannot be put in its place at once
    void add_round(int round, std::vector<outgoing>& sends, std::vector<incoming>& receives);
    void take_round(int round);
    void finish(array_exchange& arrays);
    /// @}

    /// What this rank needs; where ranks hold the same positions, a piece for each of them, in their order.
    std::vector<piece>& pieces() { return pieces_; }
    /// Whether the part is the own block; then there are no pieces.
    bool is_own_block() const { return is_own_block_; }
    /// The part, where each position is held by one rank.
    graphblas_gpu::any_matrix assembled();

  private:
    struct packed {
        rectangle where;
        graphblas_gpu::any_matrix entries;  ///< borrowed from the block where that is the rectangle
        buffer<std::byte> row_sizes;        ///< empty on devices
    };
    /// Entries for another rank that go in rounds.
    struct stream {
        int to;
        formats::untyped_view entries;
    };
    /// A rectangle that is filled.
    struct panel {
        rectangle where;
        formats::untyped_csr rows;
        std::size_t first_piece, pieces;
    };
    /// What arrives, or comes from the own block, for a panel.
    struct arriving {
        arriving(int rank, const rectangle& r) : from(rank), where(r) {}
        int from;
        rectangle where;
        std::size_t panel = 0, nvals = 0;
        std::size_t sizes_number = 0;
        bool is_streamed = false;
        buffer<std::byte> row_sizes;
        formats::untyped_view own;               ///< entries of the own block
        buffer<column_index> columns;            ///< of a round
        buffer<std::byte> values;                ///< of a round
        index row = 0;                           ///< the next entry goes into this row,
        std::size_t in_row = 0, before_row = 0;  ///< behind so many of this piece and so many of pieces to the left
    };
    const rectangle& own(const std::vector<rectangle>& list) const { return list[static_cast<std::size_t>(ctx_.rank())]; }
    /// Whether the entries travel from device to device.
    bool is_on_devices() const { return travels_on_devices(ctx_, block_.type()); }
    /// Whether a piece of what rank r needs comes in rounds.
    bool is_streamed(std::size_t r, const rectangle& where) const { return !overlaps_ && where.ncols != needed_[r].ncols; }
    graphblas_gpu::any_matrix cut(const rectangle& where) const;
    graphblas_gpu::any_matrix received_on_device(int from, const rectangle& where, array_exchange& arrays) const;
    bool needs_own_block_only() const;
    std::size_t size_of_row(const arriving& a, index row) const;
    void place(arriving& a, std::size_t count, const column_index* columns, const std::byte* values);

    const context& ctx_;
    const graphblas_gpu::any_matrix& block_;
    std::vector<rectangle> held_, needed_;
    bool overlaps_ = false;  ///< ranks hold the same positions
    std::deque<packed> packed_;
    std::vector<stream> streams_;
    std::vector<panel> panels_;
    std::vector<arriving> arriving_;
    graphblas_gpu::any_matrix own_cut_;
    std::vector<piece> pieces_;
    int rounds_ = 0;
    bool is_own_block_ = false;
};

/// An operation of all ranks: check() throws what its arguments forbid, the parts that each rank needs are fetched, and
/// compute(own note) is called. It may change nothing that outlives an error of another rank. Gives the notes of all ranks.
/// `arguments` as in context::together().
std::vector<note> with_parts(const context& ctx, const char* operation, std::initializer_list<std::int64_t> arguments,
                             std::initializer_list<part*> parts, base::function_ref<void()> check,
                             base::function_ref<void(note&)> compute);
/// The same for arrays that pack(exchange) adds.
std::vector<note> with_arrays(const context& ctx, const char* operation, std::initializer_list<std::int64_t> arguments,
                              base::function_ref<void(array_exchange&)> pack,
                              base::function_ref<void(array_exchange&, note&)> compute);
/// The sum of the numbers, or of another member.
std::int64_t sum_of(const std::vector<note>& notes, std::int64_t note::*member = &note::number);

}  // namespace graphblas_gpu::dist
