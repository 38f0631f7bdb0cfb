import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Whether a request is one that a page of another site can't send: neither under its own host name, nor to change anything. */
export function isOwnRequest(request: IncomingMessage): boolean {
  const { method = 'GET' } = request
  const isRead = method === 'GET' || method === 'HEAD'
  return isUnderOwnName(request) && (isRead || isFromOwnPage(request))
}

/** Closes a WebSocket that a page of another site opens; browsers let it read one. Put it before the listener that accepts them. */
export function refuseOtherSites(request: IncomingMessage, socket: Duplex): void {
  if (!isUnderOwnName(request) || !isFromOwnPage(request)) socket.destroy()
}

function isUnderOwnName({ headers: { host = '' } }: IncomingMessage): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host)
}

// Programs send no origin.
function isFromOwnPage({ headers: { host, origin } }: IncomingMessage): boolean {
  return origin === undefined || origin === `http://${host}`
}
