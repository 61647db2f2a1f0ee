// Products in parts of rows, and on a device one that is larger than its memory, against SuiteSparse:GraphBLAS.
#include "peer.hpp"
#include <graphblas_gpu/mxm.hpp>

namespace peer {

TEST_CASE("SuiteSparse: a product in parts of rows, and one that is larger than the device", "[suitesparse]") {
    start();
    constexpr gb::index n = 400;
    const auto a = spec::skewed<std::int64_t>(71, n, n, 60, 20), b = spec::skewed<std::int64_t>(72, n, n + 9, 60, 20);
    auto there = ss::new_matrix<std::int64_t>(n, n + 9);
    ss::check(GrB_mxm(there, nullptr, nullptr, ss::make_semiring<std::int64_t>("plus", "times"), ss::to_suitesparse(a),
                      ss::to_suitesparse(b), nullptr),
              "GrB_mxm", static_cast<GrB_Matrix>(there));
    const auto theirs = ss::matrix_from<std::int64_t>(std::move(there));
    const auto exactly = [](std::size_t) { return 0.0; };
    const std::int64_t bytes = theirs.nvals() * 12;
    for (const gb::method method : spec::all_methods) {
        const auto words = [&] { return std::string("in parts by ") + gb::to_string(method); };
        gb::csr<std::int64_t> ours(n, n + 9);
        std::vector<gb::column_index> columns;
        std::vector<std::int64_t> values;
        int parts = 0;
        const auto append = [&](const gb::matrix<std::int64_t>& part, gb::index first) {
            ++parts;
            const auto rows = part.to_csr();
            for (gb::index i = 0; i < rows.nrows; ++i) {
                ours.offsets[static_cast<std::size_t>(first + i) + 1] =
                    static_cast<gb::row_offset>(columns.size()) + rows.offsets[static_cast<std::size_t>(i) + 1];
            }
            columns.insert(columns.end(), rows.columns.begin(), rows.columns.end());
            values.insert(values.end(), rows.values.begin(), rows.values.end());
        };
        gb::mxm_batches(spec::contexts()[1], gb::plus_times<std::int64_t>, a, b, bytes / 5, append, {.method = method});
        ours.columns = gb::buffer<gb::column_index>(columns);
        ours.values = gb::buffer<std::int64_t>(values);
        CHECK(parts >= 5);
        spec::expect_none(spec::difference(ours, theirs.to_csr(), exactly), words);
    }
    if (!spec::on_cuda() || spec::devices() > 1) return;
    for (const gb::method method : spec::all_methods) {
        const auto words = [&] { return std::string("larger than the device by ") + gb::to_string(method); };
        const gb::context ctx = spec::context_on_cuda(12 * (a.nvals() + b.nvals()) + 32 * n + 60'000 + bytes / 2);
        const auto ours = gb::mxm(ctx, gb::plus_times<std::int64_t>, gb::matrix<std::int64_t>(a), gb::matrix<std::int64_t>(b),
                                  {.method = method});
        CHECK(ours.any().is_on_host());
        CHECK(ctx.last_report().panels > 1);
        spec::expect_none(spec::difference(ours.to_csr(), theirs.to_csr(), exactly), words);
    }
}

}  // namespace peer
