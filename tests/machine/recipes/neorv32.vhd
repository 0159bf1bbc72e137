-- SPDX-License-Identifier: ISC
-- neorv32.vhd - what recipes.sh needs of NEORV32: the type of its trace port, and cycles as its
-- neorv32_cpu_trace.vhd shows them; and a tally_live that prints what its tap sees.

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

library ieee;
use ieee.std_logic_1164.all;
use std.textio.all;

entity tally_live is
  generic (MAPPER, BINS_LOG2, PC_W, EVENT, BIT : natural);
  port (clk_i, rst_i, tap_valid_i : in std_ulogic; tap_pc_i : in std_ulogic_vector(31 downto 0);
    tap_priv_i : in std_ulogic_vector(1 downto 0); tap_sleep_i : in std_ulogic;
    event_i : in std_ulogic_vector(7 downto 0); rx_i : in std_ulogic; tx_o : out std_ulogic);
end entity;

architecture stub of tally_live is
begin
  tx_o <= rx_i;
  process (clk_i) begin
    if rising_edge(clk_i) and rst_i = '0' and (tap_valid_i or tap_sleep_i) = '1' then
      write(output, to_string(tap_valid_i) & " " & to_hstring(tap_pc_i) & " "
        & to_string(tap_priv_i) & " " & to_string(tap_sleep_i) & " " & to_string(BIT) & LF);
    end if;
  end process;
end architecture;
