import type { IncomingHttpHeaders } from 'node:http'
import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import { getVisitorState } from '@portico/kit/session/visitor-state.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type { ShellRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { readCookie } from '@portico/protocol/read-cookie.ts'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import { inspectFile, inspectParameter } from '@portico/protocol/release/inspect-parameter.ts'
import { fontCookie } from '@portico/protocol/release/prerender.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { parseThemeCookie } from '@portico/protocol/theme.ts'
import type { FastifyInstance } from 'fastify'
import type { KnownSession, ReadSession } from '../accounts/auth/session-cache.ts'
import type { ReadProfile } from '../accounts/sessions/read-profile.ts'
import type { Db } from '../database/tables.ts'
import { type Answer, collectCookies } from '../http/direct/answer.ts'
import type { PlainRequest } from '../http/direct/direct-request.ts'
import type { DirectRoute, DirectRoutes } from '../http/direct/direct-routes.ts'
import { toHeaderList } from '../http/direct/header-lists.ts'
import type { HealthCheck } from '../http/health.ts'
import { explainErrors } from '../http/html/explain-errors.ts'
import type { SiteContext } from '../http/html/site-page.ts'
import { Problem } from '../http/problems/errors.ts'
import { andThen } from '../http/requests/and-then.ts'
import type { GetSecurityHeaders } from '../http/security-headers/security-headers.ts'
import type { Discovery } from '../releases/changes/discovery-repository.ts'
import { readShell } from '../releases/compatibility/shell-compatibility.ts'
import type { Claims } from '../rollouts/load-reports/claims.ts'
import { createReportTokens, type ShownApp } from '../rollouts/load-reports/issue-report-token.ts'
import { createVisitorReader, type PageVisitor } from '../rollouts/selection/read-visitor.ts'
import type { Selection } from '../rollouts/selection/select-releases.ts'
import { selectFolders, selectReleases } from '../rollouts/selection/select-releases.ts'
import { writeReportCookie } from '../rollouts/visitors/report-token.ts'
import { createVisitorCookies } from '../rollouts/visitors/visitor-id.ts'
import { createPageAnswers } from './answer-page.ts'
import { createPagePlanner, type KnownState } from './plan-page.ts'
import type { MetadataServices } from './seo/metadata-source.ts'

interface PageServices extends SiteContext, MetadataServices {
  readonly site: Site
  readonly db: Db
  readonly discovery: Discovery
  readonly claims: Claims
  readonly readSession: ReadSession
  readonly readProfile: ReadProfile
  readonly direct: DirectRoutes
  readonly getSecurityHeaders: GetSecurityHeaders
  readonly readiness: HealthCheck[]
}

/** `GET *`: the shell's page, with the visitor, their releases and what is prerendered for their state. */
export async function pages(app: FastifyInstance, services: PageServices): Promise<void> {
  const { discovery, readiness, readSession, readProfile, getSecurityHeaders, direct } = services
  const readVisitor = createVisitorReader(services)
  const identify = createIdentification(services)
  const plan = createPagePlanner(services)
  const answerPage = createPageAnswers(app, services)
  explainErrors(app, services)
  const findInspector = createInspectorFinder(services)
  readiness.push(async () => (discovery.read().shell === null ? 'No shell has been published yet.' : null))

  app.get<DirectRoute>(
    '/*',
    direct.handle((request) => {
      const cookies: string[] = []
      const [visitor, session] = [readVisitor(request), readSession(request, collectCookies(cookies))]
      return visitor instanceof Promise || session instanceof Promise
        ? Promise.all([visitor, session]).then((known) => answer(request, known, cookies))
        : answer(request, [visitor, session], cookies)
    }),
  )

  function answer(
    request: PlainRequest,
    [visitor, session]: readonly [PageVisitor, KnownSession],
    cookies: string[],
  ): Answer | Promise<Answer> {
    const { url: address, originalUrl: originalAddress } = request
    const document = discovery.read()
    const { shell, ...selected } = selectReleases(document, visitor)
    const remotes = selectFolders(selected.remotes, services.configuration)
    const inspector = findInspector({ address: originalAddress, shell, remotes })
    return andThen(inspector, (inspector) => {
      const wanted = {
        document,
        shell,
        remotes,
        inspector,
        address,
        originalAddress,
        theme: parseThemeCookie(request.headers.cookie),
        hasFonts: hasFonts(request.headers),
      }
      const planned = plan({ ...wanted, state: getState(session) })
      if (planned.redirect !== null) return { ...redirect(planned.redirect, getSecurityHeaders()), cookies }
      identify(visitor, { shell, remotes }, { request, cookies })
      const parts = { session, ip: request.ip, headers: request.headers, cookies, profile: null }
      if (!planned.needsProfile) return answerPage(planned, parts)
      return readProfile(request).then((profile) => {
        if (profile !== null) return answerPage(planned, { ...parts, profile })
        // The database has become unavailable since: as if it had been before.
        const without = plan({ ...wanted, state: 'unknown' })
        if (without.redirect !== null) throw new Problem('database-unavailable')
        return answerPage(without, { ...parts, session: 'unknown' })
      })
    })
  }
}

/** Creates what adds the cookies with which a visitor keeps their arms and may report what they get, during a rollout. */
function createIdentification(services: PageServices) {
  const writeVisitorCookie = createVisitorCookies(services.configuration)
  const issueReportToken = createReportTokens(services)
  return (visitor: PageVisitor, { shell, remotes }: Selection, { request, cookies }: Served): void => {
    if (shell?.rollout === undefined && remotes.every(({ rollout }) => rollout === undefined)) return
    const { id, isNew } = visitor.identify()
    if (isNew) cookies.push(writeVisitorCookie(id))
    const watched = toWatched(request, services.discovery.read().shell?.canary?.share)
    const token = issueReportToken(id, shell === null ? remotes : [...remotes, { ...shell, watched }])
    if (token !== null) cookies.push(writeReportCookie(token, services.configuration))
  }
}

interface Served {
  readonly request: PlainRequest
  /** Those of the answer, to which more are added. */
  readonly cookies: string[]
}

/**
 * The page view, if a person is about to see it as far as the browser says: it isn't fetched ahead. A robot may say so, too. `share`:
 * of the shell's canary, if there is one.
 */
function toWatched({ headers, method }: PlainRequest, share: number | undefined): ShownApp['watched'] {
  const isDocument = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  const isView = method === 'GET' && isDocument && headers['sec-purpose'] === undefined
  return isView && share !== undefined ? { share, userAgent: headers['user-agent'] } : undefined
}

/** Whether the browser has the shell's fonts in its cache, or is to load them only once because its visitor saves data. */
function hasFonts({ cookie = '', 'save-data': saveData }: IncomingHttpHeaders): boolean {
  return readCookie(cookie, fontCookie.name) === fontCookie.value || saveData === 'on'
}

function redirect(target: string, common: ReturnType<GetSecurityHeaders>): Answer {
  const headers = { 'cache-control': 'private, no-store', vary: 'cookie', location: target }
  const list = toHeaderList({ ...common, ...headers, 'content-length': '0' })
  return { status: 303, headers: list, body: null }
}

function getState(session: KnownSession): KnownState {
  return session === 'unknown' ? 'unknown' : getVisitorState(session.visitor)
}

interface Request extends Selection {
  /** Path and query, as the browser sent them. */
  readonly address: string
}

const asksForIt = (address: string) =>
  address.includes(inspectParameter) &&
  new URLSearchParams(address.slice(address.indexOf('?') + 1)).has(inspectParameter)

/** Finds the script of the inspector for a page that shows it: one with `?inspect`, or one of a development session. */
function createInspectorFinder({ db }: { readonly db: Db }) {
  let known: { readonly shell: string; readonly file: ReleaseFile | null } | undefined
  async function find(release: ShellRelease, shell: string): Promise<ReleaseFile | null> {
    const found = (await readShell(db, { shell: release }))?.files[inspectFile]
    known = { shell, file: found === undefined ? null : { file: inspectFile, integrity: found.integrity } }
    return known.file
  }
  return ({
    address,
    shell: selected,
    remotes,
  }: Request): ReleaseFile | null | Promise<ReleaseFile | null> => {
    const isShown = asksForIt(address) || remotes.some(({ release }) => isDevVersion(release.version))
    if (!isShown || selected === null) return null
    const shell = getReleaseId(selected.release)
    return known?.shell === shell ? known.file : find(selected.release, shell)
  }
}
