import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { FastifyReply } from 'fastify'
import type { Services } from '../../services.ts'
import { createReportToken, setReportToken } from '../visitors/report-token.ts'
import type { VisitorId } from '../visitors/visitor-id.ts'
import { getClaim } from './get-claim.ts'

/**
 * Lets the page report its loads to a rollout, and claims the visitor's network. Must be called for every response from
 * which a visitor can learn an arm.
 */
export function issueReportToken(
  reply: FastifyReply,
  visitor: VisitorId,
  {
    remotes,
    configuration,
    claims,
  }: Pick<Services, 'configuration' | 'claims'> & {
    readonly remotes: readonly Pick<SelectedRemote, 'rollout' | 'arm'>[]
  },
): void {
  const arms = remotes.flatMap(({ rollout, arm }) =>
    rollout !== undefined && (arm === 'canary' || arm === 'stable') ? [[rollout, arm] as const] : [],
  )
  if (arms.length === 0) return
  for (const [rollout] of arms) claims.claim(getClaim(visitor, rollout, configuration))
  const token = createReportToken(Object.fromEntries(arms), visitor, configuration.secrets)
  setReportToken(reply, token, configuration)
}
