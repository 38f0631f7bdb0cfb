import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, MetricValueWithName, Registry } from 'prom-client'

type Metric = MetricObjectWithValues<MetricValue<string> | MetricValueWithName<string>>

/** Gives OpenTelemetry the metrics that Prometheus would scrape. */
export function createMetricProducer(readMetrics: () => Promise<Registry>): MetricProducer {
  const startTime = toTime(Date.now() - process.uptime() * 1_000)
  return {
    async collect(): Promise<CollectionResult> {
      const metrics: readonly Metric[] = await (await readMetrics()).getMetricsAsJSON()
      const times = { startTime, endTime: toTime(Date.now()) }
      const scope = { name: 'portico' }
      const scopeMetrics = [{ scope, metrics: metrics.map((metric) => toMetricData(metric, times)) }]
      return { resourceMetrics: { resource: resourceFromAttributes({}), scopeMetrics }, errors: [] }
    },
  }
}

type Times = Pick<DataPoint<unknown>, 'startTime' | 'endTime'>

function toMetricData(metric: Metric, times: Times): MetricData {
  const { name, help: description, values } = metric
  const common = {
    descriptor: { name, description, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  // prom-client's types call it a number, and it is a text.
  const type = String(metric.type)
  if (type === 'histogram')
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(values, times) }
  const dataPoints = values.map(({ labels, value }) => ({
    ...times,
    attributes: toAttributes(labels),
    value,
  }))
  return type === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, dataPoints, isMonotonic: true }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** Of each combination of labels, Prometheus has a value for every bucket, the sum and the count. */
function toHistograms(values: Metric['values'], times: Times): DataPoint<Histogram>[] {
  const groups = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...groups.values()].map((group) => {
    const find = (suffix: string) =>
      group.filter((value) => 'metricName' in value && value.metricName?.endsWith(suffix))
    const cumulative = find('_bucket').map(({ value }) => value)
    const boundaries = find('_bucket').map(({ labels }) => Number(labels.le))
    const counts = cumulative.map((count, at) => count - (cumulative[at - 1] ?? 0))
    const [{ value: sum } = { value: 0 }] = find('_sum')
    const [{ value: count } = { value: 0 }] = find('_count')
    // The last bucket has everything, so it has no boundary.
    const buckets = { boundaries: boundaries.filter(Number.isFinite), counts }
    return { ...times, attributes: toAttributes(group[0]?.labels ?? {}), value: { buckets, sum, count } }
  })
}

function toAttributes(labels: Metric['values'][number]['labels']): Attributes {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) =>
      name === 'le' || value === undefined ? [] : [[name, value]],
    ),
  )
}

function toTime(ms: number): HrTime {
  return [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)]
}
