// Shares of files and of generated graphs.
#include <graphblas_gpu/distributed/files.hpp>

#include <cstring>

namespace graphblas_gpu::dist {

range own_share(const context& ctx, index count) {
    // Not count * rank / size, which may overflow.
    const index whole = count / ctx.size(), rest = count % ctx.size(), rank = ctx.rank();
    const auto begin = [&](index r) { return whole * r + rest * r / ctx.size(); };
    return {begin(rank), begin(rank + 1)};
}

void change_entries(io::share_of_entries& share, std::size_t value_bytes, const read_options& options) {
    io::share_of_entries changed;
    std::vector<std::byte> values;
    const auto add = [&](index i, index j, const std::byte* value) {
        changed.rows.push_back(i);
        changed.columns.push_back(j);
        if (value_bytes > 0) values.insert(values.end(), value, value + value_bytes);
    };
    if (!options.symmetric && !options.drop_self_loops) return;
    for (std::size_t n = 0; n < share.rows.size(); ++n) {
        const index i = share.rows[n], j = share.columns[n];
        const std::byte* const value = share.values.data() + n * value_bytes;
        if (i == j && options.drop_self_loops) continue;
        add(i, j, value);
        if (i != j && options.symmetric) add(j, i, value);
    }
    changed.values = buffer<std::byte>(values);
    share = std::move(changed);
}

matrix<void> rmat(const context& ctx, int scale, index edge_factor, const rmat_options& options) {
    io::share_of_entries share;
    (void)ctx.together("rmat", {scale, edge_factor, static_cast<std::int64_t>(options.seed)}, [&](note&) {
        (void)io::draw_rmat(scale, edge_factor, options, 0, 0);  // checks the arguments
        const range own = own_share(ctx, edge_factor << scale);
        share = io::draw_rmat(scale, edge_factor, options, own.begin, own.end);
    });
    return matrix<void>::from_edges(ctx, index{1} << scale, index{1} << scale, share.rows, share.columns);
}

}  // namespace graphblas_gpu::dist
