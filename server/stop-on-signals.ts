const patienceMs = 30_000 // container runtimes commonly kill after 30 s; an answer that takes longer is lost either way

/** Calls `stop` once on SIGTERM or SIGINT and exits: 0 when all was finished, 1 when not. A second signal exits at once. */
export function stopOnSignals(stop: () => Promise<unknown>): void {
  const onSignal = () => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.removeListener(name, onSignal)
    const timer = setTimeout(() => fail(`Not everything was finished within ${patienceMs} ms.`), patienceMs)
    stop()
      .then(() => process.exit(0), fail)
      .finally(() => clearTimeout(timer))
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

function fail(why: unknown): void {
  console.error(why)
  process.exit(1)
}
