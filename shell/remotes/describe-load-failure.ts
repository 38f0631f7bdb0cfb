import type { LoadFailure, LoadPhase, LoadReason } from './load-failure.ts'

const places: Record<LoadPhase, string> = {
  entry: 'Its entry',
  module: 'Its code',
  chunk: 'A piece of its code',
  style: 'Its style sheet',
  mount: 'The page',
}

const reasons: Record<LoadReason, string> = {
  network: 'could not be fetched, or was not the file that was published.',
  offline: 'could not be fetched because you are offline.',
  timeout: 'did not arrive in time.',
  init: 'broke while it started.',
  contract: 'does not fit this version of the site.',
  mount: 'broke while it was drawn.',
  off: 'is switched off for now.',
}

/** A sentence for the visitor; null stands for a page that threw on the screen. */
export function describeLoadFailure(failure: Pick<LoadFailure, 'phase' | 'reason'> | null): string {
  if (failure?.reason === 'off') return `It ${reasons.off}`
  return failure === null
    ? `${places.mount} ${reasons.mount}`
    : `${places[failure.phase]} ${reasons[failure.reason]}`
}
