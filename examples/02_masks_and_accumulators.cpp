// Lesson 2: what an operation may write, and how it is joined with what was there.
//
// Every operation is C<M, replace> = accum(C, T): the result T goes into C only where the mask M admits it; where C
// already has an entry, the accumulator joins the two. Here: friends of friends, and how to suggest new ones.
#include <graphblas_gpu/graphblas_gpu.hpp>

#include <cstdio>
#include <vector>

namespace gb = graphblas_gpu;

int main() {
    const gb::context ctx = gb::context::automatic();

    // Friendships, both ways: 0-1, 0-2, 1-3, 2-3, 3-4. Nobody needs a value here: a matrix<void> holds structure alone.
    const std::vector<gb::index> i{0, 1, 0, 2, 1, 3, 2, 3, 3, 4};
    const std::vector<gb::index> j{1, 0, 2, 0, 3, 1, 3, 2, 4, 3};
    const auto friends = gb::matrix<void>::from_edges(5, 5, i, j);

    // plus_pair counts: each pair of entries that meet is worth 1. The mask !structure(friends) keeps only those who
    // are not friends yet; without it the product would also hold them.
    gb::matrix<int> common(5, 5);
    gb::mxm(ctx, common, !gb::structure(friends), gb::no_accum, gb::plus_pair<int>, friends, friends);

    // Nobody is suggested to himself.
    const gb::matrix<int> suggestions = gb::select(ctx, gb::offdiag{}, common);
    for (const auto [who, whom, shared] : suggestions.entries()) {
        std::printf("%d might know %d: %d friends in common\n", static_cast<int>(who), static_cast<int>(whom), shared);
    }

    // An accumulator keeps score over several rounds: what is new is added to what was there.
    gb::matrix<int> score = suggestions;
    gb::assign(ctx, score, gb::no_mask, gb::plus{}, suggestions);

    // With replace, what the mask does not admit is deleted from the output: only the row of person 0 stays.
    const std::vector<gb::index> row{0, 0, 0, 0, 0}, columns{0, 1, 2, 3, 4};
    const auto person_0 = gb::matrix<void>::from_edges(5, 5, row, columns);
    gb::matrix<int> mine = score;
    gb::assign(ctx, mine, gb::structure(person_0), gb::no_accum, score, {.replace = true});
    std::printf("person 0 has %d suggestion(s)\n", static_cast<int>(mine.nvals()));

    const bool right = suggestions.get_element(0, 3) == 2 && !suggestions.has_element(0, 1) &&
                       suggestions.nvals() == 8 && score.get_element(0, 3) == 4 && mine.nvals() == 1 &&
                       mine.get_element(0, 3) == 4;
    return right ? 0 : 1;
}
