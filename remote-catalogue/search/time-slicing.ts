/** Leaves half a frame of 60 Hz to the browser. */
const sliceMs = 8

/** Runs `work` to its end in short slices, so that no key press waits for it. Stops early when `signal` says so. */
export async function inSlices<T>(work: Generator<void, T, void>, signal?: AbortSignal): Promise<T> {
  let end = performance.now() + sliceMs
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < end) continue
    await breathe()
    signal?.throwIfAborted()
    end = performance.now() + sliceMs
  }
}

// A message is a task of its own like a timer, which a browser would hold back for 4 ms.
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
