// Who runs on the emulated machine: blocks, threads and fibers.
//
// Idea: one block at a time. All its threads begin in a list of those that can run. A fiber takes threads from the list and
// runs them to their end; a thread that must wait keeps its fiber, and another fiber goes on. Fibers outlive blocks and
// launches, so that a thread costs a switch only where it waits. The order of the list is shuffled with a seed: now like a
// stack, so that some warps run far ahead of others, now at random.
// Source: Boost.Context (fibers).
#include "machine_state.hpp"

#include "own_work.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <numeric>

namespace rehearsal {

namespace {

constexpr unsigned char poison = 0xCB;
/// Atomics between two switches, on average half of it; a spinning thread that was switched so often is taken for lost.
constexpr unsigned atomics_between_switches = 256;
constexpr unsigned switches_before_lost = 1u << 20;

std::uint64_t seed_of_environment() {
    const char* text = std::getenv("GRAPHBLAS_GPU_REHEARSAL_SEED");
    return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

}  // namespace

worker::worker(machine& owner) : fiber([this, &owner] { owner.work(*this); }) {}

void machine::run_grid(dim3 grid, dim3 block, std::size_t shared_bytes, void (*body)(void*), void* context) {
    const unsigned size = block.x * block.y * block.z;
    body_ = body;
    context_ = context;
    shared_bytes_ = shared_bytes;
    void* memory = nullptr;
    if (posix_memalign(&memory, 1024, shared_bytes) != 0) throw std::bad_alloc();
    shared_.reset(memory);
    threads_.assign(size, {});
    worker_of_.assign(size, nullptr);
    warps_.assign((size + 31) / 32, {});
    running.grid_size = grid;
    running.block_size = block;
    const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    // Any order of the blocks will do that names each once: a stride without a common divisor, and a start.
    std::uint64_t stride = 1, at = 0;
    if (!random_.plain() && blocks > 2) {
        at = random_.next() % blocks;
        do stride = 1 + random_.next() % (blocks - 1);
        while (std::gcd(stride, blocks) != 1);
    }
    for (std::uint64_t i = 0; i < blocks && !failed_; ++i, at = (at + stride) % blocks) {
        running.block = {static_cast<unsigned>(at % grid.x), static_cast<unsigned>(at / grid.x % grid.y),
                         static_cast<unsigned>(at / grid.x / grid.y)};
        run_block();
    }
    running = {};
    shared_.reset();
    failed_ = false;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void machine::run_block() {
    const unsigned size = static_cast<unsigned>(threads_.size());
    std::memset(shared_.get(), poison, shared_bytes_);
    living_ = size;
    at_barrier_ = yes_ = 0;
    pick_at_random_ = !random_.plain() && random_.next() >> 63 != 0;
    until_switch_ = draw_switch();
    ready_.resize(size);
    for (unsigned i = 0; i < size; ++i) {
        ready_[i] = size - 1 - i;
        threads_[i] = {.index = i};
    }
    random_.shuffle(ready_.data(), size);
    while (!ready_.empty() && !failed_) {
        prefer_random();
        worker*& owner = worker_of_[ready_.back()];
        if (owner == nullptr) {
            if (idle_.empty()) idle_.push_back(workers_.emplace_back(std::make_unique<worker>(*this)).get());
            idle_.back()->fiber.enter();
        } else {
            current_ = &threads_[ready_.back()];
            ready_.pop_back();
            set_running(*current_);
            owner->fiber.enter();
        }
        current_ = nullptr;
    }
    if (living_ != 0 && !failed_) {
        failed_ = true;
        failure_ = std::make_exception_ptr(kernel_fault(describe_stuck_block(threads_)));
    }
    if (failed_) abandon_rest();
}

/// What a fiber does: as long as the next thread of the list has not begun, it is run here.
void machine::work(worker& self) {
    while (true) {
        // The worker is at the back of the idle list while it has no thread.
        idle_.pop_back();
        while (!ready_.empty() && worker_of_[ready_.back()] == nullptr && !failed_) {
            const unsigned index = ready_.back();
            ready_.pop_back();
            worker_of_[index] = &self;
            current_ = &threads_[index];
            set_running(*current_);
            try {
                body_(context_);
            } catch (const abandoned&) {
            } catch (...) {
                failed_ = true;
                failure_ = std::current_exception();
            }
            finish_thread();
            if (!ready_.empty()) prefer_random();
        }
        idle_.push_back(&self);
        self.fiber.leave();
    }
}

void machine::finish_thread() {
    current_->exited = true;
    worker_of_[current_->index] = nullptr;
    --living_;
    if (at_barrier_ != 0 && at_barrier_ == living_) release_block();
}

/// The running thread stops until it is in the list again and its turn comes.
void machine::wait() {
    worker_of_[current_->index]->fiber.leave();
    if (failed_) throw abandoned{};
}

unsigned machine::draw_switch() {
    return random_.plain() ? atomics_between_switches : 1 + static_cast<unsigned>(random_.below(atomics_between_switches));
}

void machine::yield(location where) {
    if (!active()) return;
    until_switch_ = draw_switch();
    if (++current_->switches == switches_before_lost)
        fault("seems to wait for ever: it let others run " + std::to_string(switches_before_lost) + " times", where);
    // To the front: a stack would hand the turn straight back.
    ready_.insert(ready_.begin(), current_->index);
    wait();
}

/// Unwinds the threads that are under way, so that their fibers can be used again.
void machine::abandon_rest() {
    for (std::size_t i = 0; i < threads_.size(); ++i)
        if (worker_of_[i] != nullptr) {
            current_ = &threads_[i];
            worker_of_[i]->fiber.enter();
        }
    current_ = nullptr;
}

void machine::fault(const std::string& message, location where) {
    if (!active()) throw kernel_fault(message);
    throw kernel_fault(name_of(*current_) + " " + message + at_location(where));
}

machine& the_machine() {
    // Never destroyed: fibers cannot be unwound while the program ends.
    static machine& one = *new machine(seed_of_environment());
    return one;
}

bool in_kernel() { return the_machine().active(); }
unsigned lane() { return the_machine().lane(); }
void* dynamic_shared_memory() { return the_machine().shared(); }
void maybe_yield(location where) { the_machine().maybe_yield(where); }
void yield(location where) { the_machine().yield(where); }
void fault(const std::string& message, location where) { the_machine().fault(message, where); }
void seed(std::uint64_t value) { the_machine().seed(value); }
std::size_t fibers() { return the_machine().fibers(); }

void run_grid(dim3 grid, dim3 block, std::size_t shared_bytes, void (*body)(void*), void* context) {
    if (in_kernel()) throw kernel_fault("a kernel launches a kernel");
    const own_work here;
    the_machine().run_grid(grid, block, shared_bytes, body, context);
}

}  // namespace rehearsal
