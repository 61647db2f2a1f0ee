#include <graphblas_gpu/any_arrange.hpp>

#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/operations/any_target.hpp>
#include <graphblas_gpu/operations/arrange.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/operations/sort.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace graphblas_gpu {
namespace {

bool are_of_one_type(std::span<const any_matrix* const> tiles) {
    return std::all_of(tiles.begin(), tiles.end(), [&](const any_matrix* tile) { return tile->type() == tiles[0]->type(); });
}

bool is_nan(const std::byte* x, type_code code) {
    return base::with_code(code, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T value = *reinterpret_cast<const T*>(x);
        return value != value;
    });
}

/// An operator as an order of values that are sorted by their addresses. NaN come last, as in value_before.
struct called_before {
    const void* order;
    using entry = host::sortable<const std::byte*>;
    bool operator()(const entry& x, const entry& y) const {
        const any_operator& op = *static_cast<const any_operator*>(order);
        if (op.left_type().code == type_code::float32 || op.left_type().code == type_code::float64) {
            if (is_nan(x.value, op.left_type().code)) return false;
            if (is_nan(y.value, op.left_type().code)) return true;
        }
        bool is_before = false;
        op.call(&is_before, x.value, y.value);
        return is_before;
    }
    static void load(const void* order, const std::byte* row, index first, index count, std::byte* entries) {
        const std::size_t bytes = static_cast<const any_operator*>(order)->left_type().bytes;
        for (index n = 0; n < count; ++n)
            reinterpret_cast<entry*>(entries)[n] = {static_cast<column_index>(first + n),
                                                    row + static_cast<std::size_t>(first + n) * bytes};
    }
};

operations::order_view order_of(const any_operator& op) {
    const type_descriptor& type = op.left_type();
    if (!op.is_present()) throw invalid_value("sort: there is no operator");
    if (!(op.right_type() == type) || !(op.result_type() == type_of<bool>()))
        throw domain_mismatch("sort: an order compares two values of one type, and its result has type bool");
    if (op.name() == "lt" || op.name() == "gt") return operations::order_of_numbers(type, op.name() == "gt");
    using value = const std::byte*;
    return {&type,
            &op,
            {sizeof(called_before::entry), &called_before::load, &host::sort_run<value, called_before>,
             &host::merge_runs<value, called_before>},
            &device::refuse_order};
}

template <class Object>
any_sorted<Object> sorted_by(const context& ctx, const any_operator& op, const Object& x) {
    operations::sorted_rows made = operations::sorted(ctx, order_of(op), x);
    return {std::move(made.values).template as<Object>(x.type()),
            std::move(made.permutation).template as<Object>(type_of<index>())};
}

}  // namespace

void concat(const context& ctx, any_matrix& c, std::span<const any_matrix* const> tiles, index tile_rows, index tile_columns) {
    operations::on_engine(ctx, "concat", [&](const context& call_ctx) {
        std::vector<any_matrix> cast;
        std::vector<const any_matrix*> list(tiles.begin(), tiles.end());
        const bool are_cast = !are_of_one_type(tiles);
        if (are_cast) {
            for (const any_matrix* const tile : tiles) cast.push_back(cast_values(call_ctx, *tile, c.type()));
            for (std::size_t n = 0; n < list.size(); ++n) list[n] = &cast[n];
        }
        const type_descriptor& type = list.empty() ? c.type() : list[0]->type();
        operations::concat(call_ctx, list, tile_rows, tile_columns,
                           operations::any_target("concat", c, {}, {}, type, false).output());
    });
}

any_matrix concat(const context& ctx, std::span<const any_matrix* const> tiles, index tile_rows, index tile_columns) {
    return operations::on_engine(ctx, "concat", [&](const context& call_ctx) {
        if (!are_of_one_type(tiles)) throw domain_mismatch("concat: tiles of several types have no common type");
        return operations::concatenated(call_ctx, {tiles.begin(), tiles.end()}, tile_rows, tile_columns, nullptr)
            .as<any_matrix>(tiles[0]->type());
    });
}

std::vector<any_matrix> split(const context& ctx, const any_matrix& a, const integer_list<index>& tile_nrows,
                              const integer_list<index>& tile_ncols) {
    return operations::on_engine(ctx, "split", [&](const context& call_ctx) {
        const host::tiling grid = host::tiling_by_sizes(a.shape(), tile_nrows.span(), tile_ncols.span());
        std::vector<any_matrix> tiles;
        for (operations::result_rows& tile : operations::split(call_ctx, a, grid))
            tiles.push_back(std::move(tile).as<any_matrix>(a.type()));
        return tiles;
    });
}

any_matrix stack_rows(const context& ctx, index ncols, std::span<const any_vector* const> rows) {
    return operations::on_engine(ctx, "stack_rows", [&](const context& call_ctx) {
        for (const any_vector* const row : rows) shapes::check_same("stack_rows", "a row", row->size(), ncols);
        return operations::stacked(call_ctx, ncols, {rows.begin(), rows.end()}).as<any_matrix>(rows[0]->type());
    });
}

any_matrix matrix_diag(const context& ctx, const any_vector& v, index k) {
    return operations::on_engine(ctx, "matrix_diag", [&](const context& call_ctx) {
        if (k < -max_side || k > max_side) {
            throw invalid_value("matrix_diag: there is no diagonal " + std::to_string(k) + " in a matrix of at most " +
                                std::to_string(max_side) + " rows");
        }
        const index down = std::max<index>(-k, 0), right = std::max<index>(k, 0), size = v.size() + down + right;
        base::check_side(size, "matrix_diag: number of rows");
        return operations::matrix_of_diagonal(call_ctx, v, k).as<any_matrix>(v.type());
    });
}

any_vector vector_diag(const context& ctx, const any_matrix& a, index k) {
    return operations::on_engine(ctx, "vector_diag", [&](const context& call_ctx) {
        if (k >= a.ncols() || k <= -a.nrows()) return any_vector(0, a.type());
        const index down = std::max<index>(-k, 0), right = std::max<index>(k, 0);
        const index size = std::min(a.nrows() - down, a.ncols() - right);
        return operations::diagonal_of(call_ctx, a, down, right, size).as<any_vector>(a.type());
    });
}

any_matrix permute(const context& ctx, const any_matrix& a, const integer_list<index>& order) {
    return operations::on_engine(ctx, "permute", [&](const context& call_ctx) {
        shapes::check_same("permute", "A", a.shape(), {a.nrows(), a.nrows()});
        const formats::permutation p = formats::checked_permutation(order.span(), a.nrows(), "permute: order");
        any_matrix c = operations::permuted(call_ctx, a, p, p).as<any_matrix>(a.type());
        if (a.is_known_to_be_symmetric()) c.set_symmetric(true);
        return c;
    });
}

any_matrix permute(const context& ctx, const any_matrix& a, const integer_list<index>& row_order,
                   const integer_list<index>& column_order) {
    return operations::on_engine(ctx, "permute", [&](const context& call_ctx) {
        const formats::permutation rows = formats::checked_permutation(row_order.span(), a.nrows(), "permute: row order");
        const formats::permutation columns =
            formats::checked_permutation(column_order.span(), a.ncols(), "permute: column order");
        return operations::permuted(call_ctx, a, rows, columns).as<any_matrix>(a.type());
    });
}

any_vector permute(const context& ctx, const any_vector& u, const integer_list<index>& order) {
    return operations::on_engine(ctx, "permute", [&](const context& call_ctx) {
        const formats::permutation p = formats::checked_permutation(order.span(), u.size(), "permute: order");
        return operations::permuted(call_ctx, u, p).as<any_vector>(u.type());
    });
}

any_sorted<any_matrix> sort(const context& ctx, const any_operator& op, const any_matrix& a) { return sorted_by(ctx, op, a); }
any_sorted<any_vector> sort(const context& ctx, const any_operator& op, const any_vector& u) { return sorted_by(ctx, op, u); }

}  // namespace graphblas_gpu
