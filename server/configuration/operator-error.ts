/** The server can't run until its operator changes something; the message says what. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
