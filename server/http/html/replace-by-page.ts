import type { FastifyReply } from 'fastify'

/** Sends `page` instead of the problem document of an `onSend` hook: returns it as the payload. */
export function replaceByPage(reply: Pick<FastifyReply, 'removeHeader'>, page: string): string {
  reply.removeHeader('content-length').type('text/html; charset=utf-8')
  return page
}
