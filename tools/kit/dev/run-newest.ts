/**
 * Runs `task` after each call, one run at a time. Calls during a run make one more run when it ends, because only the
 * newest build counts.
 */
export function runNewest(task: () => Promise<void>): () => void {
  let running = false
  let isStale = false
  const run = async () => {
    running = true
    while (isStale) {
      isStale = false
      await task()
    }
    running = false
  }
  return () => {
    isStale = true
    if (!running) void run()
  }
}
