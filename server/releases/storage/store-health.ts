import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import type { Configuration } from '../../configuration/configuration.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import type { HealthCheck } from '../../http/health.ts'
import { putSafely } from './release-objects.ts'
import { openBucket } from './s3-bucket.ts'

const up = new Gauge({
  name: 'portico_store_up',
  help: '1 if a test object could be written to RELEASE_STORE and read back; checked twice a minute.',
  labelNames: ['bucket'] as const,
})

const defaultEveryMs = 30_000
const defaultPatienceMs = 10_000 // for three requests of 32 bytes

interface WatchOptions {
  readonly everyMs?: number
  /** How long the store may take to store an object and return it. */
  readonly patienceMs?: number
}

/**
 * Makes a failing release store visible in `/-/health` and the metrics. Pages don't need it, so it isn't part of
 * readiness.
 */
export async function storeHealth(
  app: FastifyInstance,
  {
    configuration,
    dependencies,
  }: { readonly configuration: Configuration; readonly dependencies: HealthCheck[] },
): Promise<void> {
  if (configuration.releaseStore === null) return
  const watch = watchStore(configuration.releaseStore)
  dependencies.push(async () => watch.findReason())
  app.addHook('onClose', () => watch.stop())
}

/**
 * Checks a release store periodically: it must store a random object and return it. A store that doesn't respond,
 * returns wrong data or loses confirmed data is noticed before a release needs it.
 */
export function watchStore(
  store: NonNullable<Configuration['releaseStore']>,
  { everyMs = defaultEveryMs, patienceMs = defaultPatienceMs }: WatchOptions = {},
) {
  const bucket = openBucket(store)
  const key = `health/${randomBytes(8).toString('hex')}` // several servers may check at the same time
  let reason: string | null = null
  let ended = new AbortController()
  const attempt = async () => {
    await putSafely(bucket, key, randomBytes(32))
    await bucket.delete(key)
  }
  const check = async () => {
    ended = new AbortController()
    const late = wait(patienceMs, `RELEASE_STORE took longer than ${patienceMs} ms.`, {
      signal: ended.signal,
    })
    reason = await Promise.race([attempt().then(() => null, toMessage), late.catch(() => null)])
    ended.abort()
    up.set({ bucket: store.bucket }, reason === null ? 1 : 0)
  }
  const first = check()
  const stop = runPeriodically(() => first.then(check), { everyMs, onError: () => {} })
  return {
    /** Why the store isn't reliable, as of the last check; null: it is. */
    findReason: () => reason,
    async stop(): Promise<void> {
      ended.abort()
      await Promise.all([first, stop()])
    },
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
