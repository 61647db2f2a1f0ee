// A vector as the drivers of operations see it: like matrix_source.hpp for matrices.
#pragma once

#include <graphblas_gpu/operations/matrix_source.hpp>
#include <graphblas_gpu/vector.hpp>

namespace graphblas_gpu::operations {

class vector_source {
  public:
    virtual ~vector_source() = default;

    virtual index size() const = 0;
    virtual index nvals() const = 0;
    /// Bytes of a value; 0 for structure alone.
    virtual std::size_t value_bytes() const = 0;
    /// The entries as the row of a one-row matrix; collected on first use if the vector is dense.
    virtual untyped_rows list() const = 0;
    /// A bit and a value for each position, if the vector is stored in this form.
    struct dense_entries {
        const formats::word* bits = nullptr;  ///< null if the vector is a list
        const void* values = nullptr;
    };
    virtual dense_entries dense() const = 0;
};

/// A vector of the caller, which is in the memory of either engine and can be a mask.
class stored_vector : public vector_source {
  public:
    /// The entries that cast to true.
    virtual csr<void> true_entries(host::team& team) const = 0;
    /// The entries on a device, as the row of a one-row matrix.
    virtual std::shared_ptr<const cuda::csr> device_list(const cuda::engine_ptr& e) const = 0;
};

template <class T>
class vector_source_of final : public stored_vector {
  public:
    explicit vector_source_of(const vector<T>& of) : of_(of) {}

    index size() const override { return of_.size(); }
    index nvals() const override { return of_.nvals(); }
    std::size_t value_bytes() const override { return bytes_of<T>; }
    untyped_rows list() const override { return {formats::untyped(of_.list().view()), nullptr}; }
    dense_entries dense() const override {
        const dense_vector<T>* const dense = of_.dense();
        if (dense == nullptr) return {};
        return {dense->bits.data(), dense->values.data()};
    }
    csr<void> true_entries(host::team& team) const override {
        if constexpr (truth_value<T>) return host::true_structure(team, of_.list());
        else throw unsupported("a mask by value needs values that are true or false");
    }
    std::shared_ptr<const cuda::csr> device_list(const cuda::engine_ptr& e) const override { return of_.device_list(e); }

  private:
    const vector<T>& of_;
};

/// A vector of the caller that an operation on host threads writes.
class vector_output {
  public:
    virtual ~vector_output() = default;

    virtual const stored_vector& entries() const = 0;
    /// The dense form, which the vector changes to if it is a list. The writer keeps its parts consistent.
    struct dense_form {
        formats::word* bits;
        void* values;
        index& nvals;
    };
    virtual dense_form written_in_place() = 0;
    /// Takes over a row with values of the vector's type.
    virtual void adopt(formats::untyped_csr&& row) = 0;
};

template <class T>
class vector_output_of final : public vector_output {
  public:
    explicit vector_output_of(vector<T>& of) : of_(of), entries_(of) {}

    const stored_vector& entries() const override { return entries_; }
    dense_form written_in_place() override {
        of_.make_dense();
        dense_vector<T>& dense = of_.written_in_place();
        return {dense.bits.data(), dense.values.data(), dense.nvals};
    }
    void adopt(formats::untyped_csr&& row) override { of_.adopt(formats::typed<T>(std::move(row))); }

  private:
    vector<T>& of_;
    vector_source_of<T> entries_;
};

#define GB_DECLARE(T) extern template class vector_source_of<T>;
GB_FOR_EACH_BUILT_IN_TYPE(GB_DECLARE)
#undef GB_DECLARE

}  // namespace graphblas_gpu::operations
