// The components of a distributed graph.
//
// Idea: each rank labels every vertex with the smallest vertex of its component, as far as the own block tells. Labels are
// joined in pairs of ranks, until rank 0 knows the components of the whole graph and numbers them. So the number of steps is
// the logarithm of the number of ranks, also for graphs with long paths.
// Source: as a step of distributed algorithms: Iverson, Kamath, Karypis, "Evaluation of connected-component labeling algorithms
// for distributed-memory systems", Parallel Computing 44 (2015).
#include <graphblas_gpu/distributed/graph.hpp>

#include <graphblas_gpu/cuda/structure/graph.hpp>
#include <graphblas_gpu/distributed/side_exchange.hpp>
#include <graphblas_gpu/operations/graph.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>

#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace graphblas_gpu::dist {
namespace {

/// The components that a rank knows, by the numbers under which vertices are stored. In host memory labels are pointers to the
/// parents in trees, whose roots are the smallest vertices.
class known_components {
  public:
    /// Those of the entries of the own block.
    known_components(const context& ctx, const any_graph& a)
        : ctx_(ctx), n_(a.cuts.shape().nrows), labels_(ctx, n_), others_(ctx, ctx.rank() % 2 == 0 ? n_ : 0) {
        const rectangle own = a.cuts.block_of(ctx.rank());
        if (ctx.local().is_cuda()) {
            const cuda::engine::use here(*ctx.local().cuda_engine(), "component_labels");
            const auto block = a.block.device_rows(ctx.local().cuda_engine());
            cuda::label_block(ctx.local().cuda_engine(), block->view(), n_, own.row, own.column, labels_.data());
            return;
        }
        const formats::untyped_rows block = a.block.rows();
        std::iota(labels_.data(), labels_.data() + n_, column_index{0});
        for (index i = 0; i < block.nrows; ++i) {
            for (row_offset p = block.begin(i); p < block.end(i); ++p)
                join(static_cast<column_index>(i + own.row), static_cast<column_index>(block.columns[p] + own.column));
        }
    }

    std::size_t bytes() const { return static_cast<std::size_t>(n_) * sizeof(column_index); }
    column_index* labels() { return labels_.data(); }
    column_index* others() { return others_.data(); }  ///< room for the labels of another rank

    /// Adds what another rank knows, whose labels are in others().
    void join_others() {
        if (ctx_.local().is_cuda()) {
            const cuda::engine::use here(*ctx_.local().cuda_engine(), "component_labels");
            cuda::join_labels(ctx_.local().cuda_engine(), n_, labels(), others());
            return;
        }
        for (index v = 0; v < n_; ++v) join(static_cast<column_index>(v), others()[v]);
    }

    /// numbers[place] = the smallest vertex, by its original number, of the component of the vertex that is stored there.
    /// Returns the number of components.
    std::int64_t number(std::int64_t* numbers) {
        const base::random_deal order = ctx_.order_of(n_);
        if (ctx_.local().is_cuda()) {
            const cuda::engine::use here(*ctx_.local().cuda_engine(), "component_labels");
            return cuda::number_components(ctx_.local().cuda_engine(), n_, labels(),
                                           ctx_.layout() == layout::shuffled ? &order : nullptr, numbers);
        }
        constexpr column_index none = std::numeric_limits<column_index>::max();
        std::vector<column_index> smallest(static_cast<std::size_t>(n_), none);
        std::int64_t count = 0;
        for (index v = 0; v < n_; ++v) {
            const index place = ctx_.place_of(order, v);
            column_index& of_root = smallest[root_of(static_cast<column_index>(place))];
            if (of_root == none) {
                of_root = static_cast<column_index>(v);
                ++count;
            }
            numbers[place] = of_root;
        }
        return count;
    }

  private:
    column_index root_of(column_index v) {
        column_index* const parent = labels();
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    }
    void join(column_index v, column_index w) {
        v = root_of(v);
        w = root_of(w);
        labels()[std::max(v, w)] = std::min(v, w);
    }

    const context& ctx_;
    index n_;
    local_array<column_index> labels_, others_;
};

}  // namespace

vector<std::int64_t> component_labels(const context& ctx, const any_graph& a, std::int64_t* components) {
    constexpr const char* operation = "component_labels";
    const index n = a.cuts.shape().nrows;
    vector<std::int64_t> made(ctx, n);
    graphblas_gpu::vector<std::int64_t> block;
    std::int64_t count = 0;
    std::optional<known_components> known;
    auto notes = ctx.together(operation, {n, a.cuts.shape().ncols, a.nvals}, [&](note& told) {
        require_context(ctx, operation, a);
        shapes::check_same(operation, "A", a.cuts.shape(), {n, n});
        if (ctx.size() > 1) {
            known.emplace(ctx, a);
            return;
        }
        operations::on_engine(ctx.local(), operation, [&](const graphblas_gpu::context& on) {
            count = operations::label_components(on, a.block, block);
        });
        told = {count, block.nvals()};
    });
    for (int side = 1; side < ctx.size(); side *= 2) {
        const bool sends = ctx.rank() % (2 * side) == side,
                   receives = ctx.rank() % (2 * side) == 0 && ctx.rank() + side < ctx.size();
        known_messages messages;
        if (sends) messages.sends.push_back({ctx.rank() - side, known->labels(), known->bytes()});
        if (receives) messages.receives.push_back({ctx.rank() + side, known->others(), known->bytes()});
        move_known(ctx, messages);
        (void)ctx.together(operation, {side}, [&](note&) {
            if (receives) known->join_others();
        });
    }
    if (ctx.size() > 1) {
        const std::vector<rectangle> parts = vector_parts(ctx, n);
        const rectangle& own = parts[static_cast<std::size_t>(ctx.rank())];
        local_array<std::int64_t> numbers;  // of all vertices in rank 0, else of the own part
        (void)ctx.together(operation, {}, [&](note&) {
            numbers = local_array<std::int64_t>(ctx, ctx.rank() == 0 ? n : own.ncols);
            if (ctx.rank() == 0) count = known->number(numbers.data());
            known.reset();
        });
        known_messages messages;
        constexpr std::size_t bytes = sizeof(std::int64_t);
        for (int r = 1; r < ctx.size() && ctx.rank() == 0; ++r) {
            const rectangle& part = parts[static_cast<std::size_t>(r)];
            if (!part.is_empty())
                messages.sends.push_back({r, numbers.data() + part.column, static_cast<std::size_t>(part.ncols) * bytes});
        }
        if (ctx.rank() != 0 && !own.is_empty())
            messages.receives.push_back({0, numbers.data(), static_cast<std::size_t>(own.ncols) * bytes});
        move_known(ctx, messages);
        notes = ctx.together(operation, {}, [&](note& told) {
            block = sums_of_pieces(ctx, numbers.data(), 1, own.ncols);
            told = {count, block.nvals()};
        });
    }
    if (components != nullptr) *components = sum_of(notes);
    made.replace(std::move(block), notes, &note::changes);
    return made;
}

}  // namespace graphblas_gpu::dist
