// Shares of files and of generated graphs.
#include <graphblas_gpu/distributed/files.hpp>

#include <graphblas_gpu/base/equal_parts.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/io/input.hpp>
#include <graphblas_gpu/io/reading.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace graphblas_gpu::dist {

namespace {

/// What a rank has read, of which all ranks have to know.
struct facts_of_share {
    std::int64_t nrows = 0, ncols = 0, entries = 0, announced = -1;
    type_code stored = type_code::none, declared = type_code::none;
    bool is_shared = false, is_text = false;
};

/// Drops self loops, and adds mirror images behind the entries.
void change_entries(file_on_ranks& share, const read_options& options) {
    if (!options.symmetric && !options.drop_self_loops) return;
    file_on_ranks changed;
    std::vector<std::byte> values;
    const std::size_t bytes = base::size_of(share.stored);
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
void convert_values(file_on_ranks& share, type_code type, const std::string& path) {
    if (share.stored == type) return;
    auto* const values = reinterpret_cast<std::int64_t*>(share.values.data());
    for (std::size_t n = 0; n < share.rows.size(); ++n) {
        if (type == type_code::uint64 && values[n] < 0)
            throw io_error(path, 0, "a value is above 2^63 - 1, and another one is negative: no integer of 64 bits holds both");
        const auto real = static_cast<double>(values[n]);
        if (type == type_code::float64) std::memcpy(values + n, &real, sizeof(real));
    }
    share.stored = type;
}

facts_of_share read_own(const context& ctx, bool with_values, file_on_ranks& share) {
    const read_options& options = share.options;
    facts_of_share facts;
    {
        io::input from(share.path, io::member_path{options.member});
        const bool joins = options.duplicates == duplicate_policy::last ||
                           (options.duplicates != duplicate_policy::refuse && !(options.symmetric && with_values));
        const file_format format = io::format_of(from, options.format);
        // A binary file has no duplicates, unless mirror images are such.
        if (!from.has_random_access() || !(joins || (format == file_format::binary && !options.symmetric))) return facts;
        if (format == file_format::binary) {
            io::refuse_edge_list_options(from.name(), format, options);
            const binary_file_info info = read_binary_info(share.path);
            const auto begin = [&](index rank) { return base::begin_of_part<index>(info.nvals, rank, ctx.size()); };
            const range own{begin(ctx.rank()), begin(ctx.rank() + 1)};
            io::share_of_entries read = io::read_binary_share(share.path, own.begin, own.end, with_values);
            share.rows = std::move(read.rows);
            share.columns = std::move(read.columns);
            share.values = std::move(read.values);
            share.stored = with_values ? info.type : type_code::none;
            return {info.nrows, info.ncols, own.end - own.begin, info.nvals, share.stored, info.type, true, false};
        }
    }
    std::optional<std::uint64_t> announced;
    const auto read = io::read_text_share(ctx.local(), share.path, options, ctx.rank(), ctx.size(), announced);
    if (!read) return facts;
    facts = {read->nrows, read->ncols, read->report.entries_in_file, -1, type_code::none, read->declared_type, true, true};
    if (announced) facts.announced = static_cast<std::int64_t>(*announced);
    share.rows.assign(read->rows.begin(), read->rows.end());
    share.columns.assign(read->columns.begin(), read->columns.end());
    if (!with_values) return facts;
    const auto take = [&]<class T>(const std::vector<T>& values) {
        share.values = buffer<std::byte>::reinterpreted(buffer<T>(values));
        share.stored = base::code_of<T>();
    };
    if (const auto* const integers = std::get_if<std::vector<std::int64_t>>(&read->values)) take(*integers);
    if (const auto* const large = std::get_if<std::vector<std::uint64_t>>(&read->values)) take(*large);
    if (const auto* const reals = std::get_if<std::vector<double>>(&read->values)) take(*reals);
    facts.stored = share.stored;
    return facts;
}

/// What all ranks have read together. Throws io_error if that is not one file, or not all of it.
facts_of_share whole_of(const std::vector<facts_of_share>& all, const std::string& path) {
    facts_of_share whole = all[0];
    whole.entries = 0;
    for (const facts_of_share& f : all) {
        if (f.is_shared != whole.is_shared || f.is_text != whole.is_text || f.announced != whole.announced ||
            (!f.is_text && (f.nrows != whole.nrows || f.ncols != whole.ncols)))
            throw io_error(path, 0, "the ranks have read different files under this name");
        whole.nrows = std::max(whole.nrows, f.nrows);
        whole.ncols = std::max(whole.ncols, f.ncols);
        whole.entries += f.entries;
        whole.stored = std::max(whole.stored, f.stored);
        whole.declared = std::max(whole.declared, f.declared);
    }
    if (whole.announced >= 0 && whole.entries != whole.announced) {
        throw io_error(path, 0,
                       "its header announces " + std::to_string(whole.announced) + " entries, and " +
                           std::to_string(whole.entries) + " follow");
    }
    return whole;
}

}  // namespace

file_on_ranks read_file(const context& ctx, const std::string& path, const read_options& options, bool with_values) {
    file_on_ranks file;
    facts_of_share own;
    (void)ctx.together("read_matrix", {options.symmetric, options.drop_self_loops, with_values}, [&](note&) {
        file.path = path;
        file.options = options;
        own = read_own(ctx, with_values, file);
    });
    std::vector<facts_of_share> all(static_cast<std::size_t>(ctx.size()));
    ctx.world().all_gather(&own, all.data(), sizeof(own));
    const auto types = ctx.together("read_matrix", {}, [&](note& told) {
        const facts_of_share whole = whole_of(all, path);
        file.is_in_shares = whole.is_shared;
        if (!file.is_in_shares) {
            if (ctx.rank() != 0) return;
            io::input from(path, io::member_path{options.member});
            file.whole = io::read_content(ctx.local(), from, options);
            told.number = static_cast<std::int64_t>(io::type_of_content(*file.whole));
            return;
        }
        file.nrows = whole.nrows;
        file.ncols = whole.ncols;
        file.entries_in_file = whole.entries;
        file.type = whole.declared != type_code::none ? whole.declared : whole.stored;
        file.is_listed_once =
            whole.is_text && whole.declared != type_code::none && !options.symmetric && !options.drop_self_loops;
        if (options.symmetric && file.nrows != file.ncols)
            throw dimension_mismatch(path + ": a matrix that is not square cannot be made symmetric");
        convert_values(file, whole.stored, path);
        change_entries(file, options);
    });
    if (!file.is_in_shares) file.type = static_cast<type_code>(types[0].number);
    return file;
}

void check_listed_once(const context& ctx, const file_on_ranks& file, index nvals) {
    const auto entries =
        sum_of(ctx.together("read_matrix", {}, [&](note& own) { own.number = static_cast<std::int64_t>(file.rows.size()); }));
    if (file.is_listed_once && entries != nvals)
        throw io_error(file.path, 0, "an entry is listed twice; a file that declares its type lists each entry once");
}

}  // namespace graphblas_gpu::dist
