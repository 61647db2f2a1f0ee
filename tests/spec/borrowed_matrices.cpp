// Matrices over arrays of somebody else, on the host and on a device.
#include "any_maps.hpp"

#include <graphblas_gpu/mxm.hpp>
#include <graphblas_gpu/reduce.hpp>
#include <graphblas_gpu/transpose.hpp>

#include <memory>

namespace spec::maps {

TEST_CASE("borrowed: arrays of a matrix are read in place, kept alive, and copied before they change", "[borrowed]") {
    // [1 2; . 3], transposed it is [1 .; 2 3].
    struct arrays {
        std::vector<gb::row_offset> offsets{0, 2, 3};
        std::vector<gb::column_index> columns{0, 1, 1};
        std::vector<float> values{1, 2, 3};
    };
    auto lent = std::make_shared<arrays>();
    const std::weak_ptr<arrays> watched = lent;
    const auto borrow = [&] { return gb::matrix<float>::borrow_csr(2, 2, lent->offsets, lent->columns, lent->values, lent); };
    auto m = borrow();
    auto changed = m, moved = borrow();
    CHECK(m.columns().data() == lent->columns.data());
    CHECK(std::as_const(m).values().size() == 3);
    CHECK(std::as_const(m).values().data() == lent->values.data());
    CHECK(m.nvals() == 3);
    for (const gb::context& ctx : contexts()) {
        const auto square = gb::mxm(ctx, gb::plus_times<float>, borrow(), borrow());
        CHECK(square.get_element(0, 1) == 8.f);
        CHECK(gb::transpose(ctx, borrow()).get_element(1, 0) == 2.f);
        // The owner changes a value.
        auto watching = borrow();
        CHECK(gb::reduce(ctx, gb::plus{}, watching) == 6.f);
        CHECK(gb::mxm(ctx, gb::plus_times<float>, watching, watching, {.transpose_b = true}).get_element(1, 0) == 6.f);
        lent->values[1] = 5;
        watching.values_changed();
        CHECK(gb::reduce(ctx, gb::plus{}, watching) == 9.f);
        CHECK(gb::mxm(ctx, gb::plus_times<float>, watching, watching, {.transpose_b = true}).get_element(1, 0) == 15.f);
        lent->values[1] = 2;
    }
    changed.set_element(1, 0, 7.f);
    changed.set_element(0, 0, 9.f);
    CHECK(changed.get_element(0, 0) == 9.f);
    CHECK(changed.nvals() == 4);
    moved.values()[0] = 11;
    moved.resize(1, 1);
    moved.remove_element(0, 0);
    CHECK(lent->values == std::vector<float>{1, 2, 3});
    const auto other = std::move(m);
    CHECK(m.nrows() == 0);
    CHECK(other.columns().data() == lent->columns.data());
    lent = nullptr;
    CHECK(other.get_element(1, 1) == 3.f);
    CHECK_FALSE(watched.expired());
    const auto own = gb::matrix<float>::from_storage(other.to_csr());
    CHECK(own == other);
    gb::any_matrix last = std::move(const_cast<gb::matrix<float>&>(other).any());
    CHECK_FALSE(watched.expired());
    last.clear();
    m = gb::matrix<float>(1, 1);
    CHECK(watched.expired());

    const std::vector<gb::row_offset> wrong{0, 2, 1};
    const std::vector<gb::column_index> columns{0, 1, 1};
    CHECK_THROWS_AS(gb::matrix<void>::borrow_csr(2, 2, wrong, columns, {}, nullptr), gb::invalid_object);
    CHECK_THROWS_AS(gb::matrix<void>::borrow_csr(2, 2, {}, {}, {}, nullptr), gb::invalid_object);
}

TEST_CASE("borrowed: matrices on a device", "[borrowed]") {
    if (!on_cuda()) return;
    random r(29);
    const auto& e = contexts()[0].cuda_engine();
    const auto a = random_entries(r, 30, 30, 0.3);
    const any_matrix owner = matrix_of<float>(30, 30, a);
    any_matrix lent;
    {
        const auto rows = owner.device_rows(e);
        lent = any_matrix::borrowed(e, rows->view(), type_of<float>(), rows);
    }
    const auto plus = [](std::int64_t x, std::int64_t y) { return x + y; };
    const auto times = [](std::int64_t x, std::int64_t y) { return x * y; };
    const gb::any_semiring semiring("plus_times", type_of<float>());
    CHECK(lent.device_rows(e)->columns.data() == owner.device_rows(e)->columns.data());
    CHECK(entries_of<float>(gb::mxm(contexts()[0], semiring, lent, lent)) == product<float>(a, a, plus, times));
    CHECK(entries_of<float>(lent) == entries_of<float>(owner));
    lent.values_changed();
    CHECK_FALSE(lent.is_on_host());
    const float x = 100;
    lent.set_element(3, 4, &x);
    CHECK(entries_of<float>(lent).at({3, 4}) == 100);
    const auto before = a.find({3, 4});
    CHECK((before == a.end() ? 0 : entries_of<float>(owner).at({3, 4})) == (before == a.end() ? 0 : before->second));
}

}  // namespace spec::maps
