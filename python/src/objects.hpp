// Matrices and vectors as Python objects hold them.
//
// Idea: an object shares its content with arrays that were made of it without a copy, and with what was derived from it. A
// change of an object whose content is shared copies the content first, so that arrays never change or dangle. An object that
// a call changes in place while other threads run cannot be used by them, because its content is neither the old nor the new.
#pragma once

#include <graphblas_gpu/any_matrix.hpp>
#include <graphblas_gpu/any_vector.hpp>
#include <graphblas_gpu/error.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <utility>

namespace graphblas_gpu::python {

namespace nb = nanobind;

/// The one description of a type that Python sees: for built-in types that of the library.
const type_descriptor& known_type(const type_descriptor& type);

/// A content that is copied before it changes while somebody else shares it. All members are called with the GIL; they throw
/// invalid_object while a change_in_place of this object exists.
template <class Content>
class shared_content {
  public:
    /// The content for a change during which the GIL is released.
    class change_in_place {
      public:
        explicit change_in_place(shared_content& of) : of_(of), content_(of.changed()) { of_.changes_ = true; }
        change_in_place(const change_in_place&) = delete;
        change_in_place& operator=(const change_in_place&) = delete;
        ~change_in_place() { of_.changes_ = false; }
        Content& operator*() const noexcept { return content_; }

      private:
        shared_content& of_;
        Content& content_;
    };

    explicit shared_content(Content&& content) : content_(std::make_shared<Content>(std::move(content))) {}
    shared_content(const shared_content& other) : content_(other.pointer()) {}
    shared_content& operator=(const shared_content& other) {
        look();
        content_ = other.pointer();
        return *this;
    }

    const Content& operator*() const { return *pointer(); }
    const Content* operator->() const { return pointer().get(); }
    const std::shared_ptr<Content>& pointer() const {
        look();
        return content_;
    }
    /// The content for a change.
    Content& changed() {
        look();
        if (content_.use_count() > 1) content_ = std::make_shared<Content>(*content_);
        return *content_;
    }
    void replace(Content&& made) {
        look();
        content_ = std::make_shared<Content>(std::move(made));
    }

  private:
    void look() const {
        if (changes_) throw invalid_object("this object is written by a call that runs on another thread");
    }

    std::shared_ptr<Content> content_;
    bool changes_ = false;
};

class vector_object {
  public:
    using content_type = any_vector;

    vector_object() : content_(any_vector()) {}

    const any_vector& operator*() const { return *content_; }
    const any_vector* operator->() const { return &*content_; }
    const std::shared_ptr<any_vector>& pointer() const { return content_.pointer(); }
    any_vector& changed() { return content_.changed(); }
    shared_content<any_vector>& for_change() { return content_; }
    void replace(any_vector&& made) { content_.replace(std::move(made)); }
    any_vector empty() const { return any_vector(content_->size(), content_->type()); }

  private:
    shared_content<any_vector> content_;
};

class matrix_object {
  public:
    using content_type = any_matrix;

    matrix_object() : content_(any_matrix()) {}

    const any_matrix& operator*() const { return *content_; }
    const any_matrix* operator->() const { return &*content_; }
    const std::shared_ptr<any_matrix>& pointer() const { return content_.pointer(); }
    any_matrix& changed() { return for_change().changed(); }
    shared_content<any_matrix>& for_change() {
        structure_.reset();
        typed_.reset();
        return content_;
    }
    void replace(any_matrix&& made) { for_change().replace(std::move(made)); }
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
