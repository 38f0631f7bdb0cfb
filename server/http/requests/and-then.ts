/** Continues with a value, immediately if it is in memory: a request that waits for nothing is answered in the turn in which it arrives. */
export function andThen<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
