// Where the words of a bit_rows are, and the witnesses of its entries: in host memory or on a device.
//
// Idea: the words are valid in host memory, on a device, or in both; the other side copies them when it needs them. Each side
// writes its words in place, because a search writes often. Words that were never written are stored nowhere: they are zero on
// either side.
#pragma once

#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include <graphblas_gpu/cuda/structure/bits.hpp>
#include <graphblas_gpu/formats/buffer.hpp>
#include <graphblas_gpu/formats/mutex.hpp>

namespace graphblas_gpu {

/// A word for each column, and on the host a bit for each column whose word is not 0. Several threads may read an object at
/// once.
class bit_storage {
  public:
    explicit bit_storage(index ncols) : ncols_(ncols) {}
    bit_storage(const bit_storage& other) : ncols_(other.ncols_) {
        const formats::lock_guard lock(other.mutex_);
        words_ = other.words_;
        occupied_ = other.occupied_;
        on_host_ = other.on_host_;
        device_ = other.device_;
    }
    bit_storage(bit_storage&& other) noexcept
        : ncols_(other.ncols_), words_(std::move(other.words_)), occupied_(std::move(other.occupied_)),
          on_host_(std::exchange(other.on_host_, false)), device_(std::move(other.device_)) {}
    bit_storage& operator=(bit_storage other) noexcept {
        ncols_ = other.ncols_;
        words_ = std::move(other.words_);
        occupied_ = std::move(other.occupied_);
        on_host_ = other.on_host_;
        device_ = std::move(other.device_);
        return *this;
    }
    ~bit_storage() = default;

    /// The words in host memory, and the bits of the columns whose word is not 0.
    struct host_words {
        formats::word* words;
        formats::word* occupied;
    };
    /// The words in host memory; they are allocated, or copied from a device, if they are not there.
    host_words host() const {
        const formats::lock_guard lock(mutex_);
        if (!on_host_) fetch();
        return {words_.data(), occupied_.data()};
    }
    /// The words in host memory, for writing: the copy on a device is dropped.
    host_words changed() {
        const host_words here = host();
        device_ = nullptr;
        return here;
    }

    /// The engine whose device alone has the words, or null if host memory has them too.
    cuda::engine_ptr owner() const {
        const formats::lock_guard lock(mutex_);
        return device_ != nullptr && !on_host_ ? device_->owner() : nullptr;
    }
    /// The words on a device; they are copied there if they are not there.
    std::shared_ptr<const cuda::array<formats::word>> device(const cuda::engine_ptr& e) const {
        const formats::lock_guard lock(mutex_);
        return on(e);
    }
    /// The words on a device, for writing: the copy in host memory becomes invalid.
    formats::word* device_changed(const cuda::engine_ptr& e) {
        const formats::lock_guard lock(mutex_);
        auto there = on(e);
        if (there.use_count() > 2) {  // a copy of this object shares them
            auto own = std::make_shared<cuda::array<formats::word>>(e, there->size());
            e->copy(own->data(), there->data(), there->size() * sizeof(formats::word));
            device_ = std::move(own);
        }
        on_host_ = false;
        return device_->data();
    }
    /// Sets all words to 0.
    void clear() {
        device_ = nullptr;
        on_host_ = false;
    }

  private:
    void make_empty() const {
        words_ = buffer<formats::word>(static_cast<std::size_t>(ncols_), formats::word{0});
        occupied_ = buffer<formats::word>(static_cast<std::size_t>(formats::words_for(ncols_)), formats::word{0});
        on_host_ = true;
    }
    void fetch() const {
        make_empty();
        if (device_ == nullptr) return;
        on_host_ = false;
        words_ = cuda::downloaded(*device_->owner(), device_->data(), device_->size());
        for (index j = 0; j < ncols_; ++j) {
            if (words_[static_cast<std::size_t>(j)] != 0) formats::set_bit(occupied_.data(), static_cast<column_index>(j));
        }
        on_host_ = true;
    }
    const std::shared_ptr<cuda::array<formats::word>>& on(const cuda::engine_ptr& e) const {
        if (device_ != nullptr && device_->owner() != e) {
            if (!on_host_) fetch();
            device_ = nullptr;
        }
        if (device_ != nullptr) return device_;
        if (on_host_) device_ = std::make_shared<cuda::array<formats::word>>(cuda::uploaded<formats::word>(e, words_));
        else device_ = std::make_shared<cuda::array<formats::word>>(cuda::cleared_words(e, ncols_));
        return device_;
    }

    index ncols_;
    mutable formats::mutex mutex_;
    mutable buffer<formats::word> words_;     ///< ncols
    mutable buffer<formats::word> occupied_;  ///< a bit for each column that is not empty
    mutable bool on_host_ = false;
    mutable std::shared_ptr<cuda::array<formats::word>> device_;
};

/// A number for every position of a matrix of at most 64 rows: the k through which mxm_update added the entry at that position.
/// From the first product on, an object may be used with one context only.
class bit_witnesses {
  public:
    bit_witnesses(index nrows, index ncols) : nrows_(nrows), ncols_(ncols) {}

    /// Sets the witness of (i, j). It must be called before the first product. O(1).
    void set_element(index i, index j, index k) {
        table_indices_.push_back(static_cast<std::uint64_t>(j * nrows_ + i));
        given_.push_back(static_cast<column_index>(k));
    }
    /// The witness of (i, j), after a product on the host.
    index operator()(index i, index j) const { return table_[static_cast<std::size_t>(j * nrows_ + i)]; }

    /// For the host engine: the function that stores the witnesses that a product finds, for one column at a time.
    auto recorder() {
        if (table_.empty()) {
            table_ = buffer<column_index>(static_cast<std::size_t>(nrows_ * ncols_), column_index{0});
            for (std::size_t n = 0; n < table_indices_.size(); ++n) table_[table_indices_[n]] = given_[n];
        }
        return [this](column_index j, std::uint64_t rows, column_index k) noexcept {
            column_index* const here = table_.data() + index{j} * nrows_;
            for (; rows != 0; rows &= rows - 1) here[std::countr_zero(rows)] = k;
        };
    }
    /// For the CUDA engine: the table of witnesses on its device.
    cuda::witness_table on(const cuda::engine_ptr& e) {
        if (there_.empty() && nrows_ * ncols_ > 0) {
            there_ = cuda::array<column_index>(e, static_cast<std::size_t>(nrows_ * ncols_));
            e->set_bytes(there_.data(), 0xff, there_.size() * sizeof(column_index));
            cuda::write_witnesses(e, {there_.data(), nrows_}, table_indices_, given_);
        }
        return {there_.data(), nrows_};
    }

  private:
    index nrows_;
    index ncols_;
    std::vector<std::uint64_t> table_indices_;
    std::vector<column_index> given_;
    buffer<column_index> table_;
    cuda::array<column_index> there_;
};

}  // namespace graphblas_gpu
