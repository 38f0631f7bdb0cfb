/** Does `work` as the next task of the page, before any timer. Resolves with what it gives. */
export function inOwnTask<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    void Promise.resolve().then(work).then(resolve, reject)
  }
  port2.postMessage(null)
  return promise
}
