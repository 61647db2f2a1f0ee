#include <graphblas_gpu/host/rows/rows.hpp>

#include <algorithm>
#include <vector>

#include <graphblas_gpu/host/rows/chunks.hpp>

namespace graphblas_gpu::host {

formats::untyped_csr written_rows(team& team, const bounded_rows& rows, base::function_ref<std::int64_t(index)> work_before,
                                  base::function_ref<row_writer(int)> make_writer) {
    const row_offset capacity = rows.bound[static_cast<std::size_t>(rows.nrows)];
    formats::untyped_csr out =
        formats::untyped_csr::with_room(rows.nrows, rows.ncols, static_cast<std::size_t>(capacity), rows.value_bytes);
    out.offsets[0] = 0;
    index pieces = pieces_for(team, work_before(out.nrows));
    if (pieces > 1) {
        pieces = std::max<index>(pieces, capacity * staged_chunks::entry_bytes(out.value_bytes) / staged_chunks::chunk_bytes);
    }
    if (pieces == 1) {
        // The only chunk begins where the result begins, so that nothing is staged.
        team.run(out.nrows > 0 ? 1 : 0, [&](index, int member) {
            (void)make_writer(member)(0, out.nrows, out.columns.data(), out.values.data(), 0, out.offsets.data());
        });
        out.shrink();
        return out;
    }
    const std::vector<index> cuts = cut_by_work(out.nrows, work_before, pieces);
    const auto chunks = static_cast<index>(cuts.size()) - 1;
    // The turn reserves the team for this thread until the staged chunks in its scratch are copied, which ends after the
    // region.
    const team::turn turn = team.take_turn();
    chunk_starts starts(chunks);
    struct alignas(64) member_state {  // one cache line or more for each member, because members write to it all the time
        row_writer writer;
        staged_chunks staged;
    };
    std::vector<member_state> members;
    members.reserve(static_cast<std::size_t>(team.size()));
    for (int member = 0; member < team.size(); ++member) members.push_back({{}, staged_chunks(out.value_bytes)});

    const auto run_chunk = [&](index number, int member) {
        member_state& mine = members[static_cast<std::size_t>(member)];
        staged_chunks::chunk c{number, cuts[static_cast<std::size_t>(number)], cuts[static_cast<std::size_t>(number) + 1],
                               nullptr, nullptr, 0};
        const row_offset room = rows.bound[static_cast<std::size_t>(c.last)] - rows.bound[static_cast<std::size_t>(c.first)];
        row_offset start = starts.start_if_known(number);
        if (start == chunk_starts::unknown) {
            const bool fits = staged_chunks::fits(room, out.value_bytes);
            if (!fits || !mine.staged.prepare(team.own_scratch(member), room, c)) {
                if (!mine.staged.copy_ready(out, starts, true)) return;
                if (fits) mine.staged.prepare(team.own_scratch(member), room, c);
                else if ((start = starts.wait(number)) == chunk_starts::unknown) return;
            }
        }
        const bool in_place = start != chunk_starts::unknown;
        if (in_place) {
            c.columns = out.columns.data() + start;
            c.values = out.values.data() + static_cast<std::size_t>(start) * out.value_bytes;
        }

        if (!mine.writer) mine.writer = make_writer(member);
        c.size = mine.writer(c.first, c.last, c.columns, c.values, in_place ? start : 0, out.offsets.data());
        starts.set_size(number, c.size);
        if (!in_place) mine.staged.keep(c);
        mine.staged.copy_ready(out, starts, false);
    };
    team.run(chunks, [&](index number, int member) {
        try {
            run_chunk(number, member);
        } catch (...) {
            starts.fail();
            throw;
        }
    });
    for (member_state& member : members) member.staged.copy_ready(out, starts, true);
    out.shrink();
    return out;
}

}  // namespace graphblas_gpu::host
