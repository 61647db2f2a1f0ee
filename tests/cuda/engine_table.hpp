// The tables of docs/engines.md, from calls that are made (engine_table.cpp, engine_moves.cpp).
#pragma once

#include <tests/catch.hpp>
#include <tests/cuda/samples.hpp>

#include <string>
#include <tuple>
#include <vector>

namespace engine_table {

using namespace device_samples;

template <class T>
gb::matrix<T> square() {
    return gb::matrix<T>::from_edges(3, 3, {0, 1, 2}, {1, 2, 0}, std::vector<T>(3));
}
template <class T>
gb::vector<T> line() {
    gb::vector<T> v(3);
    v.set_element(1, T{});
    return v;
}

/// What the calls of a cell get: an operator, and a matrix and a vector over T.
template <class T, class Op>
struct operands {
    using value = T;
    Op op;
};
template <class T, class Op>
operands<T, Op> over(const Op& op) {
    return {op};
}
/// A cell without a call.
struct no_cell {};

/// A call of a row, with a cell's operator op, matrix x and vector v over T. It may change x and v.
#define GB_ENGINE_CALL(...)                                                                                   \
    [&](const auto& ctx, [[maybe_unused]] const auto& op, [[maybe_unused]] auto x, [[maybe_unused]] auto v) { \
        using T [[maybe_unused]] = typename decltype(x)::value_type;                                          \
        __VA_ARGS__;                                                                                          \
    }

/// "runs", or "refused" for unsupported, whose sentence has to name a way out.
template <class Call>
std::string outcome(const gb::context& ctx, const Call& call) {
    try {
        call(ctx);
        return "runs";
    } catch (const gb::unsupported& refused) {
        CHECK_THAT(std::string(refused.what()), contains_text("on the host"));
        return "refused";
    }
}

inline const gb::context& automatic() {
    static const gb::context ctx = gb::context::automatic();
    return ctx;
}

class table {
  public:
    explicit table(std::string head) : text_(std::move(head)) {}

    /// A row for these operations. Each of `calls` is made with every cell's operands, as call(ctx, op, matrix, vector), and
    /// all have the same outcome: on the host they run, and with context::automatic() what the device refuses runs on the host
    /// too.
    template <class... Cells, class... Calls>
    void row(const std::string& operations, const std::tuple<Cells...>& cells, const Calls&... calls) {
        INFO(operations);
        text_ += "| " + operations + " |";
        std::apply([&](const auto&... cell) { (add(cell, calls...), ...); }, cells);
        text_ += "\n";
    }
    const std::string& text() const { return text_; }

  private:
    template <class T, class Op, class... Calls>
    void add(const operands<T, Op>& given, const Calls&... calls) {
        std::string said;
        int number = 0;
        const auto make = [&](const auto& call) {
            INFO("column " << column() << ", call " << number++);
            const auto made = [&](const gb::context& ctx) { call(ctx, given.op, square<T>(), line<T>()); };
            CHECK(outcome(on_host(), made) == "runs");
            const std::string on_cuda = outcome(on_device(), made);
            if (said.empty()) said = on_cuda;
            CHECK(on_cuda == said);
            if (on_cuda == "runs") return;
            CHECK(outcome(automatic(), made) == "runs");
            CHECK(automatic().last_report().engine == "host");
            CHECK_THAT(automatic().last_report().reason, contains_text("the device refused the call ("));
        };
        (make(calls), ...);
        text_ += " " + said + " |";
    }
    template <class... Calls>
    void add(no_cell, const Calls&...) {
        text_ += " – |";
    }
    /// The number of the cell that is being made.
    std::size_t column() const {
        std::size_t bars = 0;
        for (std::size_t at = text_.rfind('\n') + 1; at < text_.size(); ++at) bars += text_[at] == '|' ? 1 : 0;
        return bars - 1;
    }

    std::string text_;
};

/// The table of operations that move, count or compare values without a function.
std::string table_of_moves();

}  // namespace engine_table
