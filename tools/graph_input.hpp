// Idea: a text lists entries; a binary file has the rows of a matrix, which are read as they are and become a list of entries
// only for a change that is made entry by entry. A command takes the matrix, and the facts about the file stay.
#pragma once

#include <graphblas_gpu/base/type_code.hpp>
#include <graphblas_gpu/context.hpp>
#include <graphblas_gpu/duplicate_policy.hpp>
#include <graphblas_gpu/formats/coordinates.hpp>
#include <graphblas_gpu/io/read_matrix.hpp>
#include <graphblas_gpu/matrix.hpp>

#include <cstdint>
#include <string>
#include <variant>

namespace grb {

namespace gb = graphblas_gpu;

/// An entry whose weight is another number in the type that is wanted, or is not finite.
struct unfit_weight {
    gb::column_index row = 0;
    gb::column_index column = 0;
    std::string weight;  ///< empty if all weights fit
    bool is_finite = true;
};

/// What a file holds, and the changes to it that a command line asks for.
class graph_input {
  public:
    graph_input() = default;
    /// With `name_edge_lists` the ids of an edge list are names; files of other formats say themselves how vertices are called.
    /// Throws what gb::read_coordinates throws.
    graph_input(const gb::context& ctx, const std::string& path, gb::read_options how, bool name_edge_lists);

    gb::index nrows() const {
        return std::visit([](const auto& c) { return c.nrows; }, content_);
    }
    gb::index ncols() const {
        return std::visit([](const auto& c) { return c.ncols; }, content_);
    }
    const gb::read_report& report() const {
        return std::visit([](const auto& c) -> const gb::read_report& { return c.report; }, content_);
    }

    /// The type that the file declares for its values; without a declaration int64 for integers, double for real values, none
    /// for patterns.
    gb::type_code type() const;
    /// The type of 64 bits that holds every value of the file unchanged: int64, uint64 or double; none for patterns.
    gb::type_code wide_type() const;

    /// As coordinates::symmetrise() and coordinates::drop_self_loops().
    /// @{
    void symmetrise(const gb::context& ctx, gb::duplicate_policy duplicates);
    void drop_self_loops(const gb::context& ctx);
    /// @}
    void assign_random_weights(std::uint64_t seed);

    /// Makes one set of vertices of rows and columns, the rows first.
    void join_sides();

    /// Removes the edges of infinite weight after duplicates have been joined; returns their number. The content is not changed
    /// if there are none.
    gb::index drop_infinite_weights(const gb::context& ctx, gb::duplicate_policy duplicates);

    /// Whether there are edges between different vertices, and the opposite of none of them is there.
    bool has_one_direction_only(const gb::context& ctx) const;

    /// The first weight that T (int32, int64, float or double) cannot hold: cast to T it would be another length. Fractions are
    /// not looked at.
    template <class T>
    unfit_weight first_unfit_weight() const;

    /// The entries as a list.
    gb::coordinates to_entries() const;

    /// Takes the matrix, which can be done once; duplicates are joined and counted in the report.
    gb::any_matrix take_matrix(const gb::context& ctx, gb::type_code type, gb::duplicate_policy duplicates) {
        return gb::io::take_matrix(ctx, content_, {gb::type_of(type)}, duplicates);
    }

  private:
    /// The content as a list of entries.
    gb::coordinates& listed();

    std::string name_;  ///< of the file in messages
    gb::io::file_content content_;
};

}  // namespace grb
