#include <graphblas_gpu/cuda/jit/linked_launch.hpp>
#include <graphblas_gpu/cuda/jit/specialised.hpp>
#include <graphblas_gpu/error.hpp>

#include <fmt/format.h>

#include <atomic>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

namespace graphblas_gpu::cuda {
namespace {

/// A semiring of the catalogue in C++.
std::string name_in_source(const semiring_code& code) {
    const std::string type = type_name(code.type);
    const bool is_integer = code.type != type_code::float32 && code.type != type_code::float64;
    return fmt::format("gb::semiring<gb::{}, gb::{}, {}>", detail::additions::names[static_cast<std::size_t>(code.add)],
                       detail::multiplications::names[static_cast<std::size_t>(code.multiply)],
                       is_integer ? "std::" + type + "_t" : type);
}

template <class T>
std::uint64_t nothing_of(add_code add) {
    using word = std::conditional_t<(sizeof(T) > 4), unsigned long long, unsigned>;
    const T identity = add == add_code::min ? min::identity<T>() : add == add_code::max ? max::identity<T>() : T{};
    return word_without_terms<word>(add == add_code::plus, identity);
}

class specialised_kernels final : public product_kernels {
    /// Whether products have made enough multiplications, and the specialised kernels of the groups are there. Those that are
    /// not there are made meanwhile.
    bool takes_specialised(const engine_ptr& e, std::initializer_list<kernel_group> groups) const {
        if (specialised_ == nullptr) return false;
        const specialising when = when_specialised();
        if (when == specialising::never || (when == specialising::later && work_ < min_work_to_specialise)) return false;
        bool are_all_there = true;
        for (const kernel_group group : groups)
            are_all_there = are_specialised(*e, *program_, group, word_bytes_) && are_all_there;
        return are_all_there;
    }
    template <class Run>
    auto run(const engine_ptr& e, std::initializer_list<kernel_group> groups, const Run& with) const {
        if (takes_specialised(e, groups)) return with(*specialised_);
        looked_up_ = true;
        return with(*lookup_);
    }

  public:
    specialised_kernels(const semiring_code& code, std::shared_ptr<const product_kernels> lookup, const host_calls& calls,
                        const operator_state& state)
        : lookup_(std::move(lookup)) {
        const std::size_t bytes = base::size_of(code.type);
        if (bytes < 4) return;
        name_ = name_in_source(code);
        sourced_semiring source;
        source.name = name_.c_str();
        source.types = {code.type, code.type, code.type};
        source.word_bytes = word_bytes_ = static_cast<int>(bytes);
        source.nothing =
            base::with_code(code.type, [&](auto type) { return nothing_of<typename decltype(type)::type>(code.add); });
        source.reads_positions = lookup_->reads_positions();
        source.has_other_kernels = true;
        source.calls = calls;
        program_ = program_of(source);
        try {
            specialised_ = linked_kernels("product", source, program_, state);
        } catch (const unsupported&) {
            // This build has no kernels to link.
        }
    }

    void hash_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const override {
        run(e, {kernel_group::hash, kernel_group::dense}, [&](const product_kernels& by) { by.hash_rows(e, rows, out); });
    }
    void dense_rows(const engine_ptr& e, const product_rows& rows, const product_output& out) const override {
        run(e, {kernel_group::dense}, [&](const product_kernels& by) { by.dense_rows(e, rows, out); });
    }
    csr masked_product(const engine_ptr& e, const product_rows& rows, const csr_ref& b_transposed,
                       method& strategy) const override {
        return run(e, {kernel_group::masked},
                   [&](const product_kernels& by) { return by.masked_product(e, rows, b_transposed, strategy); });
    }
    std::optional<base::scalar_value> masked_fold(const engine_ptr& e, const product_rows& rows, const csr_ref& b_transposed,
                                                  method& strategy) const override {
        return run(e, {kernel_group::masked_fold},
                   [&](const product_kernels& by) { return by.masked_fold(e, rows, b_transposed, strategy); });
    }
    bool reads_positions() const override { return lookup_->reads_positions(); }
    void gather_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const gather_lists& lists, row_offset nvals,
                       void* values) const override {
        run(e, {kernel_group::gathered}, [&](const product_kernels& by) { by.gather_values(e, a, b, lists, nvals, values); });
    }
    bool has_small_product(const engine_ptr& e) const override { return takes_specialised(e, {kernel_group::small}); }
    void small_product(const engine_ptr& e, const small::task& t, unsigned blocks, std::size_t shared_bytes) const override {
        specialised_->small_product(e, t, blocks, shared_bytes);
    }
    void merged_values(const engine_ptr& e, const csr_ref& a, const csr_ref& b, const merged_rows& rows,
                       void* values) const override {
        run(e, {kernel_group::merge}, [&](const product_kernels& by) { by.merged_values(e, a, b, rows, values); });
    }
    csr vector_product(const engine_ptr& e, const csr_ref& rows, const csr_ref& u, bool from_left, const mask_ref& mask,
                       bool pull, index size, bool first_suffices) const override {
        return run(e, {kernel_group::vector}, [&](const product_kernels& by) {
            return by.vector_product(e, rows, u, from_left, mask, pull, size, first_suffices);
        });
    }
    void tile_values(const engine_ptr& e, const tiles_ref& a, const tiles_ref& b, const tiles_ref& c,
                     void* values) const override {
        run(e, {kernel_group::bitmap_tile}, [&](const product_kernels& by) { by.tile_values(e, a, b, c, values); });
    }

    std::shared_ptr<const published::kernels> published() const override { return lookup_->published(); }

    std::string take_note(std::int64_t multiplications) const override {
        work_ += multiplications;
        const std::string note = program_ != nullptr ? program_->take_note() : std::string();
        return looked_up_.exchange(false) ? "; operators are looked up" + note : note;
    }

  private:
    std::shared_ptr<const product_kernels> lookup_;
    std::string name_;
    int word_bytes_ = 0;
    std::shared_ptr<linked_program> program_;             ///< null for shorter values
    std::shared_ptr<const product_kernels> specialised_;  ///< null if there are none to link
    mutable std::atomic<std::int64_t> work_{0};           ///< multiplications of earlier calls
    mutable std::atomic<bool> looked_up_{false};          ///< since the last note
};

}  // namespace

std::shared_ptr<const product_kernels> specialised_where_it_pays(const semiring_code& code,
                                                                 std::shared_ptr<const product_kernels> lookup,
                                                                 const host_calls& calls, const operator_state& state) {
    return std::make_shared<const specialised_kernels>(code, std::move(lookup), calls, state);
}

}  // namespace graphblas_gpu::cuda
