const timeoutMs = 30_000 // container runtimes commonly kill after 30 s, so a slower response is lost either way

/**
 * Calls `stop` once on SIGTERM, SIGINT or SIGHUP (the terminal was closed) and exits: with 0 if everything finished,
 * otherwise with 1. Pressing Ctrl+C then exits immediately; the other signals arrive several times when a process group
 * is stopped: from the sender, and from each process in between that forwards them.
 */
export function stopOnSignals(stop: () => Promise<unknown>): void {
  let isStopping = false
  // The listener stays: libraries that clean up on a signal (signal-exit) kill the process if they are the last to listen.
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping && signal === 'SIGINT') process.exit(1)
    if (isStopping) return
    isStopping = true
    const timer = setTimeout(() => fail(`The server could not stop within ${timeoutMs} ms.`), timeoutMs)
    stop()
      .then(() => process.exit(0), fail)
      .finally(() => clearTimeout(timer))
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('SIGHUP', onSignal)
}

function fail(reason: unknown): void {
  console.error(reason)
  process.exit(1)
}
