// How parts of matrices travel.
//
// Idea: a piece travels as three arrays: the sizes of its rows, in the fewest bytes that hold the largest, its columns and its
// values. The last byte of the first array says how it is to be read. A piece that is full has neither sizes nor columns. The
// sizes come first, and say where in the part of the receiver each row begins.
#include <graphblas_gpu/distributed/exchange.hpp>
#include <graphblas_gpu/distributed/side_exchange.hpp>
#include <graphblas_gpu/distributed/vector.hpp>

#include <graphblas_gpu/any_arrange.hpp>
#include <graphblas_gpu/any_parts.hpp>
#include <graphblas_gpu/base/equal_parts.hpp>
#include <graphblas_gpu/base/stopwatch.hpp>
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
constexpr std::size_t bytes_of_full = 2;

template <class Size>
void write_sizes(const structure_view& a, buffer<std::byte>& out) {
    for (index i = 0; i < a.nrows; ++i) {
        const auto size = static_cast<Size>(a.row_size(i));
        std::memcpy(out.data() + static_cast<std::size_t>(i) * sizeof(Size), &size, sizeof(Size));
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
    // That of a full piece has two bytes, by which the receiver knows it before it has arrived.
    buffer<std::byte> out(static_cast<std::size_t>(a.nrows) * bytes + (how == kind::full ? bytes_of_full : 1));
    if (how == kind::bytes_1) write_sizes<std::uint8_t>(a, out);
    if (how == kind::bytes_2) write_sizes<std::uint16_t>(a, out);
    if (how == kind::bytes_4) write_sizes<std::uint32_t>(a, out);
    out[out.size() - 1] = static_cast<std::byte>(how);
    return out;
}

kind kind_of(const buffer<std::byte>& row_sizes) { return static_cast<kind>(row_sizes[row_sizes.size() - 1]); }

template <class Size>
std::size_t size_at(const buffer<std::byte>& row_sizes, index row) {
    Size size;
    std::memcpy(&size, row_sizes.data() + static_cast<std::size_t>(row) * sizeof(Size), sizeof(Size));
    return size;
}

/// In how many rounds the entries of a piece travel.
int rounds_of(std::size_t nvals, std::size_t value_bytes) {
    constexpr std::size_t bytes_of_round = std::size_t{1} << 18, most = 16;
    return static_cast<int>(std::clamp<std::size_t>(nvals * (sizeof(column_index) + value_bytes) / bytes_of_round, 1, most));
}
/// The entries of a round.
std::pair<std::size_t, std::size_t> slice(std::size_t nvals, int rounds, int round) {
    const auto n = static_cast<std::size_t>(rounds), k = static_cast<std::size_t>(round);
    if (k >= n) return {nvals, nvals};
    return {base::begin_of_part(nvals, k, n), base::begin_of_part(nvals, k + 1, n)};
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
        for (const sent& m : p.sends) p.sent_sizes.push_back(m.bytes);
        for (const outgoing& m : p.device_sends) p.sent_sizes.push_back(m.bytes);
        p.sizes.resize(p.places.size() + p.expected_on_device);
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
            if (n < p.places.size() && !p.places[n].is_given) p.places[n].array = buffer<std::byte>(bytes);
            else if (n >= p.places.size()) p.device_arrays.emplace_back(ctx_.local().cuda_engine(), bytes);
        }
    }
}

void array_exchange::exchange() {
    std::vector<outgoing> sends;
    std::vector<incoming> receives;
    for (int r = 0; r < ctx_.size(); ++r) {
        for (const sent& m : of(r).sends) {
            if (m.bytes > 0 && !m.later) sends.push_back(m);
        }
        pair& p = of(r);
        for (std::size_t n = 0; n < p.places.size(); ++n) {
            place& to = p.places[n];
            void* const data = to.is_given ? to.data : to.array.data();
            if (p.sizes[n] > 0 && data != nullptr) receives.push_back({r, data, static_cast<std::size_t>(p.sizes[n])});
        }
    }
    ctx_.world().exchange(sends, receives);
    if (ctx_.devices() != nullptr) exchange_on_devices();
}

void array_exchange::exchange_on_devices() {
    known_messages messages;
    for (int r = 0; r < ctx_.size(); ++r) {
        for (const outgoing& m : of(r).device_sends) {
            if (m.bytes > 0) messages.sends.push_back({r, m.data, m.bytes});
        }
        for (const cuda::memory& m : of(r).device_arrays) {
            if (m.bytes() > 0) messages.receives.push_back({r, m.data(), m.bytes()});
        }
    }
    move_between_devices(ctx_, messages, false);
}

part::part(const context& ctx, const any_matrix& block, std::vector<rectangle> held, std::vector<rectangle> needed)
    : ctx_(ctx), block_(block), held_(std::move(held)), needed_(std::move(needed)) {
    for (std::size_t a = 0; a < held_.size() && !overlaps_; ++a) {
        for (std::size_t b = 0; b < a && !overlaps_; ++b) overlaps_ = !common(held_[a], held_[b]).is_empty();
    }
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
                const bool later = is_streamed(static_cast<std::size_t>(r), where);
                arrays.send(r, found->row_sizes.data(), found->row_sizes.size());
                arrays.send(r, rows.columns, formats::is_full(rows) ? 0 : nvals * sizeof(column_index), later);
                arrays.send(r, rows.values, nvals * width, later);
                if (later) streams_.push_back({r, rows});
                if (later) rounds_ = std::max(rounds_, rounds_of(nvals, width));
            }
        }
        const rectangle comes = common(held_[static_cast<std::size_t>(r)], own(needed_));
        if (comes.is_empty()) continue;
        if (is_on_devices()) {
            for (int array = 0; array < 3; ++array) arrays.expect_on_device(r);
            continue;
        }
        arriving a(r, comes);
        a.sizes_number = arrays.expect(r);
        for (int array = 0; array < 2; ++array) (void)arrays.expect(r);
        arriving_.push_back(std::move(a));
    }
}

void part::make_room(array_exchange& arrays) {
    if (is_own_block_ || is_on_devices()) return;
    const std::size_t width = block_.type().bytes;
    if (const rectangle mine = common(own(held_), own(needed_)); !mine.is_empty()) {
        own_cut_ = cut(mine);
        arriving a(ctx_.rank(), mine);
        a.own = own_cut_.rows();
        a.nvals = static_cast<std::size_t>(own_cut_.nvals());
        const auto at = std::find_if(arriving_.begin(), arriving_.end(), [&](const arriving& b) { return b.from > a.from; });
        arriving_.insert(at, std::move(a));
    }
    if (!overlaps_) {
        std::sort(arriving_.begin(), arriving_.end(), [](const arriving& a, const arriving& b) {
            return a.where.row != b.where.row ? a.where.row < b.where.row : a.where.column < b.where.column;
        });
    }
    // The panels, and how many entries each has.
    std::vector<std::size_t> nvals;
    for (std::size_t n = 0; n < arriving_.size(); ++n) {
        arriving& a = arriving_[n];
        if (a.from != ctx_.rank()) {
            const std::size_t columns = arrays.size_of(a.from, a.sizes_number + 1);
            const bool is_full = a.where.nrows > 0 && arrays.size_of(a.from, a.sizes_number) == bytes_of_full && columns == 0;
            a.nvals = is_full ? static_cast<std::size_t>(a.where.nrows * a.where.ncols) : columns / sizeof(column_index);
        }
        if (overlaps_ || n == 0) {
            panels_.push_back({overlaps_ ? a.where : own(needed_), {}, n, 0});
            nvals.push_back(0);
        }
        a.panel = panels_.size() - 1;
        panels_.back().pieces += 1;
        nvals.back() += a.nvals;
    }
    for (std::size_t n = 0; n < panels_.size(); ++n) {
        panel& p = panels_[n];
        if (p.pieces == 1 && arriving_[p.first_piece].from == ctx_.rank()) continue;
        p.rows = formats::untyped_csr::with_room(p.where.nrows, p.where.ncols, nvals[n], width);
        std::fill(p.rows.offsets.begin(), p.rows.offsets.end(), 0);
        std::size_t before = 0;
        for (std::size_t k = p.first_piece; k < p.first_piece + p.pieces; ++k) {
            arriving& a = arriving_[k];
            a.is_streamed = a.where.ncols != p.where.ncols;
            const int rounds = rounds_of(a.nvals, width);
            if (a.is_streamed && a.from != ctx_.rank()) {
                rounds_ = std::max(rounds_, rounds);
                const std::size_t most = a.nvals / static_cast<std::size_t>(rounds) + 1;
                a.columns = buffer<column_index>(most);
                a.values = buffer<std::byte>(most * width);
            }
            if (a.from != ctx_.rank()) {
                const bool now = !a.is_streamed;
                arrays.put(a.from, a.sizes_number + 1, now ? p.rows.columns.data() + before : nullptr);
                arrays.put(a.from, a.sizes_number + 2, now ? p.rows.values.data() + before * width : nullptr);
            }
            before += a.nvals;
        }
    }
}

std::size_t part::size_of_row(const arriving& a, index row) const {
    if (a.from == ctx_.rank()) return static_cast<std::size_t>(a.own.row_size(row));
    switch (kind_of(a.row_sizes)) {
        case kind::bytes_1: return size_at<std::uint8_t>(a.row_sizes, row);
        case kind::bytes_2: return size_at<std::uint16_t>(a.row_sizes, row);
        case kind::bytes_4: return size_at<std::uint32_t>(a.row_sizes, row);
        case kind::full: return static_cast<std::size_t>(a.where.ncols);
        case kind::empty: break;
    }
    return 0;
}

void part::lay_out(array_exchange& arrays) {
    for (arriving& a : arriving_) {
        if (a.from != ctx_.rank()) a.row_sizes = arrays.taken(a.from, a.sizes_number);
    }
    for (panel& p : panels_) {
        buffer<row_offset>& offsets = p.rows.offsets;
        if (offsets.empty()) continue;
        for (std::size_t k = p.first_piece; k < p.first_piece + p.pieces; ++k) {
            const arriving& a = arriving_[k];
            const auto first = static_cast<std::size_t>(a.where.row - p.where.row) + 1;
            for (index i = 0; i < a.where.nrows; ++i)
                offsets[first + static_cast<std::size_t>(i)] += static_cast<row_offset>(size_of_row(a, i));
        }
        for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
        for (std::size_t k = p.first_piece; k < p.first_piece + p.pieces; ++k) {
            arriving& a = arriving_[k];
            if (a.from == ctx_.rank()) place(a, a.nvals, a.own.columns, a.own.values);
            else if (!a.is_streamed && kind_of(a.row_sizes) == kind::full) place(a, a.nvals, nullptr, nullptr);
        }
    }
}

/// Moves the next entries of a piece to their places. Without columns the piece is full; without values they are there already.
void part::place(arriving& a, std::size_t count, const column_index* columns, const std::byte* values) {
    panel& p = panels_[a.panel];
    const std::size_t width = p.rows.value_bytes;
    const auto shift = static_cast<column_index>(a.where.column - p.where.column);
    while (count > 0) {
        const std::size_t size = size_of_row(a, a.row);
        if (a.in_row == size) {
            ++a.row;
            a.in_row = 0;
            continue;
        }
        if (a.in_row == 0) {
            a.before_row = 0;
            for (std::size_t k = p.first_piece; &arriving_[k] != &a; ++k) {
                if (arriving_[k].where.row == a.where.row) a.before_row += size_of_row(arriving_[k], a.row);
            }
        }
        const std::size_t n = std::min(count, size - a.in_row);
        const auto row = static_cast<std::size_t>(a.row + a.where.row - p.where.row);
        const std::size_t to = static_cast<std::size_t>(p.rows.offsets[row]) + a.before_row + a.in_row;
        for (std::size_t k = 0; k < n; ++k)
            p.rows.columns[to + k] = shift + (columns == nullptr ? static_cast<column_index>(a.in_row + k) : columns[k]);
        if (values != nullptr && width > 0) std::memcpy(p.rows.values.data() + to * width, values, n * width);
        if (columns != nullptr) columns += n;
        if (values != nullptr) values += n * width;
        a.in_row += n;
        count -= n;
    }
}

void part::add_round(int round, std::vector<outgoing>& sends, std::vector<incoming>& receives) {
    const std::size_t width = block_.type().bytes;
    for (const stream& s : streams_) {
        const auto nvals = static_cast<std::size_t>(s.entries.nvals());
        const auto [first, last] = slice(nvals, rounds_of(nvals, width), round);
        if (first == last) continue;
        if (!formats::is_full(s.entries))
            sends.push_back({s.to, s.entries.columns + first, (last - first) * sizeof(column_index)});
        if (width > 0) sends.push_back({s.to, s.entries.values + first * width, (last - first) * width});
    }
    for (arriving& a : arriving_) {
        const auto [first, last] = slice(a.nvals, rounds_of(a.nvals, width), round);
        if (!a.is_streamed || a.from == ctx_.rank() || first == last) continue;
        if (kind_of(a.row_sizes) != kind::full)
            receives.push_back({a.from, a.columns.data(), (last - first) * sizeof(column_index)});
        if (width > 0) receives.push_back({a.from, a.values.data(), (last - first) * width});
    }
}

void part::take_round(int round) {
    for (arriving& a : arriving_) {
        const auto [first, last] = slice(a.nvals, rounds_of(a.nvals, block_.type().bytes), round);
        if (!a.is_streamed || a.from == ctx_.rank() || first == last) continue;
        place(a, last - first, kind_of(a.row_sizes) == kind::full ? nullptr : a.columns.data(), a.values.data());
    }
}

void part::finish(array_exchange& arrays) {
    packed_.clear();
    streams_.clear();
    if (is_own_block_) return;
    if (is_on_devices()) {
        for (int r = 0; r < ctx_.size(); ++r) {
            const rectangle where = common(held_[static_cast<std::size_t>(r)], own(needed_));
            if (where.is_empty()) continue;
            pieces_.push_back({where, r == ctx_.rank() ? cut(where) : received_on_device(r, where, arrays)});
        }
        return;
    }
    for (panel& p : panels_) {
        const bool is_own = p.pieces == 1 && arriving_[p.first_piece].from == ctx_.rank();
        pieces_.push_back({p.where, is_own ? std::move(own_cut_) : any_matrix(std::move(p.rows), block_.type())});
    }
    panels_.clear();
    arriving_.clear();
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
    // Pieces on a device.
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
                              base::function_ref<void(array_exchange&)> pack,
                              base::function_ref<void(array_exchange&, note&)> compute) {
    array_exchange arrays(ctx);
    (void)ctx.together(operation, arguments, [&](note&) { pack(arrays); });
    arrays.exchange_sizes();
    (void)ctx.together(operation, arguments, [&](note&) { arrays.make_room(); });
    arrays.exchange();
    return ctx.together(operation, arguments, [&](note& own) { compute(arrays, own); });
}

std::vector<note> with_parts(const context& ctx, const char* operation, std::initializer_list<std::int64_t> arguments,
                             std::initializer_list<part*> parts, base::function_ref<void()> check,
                             base::function_ref<void(note&)> compute) {
    array_exchange arrays(ctx);
    (void)ctx.together(operation, arguments, [&](note&) {
        check();
        for (part* const p : parts) p->pack(arrays);
    });
    arrays.exchange_sizes();
    (void)ctx.together(operation, arguments, [&](note&) {
        for (part* const p : parts) p->make_room(arrays);
        arrays.make_room();
    });
    arrays.exchange();
    int rounds = 0;
    const auto working = [&](const auto& work) {
        const base::stopwatch taken;
        for (part* const p : parts) work(*p);
        ctx.count_work(taken.milliseconds() / 1000);
    };
    working([&](part& p) {
        p.lay_out(arrays);
        rounds = std::max(rounds, p.rounds());
    });
    // Ranks may have different numbers of rounds: each waits for those that it exchanges entries with.
    for (int round = 0; round < rounds; ++round) {
        std::vector<outgoing> sends;
        std::vector<incoming> receives;
        for (part* const p : parts) p->add_round(round, sends, receives);
        ctx.world().exchange(sends, receives);
        working([&](part& p) { p.take_round(round); });
    }
    return ctx.together(operation, arguments, [&](note& own) {
        for (part* const p : parts) p->finish(arrays);
        compute(own);
    });
}

std::int64_t sum_of(const std::vector<note>& notes, std::int64_t note::*member) {
    std::int64_t sum = 0;
    for (const note& n : notes) sum += n.*member;
    return sum;
}

}  // namespace graphblas_gpu::dist
