/** Why an event can't happen now. */
export type RefusalCode =
  | 'rollout-in-progress'
  | 'rollout-not-in-progress'
  | 'rollout-paused'
  | 'rollout-not-paused'
  | 'remote-frozen'
  | 'release-quarantined'
  | 'already-stable'
  | 'first-release'
  | 'no-previous-release'
  | 'release-never-stable'
  | 'share-too-small'

/** The event doesn't fit the state; the message says what to do. */
export class TransitionRefused extends Error {
  override name = 'TransitionRefused'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Throws a `TransitionRefused`. */
export function refuse(code: RefusalCode, message: string): never {
  throw new TransitionRefused(code, message)
}
