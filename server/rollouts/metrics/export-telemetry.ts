import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import type { Configuration } from '../../configuration/configuration.ts'
import { createMetricProducer } from './metric-producer.ts'

const everyMs = 15_000

/**
 * Sends traces, and the metrics of `readMetrics`, to an OpenTelemetry collector, as OTLP over HTTP. Returns what sends the
 * rest and stops.
 */
export function exportTelemetry(
  { url, headers, sampleRatio }: NonNullable<Configuration['openTelemetry']>,
  readMetrics: () => Promise<Registry>,
): () => Promise<void> {
  const resource = resourceFromAttributes({ 'service.name': 'portico' })
  const tracers = new TracerProvider({
    resource,
    sampler: new TraceIdRatioBasedSampler(sampleRatio),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${url}/v1/traces`, headers }) }),
    ],
  })
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${url}/v1/metrics`, headers }),
    exportIntervalMillis: everyMs,
    metricProducers: [createMetricProducer(readMetrics)],
  })
  const meters = new MeterProvider({ resource, readers: [reader] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(tracers)
  return async () => {
    await Promise.allSettled([tracers.shutdown(), meters.shutdown()])
    trace.disable()
    context.disable()
  }
}
