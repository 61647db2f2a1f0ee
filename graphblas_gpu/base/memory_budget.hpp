// The budget of host memory of an operation.
//
// Idea: the system grants more memory than it has, and kills a program that uses too much of it. So an operation may have what
// was available when it began. Everything that it allocates is counted against that, whether it has been written to or not:
// memory that was granted and not written to still counts as available for the system. What the operation frees, it gets back.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace graphblas_gpu::base {

class cancellation;

/// The operation that this thread executes: its name, for messages about memory, its budget, and where the thread sees that it
/// is to end. Of nested operations the outermost counts, because that is the one that the caller has called.
class named_operation {
  public:
    /// `name` is a literal. If it is null, nothing changes. `memory_limit`: the most bytes that blocks of allocate() may have
    /// in this process while the operation runs; 0: no limit but the available memory. `call`: what ends the operation; null:
    /// nothing does.
    explicit named_operation(const char* name, std::int64_t memory_limit = 0, const cancellation* call = nullptr) noexcept;
    /// A worker takes part in the operation of another thread, which outlives this object. It may be null.
    explicit named_operation(named_operation* of_caller) noexcept;
    ~named_operation();
    named_operation(const named_operation&) = delete;
    named_operation& operator=(const named_operation&) = delete;

    /// The operation of this thread, or null if there is none.
    static named_operation* current() noexcept;

    const char* name() const noexcept { return name_; }
    /// Whether there is a limit besides the available memory.
    bool is_limited() const noexcept { return limit_ > 0; }
    const cancellation* call() const noexcept { return call_; }
    /// The bytes of counted blocks that it has allocated, less those that it has freed.
    std::int64_t bytes() const noexcept { return granted_.load(std::memory_order_relaxed); }

  private:
    friend struct ledger;

    const char* name_ = nullptr;
    bool is_current_ = false;
    std::int64_t limit_ = 0;
    const cancellation* call_ = nullptr;
    std::atomic<std::int64_t> granted_{0};     ///< bytes allocated since the beginning, less those that were freed
    std::atomic<std::int64_t> charged_{0};     ///< those of them that charge() has counted
    std::atomic<std::int64_t> available_{-1};  ///< bytes that it may be granted; -1: not looked up yet
};

/// The name of operations whose messages get another name later (within_memory.hpp).
inline constexpr const char* unnamed_operation = "allocate";

/// Counts `bytes` bytes that the caller is going to allocate by other means, such as a std::vector, against the budget of the
/// current operation, until the operation ends or discharge() is called. Throws out_of_memory as allocate() does.
void charge(std::size_t bytes);
void discharge(std::size_t bytes) noexcept;

/// Makes room for `more` further elements in a std::vector or std::string that grows during an operation, whose new memory is
/// charged. O(1) in the mean over many calls. Throws out_of_memory, std::bad_alloc or std::length_error; the list is as it was.
template <class List>
void make_room(List& list, std::size_t more) {
    if (list.capacity() - list.size() >= more) return;
    const std::size_t before = list.capacity(), wanted = std::max(list.size() + more, before + before / 2);
    charge(wanted * sizeof(list[0]));
    try {
        list.reserve(wanted);
    } catch (...) {
        discharge(wanted * sizeof(list[0]));
        throw;
    }
    discharge(before * sizeof(list[0]));
}

/// Frees the memory of a list that has grown by make_room(), and gives it back to the budget.
template <class List>
void release(List& list) noexcept {
    discharge(list.capacity() * sizeof(list[0]));
    List().swap(list);
}

/// For a step of an operation whose memory grows little by little: throws out_of_memory if less than 64 MiB are available.
void check_memory_is_left();

/// As list.push_back(value), within the budget.
template <class List>
void append(List& list, const typename List::value_type& value) {
    if (list.size() == list.capacity()) make_room(list, 1);
    list.push_back(value);
}

/// The bytes that can be allocated without swapping: the least of Linux's estimate for the machine and of what the control
/// groups of the process (cgroups v1 and v2) have left; the largest number where nothing is known. It reads some files.
std::size_t available_bytes() noexcept;
/// The bytes that the current operation may still allocate, or available_bytes() if there is none.
std::size_t room_of_operation();
/// Whether arrays of `bytes` bytes in total fit into room_of_operation(). Without a limit that is looked up only from 256 MiB
/// on; less always fits.
bool fits_in_memory(double bytes);

/// What the control groups of the process have left; the largest number if they have no limit. The files of /proc and /sys are
/// looked up below `root`, for tests. Limits of all groups above that of the process count too. It follows "Control Group v2"
/// and "Memory Resource Controller" of the Linux kernel's documentation.
std::size_t bytes_left_in_control_groups(const std::string& root = "") noexcept;

/// Blocks from this size on are counted.
inline constexpr std::size_t smallest_counted_block = std::size_t{1} << 16;

// For allocate() and deallocate().

/// Counts a block of the current operation. Throws out_of_memory if the budget does not have that much.
void grant(std::size_t bytes);
/// Counts a block without a look at the budget, for a block that replaces a larger one.
void count_block(std::size_t bytes) noexcept;
void take_back(std::size_t bytes) noexcept;
/// Throws out_of_memory with the name of the current operation and these words.
[[noreturn]] void refuse_memory(const std::string& words);

}  // namespace graphblas_gpu::base
