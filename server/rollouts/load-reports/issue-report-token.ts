import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import type { LoadReport } from '@portico/protocol/discovery/load-report.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { createReportToken, writeReportCookie } from '../visitors/report-token.ts'
import type { VisitorId } from '../visitors/visitor-id.ts'
import type { Claims } from './claims.ts'
import { getClaim } from './get-claim.ts'

interface App extends Pick<SelectedRemote, 'rollout'> {
  readonly arm?: LoadReport['arm']
}

/**
 * Creates the function that issues report tokens: it returns the cookie with which the page may report how it loaded what a
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
  return (visitor: VisitorId, apps: readonly App[]): string | null => {
    if (apps.every(({ rollout }) => rollout === undefined)) return null
    const arms = apps.flatMap(({ rollout, arm }) =>
      rollout !== undefined && (arm === 'canary' || arm === 'stable') ? [[rollout, arm] as const] : [],
    )
    if (arms.length === 0) return null
    for (const [rollout] of arms) claims.claim(getClaim(visitor, rollout, configuration))
    const token = createReportToken(Object.fromEntries(arms), visitor, configuration.secrets)
    return writeReportCookie(token, configuration)
  }
}
