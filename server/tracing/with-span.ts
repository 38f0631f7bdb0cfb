import { type Attributes, context, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'

// Does nothing until `exportTelemetry` has registered where spans go.
const tracer = trace.getTracer('portico')

/** Runs `work` in a span: a named part of the request, which traces show with its duration. */
export function withSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      // Only its class: a message may name a person.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : '' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Adds a span of something that has just ended. Its attributes are read only if something is traced that it is part of. */
export function addSpan(
  name: string,
  getAttributes: () => Attributes,
  { elapsedMs, hasFailed }: { readonly elapsedMs: number; readonly hasFailed: boolean },
): void {
  if (trace.getActiveSpan() === undefined) return
  const end = Date.now()
  const span = tracer.startSpan(name, { attributes: getAttributes(), startTime: end - elapsedMs })
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(end)
}

/**
 * Traces every request of `app`, by the pattern of its route: nothing that a client sent is part of a span, and a client
 * can't choose the trace.
 */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'other'
    const span = tracer.startSpan(`${request.method} ${route}`, {
      attributes: { 'http.request.method': request.method, 'http.route': route },
    })
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    context.with(trace.setSpan(context.active(), span), done)
  })
}
