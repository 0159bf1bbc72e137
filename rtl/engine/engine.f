tally_queue.v
tally_engine.v
tally_engine_states.v
tally_engine_data.v
