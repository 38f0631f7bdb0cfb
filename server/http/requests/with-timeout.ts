/**
 * What `promise` resolves to, or `otherwise` if that takes longer than `ms` milliseconds. Rejects if the promise rejects
 * before. The work continues, and its later result is ignored.
 */
export function withTimeout<T, Otherwise>(
  ms: number,
  promise: Promise<T>,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  const { promise: late, resolve } = Promise.withResolvers<Otherwise>()
  const timer = setTimeout(() => resolve(otherwise), ms).unref()
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
