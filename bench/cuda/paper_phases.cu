// The phases of the paper's hash method on square matrices, each variant by itself: milliseconds on one device.
//
// Idea: A*A, fp32. Values are small whole numbers, so that sums are exact, and every product is verified before a time
// is shown: rows ascend, and C w = A (A w) for a vector w of hashes. Median of five, temporary allocations included.
//     paper_phases [BYTES] FILE...      files as `graphgen --bin` writes them; BYTES of shared memory a row instead of
//     the rules
#include "matrices.hpp"
#include <graphblas_gpu/cuda/hash/paper/numeric.cuh>
#include <graphblas_gpu/cuda/hash/paper/symbolic.hpp>
#include <graphblas_gpu/cuda/primitives/sums.cuh>
#include <graphblas_gpu/cuda/primitives/scan.hpp>
#include <graphblas_gpu/cuda/structure/compressed.hpp>
#include <semirings/catalogue.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <harness.hpp>

namespace gb = graphblas_gpu;
using namespace graphblas_gpu::cuda;
using plus_times_float = direct<gb::semiring<gb::plus, gb::times, float>>;

namespace {

GB_HD float value_of(std::int64_t p) { return static_cast<float>(1 + p * 2654435761u % 3); }
GB_HD double weight_of(std::int64_t j) { return static_cast<double>(j * 2654435761u % 1000 + 1); }

gb::csr<float> read(const char* name) {
    gb::csr<void> structure = bench::read_binary_csr(name);
    gb::csr<float> m(structure.nrows, structure.ncols);
    m.offsets = std::move(structure.offsets);
    m.columns = std::move(structure.columns);
    m.values = gb::buffer<float>(m.columns.size());
    for (std::size_t p = 0; p < m.values.size(); ++p) m.values[p] = value_of(static_cast<std::int64_t>(p));
    return m;
}

/// Median of five calls after one that is not counted; a call of over half a second stands for itself.
template <class F>
double milliseconds(const engine_ptr& e, const F& f) {
    bench::timing times;
    for (int n = 0; n < 6; ++n) {
        const double ms = bench::timed([&] { f(), e->synchronise(); });
        if (n > 0 || ms > 500) times.milliseconds.push_back(ms);
        if (ms > 500) break;
    }
    return times.median();
}

/// y = M x, one thread a row, and whether columns ascend in all rows.
bool multiply_vector(const engine_ptr& e, const csr_ref& m, const double* x, double* y) {
    const auto bad = zeros<int>(e, 1);
    int* const found = bad.data();
    const auto* const values = m.values_as<float>();
    const auto offsets = m.offsets;
    const auto columns = m.columns;
    for_each(
        e, m.nrows, GB_DEVICE_LAMBDA(std::int64_t i) {
            double sum = 0;
            for (auto p = offsets[i]; p < offsets[i + 1]; ++p) {
                sum += values[p] * x[columns[p]];
                if (p > offsets[i] && columns[p] <= columns[p - 1]) *found = 1;
            }
            y[i] = sum;
        });
    return read_element(*e, bad.data()) == 0;
}

bool is_square_of(const engine_ptr& e, const csr_ref& c, const csr_ref& a) {
    const auto n = static_cast<std::size_t>(a.nrows);
    const array<double> w(e, n), aw(e, n), aaw(e, n), cw(e, n);
    auto* const x = w.data();
    for_each(
        e, a.nrows, GB_DEVICE_LAMBDA(std::int64_t j) { x[j] = weight_of(j); });
    multiply_vector(e, a, w.data(), aw.data());
    multiply_vector(e, a, aw.data(), aaw.data());
    if (!multiply_vector(e, c, w.data(), cw.data())) return false;
    const auto expected = downloaded(*e, aaw.data(), n), got = downloaded(*e, cw.data(), n);
    return std::equal(expected.begin(), expected.end(), got.begin());
}

struct larger {
    GB_HD std::int64_t operator()(std::int64_t x, std::int64_t y) const { return x > y ? x : y; }
};


struct square {
    engine_ptr e;
    csr a;
    array<std::int64_t> flops;
    product_rows p;
    array<gb::row_offset> offsets;
    product_output out;

    std::int64_t table_bytes = 0;
    std::uint32_t lanes_wanted() const { return table_bytes == 0 ? 0 : 32; }

    square(const engine_ptr& e_, const gb::csr<float>& host)
        : e(e_), a(uploaded(e, host)), flops(e, static_cast<std::size_t>(host.nrows)) {
        std::vector<std::int64_t> work(static_cast<std::size_t>(host.nrows));
        for (gb::index i = 0; i < host.nrows; ++i) {
            auto& sum = work[static_cast<std::size_t>(i)];
            for (auto q = host.structure().begin(i); q < host.structure().end(i); ++q) {
                sum += host.structure().row_size(host.columns[static_cast<std::size_t>(q)]);
            }
            p.total_flops += sum;
            p.most_flops = std::max(p.most_flops, sum);
        }
        e->to_device(flops.data(), work.data(), work.size() * sizeof(std::int64_t));
        p.a = p.b = a.view();
        p.last_row = host.nrows;
        p.flops = flops.data();
        offsets = array<gb::row_offset>(e, static_cast<std::size_t>(host.nrows) + 1);
        out.offsets = offsets.data();
    }

    void symbolic(paper::hash_variant variant, paper::compression compress) {
        paper::symbolic_report report;
        const paper::options wanted{variant, compress, lanes_wanted(), table_bytes, 0, 0, table_bytes == 0};
        e->reset_peak();
        const auto before = e->bytes_in_use();
        const double ms = milliseconds(e, [&] { paper::row_sizes(e, p, wanted, offsets.data(), report); });
        std::printf(
            "  symbolic %-5s %-4s %9.3f   multiplications %lld, lanes %u, rows a team %u, first level %u, chunks %lld "
            "of %lld bytes, long rows %lld, memory %.1f MB\n",
            to_string(report.phase.variant), report.compressed ? "sets" : "", ms,
            static_cast<long long>(report.compressed ? report.compressed_multiplications : report.multiplications),
            report.phase.team.lanes, report.phase.team.rows, report.phase.team.first.capacity,
            static_cast<long long>(report.phase.chunks), static_cast<long long>(report.phase.chunk_bytes),
            static_cast<long long>(report.phase.long_rows), static_cast<double>(e->peak_bytes() - before) / 1e6);
        out.most_nvals = reduce(e, offsets.data(), p.count(), std::int64_t{0}, larger{});
        out.nvals = sizes_to_offsets(e, offsets.data(), p.count());
    }

    paper::row_sums<plus_times_float> sums(gb::column_index* columns, float* sums, float* values) const {
        return {paper::operands_of(p),
                plus_times_float{},
                p.a.values_as<float>(),
                p.b.values_as<float>(),
                {},
                offsets.data(),
                columns,
                reinterpret_cast<unsigned*>(sums),
                values};
    }
    bool numeric(paper::hash_variant variant) {
        const auto n = static_cast<std::size_t>(out.nvals);
        const paper::options wanted{variant, {}, lanes_wanted(), table_bytes, 0, 0, table_bytes == 0};
        array<gb::column_index> unsorted(e, n), columns(e, n);
        array<float> unsorted_sums(e, n), values(e, n);
        paper::phase_report report;
        const paper::phase_facts facts{paper::vector_length(p.b.nvals, p.b.nrows), out.nvals / p.count(),
                                       out.most_nvals};
        const auto run = [&](const paper::row_sums<plus_times_float>& work) {
            paper::run_phase(e, variant, work, p, facts, wanted, report);
        };
        const double hashed = milliseconds(e, [&] { run(sums(unsorted.data(), unsorted_sums.data(), nullptr)); });
        const double sorted = milliseconds(e, [&] {
            paper::sort_rows(e, {p.count(), offsets.data(), out.nvals, out.most_nvals, unsorted.data(), unsorted_sums.data()},
                             columns.data(), values.data(), 4);
        });
        const csr_ref c{
            p.count(), p.ncols(), out.nvals, offsets.data(), columns.data(), values.data(), gb::type_code::float32};
        const bool is_right = is_square_of(e, c, p.a);
        e->set_bytes(values.data(), 0, n * sizeof(float));
        const double again = milliseconds(e, [&] { run(sums(columns.data(), nullptr, values.data())); });
        const bool is_right_again = is_square_of(e, c, p.a);
        std::printf(
            "  numeric  %-5s      %9.3f   sorting %.3f, reuse %.3f, lanes %u, rows a team %u, first level %u, chunks "
            "%lld of %lld "
            "bytes, long rows %lld%s\n",
            to_string(variant), hashed, sorted, again, report.team.lanes, report.team.rows, report.team.first.capacity,
            static_cast<long long>(report.chunks), static_cast<long long>(report.chunk_bytes),
            static_cast<long long>(report.long_rows), is_right && is_right_again ? "" : "   WRONG");
        return is_right && is_right_again;
    }
};

}  // namespace

int main(int count, char** names) {
    const auto e = engine::make(0, 0, nullptr, nullptr);
    bool is_right = true;
    const std::int64_t table_bytes = count > 1 ? std::atoll(names[1]) : 0;
    for (int n = table_bytes > 0 ? 2 : 1; n < count; ++n) {
        square s(e, read(names[n]));
        s.table_bytes = table_bytes;
        std::printf("%s: %lld rows, %lld entries, %lld multiplications\n", names[n],
                    static_cast<long long>(s.p.count()), static_cast<long long>(s.a.nvals),
                    static_cast<long long>(s.p.total_flops));
        const double counting = milliseconds(e, [&] { column_sets_before(e, s.p.b); });
        const double packing = milliseconds(e, [&] { compress(e, s.p.b); });
        std::printf("  counting sets      %9.3f   with packing %.3f\n", counting, packing);
        for (const auto variant : {paper::hash_variant::kkmem, paper::hash_variant::kklp}) {
            s.symbolic(variant, paper::compression::off);
            s.symbolic(variant, paper::compression::on);
        }
        std::printf("  entries of C: %lld, largest row %lld\n", static_cast<long long>(s.out.nvals),
                    static_cast<long long>(s.out.most_nvals));
        for (const auto variant : {paper::hash_variant::kkmem, paper::hash_variant::kklp})
            is_right = s.numeric(variant) && is_right;
        std::fflush(stdout);
    }
    return is_right ? 0 : 1;
}
