/** Returns a function that runs a task which doesn't fail: not twice at once, but again afterwards if it was called meanwhile. */
export function runOneAtATime(task: () => Promise<void>): () => void {
  let isRunning = false
  let isWanted = false
  const run = async () => {
    isWanted = true
    if (isRunning) return
    isRunning = true
    while (isWanted) {
      isWanted = false
      await task()
    }
    isRunning = false
  }
  return () => void run()
}
