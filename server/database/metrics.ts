import type { LogEvent } from 'kysely'
import { Counter, Histogram } from 'prom-client'
import { addSpan } from '../tracing/with-span.ts'

const queries = new Counter({
  name: 'portico_database_queries_total',
  help: 'Database queries, by outcome: ok or failed.',
  labelNames: ['outcome'] as const,
})

const durations = new Histogram({
  name: 'portico_database_query_duration_seconds',
  help: 'Time of a database query that succeeded.',
  buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
})

/** Kysely's logger that counts and measures every query, passes it on to `observe`, and logs none. */
export function measureQueries(observe: (event: LogEvent) => void): (event: LogEvent) => void {
  return (event) => {
    observe(event)
    if (event.query.sql.startsWith('pragma')) return // a setting of SQLite
    // Parameters stand for every value in the text.
    const getAttributes = () => ({ 'db.query.text': event.query.sql.slice(0, 500) })
    const outcome = { elapsedMs: event.queryDurationMillis, hasFailed: event.level === 'error' }
    addSpan('database', getAttributes, outcome)
    queries.inc({ outcome: event.level === 'error' ? 'failed' : 'ok' })
    if (event.level === 'query') durations.observe(event.queryDurationMillis / 1_000)
  }
}
