tally_queue.v
tally_engine.v
