// Idea: an object with sides of billions and a handful of entries has a small twin, in which index n stands for indices[n] of
// the far one. The specification runs on the twin; the library runs on the far object with 64 MiB of address space beside what
// is in use, so that an array as long as a side cannot be had.
#pragma once

#include "trial.hpp"

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define GB_TEST_LIMITS_MEMORY 1
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#else
#define GB_TEST_LIMITS_MEMORY 0
#endif

namespace spec {

/// While this lives, the address space of the program grows by no more than so many bytes. Only on the host: a device has its
/// own limit (far_contexts). Sanitizers reserve address space as they like; under them results are compared and that is all.
class memory_limit {
  public:
    explicit memory_limit([[maybe_unused]] std::int64_t bytes) {
#if GB_TEST_LIMITS_MEMORY
        if (on_cuda()) return;
        // Threads would reserve address space for an arena of their own each.
        static const bool one_arena = mallopt(M_ARENA_MAX, 1) == 1;
        REQUIRE(one_arena);
        gb::base::release_cached_blocks();
        REQUIRE(getrlimit(RLIMIT_AS, &before_) == 0);
        std::ifstream statm("/proc/self/statm");
        rlim_t pages = 0;
        statm >> pages;
        const auto page = static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
        const rlimit limited{pages * page + static_cast<rlim_t>(bytes), before_.rlim_max};
        REQUIRE(setrlimit(RLIMIT_AS, &limited) == 0);
        set_ = true;
#else
        WARN("skipped: no limit of memory under a sanitizer");
#endif
    }
    ~memory_limit() {
#if GB_TEST_LIMITS_MEMORY
        if (set_) (void)setrlimit(RLIMIT_AS, &before_);
#endif
    }
    memory_limit(const memory_limit&) = delete;
    memory_limit& operator=(const memory_limit&) = delete;

  private:
#if GB_TEST_LIMITS_MEMORY
    rlimit before_{};
    bool set_ = false;
#endif
};

/// What an operation on far objects may take beside them and their row offsets.
inline constexpr std::int64_t far_memory = std::int64_t{64} << 20;

/// Contexts that hold no working memory yet: what one operation takes would serve the next.
inline gb::context far_context(int turn, std::int64_t device_bytes) {
    if (on_cuda()) return context_on_cuda(device_bytes);
    return gb::context::host({.threads = turn % 2 == 0 ? 1 : 3});
}

/// What objects and operations may take on a device: those without a long side of rows, and the others.
inline constexpr std::int64_t far_device_memory = std::int64_t{256} << 20;
inline constexpr std::int64_t tall_device_memory = std::int64_t{8} << 30;

/// f(ctx) with little memory, or with so much more.
template <class F>
void with_little_memory(F&& f, std::int64_t more = 0, std::int64_t device_bytes = far_device_memory) {
    static int turn = 0;
    const gb::context ctx = far_context(turn++, device_bytes);
    const memory_limit limit(far_memory + more);
    f(ctx);
}

/// Index n of a near object is index indices[n] of the far one.
struct side {
    index size;
    std::vector<index> indices;

    index near() const { return static_cast<index>(indices.size()); }
    index number(index original) const {
        const auto at = std::lower_bound(indices.begin(), indices.end(), original);
        return at != indices.end() && *at == original ? at - indices.begin() : -1;
    }
};

inline side near_side(index size) {
    side s{size, {}};
    for (index n = 0; n < size; ++n) s.indices.push_back(n);
    return s;
}
/// `near` indices of a far side, both ends and neighbours among them.
inline side far_side(random& r, index size, index near) {
    side s{size, {0, size / 2 - 1, size / 2, size - 1}};
    s.indices.resize(static_cast<std::size_t>(std::min<index>(near, 4)));
    while (s.near() < near) {
        const index original = r.below(size);
        if (std::find(s.indices.begin(), s.indices.end(), original) == s.indices.end()) s.indices.push_back(original);
    }
    std::sort(s.indices.begin(), s.indices.end());
    return s;
}

template <class T>
gb::matrix<T> far_matrix(const dense<read_as<T>>& near, const side& rows, const side& columns) {
    std::vector<index> i, j;
    std::vector<read_as<T>> x;
    for (index n = 0; n < near.nrows; ++n) {
        for (index m = 0; m < near.ncols; ++m) {
            if (!near.at(n, m)) continue;
            i.push_back(rows.indices[static_cast<std::size_t>(n)]);
            j.push_back(columns.indices[static_cast<std::size_t>(m)]);
            x.push_back(*near.at(n, m));
        }
    }
    if constexpr (std::is_void_v<T>)
        return gb::matrix<T>::from_edges(rows.size, columns.size, i, j);
    else
        return gb::matrix<T>::from_edges(rows.size, columns.size, i, j, x);
}
template <class T>
gb::vector<T> far_vector(const dense<read_as<T>>& near, const side& indices) {
    const gb::matrix<T> row = far_matrix<T>(near, near_side(1), indices);
    return gb::vector<T>::from_storage(row.to_csr());
}

/// What is wrong with `got`, whose entries have to be those of `want`, with values no further off than the tolerance.
template <class T, class U>
std::string far_difference(const gb::csr<T>& got, const dense<U>& want, const side& rows, const side& columns,
                           double tolerance = 0) {
    if (got.nrows != rows.size || got.ncols != columns.size) return "shape " + shape_text({got.nrows, got.ncols});
    std::vector<index> i, j;
    std::vector<gb::formats::stored<T>> x;
    const gb::structure_view view = got.structure();
    for (index row = 0; row < got.nrows; ++row) {
        for (gb::row_offset p = view.begin(row); p < view.end(row); ++p) {
            i.push_back(rows.number(row));
            j.push_back(columns.number(view.columns[p]));
            if (i.back() < 0 || j.back() < 0) return "an entry at " + shape_text({row, view.columns[p]});
            if (p > view.begin(row) && view.columns[p] <= view.columns[p - 1]) return "columns do not ascend";
            if constexpr (!std::is_void_v<T>) x.push_back(got.values[static_cast<std::size_t>(p)]);
        }
    }
    if constexpr (std::is_void_v<T>) {
        return difference(gb::matrix<T>::from_edges(rows.near(), columns.near(), i, j), want);
    } else {
        return difference(gb::matrix<T>::from_edges(rows.near(), columns.near(), i, j, x), want, tolerance);
    }
}
template <class T, class U>
std::string far_difference(const gb::matrix<T>& got, const dense<U>& want, const side& rows, const side& columns,
                           double tolerance = 0) {
    return far_difference(got.to_csr(), want, rows, columns, tolerance);
}
template <class T, class U>
std::string far_difference(const gb::vector<T>& got, const dense<U>& want, const side& indices) {
    return far_difference(gb::formats::copy_of(got.list()), want, near_side(1), indices);
}

/// A semiring as the specification takes it: on the twin, telling the multiply the indices of the far object.
template <class S>
struct far_semiring {
    using value_type = gb::semiring_value_t<S>;
    using left_type = gb::semiring_left_t<S>;
    using right_type = gb::semiring_right_t<S>;

    S semiring;
    const side* rows;
    const side* inner;
    const side* columns;
    gb::semiring_add_t<S> add = gb::semiring_add(semiring);

    value_type multiply(const left_type& x, const right_type& y, std::int64_t i, std::int64_t k, std::int64_t j) const {
        const auto original = [](const side& s, std::int64_t n) { return s.indices[static_cast<std::size_t>(n)]; };
        return gb::semiring_product(semiring, x, y, original(*rows, i), original(*inner, k), original(*columns, j));
    }
};

inline constexpr index longest_side = gb::max_side;  // 2^32 - 1
inline constexpr index long_side = index{1} << 27;

}  // namespace spec
