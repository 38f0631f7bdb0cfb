/** Leaves half a frame at 60 Hz to the browser. */
const sliceMs = 8

/**
 * Resolves in the next task, so that the browser can paint and respond first. A message comes before any timer, which
 * browsers delay by 4 ms.
 */
function yieldToMain(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    resolve()
  }
  port2.postMessage(null)
  return promise
}

/** Runs `work` in its own task and resolves with its result. */
export async function runInTask<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  await yieldToMain()
  return work()
}

/**
 * Runs `work` to its end in short slices, so that no key press waits for it; it may pause at each `yield`. Rejects with
 * the signal's reason when `signal` is aborted.
 */
export async function runInSlices<Result>(
  work: Generator<void, Result, void>,
  signal?: AbortSignal,
): Promise<Result> {
  let end = performance.now() + sliceMs
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < end) continue
    await yieldToMain()
    signal?.throwIfAborted()
    end = performance.now() + sliceMs
  }
}
