/**
 * Runs `task` after each call, one run at a time. Calls during a run make one more run when it ends, because only the
 * newest build counts. `onError` gets what a run throws.
 */
export function runNewest(task: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let running = false
  let isStale = false
  const run = async () => {
    running = true
    while (isStale) {
      isStale = false
      await task().catch(onError)
    }
    running = false
  }
  return () => {
    isStale = true
    if (!running) void run()
  }
}
