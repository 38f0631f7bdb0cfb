/** The highest port of TCP: ports have 16 bits. */
export const maxPort = 65_535
