// Every public member of containers, contexts, masks, lists and errors, as a program writes it. The sources of this folder are
// compiled and never run: they are the contract that programs compile as before, whatever changes inside the library.
#include <graphblas_gpu/block_matrix.hpp>
#include <graphblas_gpu/graphblas_gpu.hpp>

#include <array>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gb = graphblas_gpu;

namespace interface {

/// The values of a program's own type.
struct place {
    float x = 0;
    std::int32_t name = 0;
    friend bool operator==(const place&, const place&) = default;
};

void hear_of(const gb::report&) noexcept {}

void contexts() {
    const gb::context all_threads = gb::context::host();
    gb::context ctx = gb::context::host({.threads = 2, .memory_limit = gb::gib(2)});
    ctx = gb::context::host(gb::host_options{});
    ctx = gb::context::automatic();
    ctx = gb::context::cuda();
    ctx = gb::context::cuda({.device = 1, .memory_limit = gb::gib(8), .stream = nullptr, .memory = nullptr});
    ctx = gb::context::cuda({.devices = {0, 1}, .spread_from = 1000});
    const std::vector<int> numbers{0, 1};
    gb::cuda_options options;
    options.devices = numbers;
    const gb::device_list devices{0, 1};
    for (const int device : devices) (void)device;
    (void)devices.size();
    const gb::context copy = ctx;
    gb::context moved = std::move(ctx);
    moved = copy;
    const char* const engine = moved.engine_name();
    (void)engine;
    (void)moved.is_cuda();
    const int threads = moved.threads();
    (void)threads;
    copy.on_refusal(hear_of);
    copy.on_refusal(nullptr);
    const gb::context::refusal_listener listener = hear_of;
    copy.on_refusal(listener);
    copy.release_memory();
    copy.cancel();
    copy.wait_for(nullptr);
    copy.make_wait(nullptr);
    const gb::running_call whole(copy);
    whole.look();
    const gb::progress_counters& progress = copy.progress();
    (void)(progress.done.load() < progress.total.load());

    const gb::report r = copy.last_report();
    const std::string text = r.operation + r.engine + r.reason;
    const gb::method method = r.method;
    const std::int64_t sum = r.flops + r.nvals + r.estimated_bytes + r.panels + r.peak_bytes + r.bytes_to_device +
                             r.bytes_to_host + r.devices + r.bytes_between_devices;
    const double times = r.milliseconds + r.move_milliseconds + r.between_milliseconds;
    (void)r.compressed, (void)r.estimates, (void)text, (void)method, (void)sum, (void)times;
}

void errors() {
    try {
        contexts();
    } catch (const gb::dimension_mismatch& e) {
        (void)e.what();
    } catch (const gb::invalid_index&) {
    } catch (const gb::index_out_of_bounds&) {
    } catch (const gb::invalid_value&) {
    } catch (const gb::invalid_object&) {
    } catch (const gb::unsupported&) {
    } catch (const gb::cancelled&) {
    } catch (const gb::invalid_context&) {
    } catch (const gb::out_of_memory&) {
    } catch (const gb::io_error& e) {
        const std::string& file = e.file();
        const std::int64_t line = e.line();
        (void)file, (void)line;
    } catch (const gb::error& e) {
        switch (e.code()) {
            case gb::error_code::no_value:
            case gb::error_code::uninitialized_object:
            case gb::error_code::null_pointer:
            case gb::error_code::invalid_value:
            case gb::error_code::invalid_index:
            case gb::error_code::domain_mismatch:
            case gb::error_code::dimension_mismatch:
            case gb::error_code::output_not_empty:
            case gb::error_code::not_implemented:
            case gb::error_code::panic:
            case gb::error_code::out_of_memory:
            case gb::error_code::insufficient_space:
            case gb::error_code::invalid_object:
            case gb::error_code::index_out_of_bounds:
            case gb::error_code::empty_object:
            case gb::error_code::cancelled: break;
            default: break;
        }
        const char* const name = gb::grb_info_name(e.code());
        (void)name;
    }
    throw gb::error(gb::error_code::panic, "of the program's own");
}

/// What matrices of all values have.
template <class T>
void every_matrix(const gb::context& ctx, const std::vector<typename gb::matrix<T>::stored_type>& values) {
    using matrix = gb::matrix<T>;
    static_assert(std::is_same_v<typename matrix::value_type, T>);
    matrix none;
    matrix a(3, 4);
    a.set_element(0, 1, typename matrix::stored_type{});
    a.set_element(0, 2);
    const std::optional<typename matrix::stored_type> x = a.get_element(0, 1);
    (void)x.has_value();
    (void)a.has_element(0, 1);
    a.remove_element(0, 1);
    const gb::index sum = a.nrows() + a.ncols() + a.nvals();
    (void)sum;
    const std::span<const gb::row_offset> offsets = a.row_offsets();
    const std::span<const gb::column_index> columns = a.columns();
    const std::span<const typename matrix::stored_type> given = std::as_const(a).values();
    a = matrix::from_csr(3, 4, offsets, columns, given);
    a = matrix::from_csr(3, 4, offsets, columns, given, gb::csr_check::trusted);
    a = matrix::borrow_csr(3, 4, offsets, columns, given, nullptr, gb::csr_check::trusted);
    a.values_changed();
    a = matrix::from_csr(1, 4, {0, 1}, {2}, values, gb::csr_check::checked);
    a.resize(5, 5);
    const gb::edges<T> list = a.to_edges();
    (void)(list.rows.size() + list.columns.size() + list.values.size());
    auto arrays = a.to_csr();
    arrays = std::move(a).to_csr();
    a = matrix::from_storage(std::move(arrays));
    (void)(a == none);
    (void)(a != none);
    (void)a.is_symmetric();
    (void)a.is_symmetric(ctx);
    matrix b = a;
    b = std::move(a);
    a = b;
    std::swap(a, b);
    b.clear();
    for (const auto entry : b.entries()) (void)(entry.row + entry.column);
    (void)(b.entries().size() + (b.entries().empty() ? 1 : 0));
    (void)gb::structure(b);
}

/// The same of vectors.
template <class T>
void every_vector(const gb::context& ctx) {
    using vector = gb::vector<T>;
    static_assert(std::is_same_v<typename vector::value_type, T>);
    vector none;
    vector u(5);
    u.set_element(3, typename vector::stored_type{});
    u.set_element(4);
    const std::optional<typename vector::stored_type> x = u.get_element(3);
    (void)x.has_value();
    (void)u.has_element(3);
    u.remove_element(3);
    (void)(u.size() + u.nvals());
    const std::span<const gb::column_index> indices = u.indices();
    const std::span<const typename vector::stored_type> values = u.values();
    (void)(indices.size() + values.size());
    const gb::entries<T> list = u.to_entries();
    (void)(list.indices.size() + list.values.size());
    u.make_dense();
    u.put(0, typename vector::stored_type{});
    auto dense = u.to_dense();
    dense = std::move(u).to_dense();
    u = vector::from_storage(std::move(dense));
    u = vector::borrow_entries(u.size(), u.indices(), u.values(), nullptr, gb::csr_check::trusted);
    u.values_changed();
    u.resize(7);
    (void)(u == none);
    (void)(u != none);
    vector v = u;
    v = std::move(u);
    u = v;
    v.clear();
    (void)(v.entries().size() + (v.entries().empty() ? 1 : 0));
    for (const auto entry : v.entries()) (void)entry;
    (void)gb::structure(v);
    (void)ctx;
}

void matrices(const gb::context& ctx) {
    every_matrix<float>(ctx, {1.F});
    every_matrix<std::uint8_t>(ctx, {1});
    every_matrix<bool>(ctx, {true});
    every_matrix<void>(ctx, {});
    every_matrix<place>(ctx, {place{1, 2}});

    // Lists are ranges of any integers, values are of the matrix's type.
    const std::vector<int> i{0, 1};
    const std::array<std::uint16_t, 2> j{1, 0};
    const std::list<long> far{1, 0};
    const std::deque<gb::index> deque{1, 0};
    const std::vector<float> x{2, 3};
    const std::vector<bool> flags{true, false};
    auto a = gb::matrix<float>::from_edges(2, 2, i, j, x);
    a = gb::matrix<float>::from_edges(2, 2, far, deque, x, gb::plus{});
    a = gb::matrix<float>::from_edges(2, 2, {0, 1}, {1, 0}, {2.F, 3.F}, gb::no_duplicates);
    a = gb::matrix<float>::from_edges(2, 2, std::span(i), std::vector<gb::index>{1, 0}, {x.data(), x.size()},
                                      [](float older, float newer) { return older < newer ? newer : older; });
    a = gb::matrix<float>::from_edges(ctx, 2, 2, i, j, x);
    a = gb::matrix<float>::from_edges(ctx, 2, 2, i, j, x, gb::min{});
    auto s = gb::matrix<void>::from_edges(2, 2, i, j);
    s = gb::matrix<void>::from_edges(2, 2, {0, 1}, {1, 0}, gb::no_duplicates);
    s = gb::matrix<void>::from_edges(ctx, 2, 2, i, j);
    const auto b = gb::matrix<bool>::from_edges(2, 2, i, j, flags);
    const auto p = gb::matrix<place>::from_edges(2, 2, {0}, {1}, {place{1, 2}});
    gb::matrix<float> built(2, 2);
    built.build(i, j, x);
    built.build(i, j, x, gb::plus{});
    gb::matrix<void> built_structure(2, 2);
    built_structure.build(i, j);
    for (float& value : a.values()) value += 1;
    for (const auto [row, column, value] : a.entries()) (void)(static_cast<float>(row + column) + value);
    for (const auto [row, column] : s.entries()) (void)(row + column);
    const gb::matrix_entry<float> first = *a.entries().begin();
    const gb::matrix_entry<void> first_place = *s.entries().begin();
    (void)(first == first), (void)(first_place == first_place);

    const gb::mask_view<gb::matrix<bool>> mask = gb::values(b);
    (void)!mask, (void)!gb::structure(p), (void)gb::values(s), (void)gb::values(a);
    static_assert(gb::is_matrix<gb::matrix<float>> && gb::is_vector<gb::vector<float>> && gb::container<gb::matrix<void>>);
    static_assert(gb::matrix_mask<gb::mask_view<gb::matrix<bool>>> && gb::matrix_mask<gb::no_mask_t>);
    static_assert(gb::vector_mask<gb::mask_view<gb::vector<bool>>> && gb::vector_mask<gb::no_mask_t>);
}

void vectors(const gb::context& ctx) {
    every_vector<double>(ctx);
    every_vector<bool>(ctx);
    every_vector<void>(ctx);
    every_vector<place>(ctx);

    const std::vector<std::uint32_t> i{0, 3};
    const std::vector<double> x{2, 3};
    auto u = gb::vector<double>::from_entries(5, i, x);
    u = gb::vector<double>::from_entries(5, {0, 3}, {2.0, 3.0}, gb::times{});
    u = gb::vector<double>::from_entries(ctx, 5, i, x, gb::no_duplicates);
    u = gb::vector<double>::from_dense(x);
    u = gb::vector<double>::from_dense({1, 2, 3});
    u = gb::vector<double>::borrow_dense(x, nullptr);
    u = gb::vector<double>::full(5, 1);
    auto s = gb::vector<void>::from_entries(5, i);
    s = gb::vector<void>::from_entries(ctx, 5, {0, 3}, gb::no_duplicates);
    const auto b = gb::vector<bool>::from_dense(std::vector<bool>{true, false});
    gb::vector<double> built(5);
    built.build(i, x);
    built.build({0, 3}, {2.0, 3.0}, gb::plus{});
    gb::vector<void> built_structure(5);
    built_structure.build(i);
    for (const auto [position, value] : u.entries()) (void)(static_cast<double>(position) + value);
    for (const gb::index position : s.entries()) (void)position;
    const gb::vector_entry<double> first = *u.entries().begin();
    (void)(first == first);
    (void)!gb::values(b), (void)gb::values(s), (void)gb::values(u);
}

void bits(const gb::context& ctx) {
    gb::bit_rows reached(3, 10), frontier(3, 10), fresh(3, 10);
    static_assert(gb::bit_rows::max_rows == 64);
    frontier.set_element(0, 4);
    (void)(reached.nrows() + reached.ncols() + reached.nvals());
    (void)reached.empty(), (void)reached.has_element(0, 4), (void)(reached == fresh);
    reached.or_with(ctx, frontier);
    const gb::matrix<void> graph(10, 10);
    gb::bit_witnesses parents(3, 10);
    parents.set_element(0, 4, 4);
    (void)(parents(0, 4) + parents.nrows() + parents.ncols());
    gb::mxm_update(ctx, reached, fresh, frontier, graph);
    gb::mxm_update(ctx, reached, fresh, frontier, graph, {.transpose_b = true, .method = gb::method::dot});
    gb::mxm_update(ctx, reached, fresh, frontier, graph, {}, parents);
    const auto witness = [](gb::index, std::uint64_t, gb::index) {};
    gb::mxm_update(ctx, reached, fresh, frontier, graph, {}, witness);
    const gb::matrix<void> structure = gb::to_matrix(ctx, reached);
    const gb::matrix<int> by_place = gb::to_matrix<int>(ctx, reached, [](gb::index i, gb::index j) { return int(i + j); });
    const gb::matrix<std::int64_t> by_witness = gb::to_matrix<std::int64_t>(ctx, reached, parents);
    const std::vector<gb::bit_rows> digits{reached, fresh};
    const gb::matrix<std::int32_t> by_digits = gb::to_matrix<std::int32_t>(ctx, reached, digits);
    reached.clear();
}

template <gb::block_value T>
void blocks() {
    using value = typename gb::block_matrix<T>::dense_type;
    static_assert(std::is_same_v<typename gb::block_matrix<T>::value_type, T>);
    gb::block_matrix<T> none;
    gb::block_matrix<T> zero(4, 4);
    auto a = gb::block_matrix<T>::from_dense(2, 2, std::vector<value>{1, 2, 3, 4});
    a = gb::block_matrix<T>::from_matrix(gb::matrix<value>(4, 4));
    const std::vector<value> values = a.to_dense();
    const gb::matrix<value> sparse = a.to_matrix();
    const value x = a.get_element(0, 0);
    (void)(a.nrows() + a.ncols() + a.nblocks() + a.value_bytes()), (void)a.norm(), (void)x;
    if constexpr (!std::is_same_v<T, float>) none = gb::block_matrix<T>(gb::block_matrix<float>(4, 4));
}

void half_precision() {
    blocks<float>();
    blocks<double>();
    blocks<gb::float16>();
    blocks<gb::bfloat16>();
    const gb::float16 h(1.5F);
    const gb::bfloat16 b(1.5F);
    (void)(static_cast<float>(h) + static_cast<float>(b)), (void)(h.bits + b.bits);
}

void take_indices(const gb::index_list&) {}
void take_integers(const gb::integer_list<gb::index>& list) { (void)(list.size() + list.span().size()); }
void take_values(const gb::value_list<float>& list) {
    (void)(list.size() + (list.begin() == list.end() ? 1 : 0)), (void)list.data();
}

void lists() {
    take_indices(gb::all);
    take_indices(gb::range{0, 10});
    take_indices(gb::range{9, -1, -2});
    take_indices(gb::range{.begin = 0, .end = 9, .stride = 3});
    take_indices({3, 1, 2});
    take_indices(std::vector<int>{1, 2});
    const std::vector<gb::index> own{1, 2};
    take_indices(own);
    take_integers({1, 2});
    take_integers(std::list<int>{1, 2});
    take_integers(own);
    take_values({1.F, 2.F});
    take_values(std::array<float, 2>{1, 2});
    take_values(std::vector<float>{1, 2});
    static_assert(gb::max_side == 0xffffffff);
}

void names() {
    for (const gb::method m : gb::all_methods) (void)(gb::method_from_string(gb::to_string(m)) == m);
    static_assert(gb::is_for_matrices_only(gb::method::merge));
    using gb::method, gb::hash_variant, gb::tile_variant, gb::merge_variant, gb::precision;
    (void)std::array{method::automatic, method::hash, method::dense, method::dot, method::bitmap_tile, method::merge};
    (void)std::array{hash_variant::automatic, hash_variant::kkmem, hash_variant::kklp, hash_variant::kkspgemm};
    (void)std::array{tile_variant::automatic, tile_variant::bmsparse, tile_variant::tsparse};
    (void)std::array{merge_variant::automatic, merge_variant::bhsparse};
    (void)std::array{precision::exact, precision::mixed};
    (void)gb::hash_variant_from_string(gb::to_string(gb::hash_variant::kkmem));
    (void)gb::tile_variant_from_string(gb::to_string(gb::tile_variant::tsparse));
    (void)gb::merge_variant_from_string(gb::to_string(gb::merge_variant::bhsparse));
    (void)gb::precision_from_string(gb::to_string(gb::precision::mixed));
    const gb::descriptor everything{.transpose_a = true,
                                    .transpose_b = true,
                                    .replace = true,
                                    .method = gb::method::hash,
                                    .variant = gb::hash_variant::kkspgemm,
                                    .tile_variant = gb::tile_variant::bmsparse,
                                    .merge_variant = gb::merge_variant::automatic,
                                    .deterministic = true,
                                    .precision = gb::precision::exact};
    (void)everything;
}

}  // namespace interface
