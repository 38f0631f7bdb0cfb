import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import type { Site } from '@portico/kit/site/site.ts'
import {
  type DiscoveryDocument,
  getApplication,
  type PageData,
  PageDataSchema,
  pageDataId,
  toPagesWithoutFiles,
} from '@portico/protocol/discovery/discovery-document.ts'
import { overlaps } from '@portico/protocol/release/page-paths.ts'
import { allowSources, toSources } from '@portico/protocol/release/page-policy.ts'
import { getReleaseId, type ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import type { ShellRecord } from '@portico/protocol/release/shell-record.ts'
import * as v from 'valibot'

/** No page has this address, so the site sends its shell without prerendered HTML, and without preloads of another release. */
export const emptyPage = '/release-check/no-such-page'

const emptyRoot = '<div id="root"></div>'

/** Whether this is the page of a site at `emptyPage`. */
export function isEmptyPage(html: string): boolean {
  return html.includes(emptyRoot)
}

/** A release that is not published, and the visitor it is shown to. */
interface Insertion {
  readonly record: ReleaseRecord
  /** null: nobody is signed in; undefined: the visitor that the site names. */
  readonly visitor?: SessionRecord | null | undefined
  /** The path of the page that is opened. */
  readonly path: string
  /** No page needs a document of its own: a check leaves pages without losing it. */
  readonly sharesDocument?: boolean
  /** The prerendered page. */
  readonly prerendered?: PrerenderedRoot | null
}

/** A prerendered page, as HTML. */
export interface PrerenderedRoot {
  /** The tags of its style sheets. */
  readonly head: string
  /** The root element with the page in its layout. */
  readonly root: string
}

/** A page, and its Content-Security-Policy; null: it has none. */
interface PageWithPolicy {
  readonly html: string
  readonly policy: string | null
}

/** The site's empty page as it would be at `path` for this visitor if everyone had this release. */
export function insertRelease(
  { html, policy }: PageWithPolicy,
  { record, visitor, path, sharesDocument, prerendered }: Insertion,
): PageWithPolicy {
  const { remote: name, team, pages } = record
  if (!isEmptyPage(html))
    throw new Error(`Expected a page of the site with ${emptyRoot}. Does RELEASE_URL name a Portico site?`)
  const release = { ...getIdentity(record), pages: toPagesWithoutFiles(pages) }
  // In a check, as in a rollout, the shell notices what would count against the release.
  const rollout = sharesDocument ? ({ rollout: 'check', arm: 'canary' } as const) : {}
  const selected: PageData['remotes'][number] = { name, team, release, ...rollout }
  const json = findPageData(html)
  if (json === null) return { html, policy }
  const { token, ...before } = v.parse(PageDataSchema, JSON.parse(json))
  const all = [...before.remotes.filter((remote) => remote.name !== name), selected]
  const remotes = sharesDocument ? all.map(withoutIsolation) : all
  const shown = all.find(({ release }) => release.pages.some((page) => overlaps(page.path, path)))
  const { origins } = shown?.release ?? {}
  const policyFor = origins === undefined || sharesDocument ? {} : { policyFor: shown?.name }
  // A site of an older version does not name the visitor, and its shell would refuse it.
  const isReplaced = before.visitor !== undefined && visitor !== undefined
  const known = isReplaced ? { visitor } : token === undefined ? {} : { token }
  const data = JSON.stringify({ ...before, remotes, ...policyFor, ...known }).replaceAll('<', '\\u003c')
  const filled = html.replace(json, () => data)
  return {
    html: prerendered ? insertPrerendered(filled, prerendered) : filled,
    policy: policy !== null && origins ? allowSources(policy, toSources(origins)) : policy,
  }
}

function insertPrerendered(html: string, { head, root }: PrerenderedRoot): string {
  return html.replace('</head>', () => `${head}</head>`).replace(emptyRoot, () => root)
}

type SelectedRemote = PageData['remotes'][number]

function withoutIsolation({
  release: { origins: _, ...release },
  ...remote
}: SelectedRemote): SelectedRemote {
  return { ...remote, release: { ...release, pages: release.pages.map(({ isolated: _, ...page }) => page) } }
}

/** The page with the scripts and styles of a shell in place of the site's. */
export function insertShell(html: string, shell: ShellRecord): string {
  const folder = getReleaseFolder('shell', getReleaseId(shell))
  const checked = (integrity: string) => `integrity="${integrity}" crossorigin="anonymous"`
  const styles = shell.css.map(
    ({ file, integrity }) => `<link rel="stylesheet" href="${folder}${file}" ${checked(integrity)}>`,
  )
  const scripts = shell.js.map(
    ({ file, integrity }) => `<script defer src="${folder}${file}" ${checked(integrity)}></script>`,
  )
  return html
    .replaceAll(/<link rel="stylesheet" href="\/r\/shell\/[^<>]*>/g, '')
    .replaceAll(/<script defer src="\/r\/shell\/[^<>]*><\/script>/g, '')
    .replace('</head>', () => [...styles, ...scripts, '</head>'].join('\n'))
}

/** The owner's values in a page of a site; null: it has none. */
export function findSite(html: string): Site | null {
  const json = findPageData(html)
  return json === null ? null : v.parse(PageDataSchema, JSON.parse(json)).site
}

/** The data in a page of a site, as JSON; null: it has none. */
export function findPageData(html: string): string | null {
  const [, rest = ''] = html.split(`<script type="application/json" id="${pageDataId}">`, 2)
  const end = rest.indexOf('</script>')
  return end === -1 ? null : rest.slice(0, end)
}

/** The discovery document as it would be if everyone had this release. */
export function withBuild(document: DiscoveryDocument, record: ReleaseRecord): DiscoveryDocument {
  const { remote, team, pages } = record
  const stable = { ...getIdentity(record), pages }
  return { ...document, remotes: { ...document.remotes, [remote]: { team, stable } } }
}

function getIdentity(record: ReleaseRecord) {
  const { version, hash, contractVersion, global, entry, origins } = record
  const identity = { version, hash, contractVersion, global, entry, ...getApplication(record) }
  return { ...identity, ...(origins && { origins }) }
}
