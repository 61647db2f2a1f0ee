// Shares of files and of generated graphs.
#include <graphblas_gpu/distributed/files.hpp>

#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/reading.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace graphblas_gpu::dist {

range own_share(const context& ctx, index count) {
    // Not count * rank / size, which may overflow.
    const index whole = count / ctx.size(), rest = count % ctx.size(), rank = ctx.rank();
    const auto begin = [&](index r) { return whole * r + rest * r / ctx.size(); };
    return {begin(rank), begin(rank + 1)};
}

namespace {

/// Which lists of entries a rank has read, and what all ranks have to know of them.
struct facts_of_share {
    std::int64_t nrows = 0, ncols = 0, entries = 0, announced = -1;
    type_code type = type_code::none;
    bool is_shared = false, is_text = false, is_listed_once = false;
};

/// Drops self loops, and adds mirror images behind the entries.
void change_entries(share_of_file& share, const read_options& options) {
    if (!options.symmetric && !options.drop_self_loops) return;
    share_of_file changed;
    std::vector<std::byte> values;
    const std::size_t bytes = formats::size_of(share.type);
    for (std::size_t n = 0; n < share.rows.size(); ++n) {
        const index i = share.rows[n], j = share.columns[n];
        if (i == j && options.drop_self_loops) continue;
        for (const bool mirrored : {false, true}) {
            if (mirrored && (i == j || !options.symmetric)) continue;
            changed.rows.push_back(mirrored ? j : i);
            changed.columns.push_back(mirrored ? i : j);
            const std::byte* const value = share.values.data() + n * bytes;
            if (bytes > 0) values.insert(values.end(), value, value + bytes);
        }
    }
    share.rows = std::move(changed.rows);
    share.columns = std::move(changed.columns);
    share.values = buffer<std::byte>(values);
}

/// Converts the integers of a share to the type that all ranks need: if one has read real numbers, or integers above 2^63, all
/// are such.
void convert_values(share_of_file& share, type_code type, const std::string& path) {
    if (share.type == type) return;
    auto* const values = reinterpret_cast<std::int64_t*>(share.values.data());
    for (std::size_t n = 0; n < share.rows.size(); ++n) {
        if (type == type_code::uint64 && values[n] < 0)
            throw io_error(path, 0, "a value is above 2^63 - 1, and another one is negative: no integer of 64 bits holds both");
        const auto real = static_cast<double>(values[n]);
        if (type == type_code::float64) std::memcpy(values + n, &real, sizeof(real));
    }
    share.type = type;
}

template <class T>
buffer<std::byte> bytes_of_values(const std::vector<T>& values) {
    return buffer<std::byte>::reinterpreted(buffer<T>(values));
}

facts_of_share read_own(const context& ctx, const std::string& path, const read_options& options, bool with_values,
                        share_of_file& share) {
    facts_of_share facts;
    // A binary file has no duplicates, unless mirror images are such.
    const bool joins =
        with_values ? options.duplicates == duplicate_policy::last : options.duplicates != duplicate_policy::refuse;
    {
        io::input from(path, io::member_path{options.member});
        if (!from.has_random_access()) return facts;
        if (io::format_of(from, options.format) == file_format::binary) {
            if (options.symmetric && !joins) return facts;
            io::refuse_edge_list_options(from.name(), file_format::binary, options);
            const binary_file_info info = read_binary_info(path);
            const range own = own_share(ctx, info.nvals);
            io::share_of_entries read = io::read_binary_share(path, own.begin, own.end, with_values);
            share = {info.nrows,
                     info.ncols,
                     std::move(read.rows),
                     std::move(read.columns),
                     with_values ? info.type : type_code::none,
                     std::move(read.values)};
            facts = {info.nrows, info.ncols, own.end - own.begin, info.nvals, share.type, true};
            return facts;
        }
    }
    std::optional<std::uint64_t> announced;
    std::optional<coordinates> read;
    if (joins) read = io::read_text_share(ctx.local(), path, options, ctx.rank(), ctx.size(), announced);
    if (!read) return facts;
    facts = {read->nrows, read->ncols, read->report.entries_in_file};
    facts.is_shared = facts.is_text = true;
    if (announced) facts.announced = static_cast<std::int64_t>(*announced);
    facts.is_listed_once = read->declared_type != type_code::none && !options.symmetric && !options.drop_self_loops;
    share.rows.assign(read->rows.begin(), read->rows.end());
    share.columns.assign(read->columns.begin(), read->columns.end());
    if (!with_values) return facts;
    if (const auto* const x = std::get_if<std::vector<std::int64_t>>(&read->values))
        share.values = bytes_of_values(*x), share.type = type_code::int64;
    if (const auto* const x = std::get_if<std::vector<std::uint64_t>>(&read->values))
        share.values = bytes_of_values(*x), share.type = type_code::uint64;
    if (const auto* const x = std::get_if<std::vector<double>>(&read->values))
        share.values = bytes_of_values(*x), share.type = type_code::float64;
    facts.type = share.type;
    return facts;
}

}  // namespace

std::optional<share_of_file> read_share(const context& ctx, const std::string& path, const read_options& options,
                                        bool with_values) {
    share_of_file share;
    facts_of_share own;
    (void)ctx.together("read_matrix", {options.symmetric, options.drop_self_loops, with_values},
                       [&](note&) { own = read_own(ctx, path, options, with_values, share); });
    std::vector<facts_of_share> all(static_cast<std::size_t>(ctx.size()));
    ctx.world().all_gather(&own, all.data(), sizeof(own));
    (void)ctx.together("read_matrix", {}, [&](note&) {
        facts_of_share whole = all[0];
        whole.entries = 0;
        for (const facts_of_share& f : all) {
            if (f.is_shared != whole.is_shared || f.is_text != whole.is_text || f.announced != whole.announced ||
                (!f.is_text && (f.nrows != whole.nrows || f.ncols != whole.ncols)))
                throw io_error(path, 0, "the ranks have read different files under this name");
            whole.nrows = std::max(whole.nrows, f.nrows);
            whole.ncols = std::max(whole.ncols, f.ncols);
            whole.entries += f.entries;
            whole.type = std::max(whole.type, f.type);
        }
        if (whole.announced >= 0 && whole.entries != whole.announced)
            throw io_error(path, 0,
                           "its header announces " + std::to_string(whole.announced) + " entries, and " +
                               std::to_string(whole.entries) + " follow");
        share.nrows = whole.nrows;
        share.ncols = whole.ncols;
        share.is_listed_once = whole.is_listed_once;
        if (whole.is_shared && (options.symmetric && share.nrows != share.ncols))
            throw dimension_mismatch(path + ": a matrix that is not square cannot be made symmetric");
        convert_values(share, whole.type, path);
        change_entries(share, options);
    });
    if (!own.is_shared) return std::nullopt;
    return share;
}

void check_listed_once(const context& ctx, const std::string& path, const share_of_file& share, index nvals) {
    const auto entries =
        sum_of(ctx.together("read_matrix", {}, [&](note& own) { own.number = static_cast<std::int64_t>(share.rows.size()); }));
    if (share.is_listed_once && entries != nvals)
        throw io_error(path, 0, "an entry is listed twice; a file that declares its type lists each entry once");
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
