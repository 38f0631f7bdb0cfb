import type { Site } from '@portico/shared/site/site.ts'
import { whatsAppChat } from '@portico/shared/whatsapp-link.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { getPairingOrigins } from './pairing-origins.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  'media-src blob:', // a response that the catalogue plays
  "font-src 'self'",
  "manifest-src 'self'",
  `form-action 'self' ${new URL(whatsAppChat).origin}`, // the message form, before the shell has started
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Only the shell's own policy adds scripts (`script-policy.ts`), and no text becomes one.
const trustedTypes = "; require-trusted-types-for 'script'; trusted-types default"

const oneYearSeconds = 31_536_000

/**
 * Sets the security headers of every response of `app`. A route may only tighten them, or allow what one page needs with `allowForPage`.
 * Pages may connect to their own origin and to those in the owner's configuration (pairing streams, the API), no others.
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
    /** Development tools insert messages as HTML with inline styles. */
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
  const createPolicy = () => {
    const apiOrigins = site.apiBase === null ? [] : [new URL(site.apiBase).origin]
    const connect = [...new Set(["'self'", ...getPairingOrigins(site), ...apiOrigins])].join(' ')
    return isDevelopment
      ? `${policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")}; connect-src ${connect}`
      : `${policy}; connect-src ${connect}${trustedTypes}`
  }
  const fixedPolicy = isDevelopment ? null : createPolicy() // in development, the owner's values may change
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers).header('content-security-policy', fixedPolicy ?? createPolicy())
    done()
  })
}

/**
 * For files of releases, which teams upload: opened as a document, such a file may run, load and read nothing, and has no
 * access to the site's origin. As a script, style, font or image of a page it works, because the page's policy counts.
 */
export function allowNothing(reply: FastifyReply): void {
  reply.headers(nothingAllowed)
}

/** The header that `allowNothing` sets. */
export const nothingAllowed = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
} as const

/** What one page needs besides the site's policy. */
export interface PageNeeds {
  /** Hashes of its inline scripts, as `sha256-<base64>`. */
  readonly scripts: readonly string[]
  /** Hashes of its inline styles. */
  readonly styles: readonly string[]
  /** Folders on other origins from which it loads remotes. */
  readonly folders: readonly string[]
}

/** Allows a response what its page needs. The policy is computed once for each object and policy. */
export function allowForPage(reply: FastifyReply, needs: PageNeeds): void {
  const current = String(reply.getHeader('content-security-policy'))
  let known = policies.get(needs)
  if (known?.current !== current) {
    known = { current, allowed: withNeeds(current, needs) }
    policies.set(needs, known)
  }
  reply.header('content-security-policy', known.allowed)
  // Only verified files run: otherwise a release could load a script from there without a hash.
  if (needs.folders.length > 0) reply.header('integrity-policy', 'blocked-destinations=(script)')
}

const policies = new WeakMap<PageNeeds, { readonly current: string; readonly allowed: string }>()

function withNeeds(current: string, { scripts, styles, folders }: PageNeeds): string {
  const origins = [...new Set(folders.map((folder) => new URL(folder).origin))]
  const quote = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`)
  // Scripts only from the folder: an origin may have other people's files, too.
  const needed = {
    'script-src': [...quote(scripts), ...new Set(folders)],
    'style-src': [...quote(styles), ...origins],
    'img-src': origins,
    'font-src': origins,
    'connect-src': origins,
  }
  return Object.entries(needed).reduce(
    (text, [directive, sources]) =>
      text.replace(`${directive} 'self'`, [`${directive} 'self'`, ...sources].join(' ')),
    current,
  )
}
