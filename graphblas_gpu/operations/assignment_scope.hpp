// The scope of an assignment in one row, which write_back asks for each position.
#pragma once

#include <graphblas_gpu/host/dot/dot_rows.hpp>
#include <graphblas_gpu/operations/region.hpp>

namespace graphblas_gpu::host {

/// Tests whether columns are in an ascending selection; the columns must ascend from call to call. O(log distance) for lists.
class selection_cursor {
  public:
    explicit selection_cursor(const selection& s) : selection_(s) {}
    bool contains(column_index j) {
        if (!selection_.is_list()) return selection_.contains(j);
        const auto list = selection_.positions();
        at_ = gallop(list.data(), at_, static_cast<row_offset>(list.size()), j);
        return at_ < static_cast<row_offset>(list.size()) && list[static_cast<std::size_t>(at_)] == j;
    }

  private:
    const selection& selection_;
    row_offset at_ = 0;
};

/// The scope of an assignment in row i.
class assignment_scope::row {
  public:
    row(const assignment_scope& r, index i)
        : is_written_(r.written_.rows.sorted.contains(i)),
          is_masked_(r.masked_.rows.sorted.contains(i)),
          written_(r.written_.columns.sorted),
          masked_(r.masked_.columns.sorted) {}
    bool stays(bool deletes) const { return !is_masked_ || (!is_written_ && !deletes); }
    bool is_masked(column_index j) { return masked_.contains(j); }
    bool is_written(column_index j) { return is_written_ && written_.contains(j); }

  private:
    bool is_written_;
    bool is_masked_;
    selection_cursor written_;
    selection_cursor masked_;
};

inline assignment_scope::row assignment_scope::at(index i) const { return {*this, i}; }

}  // namespace graphblas_gpu::host
