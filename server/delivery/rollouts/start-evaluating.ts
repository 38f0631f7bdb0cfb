import { evaluationIntervalSeconds } from '@portico/shared/rollout/decide.ts'
import { isDatabaseUnavailable } from '../../database/database-unavailable.ts'
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
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const run = async () => {
    if (await lease.acquire()) await evaluateRollouts(services)
  }
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = run()
      .catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) onError(error) // the database logs its own unavailability once
      })
      .finally(() => {
        isRunning = false
      })
  }, evaluationIntervalSeconds * 1_000)
  return async () => {
    clearInterval(timer)
    await running
    await lease.release().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) onError(error)
    })
  }
}
