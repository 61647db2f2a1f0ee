#include <graphblas_gpu/base/checks.hpp>
#include <graphblas_gpu/bit_storage.hpp>
#include <graphblas_gpu/cuda/structure/bits.hpp>
#include <graphblas_gpu/error.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace graphblas_gpu {

void check_bits(index nrows, index ncols) {
    base::check_side(nrows, "bit_rows: number of rows");
    base::check_side(ncols, "bit_rows: number of columns");
    if (nrows > 64) throw invalid_value("bit_rows: " + std::to_string(nrows) + " rows; at most 64 fit a word");
}

bit_storage::bit_storage(index ncols) : ncols_(ncols) {}
bit_storage::bit_storage(const bit_storage& other) : ncols_(other.ncols_) {
    const base::lock_guard lock(other.mutex_);
    words_ = other.words_;
    occupied_ = other.occupied_;
    on_host_ = other.on_host_;
    device_ = other.device_;
}
bit_storage::bit_storage(bit_storage&& other) noexcept
    : ncols_(other.ncols_),
      words_(std::move(other.words_)),
      occupied_(std::move(other.occupied_)),
      on_host_(std::exchange(other.on_host_, false)),
      device_(std::move(other.device_)) {}
bit_storage& bit_storage::operator=(bit_storage&& other) noexcept {
    ncols_ = other.ncols_;
    words_ = std::move(other.words_);
    occupied_ = std::move(other.occupied_);
    on_host_ = std::exchange(other.on_host_, false);
    device_ = std::move(other.device_);
    return *this;
}
bit_storage::~bit_storage() = default;

bit_storage::host_words bit_storage::host() const {
    const base::lock_guard lock(mutex_);
    if (!on_host_) fetch();
    return {words_.data(), occupied_.data()};
}

bit_storage::host_words bit_storage::changed() {
    const host_words here = host();
    device_ = nullptr;
    return here;
}

cuda::engine_ptr bit_storage::owner() const {
    const base::lock_guard lock(mutex_);
    return device_ != nullptr && !on_host_ ? device_->owner() : nullptr;
}

std::shared_ptr<const cuda::array<base::word>> bit_storage::device(const cuda::engine_ptr& e) const {
    const base::lock_guard lock(mutex_);
    return on(e);
}

base::word* bit_storage::device_changed(const cuda::engine_ptr& e) {
    const base::lock_guard lock(mutex_);
    auto there = on(e);
    if (there.use_count() > 2) {  // a copy of this object shares them
        auto own = std::make_shared<cuda::array<base::word>>(e, there->size());
        e->copy(own->data(), there->data(), there->size() * sizeof(base::word));
        device_ = std::move(own);
    }
    on_host_ = false;
    return device_->data();
}

void bit_storage::clear() {
    device_ = nullptr;
    on_host_ = false;
}

void bit_storage::make_empty() const {
    words_ = buffer<base::word>(static_cast<std::size_t>(ncols_), base::word{0});
    occupied_ = buffer<base::word>(static_cast<std::size_t>(base::words_for(ncols_)), base::word{0});
    on_host_ = true;
}

void bit_storage::fetch() const {
    make_empty();
    if (device_ == nullptr) return;
    on_host_ = false;
    words_ = cuda::downloaded(*device_->owner(), device_->data(), device_->size());
    mark_occupied();
    on_host_ = true;
}

void bit_storage::mark_occupied() const {
    for (index first = 0; first < ncols_; first += base::word_bits) {
        const index last = std::min<index>(ncols_, first + base::word_bits);
        base::word mark = 0;
        for (index j = first; j < last; ++j) mark |= base::word{words_[static_cast<std::size_t>(j)] != 0} << (j - first);
        occupied_[static_cast<std::size_t>(first / base::word_bits)] = mark;
    }
}

const std::shared_ptr<cuda::array<base::word>>& bit_storage::on(const cuda::engine_ptr& e) const {
    if (device_ != nullptr && device_->owner() != e) {
        if (!on_host_) fetch();
        device_ = nullptr;
    }
    if (device_ != nullptr) return device_;
    if (on_host_) device_ = std::make_shared<cuda::array<base::word>>(cuda::uploaded<base::word>(e, words_));
    else device_ = std::make_shared<cuda::array<base::word>>(cuda::zeros<base::word>(e, static_cast<std::size_t>(ncols_)));
    return device_;
}

bit_witnesses::bit_witnesses(index nrows, index ncols) : nrows_(nrows), ncols_(ncols) { check_bits(nrows, ncols); }
bit_witnesses::bit_witnesses(bit_witnesses&&) noexcept = default;
bit_witnesses& bit_witnesses::operator=(bit_witnesses&&) noexcept = default;
bit_witnesses::~bit_witnesses() = default;

std::size_t bit_witnesses::place(index i, index j) const {
    base::check_index(i, nrows_, "bit_witnesses: row");
    base::check_index(j, ncols_, "bit_witnesses: column");
    return static_cast<std::size_t>(j * nrows_ + i);
}

void bit_witnesses::set_element(index i, index j, index k) {
    base::check_index(k, max_side, "bit_witnesses: witness");
    if (!table_.empty() || !there_.empty()) throw invalid_value("bit_witnesses: an element is set after the first product");
    table_indices_.push_back(place(i, j));
    given_.push_back(static_cast<column_index>(k));
}

index bit_witnesses::operator()(index i, index j) const {
    const std::size_t at = place(i, j);
    if (table_.empty()) throw invalid_value("bit_witnesses: there was no product on the host yet");
    return table_[at];
}

column_index* bit_witnesses::table() {
    if (table_.empty()) {
        table_ = buffer<column_index>(static_cast<std::size_t>(nrows_ * ncols_), column_index{0});
        for (std::size_t n = 0; n < table_indices_.size(); ++n) table_[table_indices_[n]] = given_[n];
    }
    return table_.data();
}

cuda::witness_table bit_witnesses::on(const cuda::engine_ptr& e) {
    if (there_.empty() && nrows_ * ncols_ > 0) {
        there_ = cuda::array<column_index>(e, static_cast<std::size_t>(nrows_ * ncols_));
        e->set_bytes(there_.data(), 0xff, there_.size() * sizeof(column_index));
        cuda::write_witnesses(e, {there_.data(), nrows_}, table_indices_, given_);
    }
    return {there_.data(), nrows_};
}

}  // namespace graphblas_gpu
