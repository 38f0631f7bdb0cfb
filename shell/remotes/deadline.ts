/** Starts a deadline `limitMs` milliseconds from now. */
export function startDeadline(limitMs: number) {
  const passed = Promise.withResolvers<void>()
  const timer = setTimeout(passed.resolve, limitMs)
  return {
    /** Settles like `step`, or rejects with the error of `onPassed` once the deadline has passed. */
    race: <T>(step: Promise<T>, onPassed: () => Error) =>
      Promise.race([step, passed.promise.then(() => Promise.reject(onPassed()))]),
    stop: () => clearTimeout(timer),
  }
}
