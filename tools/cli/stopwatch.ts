/** Starts measuring. Packages are installed before that; bootstrap.js passes on how long it took. */
export function startStopwatch() {
  const started = Date.now()
  const installMs = Number(process.env.INSTALL_MS ?? '0')
  const durations = new Map<string, number>([['install', installMs]])
  return {
    /** Measures a part from now until `work` settles. */
    async measure<T>(part: string, work: Promise<T>) {
      const partStarted = Date.now()
      return work.finally(() => durations.set(part, Date.now() - partStarted))
    },
    /** Prints the duration of each part and the total. Parts may overlap. */
    print() {
      const rows = [...durations, ['total', installMs + Date.now() - started] as const]
      for (const [part, ms] of rows) console.log(`${part.padEnd(12)}${formatDuration(ms)}`)
    },
  }
}

/** 83 500 ms: `1:24`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
