import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { ReleaseDocument } from '@portico/shared/release/document.ts'
import { themeIn } from '@portico/shared/theme/theme.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../app.ts'
import { type Bodies, chooseEncoding } from '../assets/choose-encoding.ts'
import { isUnchanged } from '../caching/is-unchanged.ts'
import { Problem } from '../errors.ts'
import { type MatchedPage, matchPage } from './match-page.ts'
import { chooseReleases, type PageParts, pageHtml, withoutFiles } from './page-html.ts'

interface MadePage {
  readonly etag: string
  readonly bodies: Bodies
}

const brotliQuality = 5 // made once per revision and page, while a visitor waits
const notFoundTitle = 'Page Not Found'

/** `GET *`: the shell's page, with the visitor's releases inlined and the files of this path preloaded. */
export async function pages(app: FastifyInstance, services: Services): Promise<void> {
  const { document, readiness } = services
  const made = new Map<string, MadePage>()
  let madeFor = -1
  readiness.push(async () => (document.read().shell === null ? 'No shell is published yet.' : null))

  app.get('/*', async (request, reply) => {
    const current = document.read()
    if (current.revision !== madeFor) {
      made.clear()
      madeFor = current.revision
    }
    const matched = matchPage(chooseReleases(current), request.url.replace(/[?#].*$/s, ''))
    const preload = matched !== null && mayOpen(matched, request) ? matched : null
    const theme = themeIn(request.headers.cookie)
    const key = `${matched?.page.path ?? '*'} ${preload !== null} ${theme}`
    const page = made.get(key) ?? makePage(current, { matched, preload, theme }, services)
    made.set(key, page)
    reply
      .header('cache-control', 'no-cache')
      .header('etag', page.etag)
      .header('vary', 'accept-encoding, cookie')
    const isFound = matched !== null
    if (isFound && isUnchanged(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
    const encoding = chooseEncoding(request.headers['accept-encoding'], page.bodies)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .code(isFound ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(page.bodies[encoding])
  })
}

function makePage(
  document: ReleaseDocument,
  { matched, ...parts }: Pick<PageParts, 'preload' | 'theme'> & { matched: MatchedPage | null },
  { configuration, site }: Services,
): MadePage {
  if (document.shell === null) throw new Problem('not-ready', { detail: 'No shell is published yet.' })
  const data = {
    revision: document.revision,
    loadDeadlineMs: configuration.loadDeadlineMs,
    remotes: chooseReleases(document).map(withoutFiles),
    site,
  }
  const html = pageHtml({
    title: matched?.page.title ?? notFoundTitle,
    data,
    shell: document.shell,
    ...parts,
  })
  const identity = Buffer.from(html)
  // Weak: the same for every encoding.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
  return { etag, bodies: { identity, br, gzip: gzipSync(identity) } }
}

const sessionCookie = /(?:^|;\s*)(?:__Secure-)?portico\.session_token=/

/** A guess by the cookie's presence: the code of a page that the visitor may not see is not even preloaded. */
function mayOpen({ page }: MatchedPage, { headers }: FastifyRequest): boolean {
  const hasSession = sessionCookie.test(headers.cookie ?? '')
  return page.access === 'open' || (page.access === 'auth' ? !hasSession : hasSession)
}
