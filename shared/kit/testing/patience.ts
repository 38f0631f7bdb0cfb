/** How long a test waits for what happens soon. Only what never happens takes as long, however busy the machine is. */
export const patience = { timeout: 120_000, interval: 50 }
