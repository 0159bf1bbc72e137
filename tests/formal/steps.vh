// SPDX-License-Identifier: ISC
// steps.vh - what one cycle does to the counts, and to the weight in each place (p_*), in small sums.
//
// law.vh proves each line at every edge. lemma.v assumes them and shows that the invariant, if it holds before
// an edge, holds after it. (Assertions on sums of whole counters do not finish.)

// one cycle's movements balance: `SUM(name, left, right)
`SUM(m_tick,   ticked,   idles + waits + fulls)                      // a tick has one outcome at once
`SUM(m_e,      front_w,  p_e - enters)                               // a sample is dropped, or enters queue or mapper
`SUM(m_front,  by_drop,  front_w - by_filter)
`SUM(m_goes,   p_end,    p_u5 + by_engine)                           // updater and engine resolve in turn
`SUM(m_end,    by_hit,   p_end - by_late - by_out - by_lost)         // four outcomes
`SUM(m_tclass, t_user,   idles + fulls - t_system - t_asleep)        // and the class of each weight
`SUM(m_fclass, f_user,   front_w - f_system - f_asleep)
`SUM(m_eclass, e_user,   p_end - e_system - e_asleep)

// each counter adds exactly its share: `STEP(name, counter, change)
`STEP(n_ticks,    ticks,      ticked)
`STEP(n_hits,     hits,       by_hit)
`STEP(n_outside,  outside,    by_out)
`STEP(n_filtered, filtered,   by_filter + by_late)
`STEP(n_idle,     idle,       idles)
`STEP(n_lost,     lost,       fulls + (by_drop + by_lost))
`PART(n_pending,  pending,    waits - (front_w + p_end))             // in fewer bits: pending.v
`STEP(n_user,     user,       t_user + (f_user + e_user))
`STEP(n_system,   system,     t_system + (f_system + e_system))
`STEP(n_asleep,   idle_class, t_asleep + (f_asleep + e_asleep))

// and the weight moves on, from place to place: `MOVE(name, weight, change)
`MOVE(n_wait,  p_wait,  waits - emits)
`MOVE(n_e,     p_e,     emits - p_e)
`MOVE(n_queue, p_queue, enters - (goes_fast + goes_slow))
`MOVE(n_engine, p_engine, goes_slow - (by_map + by_engine))
`MOVE(n_map0,  p_map0,  goes_fast - to_map1)
`MOVE(n_map1,  p_map1,  to_map1 - to_map2)
`MOVE(n_map2,  p_map2,  to_map2 - to_map3)
`MOVE(n_map3,  p_map3,  to_map3 - p_map3)
`MOVE(n_u0,    p_u0,    p_map3 - p_u0)
`MOVE(n_u1,    p_u1,    (p_u0 + by_map) - p_u1)
`MOVE(n_u2,    p_u2,    p_u1 - p_u2)
`MOVE(n_u3,    p_u3,    p_u2 - p_u3)
`MOVE(n_u4,    p_u4,    p_u3 - p_u4)
`MOVE(n_u5,    p_u5,    p_u4 - p_u5)
