// Every public algorithm, reader, writer and generator, and the laws and names of semirings, as a program writes them. See
// containers.cpp.
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
#include <algorithms/structure.hpp>
#include <algorithms/triangle_count.hpp>
#include <algorithms/vertex_order.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/io/binary.hpp>
#include <graphblas_gpu/io/edge_list.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/matrix_market.hpp>
#include <graphblas_gpu/io/read.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/io/unfinished_files.hpp>
#include <graphblas_gpu/io/write_matrix.hpp>
#include <semirings/catalogue.hpp>
#include <semirings/laws.hpp>
#include <semirings/semirings.hpp>

#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace gb = graphblas_gpu;

namespace interface {

void searches(const gb::context& ctx, const gb::matrix<void>& graph, const gb::matrix<float>& a) {
    const std::vector<gb::index> sources{0, 1};
    const gb::bfs_result one = gb::bfs(ctx, graph, 0);
    (void)gb::bfs(ctx, a, 0, {.parents = false, .method = gb::method::dot, .max_level = 3});
    const gb::multi_source_bfs_result several = gb::bfs(ctx, graph, sources);
    (void)gb::bfs(ctx, a, {0, 1}, {.parents = false});
    (void)(one.levels.nvals() + one.parents.nvals() + several.levels.nvals() + several.parents.nvals());
    const gb::shortest_path_result<float> paths = gb::multi_source_shortest_path(ctx, a, 0);
    const auto rows = gb::multi_source_shortest_path(ctx, a, {0, 1}, {.parents = false, .method = gb::method::hash});
    static_assert(std::is_same_v<decltype(rows), const gb::multi_source_shortest_path_result<float>>);
    (void)(paths.distances.nvals() + paths.parents.nvals() + rows.distances.nvals() + rows.parents.nvals());
    const gb::path<double> route = gb::path_between(ctx, a, 0, 1);
    const gb::path<gb::path_length<void>> steps = gb::path_between(ctx, graph, 0, 1);
    (void)route.length, (void)(static_cast<std::size_t>(steps.length) + steps.vertices.size() + route.vertices.size());
    gb::progress_counters progress;
    gb::vector<double> central = gb::betweenness_centrality(ctx, graph, gb::all);
    central = gb::betweenness_centrality(ctx, graph, sources, {.normalized = true, .progress = &progress});
    central = gb::betweenness_centrality(ctx, a, {0, 1}, {.weighted = true});
}

void components(const gb::context& ctx, const gb::matrix<void>& graph, const gb::matrix<float>& a) {
    const gb::connected_components_result weak = gb::connected_components(ctx, graph);
    const gb::strongly_connected_components_result strong = gb::strongly_connected_components(ctx, a);
    (void)(weak.labels.nvals() + weak.components + strong.labels.nvals() + strong.components + strong.searched_in_depth);
    const gb::k_core_result cores = gb::k_core(ctx, graph, {.progress = nullptr});
    (void)(cores.core_numbers.nvals() + cores.degeneracy + cores.rounds);
    gb::k_truss_result truss = gb::k_truss(ctx, graph, 3, {.method = gb::method::dot});
    truss = gb::largest_truss(ctx, graph);
    (void)(truss.edges.nvals() + truss.k + truss.rounds);
    const gb::label_propagation_result communities =
        gb::label_propagation(ctx, graph, {.most_rounds = 5, .counts_itself = false, .trusted = false});
    (void)(communities.labels.nvals() + communities.communities + communities.rounds), (void)communities.settled;
    const gb::markov_clustering_result clusters = gb::markov_clustering(
        ctx, a, {.inflation = 3, .prune_below = 1e-3, .tolerance = 1e-5, .most_iterations = 9, .method = gb::method::hash});
    (void)(clusters.labels.nvals() + clusters.clusters + clusters.iterations + clusters.multiplications), (void)clusters.chaos;
    const gb::louvain_result dense_parts = gb::louvain(ctx, a, {.weighted = true, .resolution = 0.5, .tolerance = 1e-6});
    (void)(dense_parts.labels.nvals() + dense_parts.communities + dense_parts.levels);
    (void)(dense_parts.modularity + gb::modularity(ctx, graph, communities.labels));
    const gb::maximal_independent_set_result set = gb::maximal_independent_set(ctx, graph, {.seed = 3, .trusted = false});
    (void)set.members.nvals();
    const gb::minimum_spanning_forest_result<float> forest = gb::minimum_spanning_forest(ctx, a);
    const double total = forest.total;
    (void)(forest.forest.nvals() + forest.edges + forest.components), (void)total;
}

void measures(const gb::context& ctx, const gb::matrix<void>& graph, const gb::matrix<float>& a) {
    const gb::matrix<double> similarity = gb::jaccard_similarity(ctx, graph, {.method = gb::method::dot});
    const gb::local_clustering_result clustering =
        gb::local_clustering_coefficient(ctx, a, {.method = gb::method::hash, .directed = true});
    (void)(similarity.nvals() + clustering.coefficients.nvals() + clustering.triangles.nvals());
    const gb::page_rank_result ranks = gb::page_rank(ctx, graph);
    const gb::page_rank_ranks<float> narrow = gb::page_rank<float>(ctx, a, {.tolerance = 1e-4});
    const gb::vector<double> some(4);
    (void)gb::page_rank(ctx, a,
                        {.definition = gb::page_rank_definition_from_string("gap"),
                         .damping = 0.9,
                         .most_iterations = 9,
                         .method = gb::method::dot,
                         .weighted = true,
                         .personalization = &some,
                         .dangling = &some,
                         .start = &some,
                         .must_converge = true});
    (void)gb::to_string(gb::page_rank_definition::standard);
    (void)(ranks.ranks.nvals() + ranks.iterations + narrow.ranks.nvals()), (void)ranks.residual;
    gb::progress_counters progress;
    gb::vector<double> central = gb::closeness_centrality(ctx, graph);
    central = gb::closeness_centrality(ctx, a, {0, 1}, false, {.weighted = true, .progress = &progress});
    central = gb::harmonic_centrality(ctx, graph, gb::all, {.weighted = false});
    central = gb::eccentricity(ctx, graph, {2});
    const double average = gb::average_shortest_path_length(ctx, a, {.weighted = true});
    const gb::matrix<double> over_edges =
        gb::edge_betweenness_centrality(ctx, graph, {0}, {.normalized = true, .progress = &progress});
    const gb::matrix<double> of_pairs = gb::pair_similarity(
        ctx, a, graph, gb::similarity_from_string(gb::to_string(gb::similarity::cosine)), {.method = gb::method::dot});
    const gb::spectral_result important = gb::eigenvector_centrality(
        ctx, a, {.weighted = true, .normalized = true, .tolerance = 1e-3, .most_iterations = 9, .start = &some});
    try {
        (void)gb::katz_centrality(ctx, graph, 0.1, some);
    } catch (const gb::not_converged&) {
    }
    const gb::hits_result web = gb::hits(ctx, graph);
    (void)(important.centrality.nvals() + important.iterations + web.hubs.nvals() + web.authorities.nvals() + web.iterations);
    (void)(important.residual + web.residual + average), (void)(central.nvals() + over_edges.nvals() + of_pairs.nvals());
    const gb::triangle_count_result triangles = gb::triangle_count(ctx, graph);
    (void)gb::triangle_count(ctx, a,
                             {.variant = gb::triangle_variant_from_string(gb::to_string(gb::triangle_variant::cohen)),
                              .order = gb::triangle_order::degree,
                              .method = gb::method::hash,
                              .trusted = true});
    (void)triangles.triangles, (void)triangles.variant, (void)triangles.ordered, (void)triangles.reason.size();
    std::vector<gb::index> order = gb::degree_order(ctx, graph);
    order = gb::reverse_cuthill_mckee_order(ctx, graph);
    order = gb::jaccard_order(ctx, graph);
    order = gb::order_vertices(ctx, a, gb::vertex_order_from_string(gb::to_string(gb::vertex_order::jaccard)));
    const gb::matrix<void> undirected = gb::undirected_structure(ctx, a);

    const gb::matrix<double> laplacian(4, 4);
    const gb::multigrid_hierarchy levels =
        gb::smoothed_aggregation(ctx, laplacian, {.coarsest = 10, .most_levels = 3, .seed = 1, .method = gb::method::hash});
    const gb::multigrid_level& finest = levels.front();
    (void)(finest.a.nvals() + finest.prolongation.nvals() + finest.restriction.nvals() + finest.step.nvals());
    const gb::multigrid_result solved =
        gb::solve_by_multigrid(ctx, levels, gb::vector<double>(4), {.tolerance = 1e-6, .most_iterations = 9});
    (void)(solved.x.nvals() + solved.iterations), (void)solved.residual;
}

void readers(const gb::context& ctx, std::istream& stream) {
    gb::progress_counters progress;
    gb::read_options options{.one_based = true, .symmetric = true, .drop_self_loops = true};
    options.ids = gb::vertex_ids::relabel;
    options.weights = gb::weight_column::required;
    options.duplicates = gb::duplicate_policy_from_string(gb::to_string(gb::duplicate_policy::sum));
    options.progress = &progress;
    options.format = gb::file_format_from_string(gb::to_string(gb::file_format::edge_list));
    options.member = "graph.txt";
    options.named = true;
    options.columns = {gb::table_column(1), gb::table_column("to")};
    options.separator = gb::double_colon;
    options.header = gb::header_line::present;
    options.vertices = 9;
    options.vertex_list = "vertices.txt";
    options.sides = gb::vertex_sides::two;
    options.comment = "//";
    gb::read_report report;
    gb::matrix<float> a = gb::read_matrix<float>(ctx, "graph.mtx");
    a = gb::read_matrix<float>(ctx, "-", options, &report);
    a = gb::read_matrix<float>(ctx, stream, options, &report, "name");
    const auto structure = gb::read_matrix<void>(ctx, stream);
    a = gb::read_edge_list<float>(ctx, "graph.txt", {.one_based = true}, &report);
    gb::coordinates entries = gb::read_coordinates(ctx, "graph.mtx", options);
    entries = gb::read_coordinates("graph.mtx");
    entries = gb::read_coordinates(ctx, stream, {}, "name");
    entries = gb::parse_matrix_market("%%MatrixMarket", "text", &progress);
    entries = gb::parse_edge_list("0 1\n", "text",
                                  {.one_based = true, .ids = gb::vertex_ids::automatic, .weights = gb::weight_column::none});
    a = gb::from_coordinates<float>(ctx, entries);
    a = gb::from_coordinates<float>(ctx, entries, gb::plus{}, &report);
    a = gb::from_coordinates<float>(entries, gb::duplicate_policy::min);
    (void)gb::file_formats().size(), (void)gb::duplicate_policies.size();
    (void)gb::has_matrix_market_banner("%%MatrixMarket"), (void)gb::has_binary_magic("12345678");
    const gb::binary_file_info info = gb::read_binary_info("graph.gbm");
    (void)(info.nrows + info.ncols + info.nvals + info.version), (void)(info.bytes > 0 && info.type == gb::type_code::none);

    entries.check();
    entries.symmetrise(gb::duplicate_policy::max);
    entries.symmetrise();
    entries.drop_self_loops();
    (void)(entries.has_opposite_entries() || entries.is_pattern() || entries.is_integer() || entries.is_real());
    (void)(entries.nrows + entries.ncols + entries.size()), (void)(entries.rows.size() + entries.columns.size());
    (void)entries.values.index(), (void)entries.declared_type, (void)entries.report.format;
    (void)(report.entries_in_file + report.mirrored + report.conflicting_directions + report.self_loops_dropped);
    (void)(report.duplicates_merged + report.declared_line), (void)(report.symmetric_by_format || report.weights_ignored);
    (void)(report.original_ids.size() + report.names.size()), (void)(report.declared == gb::declared_edges::directed);
    (void)(report.has_two_sides), (void)(report.weight_column + report.changes());
    for (const gb::read_note& note : report.notes) (void)(note.code + note.text);
}

template <gb::writable T>
void writers(const gb::context& ctx, const gb::matrix<T>& a) {
    gb::write_matrix(ctx, "a.mtx", a);
    gb::write_matrix_market(ctx, "a.mtx", a, {.symmetric = true});
    gb::write_matrix_market("a.mtx", a);
    const std::vector<std::string> names{"a", "b"};
    const std::vector<std::uint64_t> ids{7, 9};
    gb::write_edge_list(ctx, "a.csv", a, {.one_based = true, .names = names});
    gb::write_edge_list("a.tsv", a, {.ids = ids});
    gb::write_binary(ctx, "a.gbm", a);
    gb::write_binary("a.gbm", a);
}

void writers_of_entries(const gb::context& ctx, const gb::coordinates& entries) {
    writers(ctx, gb::matrix<float>(2, 2));
    writers(ctx, gb::matrix<bool>(2, 2));
    writers(ctx, gb::matrix<void>(2, 2));
    gb::write_matrix_market(ctx, "a.mtx", entries);
    gb::write_matrix_market("a.mtx", entries);
    gb::write_edge_list(ctx, "a.tsv", entries, {.one_based = true});
    gb::write_edge_list("a.tsv", entries);
    (void)gb::format_of_name("a.mtx.gz");
    gb::remove_unfinished_files();
}

void generators() {
    gb::coordinates entries = gb::rmat(4, 8, {.seed = 2, .a = 0.5, .b = 0.2, .c = 0.2, .scramble = false, .threads = 2});
    entries = gb::uniform(10, 3.0, 1), entries = gb::strides(10, 3.0, 4, 1, 2), entries = gb::powerlaw(10, 3, 1);
    entries = gb::grid2d(4), entries = gb::stencil5(4), entries = gb::stencil9(4), entries = gb::stencil7(4);
    entries = gb::stencil27(4), entries = gb::band(10, 2), entries = gb::blocks(4, 2, 2.0, 1);
    gb::assign_random_weights(entries, 1);
    (void)gb::edge_weight(0, 1, 1);
}

/// The type of every ready-made semiring.
template <class... S>
void semirings(const S&...) {
    static_assert((gb::semiring_like<S> && ...));
    static_assert((gb::product_semiring<S> && ...));
}

void algebra() {
    semirings(gb::plus_times<float>, gb::min_plus<float>, gb::min_saturating_plus<std::int32_t>, gb::max_plus<double>,
              gb::min_times<float>, gb::max_times<float>, gb::min_max<float>, gb::max_min<float>, gb::plus_pair<std::int64_t>,
              gb::plus_first<double>, gb::plus_second<double>, gb::min_first<float>, gb::min_second<float>,
              gb::max_first<float>, gb::max_second<float>, gb::plus_min<float>, gb::lor_land<bool>, gb::land_lor<bool>,
              gb::lxor_land<bool>, gb::any_pair<bool>, gb::any_first<float>, gb::any_second<float>,
              gb::any_secondi<std::int64_t>, gb::any_firsti<std::int64_t>, gb::min_firsti<std::int32_t>,
              gb::min_secondi<std::int32_t>, gb::semiring<gb::max, gb::minus, float>{},
              gb::make_semiring(gb::monoid<gb::plus, int>{}, gb::divide{}));
    using semiring = gb::semiring_t<gb::min_plus<float>>;
    static_assert(std::is_same_v<gb::semiring_value_t<semiring>, float> &&
                  std::is_same_v<gb::semiring_left_t<semiring>, float>);
    static_assert(std::is_same_v<gb::semiring_right_t<semiring>, float> && gb::monoid_like<gb::semiring_add_t<semiring>>);
    static_assert(std::is_same_v<gb::monoid_value_t<gb::semiring_add_t<semiring>>, float>);
    static_assert(gb::is_catalogued<semiring> && !gb::is_positional<semiring> && gb::semiring_traits<semiring>::reads_left);
    static_assert(gb::plus{}(2, 3) == 5 && gb::minus{}(3, 2) == 1 && gb::times{}(2, 3) == 6 && gb::divide{}(6, 3) == 2);
    static_assert(gb::min{}(2, 3) == 2 && gb::max{}(2, 3) == 3 && gb::first{}(2, 3) == 2 && gb::second{}(2, 3) == 3);
    static_assert(gb::pair{}(2, 3) == 1 && gb::any{}(2, 3) == 2 && gb::saturating_plus{}(2, 3) == 5);
    static_assert(gb::land{}(true, true) && gb::lor{}(true, false) && gb::lxor{}(true, false) && gb::eq{}(1, 1));
    static_assert(gb::lxnor{}(false, false) && gb::bit_and{}(6, 3) == 2 && gb::bit_or{}(6, 3) == 7 && gb::bit_xor{}(6, 3) == 5);
    static_assert(gb::bit_xnor{}(6, 3) == -6 && gb::bit_not{}(6) == -7);
    static_assert(gb::ne{}(1, 2) && gb::lt{}(1, 2) && gb::le{}(1, 1) && gb::gt{}(2, 1) && gb::ge{}(1, 1));
    static_assert(gb::identity{}(2) == 2 && gb::ainv{}(2) == -2 && gb::abs{}(-2) == 2 && !gb::lnot{}(true));
    static_assert(gb::one{}(5) == 1 && gb::minv{}(2.0) == 0.5 && gb::cast<std::int8_t>(300.0) == 127);
    static_assert(gb::monoid<gb::max, int>::identity() < 0 && gb::monoid<gb::plus, int>{}(1, 2) == 3);
    static_assert(gb::scalar<float> && gb::numeric_scalar<int> && gb::boolean_scalar<bool> && gb::positional_scalar<int>);
    static_assert(std::string_view(gb::type_name<double>()) == "double");
    static_assert(gb::binary_operator_for<gb::plus, int, float>);
    static_assert(std::is_same_v<gb::binary_result_t<gb::plus, int, float>, float>);
    static_assert(gb::apply_binary(gb::plus{}, 1, 2.5) == 3.5);

    static_assert(gb::firsti{}(1, 2, 3) == 1 && gb::firstj{}(1, 2, 3) == 2 && gb::secondi{}(1, 2, 3) == 2);
    static_assert(gb::secondj{}(1, 2, 3) == 3 && gb::is_positional<gb::semiring<gb::any, gb::secondj, std::int64_t>>);

    // What programs ask of operators, monoids and semirings.
    constexpr gb::monoid<gb::min, float> least{};
    static_assert(std::is_same_v<decltype(least)::operator_type, gb::min> && least.op(1, 2) == 1 && !least.is_any);
    static_assert(least.has_terminal && gb::is_terminal(least, least.terminal()) && gb::monoid_has_terminal<decltype(least)>);
    static_assert(gb::monoid_stops_early<decltype(least)> && gb::monoid_identity_is_neutral_fill<decltype(least)>);
    static_assert(gb::monoid_is_any<gb::monoid<gb::any, float>> && gb::as_monoid<int>(gb::plus{})(1, 2) == 3);
    static_assert(gb::monoid_source<gb::plus, int> && gb::monoid_operator<gb::plus, int>);
    static_assert(gb::is_constant_product<gb::semiring_t<gb::plus_pair<int>>> && !gb::pair::reads_right);
    static_assert(std::is_same_v<semiring::add_operator, gb::min> && std::is_same_v<semiring::multiply_operator, gb::plus>);
    static_assert(gb::semiring_product(gb::min_plus<int>, 1, 2, 0, 0, 0) == 3 &&
                  gb::semiring_add(gb::min_plus<int>)(1, 2) == 1);
    static_assert(gb::min_plus<int>.multiply(1, 2) == 3 && gb::min_plus<int>.mul(1, 2) == 3);
    static_assert(std::string_view(gb::semiring_name<semiring>()) == "min_plus" && std::string_view(gb::plus::name) == "plus");
    static_assert(gb::rowindex::position_only && gb::value_gt{2}.bound == 2 && gb::bind_first(gb::minus{}, 1)(3) == -2);
    (void)gb::is_negative_zero(-0.0);
    static_assert(gb::has_laws<semiring> && gb::in_domain<bool, gb::domain::boolean>);

    constexpr std::array samples{-1, 0, 2};
    static_assert(gb::obeys_laws(gb::plus_times<int>, samples, {.distributivity = true}));
    std::vector<std::string> broken = gb::check_laws(gb::min_plus<float>, {1.F, 2.F});
    broken = gb::check_laws(gb::monoid<gb::plus, int>{}, samples, {.relative_tolerance = 0});
    gb::for_each_semiring([](const auto& s) { (void)s; });
    const gb::catalogue_lookup found = gb::with_semiring("min_plus", "float", [](const auto& s) { (void)s; });
    (void)(found == gb::catalogue_lookup::found), (void)gb::semiring_catalogue.size();
    const std::string_view name = gb::catalogued<float>("min_plus").name();
    (void)name;
    (void)gb::to_string(gb::domain::numeric);
    static_assert(gb::in_domain<float, gb::domain::numeric>);
    (void)gb::with_type<gb::domain::any_type>("float", [](auto) {});
    gb::for_each_type<gb::domain::boolean>([](auto) {});
}

/// The values of enumerations that the functions above do not name, and options as variables.
void names() {
    {
        using enum gb::file_format;
        (void)std::array{automatic, matrix_market, edge_list, binary,  metis,          dimacs, pajek,
                         gml,       adjacency,     gap,       graphml, node_link_json, npz};
    }
    {
        using enum gb::triangle_variant;
        (void)std::array{automatic, burkhardt, cohen, sandia_ll, sandia_uu, sandia_lut, sandia_ult};
    }
    using gb::duplicate_policy, gb::vertex_ids, gb::weight_column, gb::header_line, gb::vertex_sides, gb::declared_edges;
    (void)std::array{duplicate_policy::last, duplicate_policy::first, duplicate_policy::min,
                     duplicate_policy::max,  duplicate_policy::sum,   duplicate_policy::refuse};
    (void)std::array{vertex_ids::positions, vertex_ids::relabel, vertex_ids::automatic};
    (void)std::array{weight_column::automatic, weight_column::none, weight_column::required};
    (void)std::array{header_line::automatic, header_line::absent, header_line::present};
    (void)std::array{vertex_sides::automatic, vertex_sides::one, vertex_sides::two};
    (void)std::array{declared_edges::nothing, declared_edges::directed, declared_edges::undirected, declared_edges::bipartite};
    (void)std::array{gb::triangle_order::automatic, gb::triangle_order::none, gb::triangle_order::degree};
    (void)std::array{gb::vertex_order::degree, gb::vertex_order::reverse_cuthill_mckee, gb::vertex_order::jaccard};
    (void)std::array{gb::page_rank_definition::standard, gb::page_rank_definition::gap};
    {
        using enum gb::similarity;
        (void)std::array{common_neighbors, jaccard, cosine, adamic_adar, resource_allocation, preferential_attachment};
    }
    (void)std::array{gb::domain::numeric, gb::domain::boolean, gb::domain::any_type, gb::domain::positional};
    (void)std::array{gb::catalogue_lookup::found, gb::catalogue_lookup::unknown_semiring, gb::catalogue_lookup::unknown_type,
                     gb::catalogue_lookup::type_outside_domain};
    (void)gb::distance_options{}, (void)gb::edge_betweenness_options{}, (void)gb::louvain_options{};
    (void)gb::pair_similarity_options{}, (void)gb::spectral_options{};
    (void)gb::bfs_options{}, (void)gb::betweenness_options{}, (void)gb::jaccard_similarity_options{},
        (void)gb::k_core_options{};
    (void)gb::k_truss_options{}, (void)gb::label_propagation_options{}, (void)gb::local_clustering_options{};
    (void)gb::markov_clustering_options{}, (void)gb::maximal_independent_set_options{}, (void)gb::shortest_path_options{};
    (void)gb::smoothed_aggregation_options{}, (void)gb::multigrid_options{}, (void)gb::page_rank_options{};
    (void)gb::triangle_count_options{}, (void)gb::edge_list_options{}, (void)gb::edge_list_format{}, (void)gb::rmat_options{};
    (void)gb::matrix_market_format{}, (void)gb::law_options{}, (void)gb::catalogue_entry{};
}

}  // namespace interface
