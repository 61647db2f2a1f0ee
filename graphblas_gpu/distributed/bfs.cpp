// Searches from up to 64 vertices at once on ranks.
//
// Idea: a word for each vertex, with a bit for each search (bit_rows.hpp). In a level a rank completes the words of its block's
// rows from the parts of others, makes one step in its block, and the ranks of a grid column join what they have found: at most
// two exchanges of words, whose sizes are known, and one agreement. A rank remembers what it has found in its columns, so that
// it finds each vertex once.
// Source: that of algorithms/bfs.hpp, by_bits; expand and fold as in page_rank.cpp.
#include <graphblas_gpu/distributed/graph.hpp>

#include <graphblas_gpu/bit_rows.hpp>
#include <graphblas_gpu/concat.hpp>
#include <graphblas_gpu/cuda/structure/bits.hpp>
#include <graphblas_gpu/distributed/side_exchange.hpp>
#include <graphblas_gpu/extract.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>

namespace graphblas_gpu::dist {
namespace {

using base::word;

/// More levels than this are made by lists of vertices: a word for every vertex is then much for the few that are new.
constexpr std::int32_t max_levels = 64;

class searches_of_rank {
  public:
    searches_of_rank(const context& ctx, const any_graph& a, std::span<const index> sources)
        : ctx_(ctx),
          a_(a),
          rows_(ctx, a.cuts, false, sizeof(word)),
          columns_(ctx, a.cuts, true, sizeof(word)),
          is_joined_(ctx.grid_rows() > 1),
          count_(static_cast<index>(sources.size())),
          frontier_(count_, rows_.side().ncols),
          seen_(count_, columns_.side().ncols),
          found_(count_, columns_.side().ncols),
          reached_(count_, is_joined_ ? rows_.part().ncols : 0),
          joined_(count_, is_joined_ ? rows_.part().ncols : 0) {
        std::vector<index> places(sources.size());
        const base::random_deal order = ctx.order_of(a.cuts.shape().nrows);
        for (std::size_t s = 0; s < places.size(); ++s) places[s] = ctx.place_of(order, sources[s]);
        set(frontier_, rows_.side(), places);
        set(seen_, columns_.side(), places);
        if (is_joined_) set(reached_, rows_.part(), places);
        // Their memory is allocated here, where a rank may throw.
        for (bit_rows* const bits : {&frontier_, &found_, &news()}) (void)words_of(*bits);
        if (!is_joined_) return;
        pieces_ = local_array<word>(ctx, columns_.pieces() * rows_.part().ncols);
    }

    bool is_joined() const { return is_joined_; }
    /// Whether this rank has found anything is in `told`. Called within a step.
    void step(std::int32_t level, note& told) {
        if (!is_joined_) look();
        else join();
        bit_rows& fresh = news();
        if (fresh.ncols() == 0 || fresh.empty()) return;
        told.number = 1;
        while (static_cast<std::size_t>(std::bit_width(static_cast<std::uint32_t>(level))) > digits_.size())
            digits_.emplace_back(count_, rows_.part().ncols);
        for (std::size_t d = 0; d < digits_.size(); ++d)
            if ((level >> d & 1) != 0) digits_[d].or_with(ctx_.local(), fresh);
    }
    /// A step in the own block.
    void look() {
        if (frontier_.ncols() > 0 && found_.ncols() > 0)
            operations::update_bits(ctx_.local(), seen_, found_, frontier_, a_.block, {});
        else found_.clear();
    }
    /// Between steps: sends what was found in the block's columns to the ranks that have these parts.
    void fold() { columns_.fold(words_of(found_), pieces_.data()); }
    /// Between steps: completes the frontier in the block's rows.
    void expand() {
        rows_.expand(words_of(frontier_), words_of(news()));
        if (!ctx_.local().is_cuda()) frontier_.storage().mark_occupied();
    }
    /// The levels of the own part of the vertices.
    graphblas_gpu::matrix<std::int32_t> levels() {
        bit_rows& reached = is_joined_ ? reached_ : seen_;
        if (reached.ncols() == 0) return {count_, 0};
        return to_matrix<std::int32_t>(ctx_.local(), reached, digits_);
    }

  private:
    bit_rows& news() { return is_joined_ ? joined_ : found_; }

    void join() {
        const index n = rows_.part().ncols;
        if (n == 0) return;
        if (ctx_.local().is_cuda()) {
            const cuda::engine_ptr& e = ctx_.local().cuda_engine();
            const cuda::engine::use here(*e, "bfs_levels");
            cuda::add_fresh_words(e, pieces_.data(), columns_.pieces(), n, reached_.storage().device_changed(e),
                                  joined_.storage().device_changed(e));
            return;
        }
        word *const reached = reached_.storage().changed().words, *const joined = joined_.storage().changed().words;
        for (index j = 0; j < n; ++j) {
            word all = 0;
            for (index k = 0; k < columns_.pieces(); ++k) all |= pieces_.data()[k * n + j];
            joined[j] = all & ~reached[j];
            reached[j] |= all;
        }
        reached_.storage().mark_occupied();
        joined_.storage().mark_occupied();
    }
    word* words_of(bit_rows& bits) const {
        if (bits.ncols() == 0) return nullptr;
        if (!ctx_.local().is_cuda()) return bits.storage().changed().words;
        const cuda::engine::use here(*ctx_.local().cuda_engine(), "bfs_levels");
        return bits.storage().device_changed(ctx_.local().cuda_engine());
    }
    /// The s-th search has begun at the vertex that is stored at places[s], which may lie in `where`.
    void set(bit_rows& bits, const rectangle& where, std::span<const index> places) const {
        std::vector<std::uint64_t> at;
        std::vector<word> of_search;
        for (std::size_t s = 0; s < places.size(); ++s) {
            const index j = places[s] - where.column;
            if (j < 0 || j >= where.ncols) continue;
            if (!ctx_.local().is_cuda()) bits.set_element(static_cast<index>(s), j);
            at.push_back(static_cast<std::uint64_t>(j));
            of_search.push_back(word{1} << s);
        }
        if (!ctx_.local().is_cuda() || at.empty()) return;
        word* const words = words_of(bits);
        const cuda::engine::use here(*ctx_.local().cuda_engine(), "bfs_levels");
        cuda::set_bits(ctx_.local().cuda_engine(), words, at, of_search);
    }

    const context& ctx_;
    const any_graph& a_;
    side_exchange rows_, columns_;
    bool is_joined_;  ///< with what other ranks of the grid column have found
    index count_;
    bit_rows frontier_;             ///< in the block's rows
    bit_rows seen_, found_;         ///< in the block's columns: by this rank, and in this level
    bit_rows reached_, joined_;     ///< of the own part: by any rank, and in this level
    std::vector<bit_rows> digits_;  ///< the binary digits of levels
    local_array<word> pieces_;
};

/// False if there are too many levels.
bool search(const context& ctx, const any_graph& a, std::span<const index> sources,
            std::vector<graphblas_gpu::matrix<std::int32_t>>& levels) {
    constexpr const char* operation = "bfs_levels";
    constexpr auto most = static_cast<std::size_t>(bit_rows::max_rows);
    for (std::size_t first = 0; first < sources.size(); first += most) {
        std::optional<searches_of_rank> own;
        (void)ctx.together(operation, {static_cast<std::int64_t>(first)},
                           [&](note&) { own.emplace(ctx, a, sources.subspan(first, std::min(most, sources.size() - first))); });
        for (std::int32_t level = 1;; ++level) {
            work_between work;
            if (level > 1) own->expand();
            if (own->is_joined()) {
                work.run(ctx, [&] { own->look(); });
                own->fold();
            }
            const auto found = ctx.together(operation, {level}, [&](note& told) {
                work.rethrow();
                own->step(level, told);
            });
            if (sum_of(found) == 0) break;
            if (level == max_levels) return false;
        }
        (void)ctx.together(operation, {}, [&](note&) { levels.push_back(own->levels()); });
    }
    return true;
}

/// The rows of several searches, whose columns are the ranks' parts of the vertices, in the blocks of a matrix.
void deal_out(const context& ctx, std::vector<graphblas_gpu::matrix<std::int32_t>>&& found, matrix<std::int32_t>& levels) {
    constexpr const char* operation = "bfs_levels";
    graphblas_gpu::matrix<std::int32_t> rows, block;
    std::vector<rectangle> held = vector_parts(ctx, levels.ncols());
    const auto join = [&] {
        rows = found.size() == 1 ? std::move(found.front()) : concat(ctx.local(), found, static_cast<index>(found.size()), 1);
    };
    if (ctx.grid_rows() == 1) {  // the parts are the blocks
        const auto notes = ctx.together(operation, {}, [&](note& told) {
            join();
            told.number = rows.nvals();
        });
        levels.replace(std::move(rows), notes);
        return;
    }
    (void)ctx.together(operation, {}, [&](note&) { join(); });
    for (rectangle& r : held) r.nrows = levels.nrows();
    part own(ctx, rows.any(), std::move(held), levels.cuts().blocks());
    const auto notes = with_parts(
        ctx, operation, {}, {&own}, [] {},
        [&](note& told) {
            block = own.is_own_block() ? std::move(rows) : graphblas_gpu::matrix<std::int32_t>(own.assembled());
            told.number = block.nvals();
        });
    levels.replace(std::move(block), notes);
}

}  // namespace

void check_search(const context& ctx, const any_graph& a, std::span<const index> sources) {
    std::uint64_t hash = 0;
    for (const index s : sources) hash = base::mix_bits(hash + static_cast<std::uint64_t>(s) + 1);
    const index n = a.cuts.shape().nrows;
    (void)ctx.together(
        "bfs_levels",
        {n, a.cuts.shape().ncols, a.nvals, static_cast<std::int64_t>(sources.size()), static_cast<std::int64_t>(hash)},
        [&](note&) {
            require_context(ctx, "bfs_levels", a);
            shapes::check_same("bfs_levels", "A", a.cuts.shape(), {n, n});
            for (const index s : sources) {
                if (s < 0 || s >= n)
                    throw invalid_index("vertex " + std::to_string(s) + " is outside [0, " + std::to_string(n) + ")");
            }
        });
}

bool search_by_bits(const context& ctx, const any_graph& a, const integer_list<index>& sources, matrix<std::int32_t>& levels) {
    std::vector<graphblas_gpu::matrix<std::int32_t>> found;
    if (sources.size() == 0) return true;
    std::vector<index> stored(sources.size());  // searches are rows, which have an order of their own
    const base::random_deal order = ctx.order_of(levels.nrows());
    for (index s = 0; s < levels.nrows(); ++s)
        stored[static_cast<std::size_t>(ctx.place_of(order, s))] = sources.span()[static_cast<std::size_t>(s)];
    if (!search(ctx, a, stored, found)) return false;
    deal_out(ctx, std::move(found), levels);
    return true;
}

bool search_by_bits(const context& ctx, const any_graph& a, index source, vector<std::int32_t>& levels) {
    std::vector<graphblas_gpu::matrix<std::int32_t>> found;
    if (!search(ctx, a, {&source, 1}, found)) return false;
    graphblas_gpu::vector<std::int32_t> row;
    const auto notes = ctx.together("bfs_levels", {}, [&](note& told) {
        row = extract_row(ctx.local(), found.front(), 0, all);
        told.number = row.nvals();
    });
    levels.replace(std::move(row), notes);
    return true;
}

}  // namespace graphblas_gpu::dist
