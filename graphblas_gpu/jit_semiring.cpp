#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/cuda/jit/sourced_semiring.hpp>
#include <graphblas_gpu/cuda/jit/words.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/jit_semiring.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

namespace graphblas_gpu::detail {

/// What is known of one combination of expressions and a type. Objects live until the process ends, and so do the kernels.
struct made_semiring {
    std::string name;
    std::string text;
    host::product_loops no_host_kernels;  ///< of a semiring that the catalogue lacks: a table without loops
    catalogue_kernels entry;
    cuda::sourced_semiring source;
    mutable std::mutex mutex;  ///< of `program`, which is made when a device first needs it
    mutable std::shared_ptr<cuda::linked_program> program;
};

namespace {

std::string without_spaces(std::string_view text) {
    std::string out;
    std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](unsigned char c) { return std::isspace(c) == 0; });
    return out;
}

bool is_part_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Whether an expression uses this name, and not as part of another one.
bool names(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
        const bool begins = at == 0 || (!is_part_of_name(text[at - 1]) && text[at - 1] != '.');
        const std::size_t end = at + name.size();
        if (begins && (end == text.size() || !is_part_of_name(text[end]))) return true;
    }
    return false;
}

void check_expression(const char* what, const std::string& text) {
    if (without_spaces(text).empty()) throw invalid_value(fmt::format("jit_semiring: {} is empty", what));
    constexpr std::string_view not_in_an_expression = ";{}#\"'\\\n\r";
    const std::size_t at = text.find_first_of(not_in_an_expression);
    if (at == text.npos) return;
    throw invalid_value(fmt::format("jit_semiring: {} is not an expression: it may not have '{}' (character {} of '{}')",
                                    what, text[at], at + 1, text));
}

/// The value of an identity that is a number or a name for one; nothing for anything else, for a number that T does not hold,
/// or for text that C++ reads as another number.
template <class T>
std::optional<T> value_of(const std::string& text) {
    using limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, bool>) {
        if (text == "true" || text == "1") return true;
        if (text == "false" || text == "0") return false;
        return std::nullopt;
    } else {
        T x{};
        const char* const end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, x);
        const bool is_number = read.ec == std::errc() && read.ptr == end;
        const std::string_view digits = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
        const bool is_octal = digits.size() > 1 && digits[0] == '0' && std::isdigit(static_cast<unsigned char>(digits[1])) != 0;
        if constexpr (std::is_floating_point_v<T>) {
            if (text == "INFINITY") return limits::infinity();
            if (text == "-INFINITY") return -limits::infinity();
            if (is_number && !is_octal && std::isfinite(x)) return x;  // "inf" and "nan" are no numbers of C++
        } else {
            if (is_number && !is_octal) return x;
            const std::string prefix = fmt::format("{}INT{}_", std::is_signed_v<T> ? "" : "U", 8 * sizeof(T));
            if (text == prefix + "MAX") return limits::max();
            if (std::is_signed_v<T> && text == prefix + "MIN") return limits::min();
        }
        return std::nullopt;
    }
}

using expression_names = std::array<std::pair<std::string_view, std::string_view>, 7>;
constexpr expression_names additions{{{"min(x,y)", "min"},
                                      {"max(x,y)", "max"},
                                      {"x+y", "plus"},
                                      {"x||y", "lor"},
                                      {"x&&y", "land"},
                                      {"x!=y", "lxor"},
                                      {"x^y", "lxor"}}};
constexpr expression_names multiplications{{{"x*y", "times"},
                                            {"x+y", "plus"},
                                            {"min(x,y)", "min"},
                                            {"max(x,y)", "max"},
                                            {"x", "first"},
                                            {"y", "second"},
                                            {"1", "pair"}}};
constexpr expression_names logical_multiplications{
    {{"x&&y", "land"}, {"x||y", "lor"}, {"x", "first"}, {"y", "second"}, {"true", "pair"}, {"1", "pair"}, {"y&&x", "land"}}};

std::string_view name_in(const expression_names& table, const std::string& expression) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.first == expression; });
    return found == table.end() ? std::string_view() : found->second;
}

/// The identity of an addition of the catalogue.
template <class T>
T identity_of(std::string_view addition) {
    if (addition == "min") return monoid<min, T>::identity();
    if (addition == "max") return monoid<max, T>::identity();
    return static_cast<T>(addition == "land" ? 1 : 0);
}

/// The semiring of the catalogue that these expressions are, or null.
template <class T>
const catalogue_kernels* in_catalogue(const std::string& add, const T& identity, const std::string& multiply) {
    constexpr bool is_bool = std::is_same_v<T, bool>;
    const std::string_view addition = name_in(additions, add);
    const std::string_view multiplication = name_in(is_bool ? logical_multiplications : multiplications, multiply);
    const bool is_logical = addition == "lor" || addition == "land" || addition == "lxor";
    if (addition.empty() || multiplication.empty() || is_logical != is_bool) return nullptr;
    if constexpr (is_bool) {
        if (identity != (addition == "land")) return nullptr;
    } else {
        if (identity != identity_of<T>(addition)) return nullptr;
    }
    try {
        return &find_in_catalogue(fmt::format("{}_{}", addition, multiplication), base::code_of<T>());
    } catch (const invalid_value&) {
        return nullptr;
    }
}

template <class T>
std::string type_in_source() {
    if constexpr (std::is_same_v<T, bool> || std::is_floating_point_v<T>)
        return type_name<T>();
    else
        return fmt::format("std::{}_t", type_name<T>());
}

template <class T>
std::shared_ptr<made_semiring> made(const semiring_expressions& expressions) {
    const std::string identity_text = without_spaces(expressions.identity);
    const std::optional<T> identity = value_of<T>(identity_text);
    if (!identity) {
        throw invalid_value(
            fmt::format("jit_semiring: the identity '{}' is no number of type {}, and none of INFINITY, -INFINITY, true, "
                        "false, INT32_MIN and their like",
                        expressions.identity, type_name<T>()));
    }
    auto out = std::make_shared<made_semiring>();
    const std::string add = without_spaces(expressions.add), multiply = without_spaces(expressions.multiply);
    if (const catalogue_kernels* known = in_catalogue<T>(add, *identity, multiply)) {
        out->entry = *known;
        return out;
    }
    const bool reads_positions =
        names(expressions.multiply, "i") || names(expressions.multiply, "k") || names(expressions.multiply, "j");
    const std::string type = type_in_source<T>();
    out->name = "graphblas_gpu_made_semiring";
    out->text = fmt::format(
        "struct graphblas_gpu_made_sum {{\n"
        "    using value_type = {0};\n"
        "    constexpr {0} operator()({0} x, {0} y) const {{ return static_cast<{0}>({1}); }}\n"
        "    static constexpr {0} identity() {{ return static_cast<{0}>({2}); }}\n"
        "}};\n"
        "struct graphblas_gpu_made_semiring {{\n"
        "    graphblas_gpu_made_sum add;\n"
        "    constexpr {0} multiply({0} x, {0} y{4}) const {{ return static_cast<{0}>({3}); }}\n"
        "}};\n",
        type, expressions.add, identity_text, expressions.multiply,
        reads_positions ? ", std::int64_t i, std::int64_t k, std::int64_t j" : "");
    out->entry.name = out->name;
    out->no_host_kernels.value_bytes = sizeof(T);
    out->no_host_kernels.reads_left = out->no_host_kernels.reads_right = true;
    out->entry.host = &out->no_host_kernels;
    using word = std::conditional_t<(sizeof(T) > 4), unsigned long long, unsigned>;
    constexpr type_code code = base::code_of<T>();
    out->source.name = out->name.c_str();
    out->source.text = out->text.c_str();
    out->source.types = {code, code, code};
    out->source.word_bytes = sizeof(word);
    // As in operations/device/sourced.hpp.
    out->source.nothing = std::is_floating_point_v<T> ? word(~word{0}) : cuda::to_word<word>(*identity);
    out->source.reads_positions = reads_positions;
    out->source.runs_on_host = false;
    return out;
}

std::shared_ptr<made_semiring> made(const semiring_expressions& expressions, type_code type) {
    return base::with_code(type, [&](auto t) { return made<typename decltype(t)::type>(expressions); });
}

}  // namespace

std::shared_ptr<const made_semiring> semiring_of(const semiring_expressions& expressions, type_code type) {
    return base::library_call("jit_semiring", [&] {
        check_expression("add", expressions.add);
        check_expression("the identity", expressions.identity);
        check_expression("multiply", expressions.multiply);
        static std::mutex mutex;
        static std::map<std::string, std::shared_ptr<const made_semiring>> all;
        const std::string key =
            fmt::format("{}\n{}\n{}\n{}", static_cast<int>(type), expressions.add, expressions.identity, expressions.multiply);
        const std::lock_guard one_at_a_time(mutex);
        auto& found = all[key];
        if (found == nullptr) found = made(expressions, type);
        return found;
    });
}

const catalogue_kernels& entry_of(const made_semiring& semiring) { return semiring.entry; }

cuda::product_recipe recipe_of(const char* operation, const made_semiring& semiring) {
    if (semiring.entry.code.type != type_code::none) return cuda::recipe_for(semiring.entry.code);
    {
        const std::lock_guard one_at_a_time(semiring.mutex);
        if (semiring.program == nullptr) semiring.program = cuda::program_of(semiring.source);
    }
    const auto own = cuda::linked_kernels(operation, semiring.source, semiring.program, {});
    return {cuda::product_values::summed, semiring.source.types, own, own, {}};
}

}  // namespace graphblas_gpu::detail
