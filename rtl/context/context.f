tally_context.v
context_front.v
context_walker.v
context_frames.v
context_rows.v
