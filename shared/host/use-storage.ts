/** The result of `use`; undefined where the browser blocks storage, or it is full. */
export function useStorage<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
