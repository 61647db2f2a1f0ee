// How parts of matrices travel.
//
// Idea: a piece travels as three arrays: the sizes of its rows, in the fewest bytes that hold the largest, its columns and its
// values. The last byte of the first array says how it is to be read. A piece that is full has neither sizes nor columns.
#include <graphblas_gpu/distributed/exchange.hpp>
#include <graphblas_gpu/distributed/vector.hpp>

#include <graphblas_gpu/any_arrange.hpp>
#include <graphblas_gpu/any_parts.hpp>
#include <graphblas_gpu/cuda/device/communicator.hpp>
#include <graphblas_gpu/cuda/device/csr.hpp>
#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

namespace graphblas_gpu::dist {
namespace {

using graphblas_gpu::any_matrix;

enum class kind : std::uint8_t { empty, bytes_1, bytes_2, bytes_4, full };

template <class Size>
void write_sizes(const structure_view& a, buffer<std::byte>& out) {
    for (index i = 0; i < a.nrows; ++i) {
        const auto size = static_cast<Size>(a.row_size(i));
        std::memcpy(out.data() + static_cast<std::size_t>(i) * sizeof(Size), &size, sizeof(Size));
    }
}
template <class Size>
void read_sizes(const buffer<std::byte>& from, buffer<row_offset>& offsets) {
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
        Size size;
        std::memcpy(&size, from.data() + i * sizeof(Size), sizeof(Size));
        offsets[i + 1] = offsets[i] + static_cast<row_offset>(size);
    }
}

/// The first array of a piece.
buffer<std::byte> packed_sizes(const structure_view& a) {
    kind how = kind::empty;
    std::size_t bytes = 0;
    if (formats::is_full(a)) {
        how = kind::full;
    } else if (a.nvals() > 0) {
        row_offset largest = 0;
        for (index i = 0; i < a.nrows; ++i) largest = std::max(largest, a.row_size(i));
        how = largest <= 0xff ? kind::bytes_1 : largest <= 0xffff ? kind::bytes_2 : kind::bytes_4;
        bytes = how == kind::bytes_1 ? 1 : how == kind::bytes_2 ? 2 : 4;
    }
    buffer<std::byte> out(static_cast<std::size_t>(a.nrows) * bytes + 1);
    if (how == kind::bytes_1) write_sizes<std::uint8_t>(a, out);
    if (how == kind::bytes_2) write_sizes<std::uint16_t>(a, out);
    if (how == kind::bytes_4) write_sizes<std::uint32_t>(a, out);
    out[out.size() - 1] = static_cast<std::byte>(how);
    return out;
}

any_matrix unpacked(const rectangle& where, const type_descriptor& type, const buffer<std::byte>& sizes,
                    buffer<std::byte>&& columns, buffer<std::byte>&& values) {
    const auto how = static_cast<kind>(sizes[sizes.size() - 1]);
    if (how == kind::empty) return any_matrix(where.nrows, where.ncols, type);
    formats::untyped_csr rows;
    rows.nrows = where.nrows;
    rows.ncols = where.ncols;
    rows.value_bytes = type.bytes;
    rows.offsets = buffer<row_offset>(static_cast<std::size_t>(where.nrows) + 1, 0);
    rows.columns = buffer<column_index>::reinterpreted(std::move(columns));
    rows.values = std::move(values);
    if (how == kind::bytes_1) read_sizes<std::uint8_t>(sizes, rows.offsets);
    if (how == kind::bytes_2) read_sizes<std::uint16_t>(sizes, rows.offsets);
    if (how == kind::bytes_4) read_sizes<std::uint32_t>(sizes, rows.offsets);
    if (how == kind::full) {
        rows.columns = buffer<column_index>(static_cast<std::size_t>(where.nrows * where.ncols));
        for (std::size_t i = 0; i < rows.offsets.size(); ++i) rows.offsets[i] = static_cast<row_offset>(i) * where.ncols;
        for (std::size_t p = 0; p < rows.columns.size(); ++p)
            rows.columns[p] = static_cast<column_index>(p % static_cast<std::size_t>(where.ncols));
    }
    return any_matrix(std::move(rows), type);
}

range between(index first, index count) { return {first, first + count}; }

}  // namespace

rectangle common(const rectangle& a, const rectangle& b) {
    const index row = std::max(a.row, b.row), column = std::max(a.column, b.column);
    return {row, column, std::max<index>(0, std::min(a.row + a.nrows, b.row + b.nrows) - row),
            std::max<index>(0, std::min(a.column + a.ncols, b.column + b.ncols) - column)};
}

void array_exchange::exchange_sizes() {
    std::vector<outgoing> sends;
    std::vector<incoming> receives;
    for (int r = 0; r < ctx_.size(); ++r) {
        pair& p = of(r);
        for (const outgoing& m : p.sends) p.sent_sizes.push_back(m.bytes);
        for (const outgoing& m : p.device_sends) p.sent_sizes.push_back(m.bytes);
        p.sizes.resize(p.expected + p.expected_on_device);
        constexpr std::size_t bytes = sizeof(std::uint64_t);
        if (!p.sent_sizes.empty()) sends.push_back({r, p.sent_sizes.data(), p.sent_sizes.size() * bytes});
        if (!p.sizes.empty()) receives.push_back({r, p.sizes.data(), p.sizes.size() * bytes});
    }
    ctx_.world().exchange(sends, receives);
}

void array_exchange::make_room() {
    for (pair& p : of_rank_) {
        for (std::size_t n = 0; n < p.sizes.size(); ++n) {
            const auto bytes = static_cast<std::size_t>(p.sizes[n]);
            if (n < p.expected) p.arrays.emplace_back(bytes);
            else p.device_arrays.emplace_back(ctx_.local().cuda_engine(), bytes);
        }
    }
}

void array_exchange::exchange() {
    std::vector<outgoing> sends;
    std::vector<incoming> receives;
    for (int r = 0; r < ctx_.size(); ++r) {
        for (const outgoing& m : of(r).sends) {
            if (m.bytes > 0) sends.push_back(m);
        }
        for (buffer<std::byte>& array : of(r).arrays) {
            if (!array.empty()) receives.push_back({r, array.data(), array.size()});
        }
    }
    ctx_.world().exchange(sends, receives);
    if (ctx_.devices() != nullptr) exchange_on_devices();
}

void array_exchange::exchange_on_devices() {
    std::vector<cuda::device_message> sends, receives;
    traffic moved;
    for (int r = 0; r < ctx_.size(); ++r) {
        for (const outgoing& m : of(r).device_sends) {
            if (m.bytes == 0) continue;
            sends.push_back({r, const_cast<void*>(m.data), m.bytes});
            moved.bytes_sent += static_cast<std::int64_t>(m.bytes);
        }
        for (const cuda::memory& m : of(r).device_arrays) {
            if (m.bytes() == 0) continue;
            receives.push_back({r, m.data(), m.bytes()});
            moved.bytes_received += static_cast<std::int64_t>(m.bytes());
        }
    }
    moved.messages_sent = static_cast<std::int64_t>(sends.size());
    cuda::engine& e = *ctx_.local().cuda_engine();
    try {
        ctx_.devices()->exchange(e, sends, receives);
        ctx_.devices()->wait(e);
    } catch (const error& x) {  // the others wait for this rank, or one that it waits for is lost
        ctx_.world().abort("rank " + std::to_string(ctx_.rank()) + ": " + x.what());
    }
    ctx_.world().count_exchanged(moved);
}

/// The entries of a rectangle that lies within the own block.
any_matrix part::cut(const rectangle& where) const {
    const rectangle& all = own(held_);
    if (where == all && !is_on_devices()) return any_matrix::borrowed(block_.rows(), block_.type(), nullptr);
    if (where == all) {
        const auto& e = ctx_.local().cuda_engine();
        const auto rows = block_.device_rows(e);
        return any_matrix::borrowed(e, rows->view(), block_.type(), rows);
    }
    return extract(ctx_.local(), block_, between(where.row - all.row, where.nrows),
                   between(where.column - all.column, where.ncols));
}

bool part::needs_own_block_only() const {
    if (own(needed_) != own(held_)) return false;
    for (std::size_t r = 0; r < held_.size(); ++r) {
        if (static_cast<int>(r) != ctx_.rank() && !common(held_[r], own(needed_)).is_empty()) return false;
    }
    return true;
}

void part::pack(array_exchange& arrays) {
    is_own_block_ = needs_own_block_only();
    for (int r = 0; r < ctx_.size(); ++r) {
        if (r == ctx_.rank()) continue;
        const rectangle where = common(own(held_), needed_[static_cast<std::size_t>(r)]);
        if (!where.is_empty()) {
            auto found = std::find_if(packed_.begin(), packed_.end(), [&](const packed& p) { return p.where == where; });
            if (found == packed_.end()) {
                any_matrix entries = cut(where);
                buffer<std::byte> sizes = is_on_devices() ? buffer<std::byte>() : packed_sizes(entries.rows());
                found = packed_.insert(found, packed{where, std::move(entries), std::move(sizes)});
            }
            const auto nvals = static_cast<std::size_t>(found->entries.nvals()), width = block_.type().bytes;
            if (is_on_devices()) {
                const auto rows = found->entries.device_rows(ctx_.local().cuda_engine());
                const auto nrows = static_cast<std::size_t>(where.nrows);
                arrays.send_from_device(r, rows->offsets.data(), nvals == 0 ? 0 : (nrows + 1) * sizeof(row_offset));
                arrays.send_from_device(r, rows->columns.data(), nvals * sizeof(column_index));
                arrays.send_from_device(r, rows->values.data(), nvals * width);
            } else {
                const formats::untyped_view rows = found->entries.rows();
                arrays.send(r, found->row_sizes.data(), found->row_sizes.size());
                arrays.send(r, rows.columns, formats::is_full(rows) ? 0 : nvals * sizeof(column_index));
                arrays.send(r, rows.values, nvals * width);
            }
        }
        if (!common(held_[static_cast<std::size_t>(r)], own(needed_)).is_empty()) {
            for (int array = 0; array < 3; ++array) is_on_devices() ? arrays.expect_on_device(r) : arrays.expect(r);
        }
    }
}

void part::unpack(array_exchange& arrays) {
    packed_.clear();
    if (is_own_block_) return;
    for (int r = 0; r < ctx_.size(); ++r) {
        const rectangle where = common(held_[static_cast<std::size_t>(r)], own(needed_));
        if (where.is_empty()) continue;
        if (r == ctx_.rank()) {
            pieces_.push_back({where, cut(where)});
            continue;
        }
        pieces_.push_back({where, is_on_devices() ? received_on_device(r, where, arrays) : received(r, where, arrays)});
    }
}

any_matrix part::received(int from, const rectangle& where, array_exchange& arrays) const {
    const buffer<std::byte> sizes = arrays.next(from);
    buffer<std::byte> columns = arrays.next(from), values = arrays.next(from);
    return unpacked(where, block_.type(), sizes, std::move(columns), std::move(values));
}

any_matrix part::received_on_device(int from, const rectangle& where, array_exchange& arrays) const {
    cuda::memory offsets = arrays.next_on_device(from), columns = arrays.next_on_device(from);
    cuda::memory values = arrays.next_on_device(from);
    if (columns.bytes() == 0) return any_matrix(where.nrows, where.ncols, block_.type());
    cuda::csr rows;
    rows.nrows = where.nrows;
    rows.ncols = where.ncols;
    rows.nvals = static_cast<row_offset>(columns.bytes() / sizeof(column_index));
    rows.type = block_.type().code;
    rows.offsets = {std::move(offsets), static_cast<std::size_t>(where.nrows) + 1};
    rows.columns = {std::move(columns), static_cast<std::size_t>(rows.nvals)};
    rows.values = std::move(values);
    return any_matrix(std::move(rows), block_.type());
}

any_matrix part::assembled() {
    const rectangle& all = own(needed_);
    if (pieces_.empty()) return any_matrix(all.nrows, all.ncols, block_.type());
    std::sort(pieces_.begin(), pieces_.end(), [](const piece& a, const piece& b) {
        return a.where.row != b.where.row ? a.where.row < b.where.row : a.where.column < b.where.column;
    });
    if (pieces_.size() == 1) return std::move(pieces_.front().entries);
    std::vector<const any_matrix*> tiles;
    index rows = 0;
    for (const piece& p : pieces_) {
        rows += p.where.column == all.column ? 1 : 0;
        tiles.push_back(&p.entries);
    }
    any_matrix made = concat(ctx_.local(), tiles, rows, static_cast<index>(tiles.size()) / rows);
    pieces_.clear();
    return made;
}

any_matrix row_of(const context& ctx, const any_vector& u) {
    if (!travels_on_devices(ctx, u.type())) return any_matrix::borrowed(u.list(), u.type(), nullptr);
    const auto& e = ctx.local().cuda_engine();
    const auto row = u.device_rows(e);
    return any_matrix::borrowed(e, row->view(), u.type(), row);
}

any_vector any_vector_of(const context& ctx, any_matrix&& row) {
    const type_descriptor& type = row.type();
    if (!travels_on_devices(ctx, type)) return any_vector(row.taken_rows(), type);
    const auto& e = ctx.local().cuda_engine();
    const auto rows = row.device_rows(e);
    return any_vector::borrowed(e, rows->ncols, rows->nvals, rows->columns.data(), rows->values.data(), type, rows);
}

std::vector<note> with_arrays(const context& ctx, const char* operation, std::initializer_list<std::int64_t> arguments,
                              formats::function_ref<void(array_exchange&)> pack,
                              formats::function_ref<void(array_exchange&, note&)> compute) {
    array_exchange arrays(ctx);
    (void)ctx.together(operation, arguments, [&](note&) { pack(arrays); });
    arrays.exchange_sizes();
    (void)ctx.together(operation, arguments, [&](note&) { arrays.make_room(); });
    arrays.exchange();
    return ctx.together(operation, arguments, [&](note& own) { compute(arrays, own); });
}

std::vector<note> with_parts(const context& ctx, const char* operation, std::initializer_list<std::int64_t> arguments,
                             std::initializer_list<part*> parts, formats::function_ref<void()> check,
                             formats::function_ref<void(note&)> compute) {
    return with_arrays(
        ctx, operation, arguments,
        [&](array_exchange& arrays) {
            check();
            for (part* const p : parts) p->pack(arrays);
        },
        [&](array_exchange& arrays, note& own) {
            for (part* const p : parts) p->unpack(arrays);
            compute(own);
        });
}

std::int64_t sum_of(const std::vector<note>& notes, std::int64_t note::*member) {
    std::int64_t sum = 0;
    for (const note& n : notes) sum += n.*member;
    return sum;
}

}  // namespace graphblas_gpu::dist
