// Every public operation while allocations fail, and while it is cancelled.
//
// Idea: an operation runs again and again, with its first allocation failing, its second, ...; then with four in a row; then
// with all from one on, where no message can be made either. Every failure is a gb::error and leaves the outputs as they were,
// and the next call on the same context is right. On the emulated device, calls of CUDA's runtime that allocate are counted
// too. In the same way it is cancelled at its first look, its second, ...
#include "allocations.hpp"

#include <algorithms/betweenness_centrality.hpp>
#include <algorithms/bfs.hpp>
#include <algorithms/connected_components.hpp>
#include <algorithms/distance_centrality.hpp>
#include <algorithms/edge_betweenness_centrality.hpp>
#include <algorithms/jaccard_similarity.hpp>
#include <algorithms/k_core.hpp>
#include <algorithms/k_truss.hpp>
#include <algorithms/label_propagation.hpp>
#include <algorithms/local_clustering_coefficient.hpp>
#include <algorithms/louvain.hpp>
#include <algorithms/markov_clustering.hpp>
#include <algorithms/maximal_independent_set.hpp>
#include <algorithms/minimum_spanning_forest.hpp>
#include <algorithms/multi_source_shortest_path.hpp>
#include <algorithms/multigrid.hpp>
#include <algorithms/page_rank.hpp>
#include <algorithms/pair_similarity.hpp>
#include <algorithms/path_between.hpp>
#include <algorithms/spectral_centrality.hpp>
#include <algorithms/strongly_connected_components.hpp>
#include <algorithms/triangle_count.hpp>
#include <algorithms/vertex_order.hpp>
#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/io/any_matrix.hpp>
#include <graphblas_gpu/graph.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>
#include <graphblas_gpu/jit_semiring.hpp>
#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/plan.hpp>
#include <graphblas_gpu/spamm.hpp>
#include <tests/catch.hpp>
#include <tests/engine.hpp>
#include <tests/files.hpp>
#include <tests/library.hpp>
#ifdef GRAPHBLAS_GPU_REHEARSAL
#include <tests/rehearsal/machine.hpp>
#include <tests/rehearsal/own_work.hpp>
#endif

#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <sstream>
#include <string>
#include <typeinfo>
#include <vector>

namespace gb = graphblas_gpu;
using gb::no_accum;
using gb::no_mask;

namespace {

constexpr long all_later = 1L << 40;

/// On the emulated device: its own allocations are no device's and do not fail; threads run in the same order every time, so
/// that answers that depend on it, such as the parents of a search, are the same.
void prepare_device() {
#ifdef GRAPHBLAS_GPU_REHEARSAL
    if (!spec::on_cuda()) return;
    failing::leave_out(&rehearsal::is_own_work);
    rehearsal::fail_calls_by(&failing::fails);
    rehearsal::seed(0);
#endif
}

/// What operations read. Each trial begins with containers that have nothing cached.
struct inputs {
    gb::index n = 0;
    gb::matrix<float> a, b, c;
    gb::matrix<double> weights;
    gb::matrix<double> laplacian;  ///< of the graph, and 1 added to its diagonal
    gb::matrix<void> graph;
    gb::matrix<bool> mask;
    gb::vector<float> u, w, full;
    gb::vector<bool> mask_of_vector;
    gb::vector<void> start;
    gb::vector<std::int64_t> parents;
    gb::vector<double> distances;
    std::vector<gb::index> order;          ///< a permutation
    std::vector<int> some;                 ///< indices of another type than gb::index
    std::vector<gb::index> halves;         ///< the sides of tiles
    std::vector<gb::index> rows, columns;  ///< lists of entries
    std::vector<float> values;
    gb::coordinates entries;
    std::string text, file, written_file;
    gb::block_matrix<float> blocks;
    gb::bit_rows bits{3, 0};
    gb::semiring_expressions plus_times{.add = "x + y", .identity = "0", .multiply = "x * y"};
};

/// What operations write.
struct outputs {
    gb::matrix<float> c;
    gb::matrix<void> structure;
    gb::vector<float> w, changed;
    gb::vector<std::int64_t> parents;
    gb::vector<double> numbers;
    std::vector<gb::index> list;
    gb::bit_rows bits{2, 5};
    double number = 0;

    friend bool operator==(const outputs&, const outputs&) = default;
};

inputs inputs_of(gb::index n, const test_files::temporary_folder& folder) {
    inputs in;
    in.n = n;
    gb::coordinates drawn = gb::uniform(n, 6, 1);
    gb::assign_random_weights(drawn, 2);
    const auto draw = [&](std::uint64_t seed) {
        gb::coordinates entries = gb::uniform(n, 6, seed);
        gb::assign_random_weights(entries, seed);
        return gb::from_coordinates<float>(entries);
    };
    in.a = draw(1);
    in.b = draw(2);
    in.c = draw(3);
    in.mask = gb::from_coordinates<bool>(gb::uniform(n, 9, 4));
    gb::coordinates both = drawn;
    both.symmetrise(gb::duplicate_policy::last);
    both.drop_self_loops();
    in.graph = gb::from_coordinates<void>(both);
    in.weights = gb::from_coordinates<double>(both);
    in.laplacian = gb::matrix<double>(n, n);
    std::vector<gb::index> every_third;
    for (gb::index i = 0; i < n; ++i) {
        in.order.push_back((i * 7 + 3) % n);
        if (i % 3 == 1) in.some.push_back(static_cast<int>(i));
        if (i % 3 == 2) every_third.push_back(i);
    }
    in.halves = {n / 2, n - n / 2};
    in.u = gb::vector<float>::from_entries(n, every_third, std::vector<float>(every_third.size(), 2.f));
    in.w = gb::vector<float>::from_entries(n, in.some, std::vector<float>(in.some.size(), 3.f));
    in.full = gb::vector<float>::full(n, 5.f);
    in.mask_of_vector = gb::vector<bool>::full(n, true);
    in.start = gb::vector<void>(n);
    in.start.set_element(1);
    in.parents = gb::vector<std::int64_t>(n);
    in.parents.set_element(1, 1);
    in.distances = gb::vector<double>::full(n, 1e9);
    in.distances.set_element(1, 0);
    const auto list = in.a.to_edges();
    in.rows = list.rows;
    in.columns = list.columns;
    in.values = list.values;
    in.entries = drawn;
    std::ostringstream text;
    for (std::size_t e = 0; e < in.rows.size(); ++e) text << in.rows[e] << ' ' << in.columns[e] << ' ' << in.values[e] << '\n';
    in.text = text.str();
    in.file = folder.file("read.tsv", in.text);
    in.written_file = folder / "written.tsv";
    gb::vector<double> diagonal = gb::vector<double>::full(n, 1.);
    for (const auto [i, j] : in.graph.entries()) {
        in.laplacian.set_element(i, j, -1.);
        diagonal.set_element(i, *diagonal.get_element(i) + 1.);
    }
    for (gb::index i = 0; i < n; ++i) in.laplacian.set_element(i, i, *diagonal.get_element(i));
    in.bits = gb::bit_rows(3, n);
    in.bits.set_element(2, 1);
    in.blocks = gb::block_matrix<float>::from_dense(n, n, std::vector<float>(static_cast<std::size_t>(n * n), 0.5f));
    return in;
}

/// Copies that have nothing cached.
template <class X>
X afresh(const X& x) {
    if constexpr (gb::is_matrix<X>) return X::from_storage(x.to_csr());
    else return x;
}

inputs afresh(const inputs& fixed) {
    inputs in = fixed;
    in.a = afresh(fixed.a);
    in.b = afresh(fixed.b);
    in.graph = afresh(fixed.graph);
    in.weights = afresh(fixed.weights);
    return in;
}

struct operation {
    const char* name;
    void (*call)(const gb::context& ctx, const inputs& in, outputs& out);
};

const auto min_plus = gb::min_plus<float>;
const auto plus_times = gb::plus_times<float>;

#define GB_OPERATION(name, ...)                                            \
    operation {                                                            \
        name, [](const gb::context& ctx, const inputs& in, outputs& out) { \
            (void)ctx, (void)in, (void)out;                                \
            __VA_ARGS__;                                                   \
        }                                                                  \
    }

const operation operations[] = {
    GB_OPERATION("mxm", gb::mxm(ctx, out.c, no_mask, no_accum, plus_times, in.a, in.b)),
    GB_OPERATION("mxm new", out.c = gb::mxm(ctx, plus_times, in.a, in.b)),
    GB_OPERATION("mxm accum", gb::mxm(ctx, out.c, gb::structure(in.mask), gb::plus{}, min_plus, in.a, in.b, {.replace = true})),
    GB_OPERATION("mxm values",
                 gb::mxm(ctx, out.c, !gb::values(in.mask), no_accum, plus_times, in.a, in.b, {.transpose_b = true})),
    GB_OPERATION("mxm hash", gb::mxm(ctx, out.c, no_mask, gb::plus{}, plus_times, in.a, in.b, {.method = gb::method::hash})),
    GB_OPERATION("mxm dense", gb::mxm(ctx, out.c, no_mask, gb::plus{}, plus_times, in.a, in.b,
                                      {.transpose_a = true, .method = gb::method::dense})),
    GB_OPERATION("mxm merge", gb::mxm(ctx, out.c, no_mask, no_accum, plus_times, in.a, in.b, {.method = gb::method::merge})),
    GB_OPERATION("mxm dot",
                 gb::mxm(ctx, out.c, gb::structure(in.mask), no_accum, plus_times, in.a, in.b, {.method = gb::method::dot})),
    GB_OPERATION("mxm bitmap_tile",
                 gb::mxm(ctx, out.c, no_mask, no_accum, plus_times, in.a, in.b, {.method = gb::method::bitmap_tile})),
    GB_OPERATION("mxm catalogued", out.c = gb::mxm(ctx, gb::catalogued<float>("max_times"), in.a, in.b)),
    GB_OPERATION("mxm any",
                 gb::mxm(ctx, out.c.any(), {.matrix = &in.mask.any()}, gb::any_operator("plus", gb::type_of<float>()),
                         gb::any_semiring("min_plus", gb::type_of<float>()), in.a.any(), in.weights.any())),
    GB_OPERATION("vxm any", gb::vxm(ctx, out.w.any(), {}, {}, gb::any_semiring("plus_times", gb::type_of<float>()), in.u.any(),
                                    in.a.any())),
    GB_OPERATION("mxv any",
                 gb::mxv(ctx, out.w.any(), {.vector = &in.mask_of_vector.any()}, gb::any_operator("min", gb::type_of<float>()),
                         gb::any_semiring("min_plus", gb::type_of<float>()), in.a.any(), in.full.any())),
    GB_OPERATION("sort any",
                 out.c = gb::matrix<float>(gb::sort(ctx, gb::any_operator("gt", gb::type_of<float>()), in.a.any()).values)),
    GB_OPERATION("vxm_update any", gb::vxm_update(ctx, out.w.any(), out.changed.any(), {.vector = &in.mask_of_vector.any()},
                                                  gb::any_operator("min", gb::type_of<float>()),
                                                  gb::any_semiring("min_plus", gb::type_of<float>()), in.u.any(), in.a.any())),
    GB_OPERATION("extract any", out.c = gb::matrix<float>(gb::extract(ctx, in.a.any(), in.order, in.order))),
    GB_OPERATION("extract any vector", out.w = gb::vector<float>(gb::extract(ctx, in.u.any(), in.order))),
    GB_OPERATION("any casts",
                 out.c = gb::matrix<float>(gb::cast_values(ctx, gb::transpose(ctx, in.weights.any()), gb::type_of<float>()))),
    GB_OPERATION("any read",
                 out.c = gb::matrix<float>(gb::cast_values(ctx, gb::read_any_matrix(ctx, in.file), gb::type_of<float>()))),
    GB_OPERATION("any write", gb::write_matrix(ctx, in.written_file, in.a.any())),
    GB_OPERATION("ewise_add any",
                 gb::ewise_add(ctx, out.c.any(), {.matrix = &in.mask.any()}, gb::any_operator("plus", gb::type_of<double>()),
                               gb::any_operator("times", gb::type_of<float>()), in.a.any(), in.weights.any())),
    GB_OPERATION("ewise_mult any", gb::ewise_mult(ctx, out.w.any(), {}, {}, gb::any_operator("lt", gb::type_of<double>()),
                                                  in.u.any(), in.full.any())),
    GB_OPERATION("apply any", gb::apply(ctx, out.w.any(), {.vector = &in.u.any()}, {},
                                        gb::any_function::bind_second({"plus", gb::type_of<double>()}, 2), in.full.any())),
    GB_OPERATION("select any", gb::select(ctx, out.c.any(), {}, gb::any_operator("plus", gb::type_of<float>()),
                                          gb::any_function("tril", 0), in.a.any())),
    GB_OPERATION("reduce any",
                 out.number = gb::reduce(ctx, gb::any_monoid("max", gb::type_of<double>()), in.a.any()).as<double>()),
    GB_OPERATION("reduce any to vector",
                 gb::reduce(ctx, out.w.any(), {}, gb::any_operator("plus", gb::type_of<double>()),
                            gb::any_monoid("max", gb::type_of<double>()), in.a.any(), {.transpose_a = true})),
    GB_OPERATION("transpose any", gb::transpose(ctx, out.c.any(), {.matrix = &in.mask.any()}, {}, in.weights.any())),
    GB_OPERATION("extract any into a vector", gb::extract(ctx, out.w.any(), {}, {}, in.u.any(), in.order)),
    GB_OPERATION("assign any", gb::assign(ctx, out.c.any(), {}, gb::any_operator("plus", gb::type_of<float>()),
                                          in.weights.any(), in.order, in.order)),
    GB_OPERATION("assign any value", gb::assign(ctx, out.w.any(), {.vector = &in.u.any()}, {}, 2, in.some)),
    GB_OPERATION("subassign_row any", gb::subassign_row(ctx, out.c.any(), {}, {}, in.full.any(), 1, gb::all)),
    GB_OPERATION("concat any", const gb::any_matrix* const tile = &in.weights.any();
                 const gb::any_matrix* const tiles[] = {tile}; gb::concat(ctx, out.c.any(), tiles, 1, 1)),
    GB_OPERATION("from_edges any",
                 out.c = gb::matrix<float>(gb::from_edges(ctx, gb::type_of<float>(), in.n, in.n, in.rows, in.columns,
                                                          {&gb::type_of<float>(), in.values.data(), in.values.size()},
                                                          gb::any_operator("plus", gb::type_of<double>())))),
    GB_OPERATION("set_element any", gb::set_element(out.c.any(), in.n - 1, 0, gb::get_element(in.weights.any(), 0, 0))),
    GB_OPERATION("set_element of a vector any", gb::set_element(out.w.any(), 2, 7.0)),
    GB_OPERATION("to_edges any", out.list = gb::to_edges(in.a.any()).columns),
    GB_OPERATION("mxm borrowed", out.c = gb::mxm(ctx, plus_times,
                                                 gb::matrix<float>::borrow_csr(in.n, in.n, in.a.row_offsets(), in.a.columns(),
                                                                               in.a.values(), nullptr),
                                                 in.b)),
    GB_OPERATION("vxm borrowed",
                 out.w = gb::vxm(ctx, plus_times,
                                 gb::vector<float>::borrow_entries(in.n, in.u.indices(), in.u.values(), nullptr), in.a)),
    GB_OPERATION("assign borrowed", auto w = gb::vector<float>::borrow_dense(in.full.values(), nullptr);
                 gb::assign(ctx, w, gb::structure(in.u), gb::plus{}, 2.f); w.set_element(1, 3.f); out.w = std::move(w)),
    GB_OPERATION("mxm jit_semiring", out.c = gb::mxm(ctx, gb::jit_semiring<float>(in.plus_times), in.a, in.b)),
    GB_OPERATION("mxm_structure", out.structure = gb::mxm_structure(ctx, in.a, in.b)),
    GB_OPERATION("mxm_nvals", out.number = static_cast<double>(gb::mxm_nvals(ctx, gb::structure(in.mask), in.a, in.b))),
    GB_OPERATION("mxm_reduce",
                 out.number = gb::mxm_reduce(ctx, gb::plus{}, gb::structure(in.mask), gb::plus_times<double>, in.a, in.b)),
    GB_OPERATION("mxm_flops", out.number = static_cast<double>(gb::mxm_flops(ctx, in.a, in.b))),
    GB_OPERATION("plan_mxm", auto plan = gb::plan_mxm(ctx, plus_times, in.a, in.b); plan.execute(out.c)),
    GB_OPERATION("mxv", gb::mxv(ctx, out.w, no_mask, no_accum, plus_times, in.a, in.u)),
    GB_OPERATION("mxv new", out.w = gb::mxv(ctx, plus_times, in.a, in.full)),
    GB_OPERATION("mxv accum", gb::mxv(ctx, out.w, no_mask, gb::plus{}, plus_times, in.a, in.full)),
    GB_OPERATION("mxv masked",
                 gb::mxv(ctx, out.w, gb::values(in.mask_of_vector), no_accum, plus_times, in.a, in.u, {.replace = true})),
    GB_OPERATION("mxv transposed",
                 gb::mxv(ctx, out.w, !gb::structure(in.u), gb::min{}, min_plus, in.a, in.full, {.transpose_a = true})),
    GB_OPERATION("vxm", gb::vxm(ctx, out.w, no_mask, no_accum, plus_times, in.u, in.a)),
    GB_OPERATION("vxm accum", gb::vxm(ctx, out.w, no_mask, gb::plus{}, plus_times, in.full, in.a)),
    GB_OPERATION("vxm dot",
                 gb::vxm(ctx, out.w, gb::structure(in.u), gb::plus{}, plus_times, in.u, in.a, {.method = gb::method::dot})),
    GB_OPERATION("vxm_update", gb::vxm_update(ctx, out.w, out.changed, no_mask, gb::min{}, min_plus, in.u, in.a)),
    GB_OPERATION("vxm_update all", gb::vxm_update(ctx, out.w, out.changed, no_mask, no_accum, min_plus, in.u, in.a)),
    GB_OPERATION("vxm_update fills", gb::vxm_update(ctx, out.parents, out.changed, !gb::structure(out.parents), no_accum,
                                                    gb::any_secondi<std::int64_t>, in.u, in.a)),
    GB_OPERATION("vxm_update fills by pushing",
                 gb::vxm_update(ctx, out.parents, out.changed, !gb::structure(out.parents), no_accum,
                                gb::any_secondi<std::int64_t>, in.u, in.a, {.method = gb::method::dense})),
    GB_OPERATION("vxm_update fills by pulling",
                 gb::vxm_update(ctx, out.parents, out.changed, !gb::structure(out.parents), no_accum,
                                gb::any_secondi<std::int64_t>, in.u, in.a, {.method = gb::method::dot})),
    GB_OPERATION("vxm_update relaxes", gb::vxm_update(ctx, out.numbers, out.changed, no_mask, gb::min{}, gb::min_plus<double>,
                                                      in.distances, in.weights)),
    GB_OPERATION("propagate",
                 (void)gb::propagate(ctx, out.parents, in.start, gb::fill_blanks, gb::any_secondi<std::int64_t>, in.graph)),
    GB_OPERATION("propagate improve",
                 (void)gb::propagate(ctx, out.numbers, in.start, gb::improve, gb::min_plus<double>, in.weights)),
    GB_OPERATION("ewise_add",
                 gb::ewise_add(ctx, out.c, gb::structure(in.mask), gb::plus{}, gb::plus{}, in.a, in.b, {.transpose_b = true})),
    GB_OPERATION("ewise_mult", gb::ewise_mult(ctx, out.c, no_mask, no_accum, gb::times{}, in.a, in.b)),
    GB_OPERATION("ewise_add new", out.c = gb::ewise_add(ctx, gb::plus{}, in.a, in.b)),
    GB_OPERATION("ewise_add vectors", gb::ewise_add(ctx, out.w, gb::structure(in.u), gb::plus{}, gb::plus{}, in.u, in.full)),
    GB_OPERATION("ewise_mult vectors", gb::ewise_mult(ctx, out.w, no_mask, no_accum, gb::times{}, in.u, in.full)),
    GB_OPERATION("apply", gb::apply(ctx, out.c, gb::values(in.mask), no_accum, gb::ainv{}, in.a,
                                    {.transpose_a = true, .replace = true})),
    GB_OPERATION("apply new", out.c = gb::apply(ctx, gb::ainv{}, in.a)),
    GB_OPERATION("apply vector", gb::apply(ctx, out.w, no_mask, gb::plus{}, gb::ainv{}, in.u)),
    GB_OPERATION("select", gb::select(ctx, out.c, no_mask, gb::plus{}, gb::tril{}, in.a)),
    GB_OPERATION("select new", out.c = gb::select(ctx, gb::value_gt(0.5f), in.a)),
    GB_OPERATION("select vector", gb::select(ctx, out.w, gb::structure(in.mask_of_vector), no_accum, gb::value_gt(0.f), in.u)),
    GB_OPERATION("reduce", out.number = gb::reduce(ctx, gb::plus{}, in.a)),
    GB_OPERATION("reduce to vector",
                 gb::reduce(ctx, out.w, gb::structure(in.u), gb::plus{}, gb::max{}, in.a, {.transpose_a = true})),
    GB_OPERATION("reduce_rows", out.w = gb::reduce_rows(ctx, gb::plus{}, in.a)),
    GB_OPERATION("transpose", gb::transpose(ctx, out.c, gb::structure(in.mask), gb::plus{}, in.a)),
    GB_OPERATION("transpose new", out.c = gb::transpose(ctx, in.a)),
    GB_OPERATION("assign", gb::assign(ctx, out.c, gb::structure(in.mask), no_accum, in.a)),
    GB_OPERATION("assign value", gb::assign(ctx, out.c, no_mask, gb::plus{}, 2.f, in.some, gb::all)),
    GB_OPERATION("assign value everywhere", gb::assign(ctx, out.w, gb::structure(in.u), gb::plus{}, 2.f)),
    GB_OPERATION("assign part", gb::assign(ctx, out.c, no_mask, no_accum, in.a, in.order, in.order)),
    GB_OPERATION("assign vector", gb::assign(ctx, out.w, gb::structure(in.u), no_accum, in.full, in.order)),
    GB_OPERATION("assign_row", gb::assign_row(ctx, out.c, no_mask, gb::plus{}, in.u, 1, in.order)),
    GB_OPERATION("assign_column", gb::assign_column(ctx, out.c, gb::structure(in.u), no_accum, in.full, in.order, 1)),
    GB_OPERATION("subassign", gb::subassign(ctx, out.c, gb::structure(in.mask), gb::plus{}, in.a, in.order, in.order)),
    GB_OPERATION("subassign value", gb::subassign(ctx, out.w, no_mask, no_accum, 2.f, in.some)),
    GB_OPERATION("subassign_row", gb::subassign_row(ctx, out.c, gb::structure(in.u), no_accum, in.full, 1, gb::all)),
    GB_OPERATION("subassign_column", gb::subassign_column(ctx, out.c, no_mask, gb::plus{}, in.full, gb::all, 1)),
    GB_OPERATION("extract", gb::extract(ctx, out.c, gb::structure(in.mask), gb::plus{}, in.a, in.order, in.order)),
    GB_OPERATION("extract new", out.c = gb::extract(ctx, in.a, in.some, gb::range{0, in.n, 2})),
    GB_OPERATION("a list that owns", gb::index_list l{3, 0, 2}; out.w = gb::extract(ctx, in.u, l)),
    GB_OPERATION("extract vector", gb::extract(ctx, out.w, no_mask, no_accum, in.u, in.order)),
    GB_OPERATION("extract_row", gb::extract_row(ctx, out.w, no_mask, gb::plus{}, in.a, 1, in.order)),
    GB_OPERATION("extract_column", gb::extract_column(ctx, out.w, gb::structure(in.u), no_accum, in.a, in.order, 1)),
    GB_OPERATION("permute", out.c = gb::permute(ctx, in.a, in.order)),
    GB_OPERATION("permute vector", out.w = gb::permute(ctx, in.full, in.order)),
    GB_OPERATION("inverse_order", out.list = gb::inverse_order(in.order)),
    GB_OPERATION("kronecker", out.c = gb::kronecker(ctx, gb::times{}, in.a, in.b)),
    GB_OPERATION("concat and split", gb::concat(ctx, out.c, gb::split(ctx, in.a, in.halves, in.halves), 2, 2)),
    GB_OPERATION("sort", out.c = gb::sort(ctx, gb::lt{}, in.a).values),
    GB_OPERATION("sort vector", out.w = gb::sort(ctx, gb::lt{}, in.u).values),
    GB_OPERATION("matrix_diag", out.c = gb::matrix_diag(ctx, in.u, 1)),
    GB_OPERATION("vector_diag", out.w = gb::vector_diag(ctx, in.a)),
    GB_OPERATION("tiling", out.number = static_cast<double>(gb::tiling(ctx, in.a).tiles)),
    GB_OPERATION("triu_by_degree", out.structure = gb::triu_by_degree(ctx, in.graph)),
    GB_OPERATION("tril_by_degree", out.structure = gb::tril_by_degree(ctx, in.graph)),
    GB_OPERATION("label_components", out.number = static_cast<double>(gb::label_components(ctx, in.graph).components)),
    GB_OPERATION("random_walk", out.numbers = gb::random_walk(ctx, in.graph).shares),
    GB_OPERATION("tight_edges", out.structure = gb::tight_edges(ctx, in.weights, in.distances)),
    GB_OPERATION("spamm", out.number = gb::spamm(ctx, in.blocks, in.blocks, {.tau = 0.1}).product.norm()),
    GB_OPERATION("bit_rows", gb::bit_rows reached(2, in.n); gb::bit_rows fresh(2, in.n); gb::bit_rows from(2, in.n);
                 from.set_element(0, 1); gb::mxm_update(ctx, reached, fresh, from, in.graph);
                 out.structure = gb::to_matrix(ctx, reached)),
    // Containers.
    GB_OPERATION("from_edges", out.c = gb::matrix<float>::from_edges(in.n, in.n, in.rows, in.columns, in.values)),
    GB_OPERATION("from_edges ctx",
                 out.c = gb::matrix<float>::from_edges(ctx, in.n, in.n, in.rows, in.columns, in.values, gb::plus{})),
    GB_OPERATION("from_entries", out.structure = gb::matrix<void>::from_edges(in.n, in.n, in.some, in.some)),
    GB_OPERATION("from_csr",
                 out.c = gb::matrix<float>::from_csr(in.n, in.n, in.a.row_offsets(), in.a.columns(), in.a.values())),
    GB_OPERATION("to_edges", out.list = in.a.to_edges().rows),
    GB_OPERATION("to_entries", out.list = in.u.to_entries().indices),
    GB_OPERATION("copy", out.c = in.a),
    GB_OPERATION("copy of a vector", out.w = in.full),
    GB_OPERATION("copy of bits", out.bits = in.bits),
    GB_OPERATION("set_element", out.c.set_element(in.n - 1, 0, 7.f)),
    GB_OPERATION("set_element of a vector", out.w.set_element(2, 7.f)),
    GB_OPERATION("remove_element", out.c.remove_element(in.rows[0], in.columns[0])),
    GB_OPERATION("resize", out.c.resize(in.n + 1, in.n - 1)),
    GB_OPERATION("resize vector", out.w.resize(in.n - 1)),
    GB_OPERATION("clear", out.c.clear()),
    GB_OPERATION("is_symmetric", out.number = in.a.is_symmetric(ctx) ? 1 : 0),
    GB_OPERATION("context", out.number = gb::context::host({.threads = 3}).threads()),
    GB_OPERATION("last_report", out.number = static_cast<double>(ctx.last_report().reason.size()) * 0),
    // Algorithms.
    GB_OPERATION("bfs", out.parents = gb::bfs(ctx, in.graph, 1).parents),
    GB_OPERATION("bfs of several", out.number = static_cast<double>(gb::bfs(ctx, in.graph, in.some).levels.nvals())),
    GB_OPERATION("betweenness", out.numbers = gb::betweenness_centrality(ctx, in.graph, gb::all)),
    GB_OPERATION("closeness", out.numbers = gb::closeness_centrality(ctx, in.graph)),
    GB_OPERATION("closeness weighted",
                 out.numbers = gb::closeness_centrality(ctx, in.weights, gb::all, true, {.weighted = true})),
    GB_OPERATION("connected_components", out.number = static_cast<double>(gb::connected_components(ctx, in.graph).components)),
    GB_OPERATION("edge_betweenness", out.number = static_cast<double>(gb::edge_betweenness_centrality(ctx, in.graph).nvals())),
    GB_OPERATION("eigenvector", out.numbers = gb::eigenvector_centrality(ctx, in.graph, {.tolerance = 0.1}).centrality),
    GB_OPERATION("hits", out.numbers = gb::hits(ctx, in.weights, {.weighted = true, .tolerance = 0.1}).hubs),
    GB_OPERATION("jaccard", out.number = static_cast<double>(gb::jaccard_similarity(ctx, in.graph).nvals())),
    GB_OPERATION("k_core", out.parents = gb::k_core(ctx, in.graph).core_numbers),
    GB_OPERATION("k_truss", out.number = static_cast<double>(gb::k_truss(ctx, in.graph, 3).edges.nvals())),
    GB_OPERATION("katz",
                 out.numbers = gb::katz_centrality(ctx, in.graph, 0.01, gb::vector<double>::full(in.n, 1.0)).centrality),
    GB_OPERATION("label_propagation", out.parents = gb::label_propagation(ctx, in.graph).labels),
    GB_OPERATION("lcc", out.numbers = gb::local_clustering_coefficient(ctx, in.graph).coefficients),
    GB_OPERATION("louvain", out.parents = gb::louvain(ctx, in.graph).labels),
    GB_OPERATION("mcl", out.number = static_cast<double>(gb::markov_clustering(ctx, in.weights).iterations)),
    GB_OPERATION("mis", out.number = static_cast<double>(gb::maximal_independent_set(ctx, in.graph).members.nvals())),
    GB_OPERATION("msf", out.number = static_cast<double>(gb::minimum_spanning_forest(ctx, in.weights).total)),
    GB_OPERATION("mssp", out.numbers = gb::multi_source_shortest_path(ctx, in.weights, 1).distances),
    GB_OPERATION("pair_similarity", out.number = static_cast<double>(
                                        gb::pair_similarity(ctx, in.graph, in.graph, gb::similarity::adamic_adar).nvals())),
    GB_OPERATION("path_between", out.list = gb::path_between(ctx, in.weights, 0, in.n - 1).vertices),
    GB_OPERATION("page_rank", out.numbers = gb::page_rank(ctx, in.graph).ranks),
    GB_OPERATION("page_rank weighted", out.numbers = gb::page_rank(ctx, in.weights, {.weighted = true}).ranks),
    GB_OPERATION("scc", out.parents = gb::strongly_connected_components(ctx, in.graph).labels),
    GB_OPERATION("triangle_count", out.number = static_cast<double>(gb::triangle_count(ctx, in.graph).triangles)),
    GB_OPERATION("multigrid",
                 out.numbers =
                     gb::solve_by_multigrid(ctx, gb::smoothed_aggregation(ctx, in.laplacian, {.coarsest = 6}), in.distances).x),
    GB_OPERATION("order by degree", out.list = gb::degree_order(ctx, in.graph)),
    GB_OPERATION("order by rcm", out.list = gb::reverse_cuthill_mckee_order(ctx, in.graph)),
    GB_OPERATION("order by jaccard", out.list = gb::jaccard_order(ctx, in.graph)),
    // Files.
    GB_OPERATION("from_coordinates", out.c = gb::from_coordinates<float>(ctx, in.entries)),
    GB_OPERATION("parse_edge_list", out.number = static_cast<double>(gb::parse_edge_list(in.text, "text").size())),
    GB_OPERATION("read_matrix", out.c = gb::read_matrix<float>(ctx, in.file)),
    GB_OPERATION("write_matrix", gb::write_matrix(ctx, in.written_file, in.a)),
    GB_OPERATION("rmat", out.number = static_cast<double>(gb::rmat(4, 4).size())),
    GB_OPERATION("uniform", out.number = static_cast<double>(gb::uniform(in.n, 3, 1).size())),
};

outputs outputs_of(const inputs& in) {
    outputs out;
    out.c = in.c;
    out.w = in.w;
    out.changed = in.u;
    out.parents = in.parents;
    out.parents.make_dense();
    out.numbers = in.distances;
    return out;
}

struct tally {
    long injections = 0;
    long successes = 0;  ///< that succeeded although allocations failed
};

/// What is done to a call, and what it may throw: the allocations of a range fail, or it is cancelled at a look.
struct injection {
    void (*begin)(const gb::context& ctx, long first, long last);
    long (*end)(const gb::context& ctx);  ///< returns how many allocations or looks there were
    gb::error_code code;
    const char* what;
};
const injection failing_allocations{
    [](const gb::context&, long first, long last) { failing::begin(first, last); },
    [](const gb::context&) { return failing::end(); },
    gb::error_code::out_of_memory,
    "allocations",
};
const injection cancelled_at_look{
    [](const gb::context& ctx, long first, long) { ctx.cancellation().request_at_look(first); },
    [](const gb::context& ctx) { return static_cast<long>(ctx.cancellation().stop_counting()); },
    gb::error_code::cancelled,
    "looks",
};

/// The call with what is injected from number `first` to `last`. Returns how many there were.
long try_once(const injection& by, const operation& f, const gb::context& ctx, const inputs& in, const outputs& before,
              const outputs& after, long first, long last, tally& sum) {
    outputs out = before;
    std::string wrong;
    bool has_failed = false;
    by.begin(ctx, first, last);
    long count = 0;
    try {
        f.call(ctx, in, out);
        count = by.end(ctx);
    } catch (const gb::error& e) {
        count = by.end(ctx);
        has_failed = true;
        if (e.code() != by.code) wrong = std::string("another error: ") + e.what();
    } catch (const std::exception& e) {
        count = by.end(ctx);
        has_failed = true;
        wrong = std::string(typeid(e).name()) + ": " + e.what();
    }
    if (count < first) return count;
    ++sum.injections;
    sum.successes += !has_failed;
    if (wrong.empty() && !(out == (has_failed ? before : after))) wrong = has_failed ? "the output changed" : "wrong answer";
    if (!wrong.empty()) FAIL_CHECK(f.name << ", " << by.what << ' ' << first << " to " << last << ": " << wrong);
    return count;
}

long looks_of(const operation& f, const gb::context& ctx, const inputs& in, outputs out) {
    cancelled_at_look.begin(ctx, 0, 0);
    f.call(ctx, in, out);
    return cancelled_at_look.end(ctx);
}

/// The first `each` allocations of an operation fail one by one, or it is cancelled at its first looks, and of those after them
/// every `every`-th.
void try_all(const injection& by, std::initializer_list<long> in_a_row, gb::index n, int threads, long each, long every,
             tally& sum) {
    prepare_device();
    const test_files::temporary_folder folder;
    const inputs fixed = inputs_of(n, folder);
    const gb::context ctx = spec::context_with(threads);
    const outputs before = outputs_of(fixed);
    for (const operation& f : operations) {
        if (std::string_view(f.name) == "kronecker" && n > 100) continue;
        outputs after = before;
        try {
            f.call(ctx, fixed, after);
        } catch (const gb::unsupported& e) {
            if (!spec::on_cuda()) throw;
            std::printf("left out on a device: %s: %s\n", f.name, e.what());
            continue;
        }
        for (const long row : in_a_row) {
            // A call that was cancelled looks no more, so the looks are counted first.
            long count = &by == &cancelled_at_look ? looks_of(f, ctx, afresh(fixed), before) : 0;
            for (long first = 1; first == 1 || first <= count; first += first < each ? 1 : every) {
                const long met = try_once(by, f, ctx, afresh(fixed), before, after, first, first + row - 1, sum);
                if (&by == &failing_allocations) count = met;
            }
        }
        outputs again = before;
        f.call(ctx, afresh(fixed), again);
        if (!(again == after)) FAIL_CHECK(f.name << ": wrong answer after all");
    }
}

}  // namespace

TEST_CASE("an operation whose allocations fail leaves everything as it was", "[failing]") {
    tally sum;
    const bool is_slow = spec::on_cuda();
    try_all(failing_allocations, {1L, 4L, all_later}, 24, 1, is_slow ? 12 : 40, is_slow ? 37 : 1, sum);
    std::printf("%ld injections, %ld calls succeeded nevertheless\n", sum.injections, sum.successes);
    CHECK(sum.injections > 1000);
}

TEST_CASE("the same on several threads", "[failing]") {
    if (spec::left_out_on_cuda("the same on several threads", "a device has no number of threads")) return;
    tally sum;
    try_all(failing_allocations, {1L, 4L, all_later}, 701, 3, 40, 17, sum);
    std::printf("%ld injections, %ld calls succeeded nevertheless\n", sum.injections, sum.successes);
    CHECK(sum.injections > 1000);
}

TEST_CASE("an operation that is cancelled leaves everything as it was", "[failing][cancelled]") {
    tally sum;
    const bool is_slow = spec::on_cuda();
    try_all(cancelled_at_look, {1L}, 24, 1, is_slow ? 40 : 300, is_slow ? 37 : 17, sum);
    std::printf("%ld injections, %ld calls finished nevertheless\n", sum.injections, sum.successes);
    CHECK(sum.injections > 1000);
    // An engine also looks where a thread only reads a container, and that ends nothing.
    CHECK(sum.successes <= (spec::on_cuda() ? 20 : 0));
}

TEST_CASE("the same on several threads, cancelled", "[failing][cancelled]") {
    if (spec::left_out_on_cuda("the same on several threads, cancelled", "a device has no number of threads")) return;
    tally sum;
    try_all(cancelled_at_look, {1L}, 701, 3, 40, 37, sum);
    std::printf("%ld injections, %ld calls finished nevertheless\n", sum.injections, sum.successes);
    CHECK(sum.injections > 1000);
    CHECK(sum.successes == 0);
}

TEST_CASE("every operation with a context is a call that can be cancelled", "[failing][cancelled]") {
    prepare_device();
    const test_files::temporary_folder folder;
    const inputs fixed = inputs_of(24, folder);
    const gb::context ctx = spec::context_with(1);
    std::string others;
    for (const operation& f : operations) {
        outputs out = outputs_of(fixed);
        // A call that is part of a cancelled one ends at once.
        const gb::running_call whole(ctx);
        ctx.cancel();
        try {
            f.call(ctx, fixed, out);
            others += std::string(f.name) + ", ";
        } catch (const gb::cancelled&) {
        }
    }
    CHECK(others ==
          "set_element any, set_element of a vector any, to_edges any, inverse_order, from_edges, from_entries, from_csr, "
          "to_edges, to_entries, copy, copy of a vector, copy of bits, set_element, set_element of a vector, remove_element, "
          "resize, resize vector, clear, context, last_report, parse_edge_list, rmat, uniform, ");
}
