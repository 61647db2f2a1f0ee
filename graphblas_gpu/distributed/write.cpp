// A file that all ranks write.
#include <graphblas_gpu/distributed/files.hpp>
#include <graphblas_gpu/distributed/parts.hpp>

#include <graphblas_gpu/any_entries.hpp>
#include <graphblas_gpu/io/output_file.hpp>
#include <graphblas_gpu/io/parts_of_file.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

namespace graphblas_gpu::dist {
namespace {

/// Whether several processes can write a file under this name.
bool has_parts(const std::string& path) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    return !io::is_standard_output(path) && !path.ends_with(".gz") &&
           (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status));
}

/// The rows of the whole matrix that are this rank's in `stripes`, a context whose grid has one column and the natural layout.
any_matrix own_rows(const context& ctx, const context& stripes, const any_matrix& block, const grid_cuts& cuts) {
    const shapes::shape shape = cuts.shape();
    const grid_cuts to(stripes, shape.nrows, shape.ncols);
    const rectangle here = cuts.block_of(ctx.rank());
    any_matrix rows;
    if (ctx.layout() == layout::natural) {
        part own(ctx, block, cuts.blocks(), to.blocks());
        (void)with_parts(
            ctx, "write_matrix", {}, {&own}, [] {},
            [&](note&) {
                rows = own.is_own_block() ? any_matrix::borrowed(block.rows(), block.type(), nullptr) : own.assembled();
            });
        return rows;
    }
    any_entries sent;
    (void)ctx.together("write_matrix", {}, [&](note&) {
        const selected_part whole = whole_of(shape);
        sent = to_edges(block);
        const auto number = [&](std::vector<index>& list, const formats::selection& all, index n, index first, index count) {
            const std::vector<index> numbers = places_within(ctx, all, n, first, count).numbers;
            for (index& i : list) i = numbers[static_cast<std::size_t>(i)];
        };
        number(sent.rows, whole.rows, shape.nrows, here.row, here.nrows);
        number(sent.columns, whole.columns, shape.ncols, here.column, here.ncols);
    });
    const type_descriptor& type = block.type();
    const rectangle there = to.block_of(ctx.rank());
    (void)with_routed_entries(stripes, "write_matrix", to, sent.rows, sent.columns, sent.values.data(), type.bytes,
                              [&](routed_entries& e, note&) {
                                  rows = from_edges(ctx.local(), type, there.nrows, there.ncols, e.rows, e.columns,
                                                    {&type, e.values.data(), e.rows.size()});
                              });
    return rows;
}

/// What the ranks before this one have told.
std::int64_t sum_before(const context& ctx, const std::vector<note>& notes) {
    return sum_of({notes.begin(), notes.begin() + ctx.rank()});
}

void write_binary(const context& ctx, const std::string& path, const io::rows_of_file& part, io::output_file* file,
                  const std::string& unfinished) {
    (void)ctx.together("write_matrix", {}, [&](note&) {
        const io::part_of_file to(unfinished, path);
        io::write_binary_part(to, part);
        to.sync();
    });
    std::vector<std::uint64_t> hashes;
    const auto counts = ctx.together("write_matrix", {}, [&](note& own) {
        hashes = io::hash_binary_part(io::part_of_file(unfinished, path), part, ctx.rank(), ctx.size());
        own.number = static_cast<std::int64_t>(hashes.size());
    });
    std::size_t most = 0;
    for (const note& n : counts) most = std::max(most, static_cast<std::size_t>(n.number));
    std::vector<std::uint64_t> all(most * counts.size()), in_order;
    hashes.resize(most);
    if (most > 0) ctx.world().all_gather(hashes.data(), all.data(), most * sizeof(std::uint64_t));
    (void)ctx.together("write_matrix", {}, [&](note&) {
        if (file == nullptr) return;
        for (std::size_t r = 0; r < counts.size(); ++r) {
            const auto first = all.begin() + static_cast<std::ptrdiff_t>(r * most);
            in_order.insert(in_order.end(), first, first + counts[r].number);
        }
        io::write_binary_header(io::part_of_file(unfinished, path), part, in_order);
        file->commit();
    });
}

void write_text(const context& ctx, const std::string& path, const io::rows_of_file& part, const io::text_layout& layout,
                io::output_file* file, const std::string& unfinished) {
    std::vector<std::uint64_t> bytes;
    const auto lengths = ctx.together("write_matrix", {}, [&](note& own) {
        bytes = io::bytes_of_lines(&ctx.local().team(), part, layout.lines);
        own.number = static_cast<std::int64_t>(std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0}));
    });
    (void)ctx.together("write_matrix", {}, [&](note&) {
        const io::part_of_file to(unfinished, path);
        if (file != nullptr) to.write_at(0, layout.heading.data(), layout.heading.size());
        const auto begin = layout.heading.size() + static_cast<std::uint64_t>(sum_before(ctx, lengths));
        io::write_lines(&ctx.local().team(), to, begin, bytes, part, layout.lines);
        to.sync();
    });
    (void)ctx.together("write_matrix", {}, [&](note&) {
        if (file != nullptr) file->commit();
    });
}

}  // namespace

bool write_in_parts(const context& ctx, const std::string& path, const any_matrix& block, const grid_cuts& cuts, index nvals,
                    type_code type) {
    const shapes::shape shape = cuts.shape();
    std::optional<io::output_file> file;
    io::text_layout layout;
    file_format format{};
    std::string unfinished;
    const auto begun = ctx.together("write_matrix", {shape.nrows, shape.ncols, nvals}, [&](note& own) {
        format = format_of_name(path);
        if (format == file_format::edge_list) layout = io::edge_list_layout_of(path, {}, type, shape.nrows, shape.ncols, nvals);
        else if (format == file_format::matrix_market)
            layout = io::market_layout(io::market::field_of(type), type, false, shape.nrows, shape.ncols, nvals);
        if (ctx.rank() != 0 || !has_parts(path)) return;
        unfinished = file.emplace(path).unfinished_path();
        own.number = static_cast<std::int64_t>(unfinished.size());
    });
    if (begun[0].number == 0) return false;
    unfinished.resize(static_cast<std::size_t>(begun[0].number));
    ctx.world().broadcast(unfinished.data(), unfinished.size(), 0);

    const context stripes(ctx.local(), std::shared_ptr<communicator>(std::shared_ptr<void>(), &ctx.world()),
                          {.grid_rows = ctx.size(), .timeout_seconds = ctx.world().timeout_seconds()});
    const any_matrix rows = own_rows(ctx, stripes, block, cuts);
    const auto entries = ctx.together("write_matrix", {}, [&](note& own) { own.number = rows.nvals(); });
    const io::rows_of_file part{rows.rows(),
                                type,
                                grid_cuts(stripes, shape.nrows, shape.ncols).block_of(ctx.rank()).row,
                                sum_before(ctx, entries),
                                shape.nrows,
                                shape.ncols,
                                nvals};
    io::output_file* const begun_file = file ? &*file : nullptr;
    if (format == file_format::binary) write_binary(ctx, path, part, begun_file, unfinished);
    else write_text(ctx, path, part, layout, begun_file, unfinished);
    return true;
}

}  // namespace graphblas_gpu::dist
