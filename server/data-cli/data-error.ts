/** A command can't be run, or not safely; the message says what to do. */
export class DataError extends Error {
  override name = 'DataError'
}

/** An archive or a site's data is damaged; the message names every problem. */
export class DamagedDataError extends DataError {
  override name = 'DamagedDataError'
}
