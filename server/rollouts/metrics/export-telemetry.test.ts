import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { patience } from '@portico/kit/testing/patience.ts'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { createBrowsers } from '../../testing/load-reports.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { startTestServer } from '../../testing/test-server.ts'

const Attributes = v.array(
  v.object({ key: v.string(), value: v.object({ stringValue: v.optional(v.string()) }) }),
)
const TracesSchema = v.object({
  resourceSpans: v.array(
    v.object({
      scopeSpans: v.array(
        v.object({
          spans: v.array(
            v.object({
              name: v.string(),
              traceId: v.string(),
              spanId: v.string(),
              parentSpanId: v.optional(v.string()),
              attributes: Attributes,
            }),
          ),
        }),
      ),
    }),
  ),
})
const DataPoints = v.optional(
  v.object({ dataPoints: v.array(v.looseObject({ attributes: v.optional(Attributes, []) })) }),
)
const MetricsSchema = v.object({
  resourceMetrics: v.array(
    v.object({
      scopeMetrics: v.array(
        v.object({
          metrics: v.array(
            v.object({ name: v.string(), sum: DataPoints, gauge: DataPoints, histogram: DataPoints }),
          ),
        }),
      ),
    }),
  ),
})

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

/** A collector that keeps what it is sent. */
async function startCollector() {
  const received: { readonly path: string; readonly key: unknown; readonly body: unknown }[] = []
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', key: request.headers['x-key'], body: await json(request) })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(async () => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, received }
}

test('requests with their queries, and all metrics, are sent to a collector', async () => {
  const collector = await startCollector()
  const database = await createTestDatabase()
  cleanups.push(database.remove)
  const server = await startTestServer(database, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
  })
  await publishSite(server, 'new')
  const client = createRolloutClient(server)
  let rollout = await client.start('new', await client.publish('new', '1.1.0'))
  rollout = await client.step(rollout.id, 'advance')
  const browsers = createBrowsers(server, rollout)
  const visitor = browsers.visitor('canary', rollout.share)
  await browsers.signal('canary', 'error', { visitor })
  await expect
    .poll(async () => (await client.rollout(rollout.id)).signals, patience)
    .toMatchObject([{ name: 'error', canary: 1 }])
  await server.app.inject('/no/such?name=secret')
  await server.stop()

  expect(new Set(collector.received.map(({ key }) => key))).toEqual(new Set(['a key']))
  const parse = <Schema extends v.GenericSchema>(path: string, schema: Schema) =>
    collector.received.filter((sent) => sent.path === path).map(({ body }) => v.parse(schema, body))
  const spans = parse('/v1/traces', TracesSchema)
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const start = spans.find(({ name }) => name === 'POST /-/rollouts')
  expect(start?.attributes).toContainEqual({ key: 'http.response.status_code', value: expect.anything() })
  const ofStart = spans.filter(({ traceId }) => traceId === start?.traceId)
  expect(ofStart.map(({ name }) => name)).toContain('database')
  const names = spans.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['evaluate rollout', 'release store', 'GET /*']))
  expect(JSON.stringify(spans)).not.toContain('secret')

  const metrics = parse('/v1/metrics', MetricsSchema)
    .flatMap(({ resourceMetrics }) => resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  const signals = metrics.findLast(({ name }) => name === 'portico_rollout_signals')
  expect(JSON.stringify(signals?.gauge)).toContain('"stringValue":"error"')
  const durations = metrics.findLast(({ name }) => name === 'portico_http_request_duration_seconds')
  const counts = durations?.histogram?.dataPoints.map(({ bucketCounts, count }) => [bucketCounts, count])
  for (const [buckets, count] of counts ?? [])
    expect(v.parse(v.array(v.number()), buckets).reduce((sum, value) => sum + value, 0)).toBe(count)
  const dashboard = readFileSync(
    join(import.meta.dirname, '../../../docs/guides/grafana-dashboard.json'),
    'utf8',
  )
  const known = new Set(metrics.map(({ name }) => name))
  const used = [...new Set(dashboard.match(/\bportico_[a-z_]+/g))]
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((name) => !known.has(name.replace(/_bucket$/, '')))).toEqual([])
})
