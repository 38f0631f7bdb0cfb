/** The result of `use`; `otherwise` where the browser blocks storage, or it is full. */
export function useStorage<T>(use: () => T, otherwise: T): T {
  try {
    return use()
  } catch {
    return otherwise
  }
}
