// Idea: see mxm_files.hpp.
#include "mxm_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace grb {
namespace {

file_options of_operands(const mxm_command& options) {
    file_options reading = options.file;
    if (options.structure_only || options.count) reading.weights = "none";
    reading.one_based_for_others = true;
    return reading;
}

/// Adds the time and the memory that every method was expected to need, and the time that was measured of the method that ran.
/// A method without a prediction cannot compute the product, or its cost is not known; a note says why nothing is predicted at
/// all.
void add_explanation(answer& to, const gb::report& product) {
    if (product.estimates.best() == gb::method::automatic) {
        to.note("nothing_predicted",
                "nothing is predicted for this product: predictions are made where no method is named, for products that have "
                "multiplications, on host threads for those with at least 262144, if B need not be transposed");
        return;
    }
    std::vector<record> methods;
    for (const gb::method m : gb::all_methods) {
        if (m == gb::method::automatic) continue;
        const gb::planner::method_estimate& expected = product.estimates[m];
        const auto shown = [](bool is_known, double x, const char* digits) {
            return is_known ? fmt::format(fmt::runtime(digits), x) : std::string("-");
        };
        const bool is_known = expected.is_predicted(), ran = m == product.method;
        methods.push_back(
            {{"method", std::string(gb::to_string(m))},
             {"expected_ms", is_known ? value(expected.milliseconds) : value(),
              shown(is_known, expected.milliseconds, "{:.3f}")},
             {"expected_bytes", is_known ? value(expected.bytes) : value(), shown(is_known, expected.bytes, "{:.0f}")},
             {"measured_ms", ran ? value(product.milliseconds) : value(), shown(ran, product.milliseconds, "{:.3f}")}});
    }
    to.add_records("methods", std::move(methods));
}

}  // namespace

mxm_files::mxm_files(const mxm_command& options, const gb::context& ctx) : a(options.a, of_operands(options), ctx) {
    if (!options.b.empty()) b.emplace(options.b, of_operands(options), ctx);
    const file_options as_they_are{
        .one_based = options.file.one_based, .one_based_for_others = true, .offers_ids = options.file.offers_ids};
    if (!options.mask.empty()) {
        file_options reading = as_they_are;
        if (options.structural) reading.weights = "none";
        mask.emplace(options.mask, reading, ctx);
    }
    if (!options.into.empty()) into.emplace(options.into, as_they_are, ctx);
    bool has_edge_list = false;
    for_each([&](const char*, const graph_file& file) { has_edge_list |= file.is_edge_list(); });
    has_edge_list |= !options.run.out.empty() && matrix_format_of(options.run.out) == gb::file_format::edge_list;
    if (options.file.one_based && !has_edge_list)
        throw usage_error("--one-based says how edge lists count their vertices, but none of the files is one");
    if (!options.answer.empty()) answer.emplace(options.answer, as_they_are, ctx);
}

std::string mxm_files::own_type(const std::vector<std::string>& allowed) const {
    const auto has = [&](const std::string& type) { return std::find(allowed.begin(), allowed.end(), type) != allowed.end(); };
    const gb::type_code first = a.type(), second = b ? b->type() : gb::type_code::none;
    const gb::type_code one = first == gb::type_code::none ? second : first;
    if (one != gb::type_code::none && (second == gb::type_code::none || second == one) && has(gb::type_name(one)))
        return gb::type_name(one);
    const auto is_real = [](gb::type_code type) { return type == gb::type_code::float32 || type == gb::type_code::float64; };
    const std::string wide = is_real(first) || is_real(second) ? "double" : "int64";
    return has(wide) ? wide : allowed.back();
}

void mxm_files::describe(grb::answer& to, const std::string& type) const {
    std::string changes;
    record counts;
    for_each([&](const char* role, const graph_file& file) {
        to.add(role, file.path());
        for (const gb::read_note& n : file.notes()) to.note(n.code, fmt::format("{}: {}", file.path(), n.text));
        const std::string change = file.report().changes();
        if (!change.empty()) changes += fmt::format("{}{}: {}", changes.empty() ? "" : "; ", role, change);
        counts.push_back({role, file.counts_of_changes()});
        const bool fits =
            type.empty() || file.is_pattern() || std::string_view(role) == "mask" || type == gb::type_name(file.type());
        if (!fits)
            to.note("values_cast",
                    fmt::format("the {} values of {} ({}) were cast to {}", file.values(), role, file.path(), type));
    });
    to.add("changes", counts, changes);
}

product_operands operands_of(const mxm_command& options, mxm_files& files, gb::type_code type) {
    product_operands taken{.a = files.a.take_matrix(type),
                           .b = {},
                           .mask = {},
                           .structural = options.structural,
                           .complement = options.complement,
                           .desc = options.desc};
    if (files.b) taken.b = files.b->take_matrix(type);
    if (files.mask) taken.mask = files.mask->take_matrix<bool>();
    taken.desc.method = method_of(options.run);
    return taken;
}

product_run::product_run(const mxm_command& options, const gb::context& ctx, mxm_files& files)
    : options_(options), ctx_(ctx), files_(files) {
    files.for_each([&](const char*, const graph_file& file) {
        file.describe(options.run);
        read_milliseconds_ += file.milliseconds();
    });
}

void product_run::make(gb::any_matrix& c, const std::function<void()>& compute) {
    const stopwatch time;
    if (files_.answer) {
        c = files_.answer->take_matrix(c.type().code);
    } else {
        const progress_bar bar("multiplying", &ctx_.progress());
        compute();
    }
    milliseconds_ = time.milliseconds();
    product_ = ctx_.last_report();
    if (is_new())
        say(options_.run, fmt::format("method {}: {}; {} multiplications, about {} bytes of memory{}",
                                      gb::to_string(product_.method), product_.reason, product_.flops, product_.estimated_bytes,
                                      product_.compressed ? ", symbolic phase on compressed columns" : ""));
}

void product_run::add_sizes(gb::index nrows, gb::index ncols, gb::index nvals) {
    result.add("nrows", nrows);
    result.add("ncols", ncols);
    result.add("nvals", nvals);
    if (is_new()) result.add("flops", product_.flops);
}

int product_run::conclude(const std::function<verdict()>& verify) {
    say_moves(options_.run, ctx_);
    if (is_new()) result.add("reason", product_.reason);
    if (options_.explain) add_explanation(result, product_);
    add_run(result, ctx_, is_new() ? gb::to_string(product_.method) : "none", milliseconds_, read_milliseconds_);
    return grb::conclude(result, options_.run, options_.a, verify);
}

}  // namespace grb
