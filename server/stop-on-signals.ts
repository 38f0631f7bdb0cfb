const timeoutMs = 30_000 // container runtimes commonly kill after 30 s, so a slower response is lost either way

/** Calls `stop` once on SIGTERM or SIGINT and exits: with 0 if everything finished, otherwise with 1. A second signal exits immediately. */
export function stopOnSignals(stop: () => Promise<unknown>): void {
  let isStopping = false
  // The listener stays: libraries that clean up on a signal (signal-exit) kill the process if they are the last to listen.
  const onSignal = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    const timer = setTimeout(() => fail(`The server could not stop within ${timeoutMs} ms.`), timeoutMs)
    stop()
      .then(() => process.exit(0), fail)
      .finally(() => clearTimeout(timer))
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

function fail(reason: unknown): void {
  console.error(reason)
  process.exit(1)
}
