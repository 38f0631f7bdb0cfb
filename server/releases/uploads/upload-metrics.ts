import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { Problem } from '../../http/problems/errors.ts'

const uploads = new Counter({
  name: 'portico_uploads_total',
  help: 'Uploads that got a response: publish or check, accepted or the code of the error.',
  labelNames: ['request', 'result'] as const,
})

export const uploadBytes = new Counter({
  name: 'portico_upload_bytes_total',
  help: 'Bytes of packed archives that were received completely.',
})

const inProgress = new Gauge({
  name: 'portico_uploads_in_progress',
  help: 'Uploads that are being received or validated, or are waiting for that.',
})

/** Measures the requests of `app`, which are all uploads. */
export function measureUploads(app: FastifyInstance): void {
  const errors = new WeakMap<FastifyRequest, string>()
  app.addHook('onRequest', async (_request, reply) => {
    inProgress.inc()
    reply.raw.once('close', () => inProgress.dec()) // also if the client gives up
  })
  app.addHook('onError', async (request, _reply, error) => {
    errors.set(request, error instanceof Problem ? error.code : 'other')
  })
  app.addHook('onResponse', async (request) => {
    const name = request.method === 'PUT' ? 'publish' : 'check'
    uploads.inc({ request: name, result: errors.get(request) ?? 'accepted' })
  })
}
