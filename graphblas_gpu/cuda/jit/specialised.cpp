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

    /// Some rows of method hash are left to dense, and some of those in ascending k to kernels for any order.
    bool takes_group(const engine_ptr& e, kernel_group group) const {
        using enum kernel_group;
        if (group == hash) return takes_specialised(e, {hash, dense});
        if (group == hash_in_order) return takes_specialised(e, {hash, dense, hash_in_order, dense_in_order});
        return takes_specialised(e, {group});
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

    const product_kernels& current(const engine_ptr& e, kernel_group group) const override {
        if (takes_group(e, group)) return *specialised_;
        looked_up_ = true;
        return *lookup_;
    }
    bool reads_positions() const override { return lookup_->reads_positions(); }
    bool has_small_product(const engine_ptr& e) const override { return takes_specialised(e, {kernel_group::small}); }
    void small_product(const engine_ptr& e, const small::task& t, unsigned blocks, std::size_t shared_bytes) const override {
        specialised_->small_product(e, t, blocks, shared_bytes);
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
