#include <graphblas_gpu/any_vector.hpp>

#include <graphblas_gpu/base/within_memory.hpp>
#include <graphblas_gpu/cuda/elementwise/select.hpp>
#include <graphblas_gpu/cuda/structure/transpose.hpp>
#include <graphblas_gpu/formats/build.hpp>
#include <graphblas_gpu/host/elementwise/convert.hpp>

#include <cstring>
#include <utility>

namespace graphblas_gpu {

any_vector::any_vector(any_vector&& other) noexcept
    : list_(std::exchange(other.list_, row_storage(1, 0, other.type()))),
      dense_(std::exchange(other.dense_, std::nullopt)),
      collected_(std::move(other.collected_)) {}

any_vector& any_vector::operator=(any_vector&& other) noexcept {
    if (this == &other) return *this;
    list_ = std::exchange(other.list_, row_storage(1, 0, other.type()));
    dense_ = std::exchange(other.dense_, std::nullopt);
    collected_ = std::move(other.collected_);
    return *this;
}

any_vector any_vector::borrowed(index size, index nvals, const column_index* indices, const std::byte* values,
                                const type_descriptor& type, std::shared_ptr<const void> owner) {
    return base::library_call("borrowed arrays", [&] {
        if (indices == nullptr && nvals > 0) {
            return any_vector({.size = size,
                               .nvals = size,
                               .bits = formats::all_bits(size),
                               .values = {},
                               .value_bytes = type.bytes,
                               .borrowed = std::shared_ptr<const std::byte>(std::move(owner), values)},
                              type);
        }
        struct lent_row {
            row_offset offsets[2];
            std::shared_ptr<const void> owner;
        };
        auto lent = std::make_shared<const lent_row>(lent_row{{0, nvals}, std::move(owner)});
        const formats::untyped_view row{{1, size, lent->offsets, indices}, values, type.bytes};
        return any_vector(row_storage(formats::untyped_rows(row, std::move(lent)), type));
    });
}

any_vector any_vector::borrowed(const cuda::engine_ptr& e, index size, index nvals, const column_index* indices,
                                const void* values, const type_descriptor& type, std::shared_ptr<const void> owner) {
    return any_vector(row_storage::borrowed(e, {1, size, nvals, nullptr, indices, values, type.code}, type, std::move(owner)));
}

void any_vector::values_changed() {
    list_.forget_copies();
    if (dense_ && dense_->borrowed != nullptr) collected_.reset();
}

// The object that is returned lives as long as the vector does not change, because the vector shares it.
const row_storage& any_vector::collected() const {
    return *collected_.get([&] { return row_storage(formats::collected(dense(), type().bytes), type()); });
}

csr<void> any_vector::true_entries(host::team& team) const { return host::true_structure(team, list(), type()); }

void any_vector::make_dense() {
    if (dense_) return;
    if (is_full_list()) {
        formats::untyped_csr& row = list_.changed();
        dense_ = {size(), size(), formats::all_bits(size()), {}, row.value_bytes};
        dense_->values = std::move(row.values);
    } else {
        dense_ = formats::to_dense(list_.host());
    }
    list_ = row_storage(1, size(), type());
}

const std::byte* any_vector::find(index i) const {
    static constexpr std::byte no_bytes{};
    const std::size_t bytes = type().bytes;
    const auto value_at = [&](const std::byte* values, std::size_t n) { return bytes > 0 ? values + n * bytes : &no_bytes; };
    if (dense_) {
        const auto at = static_cast<column_index>(i);
        return base::test_bit(dense_->bits.data(), at) ? value_at(dense_->view().values, at) : nullptr;
    }
    const formats::untyped_view row = list_.host();
    const row_offset p = formats::find(row, 0, i);
    return p < 0 ? nullptr : value_at(row.values, static_cast<std::size_t>(p));
}

void any_vector::set_element(index i, const void* value) {
    if (!dense_ && formats::becomes_dense(list_.max_nvals() + 1, size()) && formats::becomes_dense(nvals() + 1, size()))
        make_dense();
    if (!dense_) {
        list_.set(0, i, value);
        return;
    }
    dense_->take_possession();
    const auto at = static_cast<column_index>(i);
    dense_->nvals += !base::test_bit(dense_->bits.data(), at);
    base::set_bit(dense_->bits.data(), at);
    if (const std::size_t bytes = type().bytes; bytes > 0) std::memcpy(dense_->values.data() + at * bytes, value, bytes);
    collected_.reset();
}

void any_vector::remove_element(index i) {
    if (dense_) {
        const auto at = static_cast<column_index>(i);
        if (!base::test_bit(dense_->bits.data(), at)) return;
        base::clear_bit(dense_->bits.data(), at);
        --dense_->nvals;
        collected_.reset();
        return;
    }
    const formats::untyped_view row = list_.host();
    const row_offset p = formats::find(row, 0, i);
    if (p >= 0) *this = any_vector(formats::without_entry(row, 0, p), type());
}

void any_vector::resize(index size) {
    if (!is_on_host()) {
        const auto before = list_.device();
        const cuda::engine_ptr e = before->offsets.owner();
        const cuda::engine::use here(*e, "vector: resize");
        *this =
            base::library_call("vector: resize", [&] { return any_vector(cuda::resized(e, before->view(), 1, size), type()); });
        return;
    }
    any_vector changed(formats::resized(list(), 1, size), type());
    if (dense_ && formats::becomes_dense(changed.nvals(), size)) changed.make_dense();
    *this = std::move(changed);
}

formats::untyped_dense_vector any_vector::taken_dense() {
    (void)written_in_place();
    formats::untyped_dense_vector taken = std::move(*dense_);
    *this = any_vector(0, type());
    return taken;
}

}  // namespace graphblas_gpu
