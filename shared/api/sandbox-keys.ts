/**
 * Keys that the sandbox accepts. They open nothing but samples and are the same everywhere, so they may be shown:
 * `free` is refused by the operations for paid users, `paid` by none.
 */
export const sandboxKeys = { free: 'sandbox-free', paid: 'sandbox-paid' } as const
