// Vectors over arrays of somebody else, and arrays that are moved out of containers. Borrowed matrices are in
// borrowed_matrices.cpp.
#include <graphblas_gpu/any.hpp>
#include <graphblas_gpu/assign.hpp>
#include <graphblas_gpu/mxv.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <tests/catch.hpp>
#include <tests/engine.hpp>

#include <memory>
#include <vector>

namespace gb = graphblas_gpu;
using gb::no_accum;
using gb::no_mask;

namespace {

std::vector<gb::context> contexts() {
    std::vector<gb::context> all{spec::context_with(1)};
    if (!spec::on_cuda()) all.push_back(spec::context_with(3));
    return all;
}

/// [1 2; . 3].
gb::matrix<float> two_by_two() { return gb::matrix<float>::from_edges(2, 2, {0, 0, 1}, {0, 1, 1}, {1.f, 2.f, 3.f}); }

std::vector<float> numbers(gb::index n) {
    std::vector<float> out;
    for (gb::index i = 0; i < n; ++i) out.push_back(static_cast<float>(i % 7) + 1);
    return out;
}

}  // namespace

TEST_CASE("borrowed: a value for every index", "[borrowed]") {
    auto lent = std::make_shared<std::vector<float>>(std::vector<float>{4, 5});
    const std::weak_ptr<std::vector<float>> watched = lent;
    const auto borrow = [&] { return gb::vector<float>::borrow_dense(*lent, lent); };
    {
        const auto v = borrow();
        CHECK(v.dense().values == lent->data());
        CHECK((v.size() == 2 && v.nvals() == 2));
        CHECK(v.get_element(1) == 5.f);
        CHECK(v == gb::vector<float>::from_dense(*lent));
        const auto copy = v;
        CHECK(copy.dense().values == lent->data());
    }
    for (const gb::context& ctx : contexts()) {
        auto v = borrow();
        // v' A, and A v.
        CHECK(gb::vxm(ctx, gb::plus_times<float>, v, two_by_two()) == gb::vector<float>::from_dense({4.f, 23.f}));
        CHECK(gb::mxv(ctx, gb::plus_times<float>, two_by_two(), v) == gb::vector<float>::from_dense({14.f, 15.f}));
        CHECK(gb::reduce(ctx, gb::plus{}, v) == 9.f);
        (*lent)[0] = 40;
        v.values_changed();
        CHECK(gb::reduce(ctx, gb::plus{}, v) == 45.f);
        CHECK(v.values()[0] == 40.f);
        (*lent)[0] = 4;

        // Operations write into a copy.
        auto w = borrow();
        gb::assign(ctx, w, no_mask, gb::plus{}, 1.f);
        CHECK(w == gb::vector<float>::from_dense({5.f, 6.f}));
        w = borrow();
        gb::vxm(ctx, w, no_mask, gb::plus{}, gb::plus_times<float>, v, two_by_two());
        CHECK(*lent == std::vector<float>{4, 5});
    }
    auto set = borrow(), set_untyped = borrow(), removed = borrow(), resized = borrow(), written = borrow(), put = borrow();
    set.set_element(0, 9.f);
    const float nine = 9;
    set_untyped.any().set_element(0, &nine);
    removed.remove_element(1);
    resized.resize(3);
    written.written_in_place().values[1] = 8;
    put.put(1, 7.f);
    CHECK(set == gb::vector<float>::from_dense({9.f, 5.f}));
    CHECK(set_untyped == set);
    CHECK(removed == gb::vector<float>::from_entries(2, {0}, {4.f}));
    CHECK(resized == gb::vector<float>::from_entries(3, {0, 1}, {4.f, 5.f}));
    CHECK(written == gb::vector<float>::from_dense({4.f, 8.f}));
    CHECK(put == gb::vector<float>::from_dense({4.f, 7.f}));
    CHECK(borrow().to_dense().values == gb::buffer<float>({4.f, 5.f}));
    CHECK(*lent == std::vector<float>{4, 5});

    auto v = borrow();
    const auto moved = std::move(v);
    CHECK(v.size() == 0);
    removed = resized = gb::vector<float>();
    lent = nullptr;
    CHECK(moved.get_element(0) == 4.f);
    CHECK_FALSE(watched.expired());
    const_cast<gb::vector<float>&>(moved).clear();
    CHECK(watched.expired());

    // Bits of words that are not full, and a vector without indices.
    for (const gb::index n : {0, 1, 63, 64, 65, 1000}) {
        const std::vector<float> values = numbers(n);
        CHECK(gb::vector<float>::borrow_dense(values, nullptr) == gb::vector<float>::from_dense(values));
    }
}

TEST_CASE("borrowed: indices and values", "[borrowed]") {
    struct arrays {
        std::vector<gb::column_index> indices{1, 4};
        std::vector<float> values{2, 3};
    };
    auto lent = std::make_shared<arrays>();
    const std::weak_ptr<arrays> watched = lent;
    const auto borrow = [&] { return gb::vector<float>::borrow_entries(300, lent->indices, lent->values, lent); };
    const auto own = gb::vector<float>::from_entries(300, {1, 4}, {2.f, 3.f});
    CHECK(borrow() == own);
    {
        const auto v = borrow(), copy = v;
        CHECK(v.indices().data() == lent->indices.data());
        CHECK(copy.values().data() == lent->values.data());
    }
    const auto a = gb::matrix<float>::from_edges(300, 2, {1, 4, 4}, {0, 0, 1}, {1.f, 1.f, 5.f});
    for (const gb::context& ctx : contexts()) {
        auto v = borrow();
        CHECK(gb::vxm(ctx, gb::plus_times<float>, v, a) == gb::vector<float>::from_dense({5.f, 15.f}));
        lent->values[0] = 20;
        v.values_changed();
        CHECK(gb::vxm(ctx, gb::plus_times<float>, v, a) == gb::vector<float>::from_dense({23.f, 15.f}));
        lent->values[0] = 2;
    }
    auto set = borrow(), removed = borrow(), dense = borrow();
    set.set_element(0, 9.f);
    removed.remove_element(4);
    dense.make_dense();
    CHECK(set == gb::vector<float>::from_entries(300, {0, 1, 4}, {9.f, 2.f, 3.f}));
    CHECK(removed == gb::vector<float>::from_entries(300, {1}, {2.f}));
    CHECK(dense == own);
    CHECK(lent->values == std::vector<float>{2, 3});

    auto last = borrow();
    lent = nullptr;
    CHECK(last == own);
    CHECK_FALSE(watched.expired());
    last = own;
    CHECK(watched.expired());

    CHECK(gb::vector<float>::borrow_entries(3, {}, {}, nullptr) == gb::vector<float>(3));
    const std::vector<gb::column_index> structure{0, 2}, descending{2, 0}, beyond{0, 3};
    CHECK(gb::vector<void>::borrow_entries(3, structure, {}, nullptr) == gb::vector<void>::from_entries(3, {0, 2}));
    CHECK_THROWS_AS(gb::vector<void>::borrow_entries(3, descending, {}, nullptr), gb::invalid_object);
    CHECK_THROWS_AS(gb::vector<void>::borrow_entries(3, beyond, {}, nullptr), gb::invalid_object);
    CHECK_THROWS_AS(gb::vector<float>::borrow_entries(3, structure, {}, nullptr), gb::invalid_object);
    CHECK_THROWS_AS(gb::vector<void>::borrow_entries(-1, {}, {}, nullptr), gb::invalid_value);
}

TEST_CASE("borrowed: vectors on a device", "[borrowed]") {
    if (!spec::on_cuda()) return;
    const gb::context ctx = spec::context_with(1);
    const auto& e = ctx.cuda_engine();
    const gb::index n = 1000;
    const auto owner = gb::vector<float>::from_dense(numbers(n));
    const auto type = gb::type_of<float>();
    const auto sum = gb::reduce(gb::context::host(), gb::plus{}, owner);
    auto lent = owner.any().device_rows(e);
    const std::weak_ptr<const gb::cuda::csr> watched = lent;
    {
        // The owner has its own reference, which is not counted here.
        struct arrays {
            gb::cuda::array<float> values;
        };
        auto values = std::make_shared<arrays>(arrays{gb::cuda::uploaded<float>(e, numbers(n))});
        const std::weak_ptr<arrays> seen = values;
        gb::vector<float> v(gb::any_vector::borrowed(e, n, n, nullptr, values->values.data(), type, values));
        CHECK(v.any().device_rows(e)->values.data() == values->values.data());
        CHECK(gb::reduce(ctx, gb::plus{}, v) == sum);
        CHECK(v == owner);
        const std::vector<float> other(static_cast<std::size_t>(n), 2.f);
        e->to_device(values->values.data(), other.data(), other.size() * sizeof(float));
        v.values_changed();
        CHECK(v == gb::vector<float>::from_dense(other));
        values = nullptr;
        CHECK_FALSE(seen.expired());
        v.set_element(0, 3.f);
        CHECK(v.get_element(1) == 2.f);
        CHECK(seen.expired());
    }
    const gb::vector<float> list(gb::any_vector::borrowed(e, n, n, lent->columns.data(), lent->values.data(), type, lent));
    CHECK(list.any().device_rows(e)->columns.data() == lent->columns.data());
    CHECK(list == owner);
    // Without an owner the arrays are the caller's to keep.
    const gb::vector<float> unowned(
        gb::any_vector::borrowed(e, n, n, lent->columns.data(), lent->values.data(), type, nullptr));
    CHECK(unowned == owner);
    const gb::type_descriptor large{.bytes = 257, .name = "large"};
    CHECK_THROWS_AS(gb::any_vector::borrowed(e, 1, 0, nullptr, nullptr, large, nullptr), gb::unsupported);
}

TEST_CASE("borrowed: arrays are moved out of containers", "[borrowed]") {
    auto a = two_by_two();
    const auto* const columns = a.columns().data();
    const gb::csr<float> copy = a.to_csr();
    CHECK(copy.columns.data() != columns);
    gb::csr<float> taken = std::move(a).to_csr();
    CHECK(taken.columns.data() == columns);
    CHECK((a.nrows() == 0 && a.nvals() == 0));
    CHECK(gb::matrix<float>::from_storage(std::move(taken)) == two_by_two());
    a = gb::matrix<float>(3, 3);
    a.set_element(2, 2, 1.f);
    CHECK(gb::matrix<float>::from_storage(std::move(a).to_csr()) == gb::matrix<float>::from_edges(3, 3, {2}, {2}, {1.f}));
    CHECK(gb::matrix<float>(2, 3).to_csr().offsets.size() == 3);

    auto v = gb::vector<float>::from_dense({1.f, 2.f, 3.f});
    const float* const values = v.dense().values;
    CHECK(v.to_dense().values.data() != values);
    gb::dense_vector<float> dense = std::move(v).to_dense();
    CHECK(dense.values.data() == values);
    CHECK((v.size() == 0 && dense.nvals == 3 && dense.bits[0] == 7));
    v = gb::vector<float>::from_entries(300, {2}, {5.f});
    dense = std::move(v).to_dense();
    CHECK((dense.size == 300 && dense.nvals == 1 && dense.values[2] == 5.f));
    for (const gb::context& ctx : contexts()) {
        auto product = gb::vxm(ctx, gb::plus_times<float>, gb::vector<float>::full(2, 1.f), two_by_two());
        CHECK(gb::vector<float>::from_storage(std::move(product).to_dense()) == gb::vector<float>::from_dense({1.f, 5.f}));
    }
}

TEST_CASE("borrowed: only a device has streams", "[borrowed]") {
    if (spec::on_cuda()) return;
    CHECK_THROWS_AS(gb::context::host().wait_for(nullptr), gb::unsupported);
    CHECK_THROWS_AS(gb::context::host().make_wait(nullptr), gb::unsupported);
}
