#include "compare.hpp"

#include <graphblas_gpu/host/threads/team.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <type_traits>
#include <utility>

namespace bench {
namespace {

/// The arrays of an object, not converted: a product of gigabytes is looked at where it lies.
template <class T>
struct unpacked_rows {
    explicit unpacked_rows(ss::matrix_handle& object) {
        GrB_Index *p = nullptr, *j = nullptr, size = 0;
        void* x = nullptr;
        ss::check(GxB_Matrix_unpack_CSR(object, &p, &j, &x, &size, &size, &size, &iso, &jumbled, nullptr),
                  "GxB_Matrix_unpack_CSR", static_cast<GrB_Matrix>(object));
        offsets.reset(p);
        columns.reset(j);
        values.reset(static_cast<T*>(x));
    }
    T value(std::int64_t at) const { return values[iso ? 0 : at]; }

    ss::detail::c_array<GrB_Index> offsets, columns;
    ss::detail::c_array<T> values;
    bool iso = false;
    bool jumbled = false;
};

template <class T>
bool agree(T ours, T theirs, std::int64_t terms) {
    if constexpr (std::is_floating_point_v<T>) {
        const T unit = std::numeric_limits<T>::epsilon() / 2;
        return std::abs(ours - theirs) <= static_cast<T>(2 * (terms + 1)) * unit * std::max(ours, theirs);
    } else {
        return ours == theirs;
    }
}

}  // namespace

template <class T>
std::string difference_of_products(const gb::matrix<void>& structure, const gb::matrix<T>& ours, ss::matrix_handle& theirs) {
    GrB_Index nrows = 0, ncols = 0, count = 0;
    ss::check(GrB_Matrix_nrows(&nrows, theirs), "GrB_Matrix_nrows");
    ss::check(GrB_Matrix_ncols(&ncols, theirs), "GrB_Matrix_ncols");
    ss::check(GrB_Matrix_nvals(&count, theirs), "GrB_Matrix_nvals");
    if (static_cast<gb::index>(nrows) != ours.nrows() || static_cast<gb::index>(ncols) != ours.ncols())
        return fmt::format("{}x{}, SuiteSparse has {}x{}", ours.nrows(), ours.ncols(), nrows, ncols);
    if (static_cast<gb::index>(count) != ours.nvals())
        return fmt::format("{} entries, SuiteSparse has {}", ours.nvals(), count);
    const unpacked_rows<T> other(theirs);
    if (other.jumbled) return "SuiteSparse's rows are not sorted: it was not measured for the same task";

    const auto offsets = ours.row_offsets();
    const auto columns = ours.columns();
    const auto values = ours.values();
    const auto degree = [offsets = structure.row_offsets()](gb::index v) { return offsets[v + 1] - offsets[v]; };
    for (gb::index i = 0; i < ours.nrows(); ++i) {
        const gb::row_offset begin = offsets[i], end = offsets[i + 1];
        if (static_cast<GrB_Index>(end) != other.offsets[i + 1])
            return fmt::format("row {} ends at {}, SuiteSparse's at {}", i, end, other.offsets[i + 1]);
        for (gb::row_offset p = begin; p < end; ++p) {
            const auto j = static_cast<gb::index>(columns[static_cast<std::size_t>(p)]);
            if (static_cast<GrB_Index>(j) != other.columns[p])
                return fmt::format("row {} has an entry in column {}, SuiteSparse in {}", i, j, other.columns[p]);
            const T x = values[static_cast<std::size_t>(p)], y = other.value(p);
            if (!agree(x, y, std::min(degree(i), degree(j))))
                return fmt::format("({}, {}) is {}, SuiteSparse has {}", i, j, x, y);
        }
    }
    return {};
}

template std::string difference_of_products(const gb::matrix<void>&, const gb::matrix<float>&, ss::matrix_handle&);
template std::string difference_of_products(const gb::matrix<void>&, const gb::matrix<bool>&, ss::matrix_handle&);
template std::string difference_of_products(const gb::matrix<void>&, const gb::matrix<std::int64_t>&, ss::matrix_handle&);

std::string difference_of_counts(const char* what, std::int64_t ours, std::int64_t theirs, const std::string& whose) {
    return ours == theirs ? std::string() : fmt::format("{} {}, {} has {}", ours, what, whose, theirs);
}

template <class T>
std::vector<std::int32_t> dense_values(const gb::vector<T>& v, std::int32_t none) {
    std::vector<std::int32_t> values(static_cast<std::size_t>(v.size()), none);
    const auto indices = v.indices();
    for (std::size_t k = 0; k < indices.size(); ++k) values[indices[k]] = static_cast<std::int32_t>(v.values()[k]);
    return values;
}

std::vector<std::int32_t> to_dense(const gb::vector<std::int32_t>& v, std::int32_t none) { return dense_values(v, none); }

dense_bfs to_dense(const gb::bfs_result& answer) { return {to_dense(answer.levels, -1), dense_values(answer.parents, -1)}; }

dense_bfs to_dense(bfs_answer&& answer) {
    return {to_dense(ss::vector_from<std::int32_t>(std::move(answer.levels)), -1),
            to_dense(ss::vector_from<std::int32_t>(std::move(answer.parents)), -1)};
}

std::string difference_from_tree(const gb::matrix<void>& a, gb::index source, const dense_bfs& found) {
    for (std::size_t v = 0; v < found.levels.size(); ++v) {
        const auto vertex = static_cast<gb::index>(v);
        const std::int64_t p = found.parents[v];
        const bool fits = found.levels[v] < 0 ? p < 0
                          : vertex == source  ? p == source
                                              : p >= 0 && p < a.nrows() && a.has_element(p, vertex) &&
                                                   found.levels[static_cast<std::size_t>(p)] + 1 == found.levels[v];
        if (!fits) return fmt::format("from source {}, {} is no parent of vertex {}", source, p, v);
    }
    return {};
}

template <class T>
std::string difference_from_shortest(const gb::context& ctx, const gb::matrix<T>& a, gb::index source,
                                     const std::vector<std::int32_t>& found, std::int32_t none) {
    const auto offsets = a.row_offsets();
    const auto columns = a.columns();
    const auto values = a.rows().values;
    const auto length = [&]([[maybe_unused]] std::size_t p) -> std::int64_t {
        if constexpr (std::is_void_v<T>)
            return 1;
        else
            return values[p];
    };
    const auto difference_at = [&](std::size_t v) -> std::string {
        const bool is_source = static_cast<gb::index>(v) == source;
        bool has_last_edge = is_source ? found[v] == 0 : found[v] == none;
        for (auto p = static_cast<std::size_t>(offsets[v]); p < static_cast<std::size_t>(offsets[v + 1]); ++p) {
            const std::int32_t before = found[columns[p]];
            if (before == none) continue;
            const std::int64_t over_edge = before + length(p);
            if (found[v] == none || over_edge < found[v])
                return fmt::format("from source {}, {} is not the shortest way to vertex {}: {} leads there by {}", source,
                                   found[v], v, columns[p], over_edge);
            has_last_edge |= !is_source && over_edge == found[v];
        }
        return has_last_edge ? std::string()
                             : fmt::format("from source {}, no way to vertex {} has length {}", source, v, found[v]);
    };
    if (static_cast<gb::index>(found.size()) != a.nrows())
        return fmt::format("{} numbers for {} vertices", found.size(), a.nrows());
    std::mutex mutex;
    std::pair<std::size_t, std::string> first(found.size(), "");
    gb::host::for_ranges_by_work(ctx.team(), offsets, [&](gb::index begin, gb::index end, int) {
        for (auto v = static_cast<std::size_t>(begin); v < static_cast<std::size_t>(end); ++v) {
            std::string difference = difference_at(v);
            if (difference.empty()) continue;
            const std::lock_guard lock(mutex);
            if (v < first.first) first = {v, std::move(difference)};
            return;
        }
    });
    return first.second;
}

template std::string difference_from_shortest(const gb::context&, const gb::matrix<void>&, gb::index,
                                              const std::vector<std::int32_t>&, std::int32_t);
template std::string difference_from_shortest(const gb::context&, const gb::matrix<std::int32_t>&, gb::index,
                                              const std::vector<std::int32_t>&, std::int32_t);

std::string difference_of_numbers(const char* what, gb::index source, const std::vector<std::int32_t>& ours,
                                  const std::vector<std::int32_t>& theirs, const std::string& whose) {
    if (ours == theirs) return {};
    for (std::size_t v = 0; v < ours.size() && v < theirs.size(); ++v)
        if (ours[v] != theirs[v])
            return fmt::format("from source {}, the {} of vertex {} is {}, {} has {}", source, what, v, ours[v], whose,
                               theirs[v]);
    return fmt::format("from source {}, {} vertices, {} has {}", source, ours.size(), whose, theirs.size());
}

}  // namespace bench
