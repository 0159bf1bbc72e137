tally_uartbone.v
tally_uart.v
tally_shared.v
tally_link.v
tally_link_crc.v
tally_port.v
