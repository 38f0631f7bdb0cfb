/**
 * Runs `task` after each call, one run at a time. Calls during a run make one more run when it ends, because only the
 * newest build counts. Each call resolves when no run is left. `onError` gets what a run throws.
 */
export function runNewest(task: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | null = null
  let isStale = false
  const run = async () => {
    while (isStale) {
      isStale = false
      await task().catch(onError)
    }
    running = null
  }
  return () => {
    isStale = true
    running ??= run()
    return running
  }
}
