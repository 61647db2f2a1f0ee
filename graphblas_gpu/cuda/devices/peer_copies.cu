// Copies of matrices, and of some of their rows, on the other devices of a group.
#include <graphblas_gpu/cuda/device/for_each.cuh>
#include <graphblas_gpu/cuda/devices/kept_copies.hpp>
#include <graphblas_gpu/cuda/devices/peer_copies.hpp>

#include <iterator>
#include <mutex>
#include <utility>

namespace graphblas_gpu::cuda {

namespace {

/// What is kept with a matrix.
class peer_copies : public kept_copies<matrix_copy> {
  public:
    std::shared_ptr<const row_cuts> cuts() const {
        const std::lock_guard lock(mutex_);
        return cuts_;
    }
    void keep_cuts(std::shared_ptr<const row_cuts> cuts) {
        const std::lock_guard lock(mutex_);
        cuts_ = std::move(cuts);
    }

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<const row_cuts> cuts_;
};

const engine_ptr& owner_of(const csr& m) { return m.offsets.owner(); }

std::shared_ptr<matrix_copy> copy_of_rows(const engine_ptr& e, index first, std::shared_ptr<const csr> rows) {
    auto copy = std::make_shared<matrix_copy>();
    copy->where = e;
    copy->first_row = first;
    copy->last_row = first + rows->nrows;
    copy->rows = std::move(rows);
    return copy;
}

/// Some rows of a matrix that the device has as a whole, over its arrays, which `lender` keeps.
csr rows_of_whole(const engine_ptr& e, const csr& whole, index first, index last, row_offset begin, row_offset end,
                  const std::shared_ptr<const void>& lender) {
    const auto nvals = static_cast<std::size_t>(end - begin), ends = static_cast<std::size_t>(last - first) + 1;
    csr out;
    out.nrows = last - first;
    out.ncols = whole.ncols;
    out.nvals = end - begin;
    out.type = whole.type;
    const row_offset* const from = whole.offsets.data() + first;
    if (first == 0) {
        out.offsets = {memory(e, from, ends * sizeof(row_offset), lender), ends};
    } else {
        out.offsets = array<row_offset>(e, ends);
        row_offset* const to = out.offsets.data();
        for_each(
            e, last - first + 1, GB_DEVICE_LAMBDA(std::int64_t r) { to[r] = from[r] - begin; });
    }
    const auto lent = [&](const void* data, std::size_t bytes) {
        return memory(e, static_cast<const std::byte*>(data) + static_cast<std::size_t>(begin) * bytes, nvals * bytes, lender);
    };
    out.columns = {lent(whole.columns.data(), sizeof(column_index)), nvals};
    if (whole.values.data() != nullptr) out.values = lent(whole.values.data(), base::size_of(whole.type));
    return out;
}

}  // namespace

stored_rows arrays_of(const csr& m) {
    return {owner_of(m),
            m.nrows,
            m.nvals,
            m.offsets.data(),
            {{reinterpret_cast<std::byte*>(m.columns.data()), sizeof(column_index)},
             {static_cast<std::byte*>(m.values.data()), base::size_of(m.type)}}};
}

csr room_for_rows(const engine_ptr& e, const csr& like, index first, index last, row_offset entries) {
    return csr_with_room(e, last - first, like.ncols, entries, like.type);
}

void add_to_offsets(const engine_ptr& e, row_offset* to, index count, row_offset number) {
    for_each(e, count, GB_DEVICE_LAMBDA(std::int64_t r) { to[r] += number; });
}

void copy_rows(const stored_rows& from, index first, index last, row_offset begin, row_offset end, const stored_rows& to,
               index to_row, row_offset to_entry) {
    const engine_ptr &source = from.owner, &target = to.owner;
    std::int64_t bytes = 0;
    const auto pull = [&](void* at, const void* data, std::size_t size) {
        target->pull(at, *source, data, size);
        bytes += static_cast<std::int64_t>(size);
    };
    pull(to.offsets + to_row, from.offsets + first, static_cast<std::size_t>(last - first + 1) * sizeof(row_offset));
    for (std::size_t n = 0; n < std::size(from.of_entries); ++n) {
        const auto &of = from.of_entries[n], &into = to.of_entries[n];
        pull(into.data + static_cast<std::size_t>(to_entry) * of.bytes, of.data + static_cast<std::size_t>(begin) * of.bytes,
             static_cast<std::size_t>(end - begin) * of.bytes);
    }
    if (source != target) target->count_pulled(bytes, 0);
    const engine::current_device here(*target);
    if (to_entry != begin) add_to_offsets(target, to.offsets + to_row, last - first + 1, to_entry - begin);
}

std::shared_ptr<const row_cuts> cuts_kept_with(const csr& left) { return kept_with<peer_copies>(left)->cuts(); }
void keep_cuts(const csr& left, row_cuts&& cuts) {
    kept_with<peer_copies>(left)->keep_cuts(std::make_shared<const row_cuts>(std::move(cuts)));
}

std::vector<matrix_copy_ptr> copies_on(device_group& devices, const std::shared_ptr<const csr>& m) {
    const auto kept = kept_with<peer_copies>(*m);
    const auto copied = [&](const engine_ptr& e, const matrix_copy& from) {
        return copy_of_rows(e, 0, std::make_shared<const csr>(pulled_rows(e, *from.rows, 0, m->nrows, 0, m->nvals)));
    };
    return wholes_on<matrix_copy>(devices, *kept, copy_of_rows(owner_of(*m), 0, m), copied);
}

std::vector<matrix_copy_ptr> blocks_on(device_group& devices, const std::shared_ptr<const csr>& m,
                                       std::span<const index> cuts) {
    const engine_ptr& owner = owner_of(*m);
    // The first entry of row cuts[d], read from the device if it is wanted.
    const auto entries_before = [&](std::size_t d) {
        const index row = cuts[d];
        return row == 0 ? 0 : row == m->nrows ? m->nvals : read_element(*owner, m->offsets.data() + row);
    };
    return rows_on_each(
        devices, *kept_with<peer_copies>(*m), cuts, [&](std::size_t d, const matrix_copy_ptr& whole) -> matrix_copy_ptr {
            const engine_ptr& e = devices.engines()[d];
            const index first = cuts[d], last = cuts[d + 1];
            const row_offset begin = entries_before(d), end = entries_before(d + 1);
            const auto of_whole = [&](const std::shared_ptr<const csr>& all) {
                return rows_of_whole(e, *all, first, last, begin, end, all);
            };
            const auto rows = [&] {
                // Rows of the matrix itself do not own it: it keeps them.
                if (e == owner) return of_whole({std::shared_ptr<void>(), m.get()});
                if (whole != nullptr) return of_whole(whole->rows);
                owner->synchronise();  // which may still be making it
                return pulled_rows(e, *m, first, last, begin, end);
            };
            return copy_of_rows(e, first, std::make_shared<const csr>(rows()));
        });
}

csr distributed(csr_parts&& parts) {
    csr out;
    out.ncols = parts.front().rows.ncols;
    out.type = parts.front().rows.type;
    for (const csr_part& part : parts) {
        out.nrows += part.rows.nrows;
        out.nvals += part.rows.nvals;
    }
    out.parts = std::make_shared<const csr_parts>(std::move(parts));
    return out;
}

const engine_ptr& first_engine_of(const csr& distributed) { return owner_of(parts_of(distributed).front().rows); }

namespace {

/// Rows of a matrix to places in host memory. Offsets come behind that of the first row, and `before` entries are before them.
void download_part(const csr& rows, row_offset before, row_offset* offsets, column_index* columns, void* values) {
    const auto nvals = static_cast<std::size_t>(rows.nvals);
    const std::size_t value_bytes = base::size_of(rows.type);
    owner_of(rows)->to_host({{offsets + 1, rows.offsets.data() + 1, static_cast<std::size_t>(rows.nrows) * sizeof(row_offset)},
                             {columns + before, rows.columns.data(), nvals * sizeof(column_index)},
                             {static_cast<std::byte*>(values) + static_cast<std::size_t>(before) * value_bytes,
                              rows.values.data(), nvals * value_bytes}});
    for (index i = 1; i <= rows.nrows; ++i) offsets[i] += before;
}

}  // namespace

void download_rows(const csr& device, row_offset* offsets, column_index* columns, void* values) {
    offsets[0] = 0;
    if (device.parts == nullptr) return download_part(device, 0, offsets, columns, values);
    row_offset before = 0;
    for (const csr_part& part : parts_of(device)) {
        download_part(part.rows, before, offsets + part.first_row, columns, values);
        before += part.rows.nvals;
    }
}

csr gathered(const engine_ptr& e, const csr& distributed) { return gathered_rows(e, distributed); }

}  // namespace graphblas_gpu::cuda
