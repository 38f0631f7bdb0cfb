/** A build can't be published; the message says what to do. */
export class InvalidBuildError extends Error {
  override name = 'InvalidBuildError'
}
