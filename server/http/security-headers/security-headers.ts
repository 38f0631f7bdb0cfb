import type { Site } from '@portico/shared/site/site.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pairingOrigins } from './pairing-origins.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Scripts are added by the shell's own policy alone (`shell/remotes/script-policy.ts`), and no text becomes one.
const trustedTypes = "; require-trusted-types-for 'script'; trusted-types default"

const oneYearSeconds = 31_536_000

/**
 * Sets the security headers on every answer of `app`; a route may narrow them, and widens them by `allowStyle` alone.
 * Pages connect to their own origin and to those that the owner's configuration names
 * (pairing streams, the provider), and to no other.
 */
export function setSecurityHeaders(
  app: FastifyInstance,
  {
    publicUrl,
    site,
    isDevelopment = false,
  }: {
    readonly publicUrl: string
    readonly site: Pick<Site, 'pairingStreams' | 'apiBase'>
    /** The tools of development show their messages by text that becomes HTML. */
    readonly isDevelopment?: boolean
  },
): void {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
  if (publicUrl.startsWith('https:')) headers['strict-transport-security'] = `max-age=${oneYearSeconds}`
  app.addHook('onRequest', async (_request, reply) => {
    const provider = site.apiBase === null ? [] : [new URL(site.apiBase).origin]
    const connect = [...new Set(["'self'", ...pairingOrigins(site), ...provider])].join(' ')
    reply
      .headers(headers)
      .header(
        'content-security-policy',
        `${policy}; connect-src ${connect}${isDevelopment ? '' : trustedTypes}`,
      )
  })
}

/** Allows an answer the one inline style sheet that has this hash: `sha256-<base64>`. */
export function allowStyle(reply: FastifyReply, hash: string): void {
  const usual = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', usual.replace("style-src 'self'", `style-src 'self' '${hash}'`))
}
