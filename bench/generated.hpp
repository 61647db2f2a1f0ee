// Generated graphs by name, such as rmat-16-8, and values for a structure, the same on every machine.
#pragma once

#include "../tools/graph_kinds.hpp"
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace bench {

namespace gb = graphblas_gpu;

inline constexpr std::uint64_t seed = 1;

/// The names of generated graphs, for messages.
inline constexpr const char* generated_names =
    "rmat-SCALE-FACTOR, uniform-N-DEGREE, strides-N-DEGREE-STRIDE, powerlaw-N-DEGREE, grid2d-N, stencil5-N, stencil7-N, "
    "stencil9-N, stencil27-N, "
    "band-N-HALF, "
    "blocks-N-SIZE-AVERAGE";

/// The generator that a name asks for and its sizes, or nothing.
struct named_generator {
    const grb::graph_kind* kind;
    grb::graph_size sizes[grb::graph_kind::max_sizes];
    gb::coordinates make(int threads) const { return kind->make(sizes, seed, threads, {}); }
};
std::optional<named_generator> generator_of(const std::string& name);

/// A copy of the structure of a matrix, with room for a value of each entry.
template <class T, class U>
gb::csr<T> with_room_for_values(const gb::matrix<U>& structure) {
    gb::csr<T> made;
    made.nrows = structure.nrows();
    made.ncols = structure.ncols();
    made.offsets = gb::buffer<gb::row_offset>(structure.row_offsets());
    made.columns = gb::buffer<gb::column_index>(structure.columns());
    made.values = gb::buffer<T>(made.columns.size());
    return made;
}

/// The same structure with value(i, j) at each entry, on the threads of a team.
template <class T, class Value>
gb::matrix<T> with_values(gb::host::team& team, const gb::matrix<void>& structure, const Value& value) {
    gb::csr<T> made = with_room_for_values<T>(structure);
    gb::host::for_ranges_by_work(team, made.offsets, [&](gb::index first, gb::index last, int) {
        for (gb::index i = first; i < last; ++i)
            for (auto p = made.offsets[static_cast<std::size_t>(i)]; p < made.offsets[static_cast<std::size_t>(i) + 1]; ++p)
                made.values[static_cast<std::size_t>(p)] = value(i, made.columns[static_cast<std::size_t>(p)]);
    });
    return gb::matrix<T>::from_storage(std::move(made));
}

/// The same with weights from 1 to 255, which are the same in both directions; without values if T is void.
template <class T>
gb::matrix<T> with_weights(const gb::context& ctx, const gb::matrix<void>& structure) {
    if constexpr (std::is_void_v<T>) return structure;
    else
        return with_values<T>(ctx.team(), structure,
                              [](gb::index i, gb::index j) { return static_cast<T>(gb::edge_weight(i, j, seed)); });
}

}  // namespace bench
