/** The database cannot be reached now. What does not need it goes on; the rest waits. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
  constructor(cause?: unknown) {
    super('The database does not answer.', { cause })
  }
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // the socket's file, where DATABASE_URL names one
])

// Class 08: connections; 57P01 to 57P03: it stops, crashed or starts; 53300: no connection is left.
const noService = /^(?:08...|57P0[123]|53300)$/
// Timeouts and broken connections of pg have no code.
const noConnection = /^(?:timeout e|Connection terminated|Client has encountered a connection error)/

/** Whether an error of pg says that the database cannot be reached, and not that something was wrong with the call. */
export function isAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return unreachable.has(code) || noService.test(code) || noConnection.test(error.message)
}
