import type { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { describeLoadFailure } from './describe-load-failure.ts'

interface FailureTextProps {
  /** What failed: `This page`. */
  readonly subject: string
  /** null: it threw while rendering. */
  readonly failure: Pick<LoadFailure, 'reason'> | null
  readonly team: string
}

/** What failed, who owns it and what to expect: `This page couldn't load. Owner: Catalogue team. The rest of the site still works.` */
export function FailureText({ subject, failure, team }: FailureTextProps) {
  return (
    <>
      {describeLoadFailure(subject, failure)} Owner: <strong>{team}</strong>.{' '}
      {failure?.reason === 'offline'
        ? 'Check your connection and retry.'
        : 'The rest of the site still works.'}
    </>
  )
}
