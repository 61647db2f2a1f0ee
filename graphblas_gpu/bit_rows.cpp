#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/bit_rows.hpp>
#include <graphblas_gpu/cuda/structure/bits.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/host/bits/bit_product.hpp>
#include <graphblas_gpu/host/threads/team.hpp>
#include <graphblas_gpu/operations/device/operation.hpp>
#include <graphblas_gpu/shapes.hpp>

#include <algorithm>
#include <bit>

namespace graphblas_gpu {

bit_rows::bit_rows(index nrows, index ncols) : storage_(0), nrows_(nrows), ncols_(ncols) {
    check_bits(nrows, ncols);
    storage_ = bit_storage(ncols);
}

namespace {

index count_on_device(const cuda::engine_ptr& e, const bit_storage& words, index ncols) {
    const cuda::engine::use here(*e, "bit_rows::nvals");
    return cuda::count_bits(e, words.device(e)->data(), ncols);
}

}  // namespace

bool bit_rows::empty() const {
    return base::library_call("bit_rows: empty", [&] {
        if (const auto e = storage_.owner(); e != nullptr) {
            const cuda::engine::use here(*e, "bit_rows::empty");
            return cuda::look_at_bits(e, {}, storage_.device(e)->data(), ncols_).rows == 0;
        }
        const base::word* const occupied = storage_.host().occupied;
        return std::all_of(occupied, occupied + base::words_for(ncols_), [](base::word w) { return w == 0; });
    });
}

index bit_rows::nvals() const {
    return base::library_call("bit_rows: nvals", [&] {
        if (const auto e = storage_.owner(); e != nullptr) return count_on_device(e, storage_, ncols_);
        const bit_storage::host_words here = storage_.host();
        index sum = 0;
        for (index at = 0; at < base::words_for(ncols_); ++at) {
            base::for_each_bit(here.occupied[at], static_cast<column_index>(at),
                               [&](column_index j) { sum += std::popcount(here.words[j]); });
        }
        return sum;
    });
}

bool bit_rows::has_element(index i, index j) const {
    check(i, j);
    return (storage_.host().words[j] >> i & 1u) != 0;
}

void bit_rows::set_element(index i, index j) {
    check(i, j);
    const bit_storage::host_words here = storage_.changed();
    here.words[j] |= base::word{1} << i;
    base::set_bit(here.occupied, static_cast<column_index>(j));
}

void bit_rows::clear() {
    if (storage_.owner() != nullptr) return storage_.clear();
    const bit_storage::host_words here = storage_.changed();
    for (index at = 0; at < base::words_for(ncols_); ++at) {
        base::for_each_bit(here.occupied[at], static_cast<column_index>(at), [&](column_index j) { here.words[j] = 0; });
        here.occupied[at] = 0;
    }
}

void bit_rows::or_with(const context& ctx, const bit_rows& other) {
    base::library_call("bit_rows: or_with", [&] {
        shapes::check_same("bit_rows::or_with", "the other", shapes::of(other), shapes::of(*this));
        if (ctx.is_cuda()) {
            const device::engine_in_use e(ctx.cuda_engine(), "bit_rows::or_with");
            const auto words = other.storage_.device(e);
            return cuda::or_words(e, storage_.device_changed(e), words->data(), ncols_);
        }
        const auto to_the_end = ctx.team().uninterrupted();
        host::or_bits(ctx.team(), view(), other.view());
    });
}

bool operator==(const bit_rows& a, const bit_rows& b) {
    if (a.nrows_ != b.nrows_ || a.ncols_ != b.ncols_) return false;
    const base::word* const words = a.storage_.host().words;
    return std::equal(words, words + a.ncols_, b.storage_.host().words);
}

host::bit_columns bit_rows::view() const {
    const bit_storage::host_words here = storage_.host();
    return {ncols_, here.words, here.occupied};
}
host::writable_bit_columns bit_rows::view() {
    const bit_storage::host_words here = storage_.changed();
    return {ncols_, here.words, here.occupied};
}

void bit_rows::check(index i, index j) const {
    base::check_index(i, nrows_, "bit_rows: row");
    base::check_index(j, ncols_, "bit_rows: column");
}

}  // namespace graphblas_gpu
