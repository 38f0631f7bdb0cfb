import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import type { LoadReport } from '@portico/protocol/discovery/load-report.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { createReportToken, type ReportToken } from '../visitors/report-token.ts'
import type { VisitorId } from '../visitors/visitor-id.ts'
import type { Claims } from './claims.ts'
import { getBrowserFamily } from './get-browser-family.ts'
import { getClaim } from './get-claim.ts'

/** The release of a remote or of the shell that a page shows. */
export interface ShownApp extends Pick<SelectedRemote, 'rollout'> {
  readonly arm?: LoadReport['arm'] | undefined
  /** This is a page view in which the release must report something: the canary's share, and the browser. */
  readonly watched?: { readonly share: number; readonly userAgent: string | undefined } | undefined
}

/**
 * Creates the function that issues report tokens: it returns the token with which the page may report how it loaded what a
 * rollout compares (null: nothing), and claims the visitor's network. Has to be called for every response from which a
 * visitor can learn an arm.
 */
export function createReportTokens({
  configuration,
  claims,
}: {
  readonly configuration: Configuration
  readonly claims: Claims
}) {
  return (visitor: VisitorId, apps: readonly ShownApp[]): string | null => {
    if (apps.every(({ rollout }) => rollout === undefined)) return null
    const at = Date.now()
    const arms: ReportToken['arms'] = {}
    for (const { rollout, arm, watched } of apps) {
      if (rollout === undefined || (arm !== 'canary' && arm !== 'stable')) continue
      arms[rollout] = arm
      // At 100 % nobody changes arms, so only the first view of a network says something new.
      const share = watched?.share === fullShare ? 1 : (watched?.share ?? 0)
      const shown = share > 0 && { shown: { at, arm, share, family: getBrowserFamily(watched?.userAgent) } }
      claims.claim({ ...getClaim(visitor, rollout, configuration), ...shown })
    }
    if (Object.keys(arms).length === 0) return null
    return createReportToken(arms, visitor, configuration.secrets)
  }
}
