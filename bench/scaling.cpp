// Idea: a row is a call with operands of its own. It runs on one device first, whose answer is kept in host memory; then on
// each other number of devices, where the first call copies operands and is compared with that answer, and those after it are
// timed. Contexts do not take turns, because operands and results of all would not fit beside each other. From the times of one
// device and of two a model predicts those of more: what is shared, what is not, and copies at the speed of the link.
#include "scaling.hpp"

#include "harness.hpp"
#include "scaling_model.hpp"
#include <algorithms/page_rank.hpp>
#include <graphblas_gpu/cuda/device/array.hpp>
#include <graphblas_gpu/cuda/device/device_group.hpp>
#include <graphblas_gpu/graphblas_gpu.hpp>
#include <graphblas_gpu/io/generate.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/spamm.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>

namespace bench {

namespace {

namespace gb = graphblas_gpu;
using gb::index;

/// One call, whose operands and results differ from row to row.
struct task {
    std::function<void(const gb::context&)> prepare;  ///< gives the context operands of its own
    std::function<void(const gb::context&)> run;
    std::function<void()> keep;  ///< the result is what others are compared with
    std::function<bool()> is_same;
    std::function<void()> discard;  ///< the result, or the operands too
    std::function<void()> forget;
    int answers = 1;          ///< how many a call computes, such as iterations; times are for one
    double copied_bytes = 0;  ///< for an answer, that a device would get from very many others
};

/// A task with an Operand, of which every context gets a copy, prepared by make(ctx).
template <class Operand, class Result>
task task_of(std::function<Operand(const gb::context&)> make, std::function<Result(const gb::context&, const Operand&)> call,
             std::function<bool(const Result&, const Result&)> same) {
    struct state {
        std::unique_ptr<Operand> operand;
        Result result{}, kept{};
    };
    const auto s = std::make_shared<state>();
    task out;
    out.prepare = [=](const gb::context& ctx) { s->operand = std::make_unique<Operand>(make(ctx)); };
    out.run = [=](const gb::context& ctx) { s->result = call(ctx, *s->operand); };
    out.keep = [=] { s->kept = std::move(s->result); };
    out.is_same = [=] { return same(s->kept, s->result); };
    out.discard = [=] { s->result = Result{}; };
    out.forget = [=] { s->operand = nullptr; };
    return out;
}

/// What several rows share: the last graph that was made.
struct workbench {
    const scaling_options& options;
    gb::context host = gb::context::host();
    std::string made = {};
    gb::matrix<void> graph = {};

    const gb::matrix<void>& rmat(int scale, int factor) {
        if (options.small) scale = 7 + scale % 4, factor = 8;
        return made_once(fmt::format("rmat-{}-{}", scale, factor),
                         [&] { return gb::rmat(scale, factor, {.threads = host.threads()}); });
    }
    const gb::matrix<void>& uniform() {
        return made_once("uniform", [&] { return gb::uniform(options.small ? 2000 : 1 << 22, 8, 1, host.threads()); });
    }
    const gb::matrix<void>& band() {
        return made_once("band", [&] { return gb::band(options.small ? 1000 : 1000000, options.small ? 4 : 32); });
    }

  private:
    template <class Make>
    const gb::matrix<void>& made_once(const std::string& name, const Make& make) {
        if (made == name) return graph;
        graph = gb::matrix<void>();
        graph = gb::from_coordinates<void>(host, make());
        (void)graph.storage();
        made = name;
        return graph;
    }
};

template <class T>
gb::csr<T> with_values(const gb::matrix<void>& graph) {
    gb::csr<T> out;
    out.nrows = graph.nrows();
    out.ncols = graph.ncols();
    out.offsets = graph.storage().offsets;
    out.columns = graph.storage().columns;
    out.values = gb::buffer<T>(out.columns.size());
    return out;
}

task count_of_square(const gb::matrix<void>& graph) {
    return task_of<gb::matrix<void>, index>(
        [&](const gb::context&) { return graph; },
        [](const gb::context& ctx, const gb::matrix<void>& a) { return gb::mxm_nvals(ctx, a, a); }, std::equal_to<>());
}

/// The number of entries and the sum of a product, whose entries are too many to be compared one by one.
struct summary {
    index nvals = 0;
    std::int64_t sum = 0;
    bool operator==(const summary&) const = default;
};

task square(const gb::matrix<void>& graph) {
    auto values = with_values<float>(graph);
    std::fill(values.values.begin(), values.values.end(), 1.0f);
    const auto a = std::make_shared<const gb::matrix<float>>(gb::matrix<float>::from_storage(std::move(values)));
    struct state {
        gb::matrix<float> operand, result;
        summary kept;
        gb::context on = gb::context::host();
    };
    const auto s = std::make_shared<state>();
    const auto summed = [s] {
        // Of rows that are equal the sums are; they are added up as integers.
        const auto rows = gb::reduce_rows(s->on, gb::plus{}, s->result);
        gb::vector<std::int64_t> whole(rows.size());
        gb::apply(s->on, whole, gb::no_mask, gb::no_accum, gb::identity{}, rows);
        return summary{s->result.nvals(), gb::reduce(s->on, gb::plus{}, whole)};
    };
    task out;
    out.prepare = [=](const gb::context&) { s->operand = *a; };
    out.run = [=](const gb::context& ctx) {
        s->result = gb::mxm(ctx, gb::plus_times<float>, s->operand, s->operand);
        s->on = ctx;
    };
    out.keep = [=] { s->kept = summed(); };
    out.is_same = [=] { return summed() == s->kept; };
    out.discard = [=] { s->result = {}; };
    out.forget = [=] { s->operand = {}; };
    return out;
}

task masked_square(const gb::matrix<void>& graph) {
    using counts = gb::matrix<std::int64_t>;
    return task_of<gb::matrix<void>, counts>([&](const gb::context&) { return graph; },
                                             [](const gb::context& ctx, const gb::matrix<void>& a) {
                                                 counts c(a.nrows(), a.ncols());
                                                 gb::mxm(ctx, c, gb::structure(a), gb::no_accum, gb::plus_pair<std::int64_t>, a,
                                                         a);
                                                 return c;
                                             },
                                             std::equal_to<>());
}

task triangles(const gb::matrix<void>& graph) {
    return task_of<gb::matrix<void>, std::int64_t>(
        [&](const gb::context& ctx) { return gb::triu_by_degree(ctx, gb::matrix<void>(graph)); },
        [](const gb::context& ctx, const gb::matrix<void>& u) {
            return gb::mxm_reduce(ctx, gb::plus{}, gb::structure(u), gb::plus_pair<std::int64_t>, u, u);
        },
        std::equal_to<>());
}

/// 64 vertices that have edges, and the numbers of the searches.
struct search_sources {
    std::vector<index> vertices, numbers;
    explicit search_sources(const gb::matrix<void>& graph, int count = 64) {
        for (index v = 0; static_cast<int>(vertices.size()) < count; v = (v + 7919) % graph.nrows()) {
            const auto at = static_cast<std::size_t>(v);
            if (graph.row_offsets()[at + 1] == graph.row_offsets()[at]) continue;
            numbers.push_back(static_cast<index>(vertices.size()));
            vertices.push_back(v);
        }
    }
};

task levels(const gb::matrix<void>& graph) {
    using level_rows = gb::matrix<std::int32_t>;
    return task_of<gb::matrix<void>, level_rows>(
        [&](const gb::context& ctx) {
            gb::matrix<void> a = graph;
            (void)a.is_symmetric(ctx);
            return a;
        },
        [from = search_sources(graph)](const gb::context& ctx, const gb::matrix<void>& a) {
            level_rows levels;
            const auto count = static_cast<index>(from.vertices.size());
            auto reached = gb::matrix<void>::from_edges(count, a.nrows(), from.numbers, from.vertices);
            gb::propagate(ctx, reached, reached, gb::fill_blanks, gb::any_pair<bool>, a, {.rounds_of_rows = &levels});
            return levels;
        },
        std::equal_to<>());
}

task paths(const gb::matrix<void>& graph) {
    using lengths = gb::matrix<std::int32_t>;
    auto weighted = with_values<std::int32_t>(graph);
    for (std::size_t p = 0; p < weighted.values.size(); ++p)
        weighted.values[p] = static_cast<std::int32_t>(1 + p * 2654435761u % 255);
    const auto a = std::make_shared<const lengths>(lengths::from_storage(std::move(weighted)));
    return task_of<lengths, lengths>(
        [a](const gb::context& ctx) {
            lengths own = *a;
            (void)own.is_symmetric(ctx);
            return own;
        },
        [from = search_sources(graph)](const gb::context& ctx, const lengths& own) {
            const std::vector<std::int32_t> zeros(from.vertices.size(), 0);
            const auto count = static_cast<index>(from.vertices.size());
            auto distances = lengths::from_edges(count, own.nrows(), from.numbers, from.vertices, zeros);
            gb::propagate(ctx, distances, distances, gb::improve, gb::min_plus<std::int32_t>, own, {.longest = 255});
            return distances;
        },
        std::equal_to<>());
}

task page_rank(const gb::matrix<void>& graph) {
    constexpr int iterations = 20;
    task out = task_of<gb::matrix<void>, gb::vector<double>>(
        [&](const gb::context& ctx) {
            gb::matrix<void> a = graph;
            (void)a.is_symmetric(ctx);
            return a;
        },
        [](const gb::context& ctx, const gb::matrix<void>& a) {
            return gb::page_rank(ctx, a, {.tolerance = 0, .most_iterations = iterations}).ranks;
        },
        std::equal_to<>());
    out.answers = iterations;
    out.copied_bytes = 8.0 * static_cast<double>(graph.nrows());
    return out;
}

/// exp(-32 |i - j| / n): blocks of one diagonal are equal.
gb::block_matrix<float> decaying(index n, int threads) {
    using namespace gb::formats;
    const index side = blocks_for(n);
    std::vector<float> diagonals(static_cast<std::size_t>((2 * side - 1) * block_values));
    std::vector<double> norms(static_cast<std::size_t>(2 * side - 1));
    dense_blocks out;
    out.nrows = out.ncols = n;
    out.type = gb::block_type::float32;
    out.offsets = gb::buffer<gb::row_offset>(static_cast<std::size_t>(side) + 1);
    out.columns = gb::buffer<gb::column_index>(static_cast<std::size_t>(side * side));
    out.norms = gb::buffer<double>(static_cast<std::size_t>(side * side));
    out.values = gb::buffer<std::byte>(static_cast<std::size_t>(side * side * block_values) * sizeof(float));
    for (index d = 1 - side; d < side; ++d) {
        float* const block = diagonals.data() + (d + side - 1) * block_values;
        for (index k = 0; k < block_values; ++k) {
            const index distance = d * block_side + k % block_side - k / block_side;
            block[k] = static_cast<float>(std::exp(-32.0 * static_cast<double>(std::abs(distance)) / static_cast<double>(n)));
        }
        norms[static_cast<std::size_t>(d + side - 1)] = frobenius_norm(out.type, block, block_values);
    }
    const auto fill = [&](index first) {
        for (index i = first; i < side; i += threads) {
            for (index j = 0; j < side; ++j) {
                const index p = i * side + j, d = j - i + side - 1;
                out.columns[static_cast<std::size_t>(p)] = static_cast<gb::column_index>(j);
                out.norms[static_cast<std::size_t>(p)] = norms[static_cast<std::size_t>(d)];
                std::memcpy(out.block<float>(p), diagonals.data() + d * block_values,
                            static_cast<std::size_t>(block_values) * sizeof(float));
            }
        }
    };
    std::vector<std::thread> helpers;
    for (int t = 0; t < threads; ++t) helpers.emplace_back(fill, t);
    for (std::thread& t : helpers) t.join();
    for (index i = 0; i <= side; ++i) out.offsets[static_cast<std::size_t>(i)] = i * side;
    return gb::block_matrix<float>::from_storage(gb::block_storage(std::move(out)));
}

task approximate_square(index n, int threads) {
    using blocks = gb::block_matrix<float>;
    const auto a = std::make_shared<const blocks>(decaying(n, threads));
    const auto tau = std::make_shared<double>(-1.0);
    return task_of<blocks, blocks>(
        [=](const gb::context& ctx) {
            blocks own = *a;
            if (*tau < 0) *tau = gb::spamm(ctx, own, own, {.valid_ratio = 0.1, .variant = gb::spamm_variant::spamm}).report.tau;
            return own;
        },
        [=](const gb::context& ctx, const blocks& own) {
            return gb::spamm(ctx, own, own, {.tau = *tau, .variant = gb::spamm_variant::spamm}).product;
        },
        [](const blocks& x, const blocks& y) {
            const auto one = x.storage().host(), other = y.storage().host();
            const auto equal = [](const auto& v, const auto& w) {
                return v.size() == w.size() && std::memcmp(v.data(), w.data(), v.size() * sizeof(*v.data())) == 0;
            };
            return equal(one->offsets, other->offsets) && equal(one->columns, other->columns) &&
                   equal(one->values, other->values);
        });
}

struct row {
    const char* name;
    const char* what;
    std::function<task(workbench&)> make;
};

const std::vector<row>& all_rows() {
    static const std::vector<row> rows{
        {"nvals-18", "entries of A*A, R-MAT 18/8", [](workbench& w) { return count_of_square(w.rmat(18, 8)); }},
        {"masked-18", "C<A> = A*A, R-MAT 18/8", [](workbench& w) { return masked_square(w.rmat(18, 8)); }},
        {"square-18", "A*A, fp32, distributed, R-MAT 18/8", [](workbench& w) { return square(w.rmat(18, 8)); }},
        {"nvals-20", "entries of A*A, R-MAT 20/16", [](workbench& w) { return count_of_square(w.rmat(20, 16)); }},
        {"masked-20", "C<A> = A*A, R-MAT 20/16", [](workbench& w) { return masked_square(w.rmat(20, 16)); }},
        {"band", "A*A, fp32, distributed, band of 1 M rows, 65 wide", [](workbench& w) { return square(w.band()); }},
        {"uniform", "A*A, fp32, distributed, 4 M vertices, degree 8", [](workbench& w) { return square(w.uniform()); }},
        {"spamm-32768", "spamm, fp32, 10 % valid, N = 32768",
         [](workbench& w) { return approximate_square(w.options.small ? 256 : 32768, w.host.threads()); }},
        {"triangles-22", "triangles, oriented, R-MAT 22/16", [](workbench& w) { return triangles(w.rmat(22, 16)); }},
        {"pagerank-22", "PageRank, an iteration, R-MAT 22/16", [](workbench& w) { return page_rank(w.rmat(22, 16)); }},
        {"levels-22", "levels from 64 sources, R-MAT 22/16", [](workbench& w) { return levels(w.rmat(22, 16)); }},
        {"paths-22", "paths from 64 sources, R-MAT 22/16", [](workbench& w) { return paths(w.rmat(22, 16)); }},
        {"spamm-65536", "spamm, fp32, 10 % valid, N = 65536",
         [](workbench& w) { return approximate_square(w.options.small ? 512 : 65536, w.host.threads()); }},
        {"triangles-23", "triangles, oriented, R-MAT 23/16", [](workbench& w) { return triangles(w.rmat(23, 16)); }},
    };
    return rows;
}

/// A number of devices that the machine has.
struct machine {
    int devices;
    gb::context ctx;

    std::vector<std::shared_ptr<gb::cuda::engine>> engines() const {
        if (devices == 1) return {ctx.cuda_engine()};
        const auto all = ctx.device_group()->engines();
        return {all.begin(), all.end()};
    }
    void wait() const {
        for (const auto& e : engines()) e->synchronise();
    }
    double pulled() const {
        double bytes = 0;
        for (const auto& e : engines()) bytes += static_cast<double>(e->moved().bytes_from_devices);
        return bytes;
    }
    /// How long each device has waited for copies so far.
    std::vector<double> waited() const {
        std::vector<double> ms;
        for (const auto& e : engines()) ms.push_back(e->moved().milliseconds_from_devices);
        return ms;
    }
    /// How long each device worked on what was spread, since the last call; empty if nothing was or there is one device.
    std::vector<double> working() const { return devices == 1 ? std::vector<double>() : ctx.device_group()->take_times(); }
};

/// Bytes a millisecond from the first device to the second; 0 if there is one device.
double link_speed(const machine& m, bool small) {
    if (m.devices == 1) return 0;
    const std::size_t bytes = std::size_t{1} << (small ? 16 : 30);
    const auto engines = m.engines();
    const gb::cuda::memory from(engines[0], bytes), to(engines[1], bytes);
    double best = 0;
    for (int turn = 0; turn < 4; ++turn) {
        m.wait();
        best = std::max(best, static_cast<double>(bytes) / timed([&] {
                                  engines[1]->pull(to.data(), *engines[0], from.data(), bytes);
                                  engines[1]->synchronise();
                              }));
    }
    return best;
}

struct measured {
    double milliseconds = 0;
    double bytes = 0;              ///< between devices, for an answer
    double first_bytes = 0;        ///< and by the first call, which copies operands,
    double first_wait = 0;         ///< for which a device waited so long at most
    double slowest = 0, mean = 0;  ///< of the devices' work for an answer; 0 if the call does not tell
    std::string verdict;
};

measured measure(const machine& m, const task& t, int repeat, bool is_reference) {
    measured out;
    t.prepare(m.ctx);
    m.wait();
    const double before = m.pulled();
    const std::vector<double> waited_before = m.waited();
    t.run(m.ctx);
    m.wait();
    out.first_bytes = m.pulled() - before;
    const std::vector<double> waited = m.waited();
    for (std::size_t d = 0; d < waited.size(); ++d) out.first_wait = std::max(out.first_wait, waited[d] - waited_before[d]);
    if (is_reference) {
        t.keep();
        out.verdict = "kept";
    } else {
        out.verdict = t.is_same() ? "equal" : "DIFFERENT";
    }
    t.discard();
    std::vector<double> times, slowest, means;
    const double start = m.pulled();
    for (int turn = 0; turn < repeat; ++turn) {
        m.wait();
        (void)m.working();
        times.push_back(timed([&] {
                            t.run(m.ctx);
                            m.wait();
                        }) /
                        t.answers);
        if (const auto working = m.working(); !working.empty()) {
            double sum = 0;
            for (const double ms : working) sum += ms;
            slowest.push_back(*std::max_element(working.begin(), working.end()) / t.answers);
            means.push_back(sum / static_cast<double>(working.size()) / t.answers);
        }
        t.discard();
    }
    out.milliseconds = timing{"", times}.median();
    out.bytes = (m.pulled() - start) / repeat / t.answers;
    if (!slowest.empty()) out.slowest = timing{"", slowest}.median(), out.mean = timing{"", means}.median();
    t.forget();
    m.ctx.release_memory();
    return out;
}

/// What all devices got, and which part of the link's speed one of them had that got `bytes_of_one` in this time.
std::string of_link(double bytes, double bytes_of_one, double milliseconds, double link) {
    if (bytes == 0) return "0";
    if (link == 0 || milliseconds == 0) return fmt::format("{:.1f}", 1e-6 * bytes);
    return fmt::format("{:.1f} in {:.2f} ms, {:.0f} %", 1e-6 * bytes, milliseconds, 100 * bytes_of_one / milliseconds / link);
}

/// Where the time beyond an equal part goes.
std::string rest_of(const measured& x, const measured& one, int devices, double link) {
    if (devices == 1) return "";
    const double ideal = one.milliseconds / devices;
    // A device gets an equal part of what is copied.
    const double copying = link > 0 ? x.bytes / devices / link : 0;
    if (x.slowest == 0) return fmt::format("{:+.3f} of which copies {:.3f}", x.milliseconds - ideal, copying);
    return fmt::format("{:+.3f}: devices differ {:.3f}, their work is {:+.3f} beyond a part, before and after {:.3f}",
                       x.milliseconds - ideal, x.slowest - x.mean, x.mean - ideal, x.milliseconds - x.slowest);
}

}  // namespace

std::vector<std::string> scaling_rows() {
    std::vector<std::string> names;
    for (const row& r : all_rows()) names.emplace_back(r.name);
    return names;
}

void measure_scaling(const scaling_options& options) {
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    std::vector<machine> machines;
    std::vector<int> counts = options.counts, absent;
    counts.push_back(1);
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    const int present = gb::cuda::engine::usable_devices();
    for (const int count : counts) {
        if (count > std::max(present, 1)) {  // a machine without a device is refused below
            absent.push_back(count);
            continue;
        }
        std::vector<int> numbers;
        for (int d = 0; d < count; ++d) numbers.push_back(d);
        machines.push_back({count, count == 1      ? gb::context::cuda()
                                   : options.small ? gb::context::cuda({.devices = numbers, .spread_from = 0})
                                                   : gb::context::cuda({.devices = numbers})});
    }
    const double link = link_speed(machines.back(), options.small);
    fmt::print("{} x {}, copies by {}, {:.1f} GB/s from one device to another{}\n", present,
               machines.front().ctx.cuda_engine()->facts().name,
               machines.back().devices == 1 ? "nothing" : machines.back().ctx.device_group()->between()->name(), 1e-6 * link,
               options.small ? "; SMALL SIZES, a rehearsal whose times mean nothing" : "");
    if (!absent.empty()) fmt::print("left out: {} devices, because the machine has {}\n", fmt::join(absent, " and "), present);
    fmt::print(
        "\n| row | devices | ms | times one | predicted | MB copied by a call, of the link | by the first one | answer | "
        "beyond an "
        "equal part, ms |\n"
        "|---|---|---|---|---|---|---|---|---|\n");
    std::FILE* const json = options.json.empty() ? nullptr : std::fopen(options.json.c_str(), "w");
    if (!options.json.empty() && json == nullptr) throw std::runtime_error("cannot write " + options.json);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> closes(
        json, [](std::FILE* f) { return f == nullptr ? 0 : std::fclose(f); });

    workbench w{options};
    std::vector<std::string> late, different;
    for (const row& r : all_rows()) {
        if (!options.rows.empty() && std::find(options.rows.begin(), options.rows.end(), r.name) == options.rows.end())
            continue;
        if (options.budget_seconds > 0 && seconds() > options.budget_seconds) {
            late.emplace_back(r.name);
            continue;
        }
        std::vector<std::pair<int, measured>> done;
        scaling_model model;
        const auto print = [&](int devices, const measured* x, const std::string& instead) {
            const double predicted = model.predicted(devices);
            fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", r.what, devices,
                       x ? fmt::format("{:.3f}", x->milliseconds) : instead,
                       x ? fmt::format("{:.2f}", model.one / x->milliseconds) : "",
                       devices == 1 ? "" : fmt::format("{:.3f}", predicted),
                       x && devices > 1 ? of_link(x->bytes, x->bytes / devices, x->milliseconds, link) : "",
                       x && devices > 1 ? fmt::format("{:.1f}, waited {:.2f} ms", 1e-6 * x->first_bytes, x->first_wait) : "",
                       x ? x->verdict : "", x && !done.empty() ? rest_of(*x, done.front().second, devices, link) : "");
            if (json != nullptr) {
                fmt::print(json,
                           "{{\"row\": \"{}\", \"what\": \"{}\", \"devices\": {}, \"ms\": {}, \"predicted_ms\": {:.4f}, "
                           "\"bytes\": {:.0f}, "
                           "\"first_bytes\": {:.0f}, \"first_wait_ms\": {:.4f}, \"link_gb_s\": {:.1f}, \"answer\": \"{}\", "
                           "\"revision\": \"{}\"}}\n",
                           r.name, r.what, devices, x ? fmt::format("{:.4f}", x->milliseconds) : "null", predicted,
                           x ? x->bytes : 0, x ? x->first_bytes : 0, x ? x->first_wait : 0, 1e-6 * link,
                           x ? x->verdict : instead, options.revision);
            }
            std::fflush(stdout);
        };
        try {
            const task t = r.make(w);
            model.copied_bytes = t.copied_bytes;
            model.bytes_a_ms = link;
            for (const machine& m : machines) {
                const measured x = measure(m, t, options.repeat, m.devices == 1);
                if (m.devices == 1) model.one = x.milliseconds;
                print(m.devices, &x, "");
                if (m.devices == 2) model.two = x.milliseconds;
                if (x.verdict == "DIFFERENT") different.push_back(fmt::format("{} on {}", r.name, m.devices));
                done.emplace_back(m.devices, x);
            }
            for (const int count : absent) print(count, nullptr, "not run");
        } catch (const gb::out_of_memory& e) {
            fmt::print("| {} | | no memory | | | | | | {} |\n", r.what, e.what());
            for (const machine& m : machines) m.ctx.release_memory();
        }
    }
    if (!late.empty())
        fmt::print("\nleft out for lack of time ({:.0f} s): {}\n", options.budget_seconds, fmt::join(late, ", "));
    if (!different.empty())
        throw std::runtime_error(fmt::format("answers differ from those of one device: {}", fmt::join(different, ", ")));
}

}  // namespace bench
