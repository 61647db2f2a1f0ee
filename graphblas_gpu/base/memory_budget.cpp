// Idea: see memory_budget.hpp. What an operation has allocated is a sum of all its threads; what was available at its beginning
// is looked up when the sum is large for the first time.
#include <graphblas_gpu/base/memory.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

#include <graphblas_gpu/error.hpp>
#include <fmt/format.h>

namespace graphblas_gpu::base {

namespace {

thread_local named_operation* operation_of_thread = nullptr;

// It is not inlined, because GCC 13 warns of the address of a local variable, which the destructor takes away again.
[[gnu::noinline]] void set_operation_of_thread(named_operation* op) noexcept { operation_of_thread = op; }

/// What is available is looked up if an operation, or a block outside of all operations, needs as much as this.
constexpr std::int64_t asked_about_from = std::int64_t{1} << 28;

/// The bytes of all counted blocks of the process.
std::atomic<std::int64_t> bytes_in_process{0};

std::int64_t available() noexcept {
    return static_cast<std::int64_t>(std::min<std::size_t>(available_bytes(), std::numeric_limits<std::int64_t>::max()));
}

}  // namespace

/// The account of an operation.
struct ledger {
    static void add(named_operation* op, std::int64_t bytes, bool is_charge) noexcept {
        // Outside of an operation nobody would take a charge back.
        if (op != nullptr || !is_charge) bytes_in_process.fetch_add(bytes, std::memory_order_relaxed);
        if (op == nullptr) return;
        op->granted_.fetch_add(bytes, std::memory_order_relaxed);
        if (is_charge) op->charged_.fetch_add(bytes, std::memory_order_relaxed);
    }

    /// Of what is available now, and of which the operation has `granted` already: what was available at its beginning. The
    /// memory that it was granted may be untouched, and is then available still; what it has freed was not available.
    static std::int64_t at_beginning(named_operation& op, std::int64_t now, std::int64_t granted) noexcept {
        const std::int64_t found =
            std::max(op.available_.load(std::memory_order_relaxed), now + std::min<std::int64_t>(0, granted));
        op.available_.store(found, std::memory_order_relaxed);
        return found;
    }

    /// Whether the budget has `wanted` bytes, which have been added.
    static bool has_room(named_operation* op, std::int64_t wanted) noexcept {
        if (op == nullptr) return wanted < asked_about_from || is_from_program() || wanted <= available();
        if (exceeds_limit(*op, 0)) return false;
        if (is_from_program()) return true;
        const std::int64_t granted = op->granted_.load(std::memory_order_relaxed);
        if (granted < asked_about_from && wanted < asked_about_from) return true;
        const std::int64_t known = op->available_.load(std::memory_order_relaxed);
        if (wanted < asked_about_from && granted <= known) return true;
        const std::int64_t now = available();
        return wanted <= now && granted <= at_beginning(*op, now, granted - wanted);
    }

    static bool exceeds_limit(const named_operation& op, std::int64_t further) noexcept {
        return op.limit_ > 0 && bytes_in_process.load(std::memory_order_relaxed) + further > op.limit_;
    }

    /// What is left of the budget.
    static std::int64_t room(named_operation* op) noexcept {
        const std::int64_t now = available();
        if (op == nullptr) return now;
        const std::int64_t granted = op->granted_.load(std::memory_order_relaxed);
        std::int64_t left = std::min(now, at_beginning(*op, now, granted) - granted);
        if (op->limit_ > 0) left = std::min(left, op->limit_ - bytes_in_process.load(std::memory_order_relaxed));
        return std::max<std::int64_t>(0, left);
    }

    static void grant(std::int64_t bytes, bool is_charge) {
        named_operation* const op = operation_of_thread;
        add(op, bytes, is_charge);
        // Blocks that are only cached count for a limit, too, until the next array takes them.
        if (op != nullptr && exceeds_limit(*op, static_cast<std::int64_t>(cached_bytes()))) release_cached_blocks();
        if (has_room(op, bytes)) return;
        release_cached_blocks();
        if (has_room(op, bytes)) return;
        const bool limited = op != nullptr && exceeds_limit(*op, 0);
        add(op, -bytes, is_charge);
        if (!limited) refuse_memory(fmt::format("{} bytes are needed, {} are available", bytes, room(op)));
        refuse_memory(
            fmt::format("{} bytes are needed, {} are in use, the limit is {} (host_options::memory_limit, grb: "
                        "--memory-limit)",
                        bytes, bytes_in_process.load(std::memory_order_relaxed), op->limit_));
    }
};

named_operation::named_operation(const char* name, std::int64_t memory_limit, const cancellation* call) noexcept
    : name_(name), is_current_(name != nullptr && operation_of_thread == nullptr), limit_(memory_limit), call_(call) {
    if (is_current_) set_operation_of_thread(this);
}

named_operation::named_operation(named_operation* of_caller) noexcept
    : is_current_(of_caller != nullptr && operation_of_thread == nullptr) {
    if (is_current_) set_operation_of_thread(of_caller);
}

named_operation::~named_operation() {
    if (!is_current_) return;
    operation_of_thread = nullptr;
    bytes_in_process.fetch_sub(charged_.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

named_operation* named_operation::current() noexcept { return operation_of_thread; }

void charge(std::size_t bytes) { ledger::grant(static_cast<std::int64_t>(bytes), true); }

void discharge(std::size_t bytes) noexcept { ledger::add(operation_of_thread, -static_cast<std::int64_t>(bytes), true); }

void grant(std::size_t bytes) {
    if (bytes >= smallest_counted_block) ledger::grant(static_cast<std::int64_t>(bytes), false);
}

void count_block(std::size_t bytes) noexcept {
    if (bytes >= smallest_counted_block) ledger::add(operation_of_thread, static_cast<std::int64_t>(bytes), false);
}

void take_back(std::size_t bytes) noexcept {
    if (bytes >= smallest_counted_block) ledger::add(operation_of_thread, -static_cast<std::int64_t>(bytes), false);
}

void refuse_memory(const std::string& words) {
    if (operation_of_thread == nullptr || std::string_view(operation_of_thread->name()) == unnamed_operation)
        throw out_of_memory(std::string(unnamed_operation) + ": " + words);
    throw out_of_memory(
        fmt::format("{}: {}; what helps: a mask, fewer threads, containers that are destroyed, "
                    "context::release_memory()",
                    operation_of_thread->name(), words));
}

void check_memory_is_left() {
    constexpr std::int64_t enough = std::int64_t{1} << 26;
    if (available() >= enough) return;
    release_cached_blocks();
    if (const std::int64_t left = available(); left < enough)
        refuse_memory(fmt::format("only {} bytes are available, and more is needed", left));
}

std::size_t room_of_operation() { return static_cast<std::size_t>(ledger::room(operation_of_thread)); }

bool fits_in_memory(double bytes) {
    const named_operation* const op = operation_of_thread;
    if (bytes < static_cast<double>(asked_about_from) && (op == nullptr || !op->is_limited())) return true;
    return bytes <= static_cast<double>(room_of_operation());
}

}  // namespace graphblas_gpu::base
