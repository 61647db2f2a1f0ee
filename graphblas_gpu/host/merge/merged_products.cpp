#include <graphblas_gpu/base/cancellation.hpp>
#include <graphblas_gpu/host/merge/merged_products.hpp>

#include <algorithm>
#include <utility>

namespace graphblas_gpu::host {

namespace {

/// Merges two neighbouring runs; of equal columns those of the first run come first.
merged_product* merge_runs(const merged_product* x, const merged_product* x_end, const merged_product* y,
                           const merged_product* y_end, merged_product* to) {
    while (x != x_end && y != y_end) {
        const bool takes_y = y->column < x->column;
        *to++ = takes_y ? *y : *x;
        x += !takes_y;
        y += takes_y;
    }
    to = std::copy(x, x_end, to);
    return std::copy(y, y_end, to);
}

}  // namespace

void merge_workspace::begin(index i) {
    row_ = i;
    merged_ = {};
    heap_size_ = 0;
    if (in_.mask.present) mask_at_ = in_.mask.rows.begin(i);
    index lists = 0, products = 0;
    for (row_offset p = in_.a.begin(i); p < in_.a.end(i); ++p) {
        const row_offset size = in_.b.row_size(in_.a.columns[p]);
        lists += size > 0;
        products += size;
    }
    if (products == 0 || (in_.mask.admits_only() && in_.mask.rows.row_size(i) == 0)) return;
    if (lists > merge_policy::heap_lists && products <= merge_policy::max_paired_products) merge_pairs(lists, products);
    else begin_heap(lists);
}

/// Round after round, runs 2 r and 2 r + 1 become run r.
void merge_workspace::merge_pairs(index lists, index products) {
    auto* from = memory_.get<merged_product>(scratch::raw::merged, static_cast<std::size_t>(products));
    auto* to = memory_.get<merged_product>(scratch::raw::merging, static_cast<std::size_t>(products));
    auto* const ends = memory_.get<row_offset>(scratch::raw::merged_runs, static_cast<std::size_t>(lists));
    index runs = 0, size = 0;
    const row_offset first = in_.a.begin(row_);
    for (row_offset p = first; p < in_.a.end(row_); ++p) {
        const index k = in_.a.columns[p];
        if (in_.b.row_size(k) == 0) continue;
        for (row_offset q = in_.b.begin(k); q < in_.b.end(k); ++q) {
            from[size++] = {in_.b.columns[q], static_cast<std::uint32_t>(p - first), q};
        }
        ends[runs++] = size;
    }
    while (runs > 1) {
        row_offset begin = 0;
        merged_product* at = to;
        for (index r = 0; r < runs; r += 2) {
            const row_offset middle = ends[r], end = r + 1 < runs ? ends[r + 1] : middle;
            at = merge_runs(from + begin, from + middle, from + middle, from + end, at);
            ends[r / 2] = begin = end;
        }
        runs = (runs + 1) / 2;
        std::swap(from, to);
    }
    merged_ = {from, static_cast<std::size_t>(size)};
}

void merge_workspace::begin_heap(index lists) {
    heap_ = memory_.get<cursor>(scratch::raw::merged_runs, static_cast<std::size_t>(lists));
    const row_offset first = in_.a.begin(row_);
    for (row_offset p = first; p < in_.a.end(row_); ++p) {
        const index k = in_.a.columns[p];
        if (in_.b.row_size(k) == 0) continue;
        const row_offset q = in_.b.begin(k);
        heap_[heap_size_++] = {in_.b.columns[q], static_cast<std::uint32_t>(p - first), q, in_.b.end(k)};
    }
    for (index at = heap_size_ / 2; at-- > 0;) sift_down(at);
}

/// Moves the cursor at `at` down until none below it is smaller.
void merge_workspace::sift_down(index at) {
    const auto is_less = [](const cursor& x, const cursor& y) {
        return x.column != y.column ? x.column < y.column : x.left < y.left;
    };
    const cursor moving = heap_[at];
    for (index below = 2 * at + 1; below < heap_size_; below = 2 * at + 1) {
        if (below + 1 < heap_size_ && is_less(heap_[below + 1], heap_[below])) ++below;
        if (!is_less(heap_[below], moving)) break;
        heap_[at] = heap_[below];
        at = below;
    }
    heap_[at] = moving;
}

std::span<merged_product> merge_workspace::from_heap() {
    auto* const to = memory_.get<merged_product>(scratch::raw::merged, merge_policy::heap_part);
    std::size_t size = 0;
    for (; heap_size_ > 0 && size < merge_policy::heap_part; ++size) {
        cursor& least = heap_[0];
        to[size] = {least.column, least.left, least.right};
        if (++least.right < least.end) least.column = in_.b.columns[least.right];
        else least = heap_[--heap_size_];
        sift_down(0);
    }
    if (size == merge_policy::heap_part) base::look_at_call();
    return {to, size};
}

/// Moves the products that the mask admits to the front and returns their number. For a row of C, the row of the mask is read
/// once.
std::size_t merge_workspace::admitted(std::span<merged_product> products) {
    const structure_view& mask = in_.mask.rows;
    std::size_t kept = 0;
    for (const merged_product& x : products) {
        while (mask_at_ < mask.end(row_) && mask.columns[mask_at_] < x.column) ++mask_at_;
        const bool is_listed = mask_at_ < mask.end(row_) && mask.columns[mask_at_] == x.column;
        if (is_listed != in_.mask.complement) products[kept++] = x;
    }
    return kept;
}

std::span<const merged_product> merge_workspace::next() {
    for (;;) {
        std::span<merged_product> part = heap_size_ > 0 ? from_heap() : std::exchange(merged_, {});
        if (part.empty() || !in_.mask.present) return part;
        part = part.first(admitted(part));
        if (!part.empty()) return part;
    }
}

}  // namespace graphblas_gpu::host
