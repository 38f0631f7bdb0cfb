import { paths } from '@portico/kit/paths.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Registry, register } from 'prom-client'
import type { Database } from '../../database/database.ts'
import { isLoopback } from '../../http/network/loopback.ts'
import { Problem } from '../../http/problems/errors.ts'
import { readBearerToken } from '../../http/read-bearer-token.ts'
import type { GetSecurityHeaders } from '../../http/security-headers/security-headers.ts'
import { createSeparateServer, listenSeparately } from '../../http/separate-server.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { hashSecret, matchesHash } from '../../releases/tokens/token-secret.ts'
import { forgetOldReleases } from '../load-reports/metrics.ts'
import { createRolloutGauges } from './rollout-gauges.ts'
import { createSiteGauges } from './site-gauges.ts'

type DatabaseState = Pick<Database, 'isUnavailable' | 'getWriteFailure' | 'getPool'>

interface MetricsServices extends ReleaseStorage, DatabaseState {
  readonly discovery: Discovery
  readonly getSecurityHeaders: GetSecurityHeaders
}

/**
 * `GET /-/metrics`, in the text format of Prometheus: with `METRICS_TOKEN`, or on its own port with `METRICS_PORT`.
 * Without either there is none.
 */
export async function metrics(app: FastifyInstance, services: MetricsServices): Promise<void> {
  const { openTelemetry } = services.configuration
  const { token, listen } = services.configuration.metrics
  if (token === null && listen === null && openTelemetry === null) return
  const collect = createCollector(services)
  if (openTelemetry !== null) {
    // Loaded only for those who use it: it takes 0.1 s and 10 MB.
    const { exportTelemetry } = await import('./export-telemetry.ts')
    app.addHook('onClose', exportTelemetry(openTelemetry, collect))
  }
  if (token === null && listen === null) return
  const target = listen === null ? app : createSeparateServer(app, services)
  const isUnreachable = listen !== null && isLoopback(listen.host)
  target.get(paths.metrics, async (request, reply) => {
    if (token !== null) requireMetricsToken(request, token)
    else if (isUnreachable) requireLocalName(request)
    return reply
      .header('cache-control', 'no-store')
      .type(Registry.PROMETHEUS_CONTENT_TYPE)
      .send(await (await collect()).metrics())
  })
  if (listen === null) return
  app.addHook('onClose', () => target.close())
  await listenSeparately(target, { name: 'METRICS', ...listen })
}

function createCollector(services: MetricsServices): () => Promise<Registry> {
  const { discovery } = services
  const own = new Registry() // metrics of this site; counters of the whole process are in the default registry
  collectDefaultMetrics({ register: own })
  for (const name of misnamedGauges) own.removeSingleMetric(name)
  const site = createSiteGauges(own, services)
  const updateRollouts = createRolloutGauges(own)
  const all = Registry.merge([register, own])
  return async () => {
    await forgetOldReleases(discovery.read())
    // Without the database the last values stay, and portico_database_up says why.
    const isDatabaseUp = await Promise.all([updateRollouts(services), site.updateQueued()]).then(
      () => true,
      () => false,
    )
    site.update(isDatabaseUp)
    return all
  }
}

/** Sums of other gauges. Prometheus reserves the suffix for counters, and tools that rely on it would use rates. */
const misnamedGauges = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

/** Otherwise the pages of a site that points its own name at 127.0.0.1 could read the metrics from a browser on this machine. */
function requireLocalName({ hostname }: FastifyRequest): void {
  if (isLoopback(hostname)) return
  throw new Problem('token-missing', {
    detail: `Without METRICS_TOKEN, this port responds only to names of this machine, such as localhost. Got ${hostname}.`,
    hint: 'Use http://127.0.0.1 with this port, or set METRICS_TOKEN.',
  })
}

function requireMetricsToken(request: FastifyRequest, token: string): void {
  const given = readBearerToken(request)
  const hint = 'Send the header Authorization: Bearer <METRICS_TOKEN>.'
  if (given === null) throw new Problem('token-missing', { hint })
  if (!matchesHash(given, hashSecret(token))) throw new Problem('token-invalid', { hint })
}
