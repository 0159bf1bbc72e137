-- SPDX-License-Identifier: ISC
-- neorv32.vhd - what recipes.sh needs of NEORV32: the type of its trace port, and cycles as its
-- neorv32_cpu_trace.vhd shows them.

library ieee;
use ieee.std_logic_1164.all;

package neorv32_package is
  type trace_port_t is record
    valid, trap, halt, intr : std_ulogic;
    mode                    : std_ulogic_vector(1 downto 0);
    pc_rdata                : std_ulogic_vector(31 downto 0);
  end record;
  type cycles_t is array (0 to 7) of trace_port_t;
  constant cycles : cycles_t := (
    ('1', '0', '0', '0', "11", x"80000000"),    -- one in machine mode, one that traps, its handler
    ('1', '1', '0', '0', "11", x"80000004"),
    ('0', '1', '0', '0', "00", x"80000008"),
    ('1', '0', '0', '1', "00", x"80000008"),
    ('1', '0', '1', '0', "11", x"8000000c"),    -- wfi, two cycles of sleep
    ('0', '0', '1', '0', "11", x"8000000c"),
    ('0', '0', '1', '0', "11", x"8000000c"),
    ('0', '0', '0', '0', "11", x"8000000c"));
end package;
