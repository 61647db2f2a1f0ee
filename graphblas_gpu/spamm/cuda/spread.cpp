// Approximate products on several devices.
//
// Idea: the first device finds the thresholds and counts the products of every row of tiles of C. The rows of tiles are divided
// so that every device has the same number of products. Every device computes its rows by an ordinary product, from its rows of
// A and a copy of B, which is cached with B. The list, the sums and the norms of a tile are computed as on one device, so that
// C has the same bits.
#include <graphblas_gpu/cuda/devices/kept_copies.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/spamm/cuda/spread.hpp>
#include <graphblas_gpu/spamm/cuda/steps.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

namespace graphblas_gpu::cuda {

namespace {

using namespace block_product;

/// A multiplication of a product of tiles costs about so much less than one of a sparse product.
constexpr std::int64_t dense_multiplications = 4096;

const engine_ptr& owner_of(const blocks& m) { return m.offsets.owner(); }

/// A matrix, or some of its rows of blocks, on a device of a group.
struct blocks_copy {
    engine_ptr where;
    index first_row = 0, last_row = 0;  ///< of blocks
    std::shared_ptr<const blocks> stored;
    bool is_whole = false;  ///< `stored` is the whole matrix, else these rows
};
using blocks_copy_ptr = std::shared_ptr<const blocks_copy>;

blocks_copy_ptr copy_of(const engine_ptr& e, index first, index last, std::shared_ptr<const blocks> stored, bool is_whole) {
    return std::make_shared<const blocks_copy>(blocks_copy{e, first, last, std::move(stored), is_whole});
}

/// What a device of a group multiplies.
struct share {
    index first = 0, last = 0;     ///< rows of blocks of A and C
    blocks_copy_ptr a, b, addend;  ///< the rows of A, all of B, and the rows of what is added, or null
    limits from;
    blocks c;
    formats::spamm_facts facts;
};

/// The whole of a matrix, which the first device has, on each device.
std::vector<blocks_copy_ptr> copies_on(device_group& devices, const std::shared_ptr<const blocks>& m) {
    const index rows = formats::blocks_for(m->nrows);
    const auto copied = [&](const engine_ptr& e, const blocks_copy& from) {
        auto pulled = pulled_rows(e, *from.stored, 0, rows, 0, m->count);
        return copy_of(e, 0, rows, std::make_shared<const blocks>(std::move(pulled)), true);
    };
    return wholes_on<blocks_copy>(devices, *kept_with<kept_copies<blocks_copy>>(*m), copy_of(owner_of(*m), 0, rows, m, true),
                                  copied);
}

/// Rows of blocks cuts[d] .. cuts[d + 1] - 1 of a matrix on device d, whose blocks begin at offsets[cuts[d]].
std::vector<blocks_copy_ptr> rows_on(device_group& devices, const std::shared_ptr<const blocks>& m, std::span<const index> cuts,
                                     const buffer<row_offset>& offsets) {
    return rows_on_each(
        devices, *kept_with<kept_copies<blocks_copy>>(*m), cuts, [&](std::size_t d, const blocks_copy_ptr& whole) {
            const engine_ptr& e = devices.engines()[d];
            const index first = cuts[d], last = cuts[d + 1];
            // Rows of the matrix itself do not own it: it keeps them.
            if (e == owner_of(*m)) return copy_of(e, first, last, {std::shared_ptr<void>(), m.get()}, true);
            if (whole != nullptr) return copy_of(e, first, last, whole->stored, true);
            auto pulled = pulled_rows(e, *m, first, last, offsets[static_cast<std::size_t>(first)],
                                      offsets[static_cast<std::size_t>(last)]);
            return copy_of(e, first, last, std::make_shared<const blocks>(std::move(pulled)), false);
        });
}

/// The rows of tiles at which each device begins, and their number: the products before them are as many as the devices before.
std::vector<index> cut(const std::vector<std::int64_t>& products, int devices) {
    std::int64_t all = 0, before = 0;
    for (const std::int64_t n : products) all += n;
    std::vector<index> cuts{0};
    index row = 0;
    const auto rows = static_cast<index>(products.size());
    for (int d = 1; d < devices; ++d) {
        const double wanted = static_cast<double>(all) * d / devices;
        // A row goes to the device in whose part its middle lies.
        for (; row < rows; ++row) {
            const std::int64_t own = products[static_cast<std::size_t>(row)];
            if (static_cast<double>(before) + static_cast<double>(own) / 2 > wanted) break;
            before += own;
        }
        cuts.push_back(row);
    }
    cuts.push_back(rows);
    return cuts;
}

/// The thresholds of a device's tiles: one number that the host knows, or those of its tiles.
limits limits_of_rows(const engine_ptr& first, const engine_ptr& e, const limits& all, double tau, index tile, index tiles) {
    limits out;
    for (std::size_t l = 0; l < out.from.size(); ++l) {
        const thresholds& from = all.from[l];
        out.from[l].value = l == 0 && !from.is_each ? tau : from.value;
        if (!from.is_each) continue;
        out.from[l].is_each = true;
        if (first == e) {  // whose tiles are the first ones
            out.from[l].values = from.values.shared();
            continue;
        }
        const engine::current_device here(*e);
        out.from[l].values = array<double>(e, static_cast<std::size_t>(tiles));
        const auto bytes = static_cast<std::size_t>(tiles) * sizeof(double);
        e->pull(out.from[l].values.data(), *first, from.values.data() + tile, bytes);
        e->count_pulled(static_cast<std::int64_t>(bytes), 0);
    }
    return out;
}

formats::spamm_facts facts_of_all(const std::vector<share>& shares, double tau) {
    formats::spamm_facts out;
    out.tau = tau;
    for (const share& s : shares) {
        out.all_products += s.facts.all_products;
        for (std::size_t l = 0; l < out.products.size(); ++l) out.products[l] += s.facts.products[l];
        out.error_bound = std::hypot(out.error_bound, s.facts.error_bound);
        out.sum_rounding_bound = std::hypot(out.sum_rounding_bound, s.facts.sum_rounding_bound);
        out.dropped = std::hypot(out.dropped, s.facts.dropped);
    }
    return out;
}

bool spreading_is_profitable(const device_group& devices, std::int64_t products, const formats::spamm_request& request) {
    const std::int64_t of_tile = formats::block_side * request.tile * request.tile;
    return products > 0 && products * (of_tile / dense_multiplications) >= devices.spread_from();
}

}  // namespace

stored_rows arrays_of(const blocks& m) {
    return {owner_of(m),
            formats::blocks_for(m.nrows),
            m.count,
            m.offsets.data(),
            {{reinterpret_cast<std::byte*>(m.columns.data()), sizeof(column_index)},
             {reinterpret_cast<std::byte*>(m.norms.data()), sizeof(double)},
             {static_cast<std::byte*>(m.values.data()), bytes_of_blocks(m.type, 1)}}};
}

blocks room_for_rows(const engine_ptr& e, const blocks& like, index first, index last, row_offset count) {
    const index nrows = std::min(like.nrows, last * formats::block_side) - first * formats::block_side;
    return blocks_with_room(e, std::max<index>(0, nrows), like.ncols, like.type, count);
}

blocks distributed(blocks_parts&& parts) {
    blocks out;
    out.ncols = parts.front().rows.ncols;
    out.type = parts.front().rows.type;
    for (const blocks_part& part : parts) {
        out.nrows += part.rows.nrows;
        out.count += part.rows.count;
    }
    out.parts = std::make_shared<const blocks_parts>(std::move(parts));
    return out;
}

blocks gathered(const engine_ptr& e, const blocks& distributed) { return gathered_rows(e, distributed); }

bool may_spread_spamm(const device_group& devices, index nrows, index inner, index ncols,
                      const formats::spamm_request& request) {
    const auto tiles = [&](index n) { return (n + request.tile - 1) / request.tile; };
    return spreading_is_profitable(devices, tiles(nrows) * tiles(ncols) * formats::blocks_for(inner), request);
}

spamm_answer spread_spamm(device_group& devices, const std::shared_ptr<const blocks>& a_whole,
                          const std::shared_ptr<const blocks>& b_whole, const std::shared_ptr<const blocks>& whole_addend,
                          const formats::spamm_request& asked, int& used, bool may_be_whole) {
    const engine_ptr& first = devices.engines().front();
    const auto on_one = [&] {
        used = 1;
        return spamm(first, *a_whole, *b_whole, whole_addend.get(), asked, may_be_whole);
    };
    formats::spamm_request request = asked;
    const index group = request.tile / formats::block_side, rows = formats::blocks_for(a_whole->nrows);
    const index tile_columns = (formats::blocks_for(b_whole->ncols) + group - 1) / group;
    if (!may_spread_spamm(devices, a_whole->nrows, a_whole->ncols, b_whole->ncols, request)) return on_one();

    largest_norms largest;
    limits whole;
    double tau = 0;
    std::vector<index> cuts;
    buffer<row_offset> offsets, offsets_of_addend;
    {
        const operand a = operand_of(first, *a_whole), b = operand_of(first, *b_whole);
        largest = complete_levels(first, a, b, request);
        const norm_maps norms = norms_of_tiles(first, a, b, request.tile);
        whole = limits_for(first, norms, request);
        std::vector<std::int64_t> products = products_of_tile_rows(first, norms, whole.from[0]);
        std::int64_t all = 0;
        for (const std::int64_t n : products) all += n;
        if (!spreading_is_profitable(devices, all, request)) return on_one();
        if (!whole.from[0].is_each)
            tau = whole.from[0].values.empty() ? whole.from[0].value : read_element(*first, whole.from[0].values.data());
        if (!whole.rounding.empty()) {
            const double of_factors = read_element(*first, whole.rounding.data());
            if (!(of_factors <= request.value * (1 - formats::bound_slack)))
                formats::refuse_rounding(of_factors, request.value);
        }
        cuts = cut(products, devices.size());
        const auto offsets_of = [&](const blocks& m) {
            buffer<row_offset> out(m.offsets.size());
            first->read_small(out.data(), m.offsets.data(), out.size() * sizeof(row_offset));
            return out;
        };
        offsets = offsets_of(*a_whole);
        if (whole_addend != nullptr) offsets_of_addend = offsets_of(*whole_addend);
    }
    std::vector<share> shares(static_cast<std::size_t>(devices.size()));
    const waits_for_all wait(devices);
    const auto copies_of_b = copies_on(devices, b_whole);
    std::vector<index> block_cuts;
    for (const index tile_row : cuts) block_cuts.push_back(std::min(rows, tile_row * group));
    const auto rows_of_a = rows_on(devices, a_whole, block_cuts, offsets);
    std::vector<blocks_copy_ptr> rows_of_addend(shares.size());
    if (whole_addend != nullptr) rows_of_addend = rows_on(devices, whole_addend, block_cuts, offsets_of_addend);
    for (std::size_t d = 0; d < shares.size(); ++d) {
        const engine_ptr& e = devices.engines()[d];
        share& s = shares[d];
        s.first = block_cuts[d];
        s.last = block_cuts[d + 1];
        s.a = rows_of_a[d];
        s.b = copies_of_b[d];
        s.addend = rows_of_addend[d];
        if (s.first == s.last) continue;
        s.from = limits_of_rows(first, e, whole, tau, cuts[d] * tile_columns, (cuts[d + 1] - cuts[d]) * tile_columns);
    }
    devices.run_rows("spamm", block_cuts, formats::block_side, a_whole->nrows, [&](int device) {
        const auto d = static_cast<std::size_t>(device);
        const engine_ptr& e = devices.engines()[d];
        share& s = shares[d];
        const auto own_rows = [&](const blocks_copy& m, const buffer<row_offset>& begins) {
            return m.is_whole ? rows_of(e, *m.stored, s.first, s.last, begins[static_cast<std::size_t>(s.first)],
                                        begins[static_cast<std::size_t>(s.last)])
                              : operand_of(e, *m.stored);
        };
        const operand a = own_rows(*s.a, offsets), b = operand_of(e, *s.b->stored);
        std::optional<operand> addend;
        if (s.addend != nullptr) addend = own_rows(*s.addend, offsets_of_addend);
        const norm_maps norms = norms_of_tiles(e, a, b, request.tile);
        planned_block plan = planned(e, a, b, addend, norms, s.from, request);
        s.facts = plan.facts;
        s.c = multiplied(e, a, b, addend, norms, s.from, request, largest, std::move(plan), s.facts.dropped);
    });

    spamm_answer out;
    out.facts = facts_of_all(shares, tau);
    describe(request, out.facts);
    if (request.rule == formats::spamm_rule::error && !(out.facts.error_bound <= request.value))
        formats::refuse_rounding(out.facts.error_bound, request.value);
    blocks_parts parts;
    for (share& s : shares) {
        if (s.first != s.last) parts.push_back({s.first, std::move(s.c)});
    }
    used = static_cast<int>(parts.size());
    out.product = distributed(std::move(parts));
    return out;
}

}  // namespace graphblas_gpu::cuda
