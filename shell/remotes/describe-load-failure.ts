import type { LoadFailure, LoadReason } from '@portico/protocol/reports/load-failure.ts'

const predicates: Record<LoadReason, string> = {
  network: "couldn't load.",
  offline: "couldn't load because you're offline.",
  timeout: 'took too long to load.',
  init: 'failed to start.',
  contract: "isn't compatible with this version of the site.",
  mount: 'stopped working.',
  off: 'is temporarily turned off.',
  isolated: 'isn’t available on this page, where only its own team’s code runs.',
}

/** A sentence for the visitor, such as `This page couldn't load.`; null: it threw while rendering. */
export function describeLoadFailure(subject: string, failure: Pick<LoadFailure, 'reason'> | null): string {
  return `${subject} ${predicates[failure?.reason ?? 'mount']}`
}
