import type { RemoteOrigins } from '@portico/kit/contract/origins.ts'
import { whatsAppChat } from '@portico/kit/site/whatsapp-link.ts'
import { allowSources, toSources } from '@portico/protocol/release/page-policy.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:", // of releases, and a response that the catalogue plays
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Where pages send forms while no script does: messages. */
const formSources = `form-action 'self' ${new URL(whatsAppChat).origin}`

// Only the shell's own policy adds scripts (`script-policy.ts`), and no text becomes one.
const trustedTypes = "; require-trusted-types-for 'script'; trusted-types default"

const oneYearSeconds = 31_536_000

/** The headers of every response: the same object until one of them changes. */
export type GetSecurityHeaders = () => Readonly<Record<string, string>>

/**
 * The security headers of every response. A route may only tighten them, or allow what one page needs with `allowForPage`.
 * Pages may connect to their own origin and to those of `getConnectOrigins`, and send forms to those of `getFormOrigins`.
 */
export function createSecurityHeaders({
  publicUrl,
  getConnectOrigins = () => [],
  getFormOrigins = () => [],
  isDevelopment = false,
}: {
  readonly publicUrl: string
  readonly getConnectOrigins?: () => readonly string[]
  readonly getFormOrigins?: () => readonly string[]
  /** Development tools insert their messages as HTML with inline styles. */
  readonly isDevelopment?: boolean
}): GetSecurityHeaders {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
  if (publicUrl.startsWith('https:')) headers['strict-transport-security'] = `max-age=${oneYearSeconds}`
  const create = () => {
    const connect = ["'self'", ...getConnectOrigins()].join(' ')
    const sources = `${[formSources, ...getFormOrigins()].join(' ')}; connect-src ${connect}`
    const allowed = isDevelopment
      ? `${policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")}; ${sources}`
      : `${policy}; ${sources}${trustedTypes}`
    return { ...headers, 'content-security-policy': allowed }
  }
  const fixed = create()
  return isDevelopment ? create : () => fixed // in development, the owner's values may change
}

/** Sets the security headers of every response of `app`. */
export function setSecurityHeaders(app: FastifyInstance, getHeaders: GetSecurityHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(getHeaders())
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

/** What one page needs in addition to the site's policy. */
export interface PageNeeds {
  /** Hashes of its inline scripts, as `sha256-<base64>`. */
  readonly scripts: readonly string[]
  /** Hashes of its inline styles. */
  readonly styles: readonly string[]
  /** Where it loads fonts from. */
  readonly fonts: readonly string[]
  /** Folders on other origins from which it loads remotes. */
  readonly folders: readonly string[]
  /** Origins to which its forms are redirected. */
  readonly forms: readonly string[]
  /** Other origins that its remote uses, and what it runs besides scripts. */
  readonly origins: RemoteOrigins
}

/** The headers of a response, with what its page needs in addition to what `common` allows. */
export function allowForPage(
  common: Readonly<Record<string, string>>,
  needs: PageNeeds,
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': withNeeds(common['content-security-policy'] ?? '', needs),
    // What the site verified stays what runs: a release could load a script from there without a hash.
    ...(needs.folders.length > 0 && { 'integrity-policy': 'blocked-destinations=(script)' }),
  }
}

/** Allows the forms of a response to be redirected to `origins` as well. */
export function allowForms(reply: FastifyReply, origins: readonly string[]): void {
  const current = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', allowSources(current, { 'form-action': origins }))
}

function withNeeds(current: string, { scripts, styles, fonts, folders, forms, origins }: PageNeeds): string {
  const files = [...new Set(folders.map((folder) => new URL(folder).origin))]
  const quote = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`)
  const sources = toSources(origins)
  // Scripts only from the folder: an origin may have other people's files, too.
  return allowSources(current, {
    ...sources,
    'script-src': [...quote(scripts), ...new Set(folders), ...sources['script-src']],
    'style-src': [...quote(styles), ...files],
    'img-src': [...files, ...sources['img-src']],
    'media-src': [...files, ...sources['media-src']],
    'font-src': [...fonts, ...files],
    'connect-src': [...files, ...sources['connect-src']],
    'form-action': forms,
  })
}
