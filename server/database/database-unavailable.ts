/** The database is unavailable. Everything that doesn't need it keeps working. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  constructor(cause?: unknown) {
    super('The database does not respond.', { cause })
  }
}

const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // DATABASE_URL names a socket file that doesn't exist
])

// Class 08: connection errors; 57P01 to 57P03: shutting down, crashed or starting; 53300: no connection is left; 55P03,
// 57014 and 25P03: it took too long to get a lock, to finish a statement or to continue a transaction.
const serverErrors = /^(?:08...|57P0[123]|53300|55P03|57014|25P03)$/
// Timeouts and broken connections of pg have no code.
const connectionErrors = /^(?:timeout e|Connection terminated|Client has encountered a connection error)/

/** Whether an error of pg means that the database can't be reached, not that the query was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return networkErrors.has(code) || serverErrors.test(code) || connectionErrors.test(error.message)
}

/** A handler that reports every error, unless the database is unavailable: the database logs that itself, once. */
export function unlessUnavailable(report: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!isDatabaseUnavailable(error)) report(error)
  }
}
