// Matrices and vectors as Python objects hold them.
//
// Idea: an object shares its content with arrays that were made of it without a copy, and with what was derived from it. A
// change of an object whose content is shared copies the content first, so that arrays never change or dangle.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <utility>

namespace graphblas_gpu::python {

namespace nb = nanobind;

/// The one description of a type that Python sees: for built-in types that of the library.
const type_descriptor& known_type(const type_descriptor& type);

/// A content that is copied before it changes while somebody else shares it.
template <class Content>
class shared_content {
  public:
    explicit shared_content(Content&& content) : content_(std::make_shared<Content>(std::move(content))) {}

    const Content& operator*() const noexcept { return *content_; }
    const Content* operator->() const noexcept { return content_.get(); }
    const std::shared_ptr<Content>& pointer() const noexcept { return content_; }
    /// The content for a change.
    Content& changed() {
        if (content_.use_count() > 1) content_ = std::make_shared<Content>(*content_);
        return *content_;
    }

  private:
    std::shared_ptr<Content> content_;
};

class vector_object {
  public:
    using content_type = any_vector;

    vector_object() : content_(any_vector()) {}

    const any_vector& operator*() const noexcept { return *content_; }
    const any_vector* operator->() const noexcept { return &*content_; }
    const std::shared_ptr<any_vector>& pointer() const noexcept { return content_.pointer(); }
    any_vector& changed() { return content_.changed(); }
    void replace(any_vector&& made) { content_ = shared_content<any_vector>(std::move(made)); }
    any_vector empty() const { return any_vector(content_->size(), content_->type()); }

  private:
    shared_content<any_vector> content_;
};

class matrix_object {
  public:
    using content_type = any_matrix;

    matrix_object() : content_(any_matrix()) {}

    const any_matrix& operator*() const noexcept { return *content_; }
    const any_matrix* operator->() const noexcept { return &*content_; }
    const std::shared_ptr<any_matrix>& pointer() const noexcept { return content_.pointer(); }
    any_matrix& changed() {
        structure_.reset();
        typed_.reset();
        return content_.changed();
    }
    void replace(any_matrix&& made) {
        structure_.reset();
        typed_.reset();
        content_ = shared_content<any_matrix>(std::move(made));
    }
    any_matrix empty() const { return any_matrix(content_->nrows(), content_->ncols(), content_->type()); }

    /// The matrix as one with C++ types, over the same arrays; what algorithms derive from it stays cached with this object.
    /// T is void or the type of the values. Called with the GIL.
    /// @{
    std::shared_ptr<const matrix<void>> structure() const;
    template <class T>
    std::shared_ptr<const matrix<T>> typed() const {
        if (typed_ == nullptr) typed_ = std::make_shared<const matrix<T>>(view_as(type_of<T>()));
        return std::static_pointer_cast<const matrix<T>>(typed_);
    }
    /// @}

  private:
    any_matrix view_as(const type_descriptor& type) const;

    shared_content<any_matrix> content_;
    mutable std::shared_ptr<const matrix<void>> structure_;
    mutable std::shared_ptr<const void> typed_;
};

void bind_types(nb::module_& m);
void bind_operators(nb::module_& m);
void bind_containers(nb::module_& m);
void bind_arrays(nb::module_& m);
void bind_operations(nb::module_& m);
void bind_algorithms(nb::module_& m);
void bind_measures(nb::module_& m);
void bind_files(nb::module_& m);

}  // namespace graphblas_gpu::python
