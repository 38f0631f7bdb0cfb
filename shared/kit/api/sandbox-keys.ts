/**
 * Keys that the sandbox accepts. They only unlock samples and are the same everywhere, so they may be shown. Operations
 * for paid users reject `free`; none rejects `paid`.
 */
export const sandboxKeys = { free: 'sandbox-free', paid: 'sandbox-paid' } as const
