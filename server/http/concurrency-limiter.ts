/** More tasks wait for a turn than may. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

/** Runs at most `atOnce` tasks at a time, in order; refuses with TooManyWaiting when `mostWaiting` wait already. */
export function takeTurns(atOnce: number, mostWaiting = Number.POSITIVE_INFINITY) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (waiting.length >= mostWaiting) throw new TooManyWaiting(`${mostWaiting} tasks wait already.`)
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift() // takes over this task's place
      if (next) next()
      else running--
    }
  }
}
