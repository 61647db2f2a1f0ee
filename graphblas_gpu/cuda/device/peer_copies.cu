#include <graphblas_gpu/cuda/device/broadcast.hpp>
#include <graphblas_gpu/cuda/device/peer_copies.hpp>
#include <graphblas_gpu/cuda/primitives/for_each.cuh>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include <graphblas_gpu/formats/stopwatch.hpp>

namespace graphblas_gpu::cuda {

/// What is kept with a matrix: on each device at most one copy of the whole and one block of rows.
class peer_copies {
  public:
    matrix_copy_ptr whole_on(const engine_ptr& e) const {
        const std::lock_guard lock(state_->mutex);
        return found(state_->wholes, e);
    }
    matrix_copy_ptr block_on(const engine_ptr& e) const {
        const std::lock_guard lock(state_->mutex);
        return found(state_->blocks, e);
    }
    std::shared_ptr<const row_cuts> cuts() const {
        const std::lock_guard lock(state_->mutex);
        return state_->cuts;
    }
    void keep_cuts(std::shared_ptr<const row_cuts> cuts) const {
        const std::lock_guard lock(state_->mutex);
        state_->cuts = std::move(cuts);
    }
    void keep_whole(matrix_copy_ptr copy) const {
        const std::lock_guard lock(state_->mutex);
        replace(state_->wholes, std::move(copy));
    }
    void keep_block(matrix_copy_ptr block) const {
        const std::lock_guard lock(state_->mutex);
        replace(state_->blocks, std::move(block));
    }

  private:
    using list = std::vector<matrix_copy_ptr>;
    static matrix_copy_ptr found(const list& in, const engine_ptr& e) {
        const auto at = std::find_if(in.begin(), in.end(), [&](const matrix_copy_ptr& c) { return c->where == e; });
        return at == in.end() ? nullptr : *at;
    }
    static void replace(list& in, matrix_copy_ptr copy) {
        std::erase_if(in, [&](const matrix_copy_ptr& c) { return c->where == copy->where; });
        in.push_back(std::move(copy));
    }

    struct lists {
        std::mutex mutex;
        list wholes, blocks;
        std::shared_ptr<const row_cuts> cuts;
    };
    std::unique_ptr<lists> state_ = std::make_unique<lists>();  // which a matrix that does not change may still get
};

namespace {

const engine_ptr& owner_of(const csr& m) { return m.offsets.owner(); }

const csr_parts& parts_of(const csr& distributed) { return *static_cast<const csr_parts*>(distributed.parts.get()); }

std::shared_ptr<const peer_copies> kept_with(const csr& m) {
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    if (m.on_peers == nullptr) m.on_peers = std::make_shared<const peer_copies>();
    return std::static_pointer_cast<const peer_copies>(m.on_peers);
}

/// Transfers to one engine, which are counted there.
class pulls {
  public:
    pulls(const engine_ptr& source, const engine_ptr& target) : source_(source), target_(target) {}
    void add(const void* from, void* to, std::size_t bytes) {
        list_.push_back({source_.get(), from, target_.get(), to, bytes});
        bytes_ += static_cast<std::int64_t>(bytes);
    }
    void exchange(communicator& between) const {
        between.exchange(list_);
        if (source_ != target_) target_->count_pulled(bytes_, 0);
    }

  private:
    engine_ptr source_, target_;
    std::vector<transfer> list_;
    std::int64_t bytes_ = 0;
};

/// Rows first .. last - 1, whose entries are begin .. end - 1, as a matrix on another device. The offsets are those of the whole matrix.
csr pulled_rows(communicator& between, const engine_ptr& e, const csr& m, index first, index last, row_offset begin, row_offset end) {
    csr out;
    out.nrows = last - first;
    out.ncols = m.ncols;
    out.nvals = end - begin;
    out.type = m.type;
    const std::size_t value_bytes = formats::size_of(m.type), nvals = static_cast<std::size_t>(out.nvals);
    out.offsets = array<row_offset>(e, static_cast<std::size_t>(out.nrows) + 1);
    out.columns = array<column_index>(e, nvals);
    out.values = memory(e, nvals * value_bytes);
    pulls of(owner_of(m), e);
    of.add(m.offsets.data() + first, out.offsets.data(), out.offsets.size() * sizeof(row_offset));
    of.add(m.columns.data() + begin, out.columns.data(), nvals * sizeof(column_index));
    of.add(static_cast<const std::byte*>(m.values.data()) + static_cast<std::size_t>(begin) * value_bytes, out.values.data(),
           nvals * value_bytes);
    of.exchange(between);
    return out;
}

matrix_copy_ptr whole_copy(const engine_ptr& e, std::shared_ptr<const csr> rows) {
    auto copy = std::make_shared<matrix_copy>();
    copy->where = e;
    copy->view = rows->view();
    copy->rows = std::move(rows);
    return copy;
}

/// A block of a matrix that the device has as a whole; `rows` is what it owns of it.
matrix_copy_ptr block_of(const matrix_copy& whole, index first, index last, row_offset begin, row_offset end,
                         std::shared_ptr<const csr> rows) {
    auto block = std::make_shared<matrix_copy>();
    block->rows = std::move(rows);
    const engine_ptr& e = whole.where;
    block->where = e;
    block->first_row = first;
    block->view = whole.view;
    block->view.nrows = last - first;
    block->view.nvals = end - begin;
    if (begin == 0 && first == 0) return block;
    block->own_offsets = array<row_offset>(e, static_cast<std::size_t>(last - first) + 1);
    row_offset* const to = block->own_offsets.data();
    const row_offset* const from = whole.view.offsets + first;
    for_each(e, last - first + 1, GB_DEVICE_LAMBDA(std::int64_t r) { to[r] = from[r] - begin; });
    block->view.offsets = to;
    block->view.columns += begin;
    if (whole.view.values != nullptr) {
        block->view.values = static_cast<const std::byte*>(whole.view.values) + static_cast<std::size_t>(begin) * formats::size_of(whole.view.type);
    }
    return block;
}

/// A block of a matrix that is on another device only.
matrix_copy_ptr pulled_block(communicator& between, const engine_ptr& e, const csr& m, index first, index last, row_offset begin,
                             row_offset end) {
    owner_of(m)->synchronise();  // which may still be making it
    auto rows = std::make_shared<const csr>(pulled_rows(between, e, m, first, last, begin, end));
    add_to_offsets(e, rows->offsets.data(), rows->nrows + 1, -begin);
    auto block = std::make_shared<matrix_copy>();
    block->where = e;
    block->first_row = first;
    block->view = rows->view();
    block->rows = std::move(rows);
    return block;
}

}  // namespace

void add_to_offsets(const engine_ptr& e, row_offset* to, index count, row_offset number) {
    for_each(e, count, GB_DEVICE_LAMBDA(std::int64_t r) { to[r] += number; });
}

std::shared_ptr<const row_cuts> cuts_kept_with(const csr& left) { return kept_with(left)->cuts(); }
void keep_cuts(const csr& left, row_cuts&& cuts) { kept_with(left)->keep_cuts(std::make_shared<const row_cuts>(std::move(cuts))); }

std::vector<matrix_copy_ptr> copies_on(device_group& devices, const std::shared_ptr<const csr>& m) {
    const auto kept = kept_with(*m);
    std::vector<matrix_copy_ptr> copies;
    std::optional<broadcast> sources;
    for (std::size_t d = 0; d < devices.engines().size(); ++d) {
        const engine_ptr& e = devices.engines()[d];
        if (e == owner_of(*m)) {
            copies.push_back(whole_copy(e, m));
            continue;
        }
        matrix_copy_ptr copy = kept->whole_on(e);
        if (copy == nullptr) {
            if (!sources) {
                owner_of(*m)->synchronise();  // which may still be making it
                sources.emplace(devices);
            }
            const engine::current_device here(*e);
            const csr& from = *copies[sources->source_for(d)]->rows;
            copy = whole_copy(e, std::make_shared<const csr>(pulled_rows(*devices.between(), e, from, 0, m->nrows, 0, m->nvals)));
            sources->queued(d);
            kept->keep_whole(copy);
        }
        copies.push_back(std::move(copy));
    }
    return copies;
}

std::vector<matrix_copy_ptr> blocks_on(device_group& devices, const std::shared_ptr<const csr>& m, std::span<const index> cuts) {
    const auto kept = kept_with(*m);
    const engine_ptr& owner = owner_of(*m);
    std::vector<matrix_copy_ptr> blocks;
    // The first entry of row cuts[d], read from the device if it is wanted.
    const auto entries_before = [&](std::size_t d) {
        const index row = cuts[d];
        return row == 0 ? 0 : row == m->nrows ? m->nvals : read_element(*owner, m->offsets.data() + row);
    };
    for (std::size_t d = 0; d + 1 < cuts.size(); ++d) {
        const engine_ptr& e = devices.engines()[d];
        const index first = cuts[d], last = cuts[d + 1];
        matrix_copy_ptr block = kept->block_on(e);
        if (block == nullptr || block->first_row != first || block->view.nrows != last - first) {
            const row_offset begin = entries_before(d), end = entries_before(d + 1);
            const engine::current_device here(*e);
            const matrix_copy_ptr whole = kept->whole_on(e);
            if (e == owner) {
                // The block does not own the matrix, which keeps the block.
                block = block_of(*whole_copy(e, m), first, last, begin, end, nullptr);
            } else if (whole != nullptr) {
                block = block_of(*whole, first, last, begin, end, whole->rows);
            } else {
                block = pulled_block(*devices.between(), e, *m, first, last, begin, end);
            }
            kept->keep_block(block);
        }
        blocks.push_back(std::move(block));
    }
    return blocks;
}

csr distributed(csr_parts&& parts) {
    csr out;
    out.ncols = parts.list.front().rows.ncols;
    out.type = parts.list.front().rows.type;
    for (const csr_part& part : parts.list) {
        out.nrows += part.rows.nrows;
        out.nvals += part.rows.nvals;
    }
    out.parts = std::make_shared<const csr_parts>(std::move(parts));
    return out;
}

const engine_ptr& first_engine_of(const csr& distributed) { return owner_of(parts_of(distributed).list.front().rows); }

void download_rows(const csr& device, row_offset* offsets, column_index* columns, void* values) {
    if (device.parts == nullptr) {
        const auto nvals = static_cast<std::size_t>(device.nvals);
        owner_of(device)->to_host({{offsets, device.offsets.data(), (static_cast<std::size_t>(device.nrows) + 1) * sizeof(row_offset)},
                                   {columns, device.columns.data(), nvals * sizeof(column_index)},
                                   {values, device.values.data(), nvals * formats::size_of(device.type)}});
        return;
    }
    offsets[0] = 0;
    row_offset before = 0;
    for (const csr_part& part : parts_of(device).list) {
        const csr& rows = part.rows;
        const auto nvals = static_cast<std::size_t>(rows.nvals);
        const std::size_t value_bytes = formats::size_of(rows.type);
        row_offset* const to = offsets + part.first_row + 1;
        owner_of(rows)->to_host({{to, rows.offsets.data() + 1, static_cast<std::size_t>(rows.nrows) * sizeof(row_offset)},
                                 {columns + before, rows.columns.data(), nvals * sizeof(column_index)},
                                 {static_cast<std::byte*>(values) + static_cast<std::size_t>(before) * value_bytes, rows.values.data(),
                                  nvals * value_bytes}});
        for (index i = 0; i < rows.nrows; ++i) to[i] += before;
        before += rows.nvals;
    }
}

csr gathered(const engine_ptr& e, const csr& distributed) {
    const engine::current_device here(*e);
    csr out;
    out.nrows = distributed.nrows;
    out.ncols = distributed.ncols;
    out.nvals = distributed.nvals;
    out.type = distributed.type;
    const std::size_t value_bytes = formats::size_of(out.type), nvals = static_cast<std::size_t>(out.nvals);
    out.offsets = array<row_offset>(e, static_cast<std::size_t>(out.nrows) + 1);
    out.columns = array<column_index>(e, nvals);
    out.values = memory(e, nvals * value_bytes);
    e->set_bytes(out.offsets.data(), 0, sizeof(row_offset));
    const formats::stopwatch time;
    row_offset at = 0;
    for (const csr_part& part : parts_of(distributed).list) {
        const csr& rows = part.rows;
        const auto n = static_cast<std::size_t>(rows.nvals);
        // A context of another device may ask; without access the driver would copy through host memory.
        if (owner_of(rows)->device() != e->device()) owner_of(rows)->give_access(*e);
        row_offset* const offsets = out.offsets.data() + part.first_row + 1;
        pulls of(owner_of(rows), e);
        of.add(rows.offsets.data() + 1, offsets, static_cast<std::size_t>(rows.nrows) * sizeof(row_offset));
        of.add(rows.columns.data(), out.columns.data() + at, n * sizeof(column_index));
        of.add(rows.values.data(), static_cast<std::byte*>(out.values.data()) + static_cast<std::size_t>(at) * value_bytes, n * value_bytes);
        of.exchange(*parts_of(distributed).between);
        add_to_offsets(e, offsets, rows.nrows, at);
        at += rows.nvals;
    }
    e->synchronise();
    e->count_pulled(0, time.milliseconds());
    return out;
}

}  // namespace graphblas_gpu::cuda
