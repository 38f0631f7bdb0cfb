import { evaluationIntervalSeconds } from '@portico/shared/rollout/decide.ts'
import { unlessUnavailable } from '../../database/database-unavailable.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import type { Services } from '../../services.ts'
import { evaluateRollouts } from './evaluate-rollouts.ts'
import { createLease } from './lease.ts'

/**
 * Evaluates every rollout once a second, unless another server does, until the returned function is called. While the
 * database is unavailable rollouts do not advance, and no visitor changes arms.
 */
export function startEvaluating(
  services: Pick<Services, 'db' | 'configuration' | 'discovery'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const lease = createLease(services.db, 'evaluate')
  const evaluate = async () => {
    if (await lease.acquire()) await evaluateRollouts(services)
  }
  const stop = runPeriodically(evaluate, { everyMs: evaluationIntervalSeconds * 1_000, onError })
  return async () => {
    await stop()
    await lease.release().catch(unlessUnavailable(onError))
  }
}
