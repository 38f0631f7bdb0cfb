import type { FastifyRequest } from 'fastify'

const headers = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

/** Whether a request says that a proxy has forwarded it. Anybody can say so. */
export function isForwarded(request: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.some((header) => request.headers[header] !== undefined)
}
