import type { IncomingHttpHeaders } from 'node:http'
import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import type { FastifyInstance } from 'fastify'
import type { KnownSession } from '../accounts/auth/session-cache.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { chooseEncoding } from '../http/caching/choose-encoding.ts'
import { isNotModified } from '../http/caching/is-not-modified.ts'
import type { Answer } from '../http/direct/answer.ts'
import { createHeaderLists } from '../http/direct/header-lists.ts'
import { andThen } from '../http/requests/and-then.ts'
import { allowForPage, type GetSecurityHeaders } from '../http/security-headers/security-headers.ts'
import { createPageBodies } from './html/page-bodies.ts'
import { createOwnPageLimit } from './own-page-limit.ts'
import type { PagePlan } from './plan-page.ts'

const encodings = { br: true, gzip: true } as const

type PlannedPage = Extract<PagePlan, { redirect: null }>

interface PageParts {
  readonly session: KnownSession
  readonly profile: FormattedProfile | null
  readonly ip: string
  readonly headers: IncomingHttpHeaders
  readonly cookies: readonly string[]
}

interface AnswerServices {
  readonly configuration: Configuration
  readonly getSecurityHeaders: GetSecurityHeaders
}

/** Creates what fills a planned page and answers with it. */
export function createPageAnswers(
  app: FastifyInstance,
  { configuration, getSecurityHeaders }: AnswerServices,
) {
  const bodies = createPageBodies()
  app.addHook('onClose', bodies.stop)
  const listHeaders = createHeaderLists(getSecurityHeaders)
  const limitOwnPages = createOwnPageLimit(configuration)
  return function answerPage(
    { template, next, filter, isFound }: PlannedPage,
    { session, profile, ip, headers, cookies }: PageParts,
  ): Answer | Promise<Answer> {
    const page = bodies.fill(template, { session, next, profile, filter })
    const status = isFound ? 200 : 404
    const list = (name: string, length: number | null, own: Readonly<Record<string, string>>) =>
      listHeaders({ owner: page, name, length }, (common) => ({
        'cache-control': 'private, no-cache, no-transform', // React expects this HTML: no minified one, no encoded addresses
        etag: page.etag,
        vary: 'accept-encoding, save-data, cookie',
        ...allowForPage(common, template.needs),
        ...(template.links !== null && { link: template.links }),
        ...own,
      }))
    if (isFound && isNotModified(headers['if-none-match'], page.etag))
      return { status: 304, headers: list('unchanged', null, {}), cookies, body: null }
    const encoding = chooseEncoding(headers['accept-encoding'], encodings)
    const known = bodies.find(page, encoding)
    if (known === null && (next ?? filter) !== null) limitOwnPages({ ip, session })
    return andThen(known ?? bodies.encode(page, encoding), (body): Answer => {
      const own = {
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        'content-type': 'text/html; charset=utf-8',
      }
      return { status, headers: list(`${status} ${encoding}`, body.length, own), cookies, body }
    })
  }
}
