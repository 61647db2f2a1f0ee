// A result that is larger than the device: its rows go to host memory, or to the caller, block by block.
//
// Idea: cuda::multiply_in_blocks() computes a block while the one before it is copied to pinned memory. To become one matrix
// the blocks are copied once more, by host threads, while the next ones are on their way: that touches new pages, for which one
// thread would take longer than the link.
#include <graphblas_gpu/operations/device/blocks.hpp>

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/operations/device/device_product.hpp>
#include <graphblas_gpu/operations/device/product.hpp>

#include <algorithm>
#include <cstring>
#include <future>
#include <thread>
#include <utility>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace graphblas_gpu::device {

namespace {

/// The threads that copy blocks: as many as the memory of a machine needs for the speed of a link.
int copying_threads() {
    constexpr unsigned enough = 16;
    return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, enough));
}

/// memcpy past the caches: what is written is not read soon, and would have to be read first to be cached. (R-MAT 18 squared in
/// fp32 into memory that has been used, on an H200: 36 GB/s, by memcpy 30.5.)
void copy_past_caches(void* to, const void* from, std::size_t bytes) {
#ifdef __SSE2__
    constexpr std::size_t step = sizeof(__m128i);
    auto* t = static_cast<std::byte*>(to);
    const auto* f = static_cast<const std::byte*>(from);
    const std::size_t head = std::min(bytes, (step - reinterpret_cast<std::uintptr_t>(t) % step) % step);
    std::memcpy(t, f, head);
    for (t += head, f += head, bytes -= head; bytes >= step; t += step, f += step, bytes -= step) {
        _mm_stream_si128(reinterpret_cast<__m128i*>(t), _mm_loadu_si128(reinterpret_cast<const __m128i*>(f)));
    }
    std::memcpy(t, f, bytes);
    _mm_sfence();
#else
    std::memcpy(to, from, bytes);
#endif
}

/// A matrix in host memory whose blocks of rows come one after the other.
class collected_rows {
  public:
    collected_rows(const device_product& p, index nvals, std::size_t value_bytes)
        : rows_(
              formats::untyped_csr::with_room(p.shape().nrows, p.shape().ncols, static_cast<std::size_t>(nvals), value_bytes)),
          team_(copying_threads()) {
        rows_.offsets[0] = 0;
    }
    collected_rows(const collected_rows&) = delete;
    collected_rows& operator=(const collected_rows&) = delete;
    ~collected_rows() {
        if (copying_.valid()) copying_.wait();
    }

    /// Begins to copy a block, once the one before is copied.
    void add(formats::untyped_rows&& block, index first_row) {
        finish();
        const row_offset before = std::exchange(next_entry_, next_entry_ + block.nvals());
        copying_ = std::async(std::launch::async,
                              [this, block = std::move(block), first_row, before] { copy(block, first_row, before); });
    }
    void finish() {
        if (copying_.valid()) copying_.get();
    }
    formats::untyped_csr& rows() { return rows_; }

  private:
    void copy(const formats::untyped_view& block, index first_row, row_offset before) {
        constexpr index entries_of_piece = index{1} << 19;  // some huge pages
        const index nvals = block.nvals();
        const index pieces = 1 + std::max(nvals, block.nrows) / entries_of_piece;
        const std::size_t bytes = block.value_bytes;
        team_.run(pieces, [&](index piece, int) {
            const index first_offset = block.nrows * piece / pieces, last_offset = block.nrows * (piece + 1) / pieces;
            row_offset* const offsets = rows_.offsets.data() + first_row + 1;
            for (index i = first_offset; i < last_offset; ++i) offsets[i] = before + block.offsets[i + 1];
            const auto first = static_cast<std::size_t>(nvals * piece / pieces);
            const auto count = static_cast<std::size_t>(nvals * (piece + 1) / pieces) - first;
            if (count == 0) return;
            const std::size_t to = static_cast<std::size_t>(before) + first;
            copy_past_caches(rows_.columns.data() + to, block.columns + first, count * sizeof(column_index));
            if (bytes > 0) copy_past_caches(rows_.values.data() + to * bytes, block.values + first * bytes, count * bytes);
        });
    }

    formats::untyped_csr rows_;
    row_offset next_entry_ = 0;
    host::team team_;
    std::future<void> copying_;
};

}  // namespace

formats::untyped_csr rows_by_blocks(device_product& p, bool structure_only) {
    const index nvals = p.begin_blocks();
    collected_rows whole(p, nvals, structure_only ? 0 : base::size_of(p.value_type()));
    p.send_blocks(
        structure_only, 0, [&](formats::untyped_rows&& block, index first) { whole.add(std::move(block), first); },
        [&] { whole.finish(); });
    return std::move(whole.rows());
}

}  // namespace graphblas_gpu::device
