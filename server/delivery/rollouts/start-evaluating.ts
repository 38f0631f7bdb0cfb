import { evaluationIntervalSeconds } from '@portico/shared/rollout/decide.ts'
import type { Services } from '../../app.ts'
import { isAway } from '../../database/database-unavailable.ts'
import { evaluate } from './evaluate-rollouts.ts'
import { makeLease } from './lease.ts'

/**
 * Evaluates every rollout each second, as long as no other server does, until the returned function is called. A database
 * that is away stops nothing but this: rollouts stand still, and nobody changes arm.
 */
export function startEvaluating(
  services: Pick<Services, 'db' | 'document'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const lease = makeLease(services.db, 'evaluate')
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const run = async () => {
    if (await lease.take()) await evaluate(services)
  }
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = run()
      .catch((error: unknown) => {
        if (!isAway(error)) onError(error) // that it is away is told once, by the database
      })
      .finally(() => {
        isRunning = false
      })
  }, evaluationIntervalSeconds * 1_000)
  return async () => {
    clearInterval(timer)
    await running
    await lease.release().catch((error: unknown) => {
      if (!isAway(error)) onError(error)
    })
  }
}
