// Allocations that fail on purpose: the n-th, some in a row, or all from the n-th on.
//
// Idea: the program's own malloc, mmap and pthread_create stand before those of the C library (allocations.cpp). They count,
// and fail where they are told to; operator new comes by malloc.
#pragma once

namespace failing {

/// From now on allocations of all threads are counted from 1, and those with the numbers first .. last fail.
void begin(long first, long last) noexcept;
/// Allocations during which `is_left_out` is true are not counted and do not fail.
void leave_out(bool (*is_left_out)() noexcept) noexcept;
/// Counts an allocation that is not one of malloc's; returns whether it fails.
bool fails() noexcept;
/// Nothing fails any more. Returns how many allocations there were since begin().
long end() noexcept;
/// How many blocks of malloc and its kin are in use by all threads.
long live() noexcept;

}  // namespace failing
