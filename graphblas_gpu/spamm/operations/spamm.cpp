// Checks the arguments of an approximate product and passes it to an engine.
#include <graphblas_gpu/base/stopwatch.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/named_value.hpp>
#include <graphblas_gpu/operations/on_engine.hpp>
#include <graphblas_gpu/shapes.hpp>
#include <graphblas_gpu/spamm/cuda/spread.hpp>
#include <graphblas_gpu/spamm/cuda/whole_product.hpp>
#include <graphblas_gpu/spamm/formats/spamm_rules.hpp>
#include <graphblas_gpu/spamm/host/plan.hpp>
#include <graphblas_gpu/spamm/spamm.hpp>

#include <fmt/format.h>

namespace graphblas_gpu {

namespace {

constexpr detail::value_names<spamm_precision::fp16> precisions("automatic", "fp64", "fp32", "tf32", "bf16", "fp16");
constexpr detail::value_names<spamm_variant::cuspamm> variants("automatic", "spamm", "dense", "cuspamm");

}  // namespace

const char* to_string(spamm_precision p) noexcept { return precisions.of(p); }
const char* to_string(spamm_variant v) noexcept { return variants.of(v); }
spamm_precision spamm_precision_from_string(std::string_view name) { return precisions.value(name, "spamm: no precision"); }
spamm_variant spamm_variant_from_string(std::string_view name) { return variants.value(name, "spamm: no variant"); }

namespace operations {
namespace {

using formats::spamm_facts;
using formats::spamm_level;
using formats::spamm_request;

void check_number(const char* name, double x, bool ok, const char* range) {
    if (!ok) throw invalid_value(fmt::format("spamm: {} is {:.6g}; it must be {}", name, x, range));
}

/// The rule, the one that is given.
void set_rule(spamm_request& request, const spamm_options& options) {
    const int given = int{options.tau.has_value()} + int{options.valid_ratio.has_value()} + int{options.error.has_value()};
    const bool is_dense = options.variant == spamm_variant::dense;
    if (given != (is_dense ? 0 : 1)) {
        throw invalid_value("spamm: " + std::to_string(given) + " of tau, valid_ratio and error are given; " +
                            (is_dense ? "variant dense takes none" : "exactly one is needed"));
    }
    if (options.tau) {
        check_number("tau", *options.tau, *options.tau >= 0, "a number >= 0");
        request.value = *options.tau;
    } else if (options.valid_ratio) {
        check_number("valid_ratio", *options.valid_ratio, *options.valid_ratio >= 0 && *options.valid_ratio <= 1, "in 0 .. 1");
        request.rule = formats::spamm_rule::valid_ratio;
        request.value = *options.valid_ratio;
    } else if (options.error) {
        check_number("error", *options.error, *options.error > 0 && std::isfinite(*options.error), "a finite number > 0");
        request.rule = formats::spamm_rule::error;
        // A little less than the quotient, so that |alpha| times the bound is at most what was asked for.
        const double scale = std::abs(request.alpha);
        request.value =
            scale == 1 ? *options.error : std::min(*options.error / scale * (1 - 0x1p-50), std::numeric_limits<double>::max());
    }
    if (options.search == tau_search::binary && !options.valid_ratio) {
        throw invalid_value("spamm: a binary search for tau needs a valid ratio");
    }
}

/// What rounding both factors to so many significant bits costs: 2 u + u^2.
constexpr double rounding_of(int significant_bits) {
    const double unit = 1.0 / static_cast<double>(std::int64_t{1} << significant_bits);
    return 2 * unit + unit * unit;
}

spamm_level level_of(block_type stored, spamm_precision precision) {
    constexpr int tf32_bits = 10, bf16_bits = 8, fp16_bits = 11, fp32_bits = 24;
    // tf32 has 11 bits, but factors are cut off and not rounded.
    spamm_level level;
    level.precision = precision;
    level.sum_unit = precision == spamm_precision::fp64 ? 0x1p-53 : 0x1p-23;  // tensor cores truncate sums in fp32
    switch (precision) {
        case spamm_precision::tf32:
            level.rounding = rounding_of(tf32_bits);
            break;
        case spamm_precision::bf16:
            level.rounding = stored == block_type::bfloat16 ? 0 : rounding_of(bf16_bits);
            break;
        case spamm_precision::fp16:
            level.rounding = stored == block_type::float16 ? 0 : rounding_of(fp16_bits);
            break;
        case spamm_precision::fp32:
            level.rounding = stored == block_type::float32 ? 0 : rounding_of(fp32_bits);
            level.low_parts = 0x1p-18;
            break;
        default:
            break;
    }
    // Doubles become floats first; the cross term is far below the second half of this.
    const bool rounds_twice = stored == block_type::float64 && level.rounding != 0 && precision != spamm_precision::fp32;
    if (rounds_twice) level.rounding += 2 * rounding_of(fp32_bits);
    return level;
}

spamm_precision own_precision(block_type stored) {
    using enum spamm_precision;
    return stored == block_type::float64   ? fp64
           : stored == block_type::float32 ? fp32
           : stored == block_type::float16 ? fp16
                                           : bf16;
}

void check_precision(block_type stored, spamm_precision precision) {
    const bool is_half = stored == block_type::float16 || stored == block_type::bfloat16;
    const bool ok = precision == own_precision(stored) || (!is_half && precision != spamm_precision::fp64);
    if (ok) return;
    throw unsupported(std::string("spamm: values of ") + formats::to_string(stored) + " are not multiplied in " +
                      to_string(precision) + "; convert the matrices first");
}

/// The levels: one, or under an error bound the precision of the values and tf32 below it.
void set_levels(spamm_request& request, block_type stored, index inner, const spamm_options& options) {
    const bool is_free = options.precision == spamm_precision::automatic;
    const spamm_precision own = is_free ? own_precision(stored) : options.precision;
    check_precision(stored, own);
    const bool has_ladder =
        is_free && request.rule == formats::spamm_rule::error && (own == spamm_precision::fp64 || own == spamm_precision::fp32);
    if (!has_ladder) {
        request.level[0] = level_of(stored, own);
        return;
    }
    request.levels = 2;
    request.level[0] = level_of(stored, spamm_precision::tf32);
    request.level[1] = level_of(stored, own);
    if (own == spamm_precision::fp64) {  // sums in fp32 are no rounding that a caller of fp64 expects: they belong to the bound
        spamm_level& tf32 = request.level[0];
        tf32.rounding += formats::sum_rounding(tf32, formats::blocks_for(inner), 1);
        tf32.sum_unit = 0;
    }
}

void check_variant(const context& ctx, block_type stored, const spamm_request& request, const spamm_options& options) {
    if (options.tile != 0 && options.tile != 32 && options.tile != 64 && options.tile != 128) {
        throw invalid_value("spamm: tiles of " + std::to_string(options.tile) + "; there are tiles of 32, 64 and 128");
    }
    if (!(options.drop_below >= 0)) check_number("drop_below", options.drop_below, false, "a number >= 0");
    if (options.variant == spamm_variant::cuspamm) {
        const spamm_precision p = request.level[0].precision;
        if (!ctx.is_cuda()) throw unsupported("spamm: variant cuspamm is a method of the CUDA engine");
        const bool has_values = stored == block_type::float32 || stored == block_type::float16;
        if (options.error || !has_values || (p != spamm_precision::fp32 && p != spamm_precision::fp16) ||
            (options.tile != 0 && options.tile != 32)) {
            throw unsupported(
                "spamm: variant cuspamm has tau and valid_ratio, values of float and float16 in fp32 and fp16, and tiles of "
                "32");
        }
    } else if (ctx.is_cuda() && options.tile == 32) {
        throw unsupported("spamm: the CUDA engine has tiles of 64 and 128, and of 32 in variant cuspamm");
    }
}

spamm_request request_for(const context& ctx, const block_storage& a, const block_storage& b, const spamm_options& options,
                          const spamm_sum& sum) {
    const shapes::shape wanted = shapes::product("spamm", {a.nrows(), a.ncols()}, false, {b.nrows(), b.ncols()}, false);
    if (sum.c != nullptr) shapes::check_same("spamm", "C", shapes::of(*sum.c), wanted);
    check_number("alpha", sum.alpha, std::isfinite(sum.alpha), "finite");
    check_number("beta", sum.beta, std::isfinite(sum.beta), "finite");
    spamm_request request;
    request.alpha = sum.alpha;
    request.beta = sum.beta;
    set_rule(request, options);
    set_levels(request, a.type(), a.ncols(), options);
    check_variant(ctx, a.type(), request, options);
    constexpr index max_positions = index{1} << 28;
    const index rows = formats::blocks_for(a.nrows()), inner = formats::blocks_for(a.ncols()),
                columns = formats::blocks_for(b.ncols());
    for (const auto& [n, m] : {std::pair{rows, inner}, std::pair{inner, columns}, std::pair{rows, columns}}) {
        if (m != 0 && n > max_positions / m) {
            throw unsupported("spamm: " + std::to_string(n) + "x" + std::to_string(m) +
                              " positions of blocks; at most 2^28 are supported");
        }
    }
    request.tile = options.variant == spamm_variant::cuspamm ? 32
                   : options.tile != 0                       ? options.tile
                                                             : formats::spamm_tile(a.nrows(), b.ncols());
    request.drop_below = options.drop_below;
    request.search = options.search;
    request.variant = options.variant;
    if (sum.alpha == 0) {  // no products, so that there is nothing to choose
        request.rule = formats::spamm_rule::tau;
        request.value = 0;
        request.level[0] = request.level[static_cast<std::size_t>(request.levels - 1)];
        request.levels = 1;
    }
    return request;
}

/// What the rounding of beta C and of sums with it may change, for C of this norm.
double rounding_of_addend(const spamm_request& request, const block_storage& c, double norm) {
    const double unit = c.type() == block_type::float64 ? 0x1p-52 : 0x1p-23;
    return (request.levels + 1) * unit * std::abs(request.beta) * norm;
}

/// `of_addend`: what rounding_of_addend says.
spamm_report report_of(const spamm_request& request, const formats::spamm_facts& facts, double of_addend, const char* engine) {
    spamm_report out;
    out.engine = engine;
    out.method = facts.library                               ? "cublas"
                 : facts.dense                               ? "dense"
                 : request.variant == spamm_variant::cuspamm ? "cuspamm"
                                                             : "spamm";
    out.reason = facts.reason;
    for (int l = 0; l < request.levels; ++l) {
        const std::int64_t products = facts.products[static_cast<std::size_t>(l)];
        out.products += products;
        if (products == 0 && (request.levels > 1)) continue;
        out.precision +=
            (out.precision.empty() ? "" : " + ") + std::string(to_string(request.level[static_cast<std::size_t>(l)].precision));
    }
    if (out.precision.empty()) out.precision = to_string(request.level[static_cast<std::size_t>(request.levels - 1)].precision);
    out.tau = facts.tau;
    out.tile = static_cast<int>(request.tile);
    out.all_products = facts.all_products;
    out.valid_ratio = facts.all_products == 0 ? 0 : static_cast<double>(out.products) / static_cast<double>(facts.all_products);
    out.flops = out.products * 2 * formats::block_side * request.tile * request.tile;
    const double scale = std::abs(request.alpha);
    out.error_bound = scale * facts.error_bound + facts.dropped;
    out.sum_rounding_bound = scale * facts.sum_rounding_bound + of_addend;
    return out;
}

/// The bytes that the devices of a group have copied from each other.
std::int64_t pulled_by(const cuda::device_group* devices) {
    std::int64_t bytes = 0;
    if (devices == nullptr) return bytes;
    for (const auto& e : devices->engines()) bytes += e->moved().bytes_from_devices;
    return bytes;
}

cuda::factor_facts facts_of(const block_storage& m) { return {m.nrows(), m.ncols(), m.type(), m.count()}; }

/// All of the product by cuBLAS, if norms are finite, the error bound allows it, and dense arrays that are not there yet fit.
/// If they do not, `lacks_memory` is set; where the caller has named dense products, that is an error. `were_counted`: products
/// have been counted by norms. `c` is what beta times is added, or null.
std::optional<spamm_made> multiplied_whole(const cuda::engine_ptr& e, const block_storage& a, const block_storage& b,
                                           const block_storage* c, const spamm_request& request, bool were_counted,
                                           bool& lacks_memory) {
    constexpr double max_norms = 0x1p1000;
    const double norms = a.norm(e) * b.norm(e);
    if (!(norms < max_norms)) return std::nullopt;
    spamm_facts facts = cuda::facts_of_whole(facts_of(a), facts_of(b), norms, request);
    if (request.rule == formats::spamm_rule::error && facts.error_bound > request.value) return std::nullopt;
    const bool is_named = request.variant == spamm_variant::dense;
    const auto bytes_of = [](index m, index n, block_type type) {
        return formats::blocks_for(m) * formats::blocks_for(n) * formats::block_values *
               static_cast<index>(formats::size_of(type));
    };
    index bytes = bytes_of(a.nrows(), b.ncols(), a.type() == block_type::float64 ? block_type::float64 : block_type::float32);
    if (!a.has_dense(e)) bytes += bytes_of(a.nrows(), a.ncols(), a.type());
    if (!b.has_dense(e) && &a != &b) bytes += bytes_of(b.nrows(), b.ncols(), b.type());
    lacks_memory = bytes > e->free_bytes();
    if (lacks_memory && !is_named) return std::nullopt;
    try {
        const auto left = a.dense(e), right = b.dense(e);
        facts.reason = is_named       ? "named by the caller"
                       : were_counted ? "cuBLAS is expected to be faster than so many products of tiles"
                                      : "cuBLAS is expected to be faster than norms and lists";
        const auto addend = c == nullptr ? nullptr : c->device(e);
        const double of_addend = c == nullptr ? 0 : rounding_of_addend(request, *c, c->norm(e));
        spamm_made made{block_storage(cuda::multiply_whole(*left, *right, addend.get(), request)),
                        report_of(request, facts, of_addend, "cuda")};
        made.report.were_counted = were_counted;
        return made;
    } catch (const out_of_memory&) {
        if (is_named) throw;
        lacks_memory = true;
        return std::nullopt;
    }
}

spamm_made multiplied_on_device(const context& on, const block_storage& a, const block_storage& b, const block_storage* c,
                                const spamm_request& request) {
    const cuda::engine_ptr& e = on.cuda_engine();
    const cuda::engine::use here(*e, "spamm");
    cuda::device_group* const devices = on.device_group().get();
    const bool is_on_one = devices == nullptr || !cuda::may_spread_spamm(*devices, a.nrows(), a.ncols(), b.ncols(), request);
    bool lacks_memory = false;
    if (is_on_one && cuda::whole_product_is_profitable(e, facts_of(a), facts_of(b), request)) {
        if (auto made = multiplied_whole(e, a, b, c, request, false, lacks_memory)) return std::move(*made);
    }
    const auto left = a.device(e), right = b.device(e), addend = c == nullptr ? nullptr : c->device(e);
    const double of_addend = c == nullptr ? 0 : rounding_of_addend(request, *c, c->norm(e));
    const std::int64_t before = pulled_by(devices);
    const auto multiplied = [&](bool may_be_whole, int& used) {
        return devices == nullptr ? cuda::spamm(e, *left, *right, addend.get(), request, may_be_whole)
                                  : cuda::spread_spamm(*devices, left, right, addend, request, used, may_be_whole);
    };
    int used = 1;
    cuda::spamm_answer answer = multiplied(cuda::can_multiply_whole(facts_of(a), facts_of(b), request), used);
    if (answer.wants_whole) {
        if (auto made = multiplied_whole(e, a, b, c, request, true, lacks_memory)) return std::move(*made);
        answer = multiplied(false, used);
    }
    spamm_made made{block_storage(std::move(answer.product)), report_of(request, answer.facts, of_addend, "cuda")};
    if (lacks_memory) made.report.reason = "there is no memory for a dense product: " + made.report.reason;
    made.report.devices = used;
    made.report.bytes_between_devices = pulled_by(devices) - before;
    return made;
}

spamm_made multiplied_on_host(const context& on, const block_storage& a, const block_storage& b, const block_storage* c,
                              const spamm_request& request) {
    host::team& team = on.team();
    const auto turn = team.take_turn("spamm");
    const auto left = a.host(), right = b.host(), addend = c == nullptr ? nullptr : c->host();
    const double of_addend = c == nullptr ? 0 : rounding_of_addend(request, *c, formats::norm_of_blocks(*c));
    return base::within_memory("spamm: the product", [&] {
        host::spamm_plan plan = host::plan_spamm(team, *left, *right, request);
        plan.facts.dense = request.variant == spamm_variant::dense;
        plan.facts.reason = plan.facts.dense ? "named by the caller" : "products of tiles with small norms are left out";
        formats::dense_blocks made = host::spamm_product(team, *left, *right, addend.get(), request, plan);
        return spamm_made{block_storage(std::move(made)), report_of(request, plan.facts, of_addend, "host")};
    });
}

}  // namespace

spamm_made spamm(const context& ctx, const block_storage& a, const block_storage& b, const spamm_options& options,
                 const spamm_sum& sum) {
    return on_engine(ctx, "spamm", [&](const context& on) {
        const base::stopwatch watch;
        const spamm_request request = request_for(on, a, b, options, sum);
        const block_storage* const c = sum.beta == 0 ? nullptr : sum.c;
        const auto multiplied = [&](const block_storage& left, const block_storage& right) {
            return on.is_cuda() ? multiplied_on_device(on, left, right, c, request)
                                : multiplied_on_host(on, left, right, c, request);
        };
        // Factors that are not read are replaced by zeros.
        spamm_made made = sum.alpha == 0 ? multiplied(block_storage(a.type(), a.nrows(), a.ncols()),
                                                      block_storage(b.type(), b.nrows(), b.ncols()))
                                         : multiplied(a, b);
        made.report.milliseconds = watch.milliseconds();
        return made;
    });
}

}  // namespace operations
}  // namespace graphblas_gpu
