/** Calls `next` with a value: synchronously unless the value is a promise, so that a response from memory needs no extra turn of the event loop. */
export function andThen<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
