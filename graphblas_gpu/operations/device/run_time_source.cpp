#include <graphblas_gpu/operations/device/run_time_source.hpp>

#include <graphblas_gpu/any_function.hpp>
#include <graphblas_gpu/any_monoid.hpp>
#include <graphblas_gpu/any_operator.hpp>
#include <graphblas_gpu/cuda/jit/sourced_semiring.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/elementwise/convert.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

namespace graphblas_gpu::device {
namespace {

constexpr std::size_t max_value_bytes = 16;

/// A value on the host.
struct alignas(16) value_bytes {
    std::byte bytes[max_value_bytes] = {};
    std::byte* data() { return bytes; }
};

/// What kernels get of a call: the bound operand, which the compiled text reads, and the objects that the emulated device of a
/// rehearsal calls.
struct call_state {
    value_bytes bound;
    const void* first = nullptr;
    const void* second = nullptr;
};
static_assert(sizeof(call_state) == cuda::operator_state::most_bytes);

cuda::operator_state state_of(const call_state& state) { return cuda::state_of(&state, sizeof(state)); }
call_state read_state(const void* state) {
    call_state out;
    std::memcpy(static_cast<void*>(&out), state, sizeof(out));
    return out;
}

/// Casts one value between built-in types, or copies it.
void cast_one(const type_descriptor& from, const void* x, const type_descriptor& to, void* out) {
    if (from == to) std::memcpy(out, x, to.bytes);
    else host::convert_values(from.code, x, to.code, out, 1);
}

// ---- texts ----

/// The definitions of one or two functions, each once.
std::string definitions_of(const function_source& f, const function_source* g = nullptr) {
    std::string out;
    for (const std::string& one : f.definitions) out += one + "\n";
    if (g == nullptr) return out;
    for (const std::string& one : g->definitions)
        if (std::find(f.definitions.begin(), f.definitions.end(), one) == f.definitions.end()) out += one + "\n";
    return out;
}

/// A function that declares z, sets it and returns it.
std::string body_of(const function_source& f, const std::string& before = "") {
    return fmt::format("{{ {}{} z; {} return z; }}", before, f.result, f.call);
}

constexpr const char* name_of_text = "graphblas_gpu_run_time_function";

std::string operator_text(const function_source& f) {
    return fmt::format("{}struct {} {{ {} operator()(const {}& x, const {}& y) const {} }};\n", definitions_of(f), name_of_text,
                       f.result, f.left, f.right, body_of(f));
}

std::string function_text(const function_source& f, call_form form, bool of_vector) {
    const std::string head = fmt::format("{}struct {} {{ ", definitions_of(f), name_of_text);
    const auto bound = [&](const std::string& type, const std::string& name, const std::string& other,
                           const std::string& other_name) {
        return fmt::format("{0} bound; {1} operator()(const {2}& {3}) const {4} }};\n", type, f.result, other, other_name,
                           body_of(f, fmt::format("const {}& {} = bound; ", type, name)));
    };
    switch (form) {
        case call_form::unary:
            return head + fmt::format("{} operator()(const {}& x) const {} }};\n", f.result, f.left, body_of(f));
        case call_form::bound_first: return head + bound(f.left, "x", f.right, "y");
        case call_form::bound_second: return head + bound(f.right, "y", f.left, "x");
        default: break;
    }
    const char* const positions = of_vector ? "std::int64_t at" : "std::int64_t row, std::int64_t column";
    const std::string before = fmt::format("const {}& y = bound; const std::uint64_t i = {}, j = {}; ", f.right,
                                           of_vector ? "at" : "row", of_vector ? "0" : "column");
    return head + fmt::format("{} bound; {} operator()(const {}& x, {}) const {} }};\n", f.right, f.result, f.left, positions,
                              body_of(f, before));
}

/// The name of a built-in type in a text.
std::string text_name(const type_descriptor& type) {
    const std::string name = type.name;
    return type.code == type_code::boolean || type.code == type_code::float32 || type.code == type_code::float64
               ? name
               : "std::" + name + "_t";
}

/// The source of an operator: its own, or that of a ready-made one. Throws unsupported if there is none.
function_source source_of(const char* operation, const any_operator& op) {
    if (op.source() != nullptr) return *op.source();
    if (op.name().empty())
        throw unsupported(std::string(operation) +
                          ": a semiring of functions without a text runs on the host, with context::host(), because a device "
                          "cannot call them");
    const std::string result = text_name(op.result_type());
    return {{},
            result,
            text_name(op.left_type()),
            text_name(op.right_type()),
            fmt::format("z = gb::cast<{}>(gb::apply_binary(gb::{}{{}}, x, y));", result, op.name())};
}

/// A monoid as a type of the text; `declared` receives its definition.
std::string monoid_text(const any_monoid& monoid, const function_source& f, std::string& declared) {
    if (monoid.is_ready_made()) return fmt::format("gb::monoid<gb::{}, {}>", monoid.op().name(), f.result);
    std::string bytes;
    const auto* const identity = static_cast<const unsigned char*>(monoid.identity().data());
    for (std::size_t b = 0; b < monoid.type().bytes; ++b) bytes += fmt::format("{},", identity[b]);
    declared = fmt::format(
        "struct graphblas_gpu_run_time_monoid {{ using value_type = {0};\n"
        "    {0} operator()(const {0}& x, const {0}& y) const {1}\n"
        "    static {0} identity() {{ const unsigned char bytes[] = {{{2}}}; {0} x; memcpy(&x, bytes, sizeof(x)); return x; "
        "}}\n"
        "}};\n",
        f.result, body_of(f), bytes);
    return "graphblas_gpu_run_time_monoid";
}

/// A semiring; without a multiplication it serves for sums alone.
std::string semiring_text(const char* operation, const any_monoid& add, const any_operator* multiply) {
    const function_source sum = source_of(operation, add.op());
    function_source product{{}, sum.result, sum.result, sum.result, "z = x; (void)y;"};
    if (multiply != nullptr) product = source_of(operation, *multiply);
    std::string monoid;
    const std::string monoid_name = monoid_text(add, sum, monoid);
    return fmt::format(
        "{}{}struct {} {{ using left_type = {}; using right_type = {}; {} add;\n    {} multiply(const {}& x, const {}& y) "
        "const "
        "{}\n}};\n",
        definitions_of(sum, &product), monoid, name_of_text, product.left, product.right, monoid_name, product.result,
        product.left, product.right, body_of(product));
}

// ---- what is kept of a text ----

template <class Facts>
struct compiled {
    Facts facts;
    std::shared_ptr<cuda::linked_program> program;
};

/// The program of a text, which is made once. The facts that are no part of the text are those of the first call.
template <class Facts>
const compiled<Facts>& compiled_once(const std::string& text, Facts facts) {
    static std::mutex mutex;
    static std::map<std::string, compiled<Facts>> all;
    const std::lock_guard one_at_a_time(mutex);
    const auto [found, is_new] = all.try_emplace(text);
    compiled<Facts>& kept = found->second;
    if (kept.program == nullptr) {
        facts.name = name_of_text;
        facts.text = found->first.c_str();
        kept.facts = facts;
        kept.program = cuda::program_of(kept.facts);
    }
    return kept;
}

// ---- calls on the host, for the emulated device of a rehearsal ----

void call_operator(const void* state, const void* x, const void* y, int which, void* out) {
    const auto& op = *static_cast<const any_operator*>(read_state(state).first);
    value_bytes z;
    if (which == 3) op.call(z.data(), x, y);
    else if (which == 1) cast_one(op.left_type(), x, op.result_type(), z.data());
    else cast_one(op.right_type(), y, op.result_type(), z.data());
    std::memcpy(out, z.data(), op.result_type().bytes);
}

template <bool of_vector, bool is_predicate>
void call_function(const void* state, const void* x, std::int64_t i, std::int64_t j, void* out) {
    const auto& f = *static_cast<const any_function*>(read_state(state).first);
    value_bytes z;
    f.call(z.data(), x, static_cast<std::uint64_t>(of_vector ? j : i), static_cast<std::uint64_t>(of_vector ? 0 : j));
    cast_one(f.result_type(), z.data(), is_predicate ? type_of<bool>() : f.result_type(), out);
}

template <class Word>
void from_word_of(const type_descriptor& type, std::uint64_t bits, value_bytes& out) {
    const auto word = static_cast<Word>(bits);
    if (!type.is_built_in()) return static_cast<void>(std::memcpy(out.data(), &word, type.bytes));
    base::with_code(type.code, [&](auto tag) {
        using T = typename decltype(tag)::type;
        if constexpr (sizeof(T) <= sizeof(Word)) {
            const T x = cuda::from_word<T>(word);
            std::memcpy(out.data(), &x, sizeof(x));
        }
    });
}
template <class Word>
Word word_of(const type_descriptor& type, const void* x) {
    Word out{};
    if (!type.is_built_in()) return std::memcpy(&out, x, type.bytes), out;
    return base::with_code(type.code, [&](auto tag) {
        using T = typename decltype(tag)::type;
        T value{};
        std::memcpy(&value, x, sizeof(value));
        if constexpr (sizeof(T) <= sizeof(Word)) return cuda::to_word<Word>(value);
        else return Word{};
    });
}

template <class Word>
std::uint64_t call_on_words(const any_operator& op, std::uint64_t x, std::uint64_t y) {
    value_bytes xs, ys, z;
    from_word_of<Word>(op.left_type(), x, xs);
    from_word_of<Word>(op.right_type(), y, ys);
    op.call(z.data(), xs.data(), ys.data());
    return word_of<Word>(op.result_type(), z.data());
}
void call_on_bytes(const any_operator& op, const void* x, const void* y, void* out) {
    value_bytes z;
    op.call(z.data(), x, y);
    std::memcpy(out, z.data(), op.result_type().bytes);
}
const any_operator& addition_in(const void* state) { return *static_cast<const any_operator*>(read_state(state).first); }
const any_operator& multiplication_in(const void* state) { return *static_cast<const any_operator*>(read_state(state).second); }

template <class Word>
void set_calls_on_words(cuda::host_calls& calls) {
    calls.multiply = [](const void* state, std::uint64_t x, std::uint64_t y, std::int64_t, std::int64_t, std::int64_t) {
        return call_on_words<Word>(multiplication_in(state), x, y);
    };
    calls.add = [](const void* state, std::uint64_t x, std::uint64_t y) {
        return call_on_words<Word>(addition_in(state), x, y);
    };
}

// ---- semirings ----

/// An accumulator without a term: see cuda::word_without_terms.
template <class Word>
Word nothing_of(const any_monoid& add) {
    const bool adds_numbers = add.is_ready_made() && add.op().name() == "plus" && add.type().bytes == sizeof(Word);
    if (!add.type().is_built_in()) return word_of<Word>(add.type(), add.identity().data());
    return base::with_code(add.type().code, [&](auto tag) {
        using T = typename decltype(tag)::type;
        T identity{};
        std::memcpy(&identity, add.identity().data(), sizeof(identity));
        if constexpr (sizeof(T) <= sizeof(Word)) return cuda::word_without_terms<Word>(adds_numbers, identity);
        else return Word{};
    });
}

void check_fits(const char* operation, const type_descriptor& type) {
    if (!type.fits_on_device())
        throw unsupported(std::string(operation) + ": the CUDA engine has values of 1, 2, 4, 8 and 16 bytes, and not of " +
                          std::to_string(type.bytes));
}

std::shared_ptr<const cuda::own_product_kernels> kernels_of(const char* operation, const any_monoid& add,
                                                            const any_operator* multiply) {
    const type_descriptor& value = add.type();
    const type_descriptor& left = multiply == nullptr ? value : multiply->left_type();
    const type_descriptor& right = multiply == nullptr ? value : multiply->right_type();
    for (const type_descriptor* type : {&left, &right, &value}) check_fits(operation, *type);
    cuda::sourced_semiring facts;
    facts.types = {left.code, right.code, value.code};
    facts.is_any = add.op().name() == "any";
    const std::size_t longest = std::max({left.bytes, right.bytes, value.bytes});
    if (longest > 8) {
        facts.word_bytes = 16;
        std::memcpy(&facts.nothing_of_bytes, add.identity().data(), value.bytes);
        facts.calls.multiply_bytes = [](const void* state, const void* x, const void* y, std::int64_t, std::int64_t,
                                        std::int64_t, void* out) { call_on_bytes(multiplication_in(state), x, y, out); };
        facts.calls.add_bytes = [](const void* state, const void* x, const void* y, void* out) {
            call_on_bytes(addition_in(state), x, y, out);
        };
    } else if (longest > 4) {
        facts.word_bytes = 8;
        facts.nothing = nothing_of<unsigned long long>(add);
        set_calls_on_words<unsigned long long>(facts.calls);
    } else {
        facts.nothing = nothing_of<unsigned>(add);
        set_calls_on_words<unsigned>(facts.calls);
    }
    const std::string text = semiring_text(operation, add, multiply);
    const auto& made = compiled_once(text, facts);
    return cuda::linked_kernels(operation, made.facts, made.program, state_of({{}, &add.op(), multiply}));
}

}  // namespace

// ---- binary operators ----

bool can_be_compiled(const any_operator& op) {
    return op.source() != nullptr && op.left_type().fits_on_device() && op.right_type().fits_on_device() &&
           op.result_type().fits_on_device();
}

namespace {

const compiled<cuda::sourced_operator>& program_of(const any_operator& op) {
    cuda::sourced_operator facts;
    facts.left = op.left_type().code, facts.right = op.right_type().code, facts.result = op.result_type().code;
    facts.call = &call_operator;
    return compiled_once(operator_text(*op.source()), facts);
}

}  // namespace

cuda::csr merge_entries(const cuda::engine_ptr& e, const cuda::csr_ref& a, const cuda::csr_ref& b, bool is_intersection,
                        const any_operator& op) {
    const type_code left = op.left_type().code, right = op.right_type().code, result = op.result_type().code;
    const auto casts_twice = [&](type_code given, type_code read) { return given != read && read != result; };
    if (!is_intersection && (casts_twice(a.type, left) || casts_twice(b.type, right)))
        throw unsupported("ewise_add: values of an operand are cast for an operator that has a text, and others to its result");
    const auto& made = program_of(op);
    cuda::memory x, y;
    return cuda::merge_entries(e, cuda::with_values_of(e, a, left, x), cuda::with_values_of(e, b, right, y), is_intersection,
                               made.facts, made.program, state_of({{}, &op, nullptr}));
}

void join_rows(const cuda::engine_ptr& e, const cuda::csr_ref& groups, void* out, const any_operator& op) {
    const auto& made = program_of(op);
    cuda::join_rows(e, groups, out, made.facts, made.program, state_of({{}, &op, nullptr}));
}

// ---- functions of entries ----

namespace {

/// Calls run(facts, program, state) for a function of entries.
template <class Run>
cuda::csr with_program(const char* operation, bool of_vector, bool is_predicate, call_form form, const function_source& source,
                       const any_function& f, const Run& run) {
    check_fits(operation, f.argument_type());
    check_fits(operation, f.result_type());
    check_fits(operation, f.bound().type());
    cuda::sourced_function facts;
    facts.value = f.argument_type().code;
    facts.result = is_predicate ? type_code::boolean : f.result_type().code;
    facts.of_vector = of_vector;
    facts.is_predicate = is_predicate;
    facts.call = is_predicate ? (of_vector ? &call_function<true, true> : &call_function<false, true>)
                              : (of_vector ? &call_function<true, false> : &call_function<false, false>);
    const char* const use = is_predicate ? "// selects entries\n" : "// makes values\n";
    const std::string text = (of_vector ? "// of vectors\n" : "") + (use + function_text(source, form, of_vector));
    const auto& made = compiled_once(text, facts);
    call_state state{{}, &f, nullptr};
    if (f.bound().is_present()) std::memcpy(state.bound.data(), f.bound().data(), f.bound().type().bytes);
    return run(made.facts, made.program, state_of(state));
}

}  // namespace

cuda::csr applied(const cuda::engine_ptr& e, const cuda::csr_ref& a, bool of_vector, call_form form,
                  const function_source& source, const any_function& f) {
    cuda::memory keep;
    return with_program("apply", of_vector, false, form, source, f,
                        [&](const auto& facts, const auto& program, const auto& state) {
                            return cuda::applied(e, cuda::with_values_of(e, a, facts.value, keep), facts, program, state);
                        });
}

cuda::csr selected(const cuda::engine_ptr& e, const cuda::csr_ref& a, bool of_vector, call_form form,
                   const function_source& source, const any_function& f) {
    if (a.type != f.argument_type().code)
        throw unsupported("select: values are cast for a function that has a text; it runs on the host, with context::host()");
    return with_program(
        "select", of_vector, true, form, source, f,
        [&](const auto& facts, const auto& program, const auto& state) { return cuda::selected(e, a, facts, program, state); });
}

// ---- monoids and semirings ----

std::shared_ptr<const cuda::own_product_kernels> kernels_of_sums(const char* operation, const any_monoid& monoid) {
    return kernels_of(operation, monoid, nullptr);
}

cuda::product_recipe recipe_of(const char* operation, const any_monoid& add, const any_operator& multiply) {
    const auto own = kernels_of(operation, add, &multiply);
    const cuda::product_value_types types{multiply.left_type().code, multiply.right_type().code, add.type().code};
    if (add.op().name() == "any") return cuda::recipe_at_first_k(types, own);
    const bool is_by_address = std::max({multiply.left_type().bytes, multiply.right_type().bytes, add.type().bytes}) > 8;
    if (is_by_address) return cuda::recipe_at_first_k(types, own, cuda::product_values::sum_from_k);
    return {cuda::product_values::summed, types, own, own, {}};
}

}  // namespace graphblas_gpu::device
