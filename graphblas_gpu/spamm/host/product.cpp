#include <graphblas_gpu/base/cancellation.hpp>
#include <graphblas_gpu/spamm/formats/half.hpp>
#include <graphblas_gpu/spamm/host/plan.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace graphblas_gpu::host {

namespace {

using formats::block_side;
using formats::block_values;

/// To 11 significant bits, towards zero, because tensor cores ignore the other ones. Infinities and NaN stay.
float truncated_to_tf32(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return x - x == 0 ? std::bit_cast<float>(bits & ~0x1fffu) : x;
}

float rounded_to(spamm_precision precision, float x) {
    switch (precision) {
        case spamm_precision::tf32:
            return truncated_to_tf32(x);
        case spamm_precision::bf16:
            return static_cast<float>(bfloat16(x));
        case spamm_precision::fp16:
            return static_cast<float>(float16(x));
        default:
            return x;
    }
}

/// The pool of a matrix as the factors of a precision: `scale` times the values, rounded.
template <class Factor>
buffer<Factor> factors_of(team& team, const formats::dense_blocks& a, spamm_precision precision, double scale) {
    buffer<Factor> out(static_cast<std::size_t>(a.count() * block_values));
    for_ranges(team, a.count(), a.count() * block_values, [&](index first, index last, int) {
        const auto copy = [&]<class T>(const T* from) {
            for (index n = first * block_values; n < last * block_values; ++n) {
                const double x = formats::as_double(from[n]);
                if constexpr (sizeof(Factor) == sizeof(double))
                    out[static_cast<std::size_t>(n)] = x;
                else
                    out[static_cast<std::size_t>(n)] = rounded_to(precision, static_cast<float>(scale == 1 ? x : x * scale));
            }
        };
        formats::with_block_type(a.type, [&]<class T>(T) { copy(a.block<T>(0)); });
    });
    return out;
}

/// Calls take(row, column, p) for every block p of a matrix.
template <class Take>
void for_blocks(const formats::dense_blocks& a, const Take& take) {
    for (index row = 0; row < formats::blocks_for(a.nrows); ++row) {
        for (row_offset p = a.offsets[static_cast<std::size_t>(row)]; p < a.offsets[static_cast<std::size_t>(row) + 1]; ++p)
            take(row, index{a.columns[static_cast<std::size_t>(p)]}, p);
    }
}

/// Where each block of a matrix is in its pool; -1 where there is none.
std::vector<std::int32_t> positions_of(const formats::dense_blocks& a) {
    const index columns = formats::blocks_for(a.ncols);
    std::vector<std::int32_t> out(static_cast<std::size_t>(formats::blocks_for(a.nrows) * columns), -1);
    for_blocks(a, [&](index row, index column, row_offset p) {
        out[static_cast<std::size_t>(row * columns + column)] = static_cast<std::int32_t>(p);
    });
    return out;
}

/// C, whose blocks are at `c_at`, = beta * addend.
void set_to_multiple(formats::dense_blocks& c, const std::vector<std::int32_t>& c_at, double beta,
                     const formats::dense_blocks& addend) {
    formats::with_block_type(c.type, [&]<class T>(T) {
        for_blocks(addend, [&](index row, index column, row_offset p) {
            T* const to = c.block<T>(c_at[static_cast<std::size_t>(row * formats::blocks_for(c.ncols) + column)]);
            const T* const from = addend.block<T>(p);
            for (index n = 0; n < block_values; ++n) to[n] = static_cast<T>(beta * formats::as_double(from[n]));
        });
    });
}

/// sums += a b, for blocks.
template <class T>
void multiply_blocks(T* __restrict sums, const T* __restrict a, const T* __restrict b) {
    for (index i = 0; i < block_side; ++i) {
        T row[block_side];
        std::copy_n(sums + i * block_side, block_side, row);
        for (index k = 0; k < block_side; ++k) {
            const T x = a[i * block_side + k];
            for (index j = 0; j < block_side; ++j) row[j] += x * b[k * block_side + j];
        }
        std::copy_n(row, block_side, sums + i * block_side);
    }
}

/// Adds the products of one level to C, whose blocks are of the type `Out`.
template <class Factor, class Out>
void add_level(team& team, const formats::dense_blocks& a, const formats::dense_blocks& b,
               const formats::spamm_request& request, const formats::spamm_level& level, const spamm_plan& plan,
               const spamm_lists& lists, formats::dense_blocks& c, const std::vector<std::int32_t>& c_at) {
    const double a_scale =
        formats::factor_scale(a.type, level.precision, formats::largest_finite_norm(a.norms.data(), a.count()));
    const double b_scale =
        formats::factor_scale(b.type, level.precision, formats::largest_finite_norm(b.norms.data(), b.count()));
    const double unscale = request.alpha / a_scale / b_scale;
    const buffer<Factor> left = factors_of<Factor>(team, a, level.precision, a_scale);
    const buffer<Factor> right = factors_of<Factor>(team, b, level.precision, b_scale);
    const std::vector<std::int32_t> a_at = positions_of(a), b_at = positions_of(b);
    const index group = request.tile / block_side, rows = formats::blocks_for(c.nrows), columns = formats::blocks_for(c.ncols);
    for_ranges_by_work(team, lists.offsets, [&](index first, index last, int) {
        for (index tile = first; tile < last; ++tile) {
            const row_offset begin = lists.offsets[static_cast<std::size_t>(tile)],
                             end = lists.offsets[static_cast<std::size_t>(tile) + 1];
            if (begin == end) continue;
            const index top = tile / plan.tile_columns * group, left_most = tile % plan.tile_columns * group;
            for (index i = top; i < std::min(rows, top + group); ++i) {
                for (index j = left_most; j < std::min(columns, left_most + group); ++j) {
                    base::look_at_call();
                    Factor sums[block_values] = {};
                    for (row_offset n = begin; n < end; ++n) {
                        const index k = lists.ks[static_cast<std::size_t>(n)];
                        const std::int32_t p = a_at[static_cast<std::size_t>(i * plan.inner + k)];
                        const std::int32_t q = b_at[static_cast<std::size_t>(k * columns + j)];
                        if (p >= 0 && q >= 0)
                            multiply_blocks(sums, left.data() + p * block_values, right.data() + q * block_values);
                    }
                    Out* const to = c.block<Out>(c_at[static_cast<std::size_t>(i * columns + j)]);
                    for (index v = 0; v < block_values; ++v) {
                        to[v] = static_cast<Out>(static_cast<double>(to[v]) + static_cast<double>(sums[v]) * unscale);
                    }
                }
            }
        }
    });
}

/// The blocks of all tiles that have a product or a block of `addend`, which may be null, filled with zeros.
formats::dense_blocks blocks_of_lists(index nrows, index ncols, block_type type, index tile_side,
                                      const formats::dense_blocks* addend, const spamm_plan& plan) {
    formats::dense_blocks c;
    c.nrows = nrows;
    c.ncols = ncols;
    c.type = type;
    const index rows = formats::blocks_for(nrows), columns = formats::blocks_for(ncols), group = tile_side / block_side;
    c.offsets = buffer<row_offset>(static_cast<std::size_t>(rows) + 1, row_offset{0});
    const auto tile_of = [&](index i, index j) { return static_cast<std::size_t>(i / group * plan.tile_columns + j / group); };
    std::vector<bool> is_in_addend(static_cast<std::size_t>(plan.tile_rows * plan.tile_columns));
    if (addend != nullptr) {
        for_blocks(*addend, [&](index i, index j, row_offset) { is_in_addend[tile_of(i, j)] = true; });
    }
    std::vector<column_index> found;
    for (index i = 0; i < rows; ++i) {
        for (index j = 0; j < columns; ++j) {
            const std::size_t tile = tile_of(i, j);
            const bool present =
                is_in_addend[tile] || std::any_of(plan.lists.begin(), plan.lists.end(), [&](const auto& lists) {
                    return !lists.offsets.empty() && lists.offsets[tile] != lists.offsets[tile + 1];
                });
            if (present) found.push_back(static_cast<column_index>(j));
        }
        c.offsets[static_cast<std::size_t>(i) + 1] = static_cast<row_offset>(found.size());
    }
    c.columns = buffer<column_index>(found);
    c.norms = buffer<double>(found.size());
    c.values = buffer<std::byte>(found.size() * static_cast<std::size_t>(block_values) * formats::size_of(type), std::byte{0});
    return c;
}

/// Takes out the blocks whose norm is below `least`; their norms go into the facts.
void drop_blocks(formats::dense_blocks& c, double least, formats::spamm_facts& facts) {
    const std::size_t bytes = static_cast<std::size_t>(block_values) * formats::size_of(c.type);
    std::size_t kept = 0;
    std::vector<double> dropped;
    row_offset p = 0;
    for (index row = 0; row < formats::blocks_for(c.nrows); ++row) {
        for (; p < c.offsets[static_cast<std::size_t>(row) + 1]; ++p) {
            const double norm = c.norms[static_cast<std::size_t>(p)];
            if (norm < least) {
                dropped.push_back(norm);
                continue;
            }
            if (kept != static_cast<std::size_t>(p)) {
                c.columns[kept] = c.columns[static_cast<std::size_t>(p)];
                c.norms[kept] = norm;
                std::memcpy(c.values.data() + kept * bytes, c.values.data() + static_cast<std::size_t>(p) * bytes, bytes);
            }
            ++kept;
        }
        c.offsets[static_cast<std::size_t>(row) + 1] = static_cast<row_offset>(kept);
    }
    c.columns.shrink(kept);
    c.norms.shrink(kept);
    c.values.shrink(kept * bytes);
    facts.dropped = root_of_squares(dropped) * (1 + formats::bound_slack);
}

}  // namespace

formats::dense_blocks spamm_product(team& team, const formats::dense_blocks& a, const formats::dense_blocks& b,
                                    const formats::dense_blocks* addend, const formats::spamm_request& request,
                                    spamm_plan& plan) {
    const bool in_double = a.type == block_type::float64;
    formats::dense_blocks c =
        blocks_of_lists(a.nrows, b.ncols, in_double ? block_type::float64 : block_type::float32, request.tile, addend, plan);
    const std::vector<std::int32_t> c_at = positions_of(c);
    if (addend != nullptr) set_to_multiple(c, c_at, request.beta, *addend);
    for (int l = 0; l < request.levels; ++l) {
        const formats::spamm_level& level = request.level[static_cast<std::size_t>(l)];
        const spamm_lists& lists = plan.lists[static_cast<std::size_t>(l)];
        if (lists.ks.empty()) continue;
        if (level.precision == spamm_precision::fp64)
            add_level<double, double>(team, a, b, request, level, plan, lists, c, c_at);
        else if (in_double)
            add_level<float, double>(team, a, b, request, level, plan, lists, c, c_at);
        else
            add_level<float, float>(team, a, b, request, level, plan, lists, c, c_at);
    }
    for_ranges(team, c.count(), c.count() * block_values, [&](index first, index last, int) {
        const std::size_t bytes = static_cast<std::size_t>(block_values) * formats::size_of(c.type);
        for (index p = first; p < last; ++p) {
            c.norms[static_cast<std::size_t>(p)] =
                formats::frobenius_norm(c.type, c.values.data() + static_cast<std::size_t>(p) * bytes, block_values);
        }
    });
    if (request.drop_below > 0) drop_blocks(c, request.drop_below, plan.facts);
    return c;
}

}  // namespace graphblas_gpu::host
