rtl/link/tally_live_calls.v
rtl/context/tally_context.v
rtl/context/context_front.v
rtl/context/context_walker.v
rtl/context/context_frames.v
rtl/context/context_stacks.v
rtl/context/context_rows.v
rtl/context/tally_calls.v
