import { createHash } from 'node:crypto'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type {
  DiscoveryDocument,
  SelectedRemote,
  SelectedShell,
  ShellRelease,
} from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { Parts } from '@portico/protocol/template/parts.ts'
import { getSignInOrigins } from '../../accounts/oauth/sign-in-providers.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { html } from '../../http/html/html.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { PageNeeds } from '../../http/security-headers/security-headers.ts'
import type { Selection } from '../../rollouts/selection/select-releases.ts'
import { selectOrigins, toSelectedRemote, toSelectedShell } from '../../rollouts/selection/select-releases.ts'
import { embedPage } from '../prerendered/embed-page.ts'
import type { Rendering } from '../prerendered/find-rendering.ts'
import type { SiteTemplates } from '../prerendered/site-templates.ts'
import type { MatchedPage } from '../selection/match-page.ts'
import type { ResolvedMetadata } from '../seo/get-page-metadata.ts'
import { createJsonLd, getBreadcrumbs } from '../seo/json-ld.ts'
import { renderMetaTags } from '../seo/meta-tags.ts'
import type { MetadataSource, ShownContent } from '../seo/metadata-source.ts'
import { getFontLinks, listInlineScripts, type PageParts, renderHtml, type SplitHtml } from './render-html.ts'
import { renderTag } from './render-tag.ts'

/** A page, ready to be sent to the visitors in one state. */
export interface PageTemplate extends SplitHtml {
  readonly hash: string
  /** Characters in memory. */
  readonly length: number
  readonly needs: PageNeeds
  /** The `Link` header of the response; null: none. */
  readonly links: string | null
}

interface PageRequest extends Pick<PageParts, 'preload' | 'theme' | 'searchPath' | 'inspector'>, Selection {
  readonly document: Pick<DiscoveryDocument, 'revision'>
  /** null: no page matches the path. */
  readonly matched: MatchedPage | null
  readonly metadata: ResolvedMetadata | null
  /** What a link preview shows; null: the page's own metadata. */
  readonly preview: ResolvedMetadata | null
  /** What to embed; null: the browser renders the page. */
  readonly rendering: Rendering | null
  /** What the page shows of the owner's content; null: nothing, or not to this visitor. */
  readonly content: ShownContent | null
  readonly hasFonts: boolean
}

const notFound: ResolvedMetadata = {
  title: 'Page Not Found',
  description: 'There is nothing at this address.',
  canonical: null,
  jsonLd: [],
  isIndexed: false,
  image: null,
}

/** Renders a page. */
export function renderPage(
  request: PageRequest,
  sources: MetadataSource,
  { configuration, site }: { readonly configuration: Configuration; readonly site: Site },
): PageTemplate {
  const { matched, preload, rendering, content, hasFonts } = request
  const { revision } = request.document
  if (request.shell === null) throw new Problem('not-ready', { detail: 'No shell has been published yet.' })
  const shell = request.shell.release
  const selectedShell = toSelectedShell(request.shell)
  const { publicUrl, loadDeadlineMs } = configuration
  const { templates } = sources
  const { remotes, policyFor, origins } = selectOrigins(request.remotes, matched, configuration)
  const contentAddress = sources.readContent().address
  const metadata = request.metadata ?? notFound
  const breadcrumbs = metadata.canonical === null ? [] : getBreadcrumbs(metadata.canonical, remotes, sources)
  const noScript =
    (matched && rendering && readWithoutQuery({ matched, rendering, content }, templates)) ??
    explainNoScript(metadata, matched !== null)
  const embedded =
    matched === null || rendering === null
      ? null
      : embedPage({ shell, matched, rendering, templates, content, noScript, hasFonts })
  const page = renderHtml({
    meta: renderMetaTags({
      metadata,
      preview: request.preview ?? metadata,
      site,
      image: sources.image === null ? null : publicUrl + sources.image,
      publicUrl,
    }),
    jsonLd: createJsonLd({ metadata, site, breadcrumbs, publicUrl }),
    data: {
      revision,
      loadDeadlineMs,
      site,
      remotes: remotes.map((remote) => withExistingPages(toSelectedRemote(remote), sources)),
      ...(selectedShell && { shell: selectedShell }),
      ...(policyFor && { policyFor }),
      content: { address: contentAddress, ...(content && { page: content.data }) },
    },
    shell,
    fallback: (selectedShell?.fallback && request.shell.fallback) ?? null,
    remote: matched?.remote.name ?? null,
    preload,
    preloadContent: preload?.page.content !== undefined && content === null ? contentAddress : null,
    theme: request.theme,
    searchPath: request.searchPath,
    embedded,
    inspector: request.inspector,
    owner: templates.owner,
    noScript: embedded === null ? frameNoScript(noScript, shell, templates) : null,
  })
  const shown = page.shown.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('')
  const hash = createHash('sha256').update(shown).update(page.data).digest('base64url')
  const needs = { ...listNeeds(embedded, { remotes, shell: selectedShell }, configuration), origins }
  const length = shown.length + page.data.length
  return { ...page, hash, length, needs, links: needs.fonts.length > 0 ? null : getFontLinks(shell) }
}

function listNeeds(
  embedded: ReturnType<typeof embedPage> | null,
  { remotes, shell }: Pick<PageRequest, 'remotes'> & { readonly shell: SelectedShell | null },
  configuration: Configuration,
): Omit<PageNeeds, 'origins'> {
  return {
    scripts: listInlineScripts(embedded, shell !== null).map((script) => script.hash),
    styles: embedded?.styles.map((style) => style.hash) ?? [],
    fonts: embedded !== null && embedded.fonts.length > 0 ? ['data:'] : [],
    folders: remotes
      .flatMap(({ release }) => release.folder ?? [])
      .filter((folder) => !folder.startsWith('/')),
    forms: embedded && startsSignIn(embedded.content) ? getSignInOrigins(configuration) : [],
  }
}

/** Whether a page has a form that is redirected to a provider. */
export function startsSignIn(page: Parts): boolean {
  const form = ` action="${accountPaths.signInWithProvider}`
  return page.some((part) => typeof part === 'string' && part.includes(form))
}

/** Without the pages that show content which the owner doesn't have. */
function withExistingPages(remote: SelectedRemote, sources: MetadataSource): SelectedRemote {
  const { release } = remote
  return { ...remote, release: { ...release, pages: release.pages.filter(sources.exists) } }
}

interface WithoutQuery extends Pick<PageRequest, 'content'> {
  readonly matched: MatchedPage
  readonly rendering: Rendering
}

/** The page that visitors without JavaScript get at an address with a query, with its style sheets; null: none. */
function readWithoutQuery(
  { matched: { remote, page }, rendering, content }: WithoutQuery,
  templates: SiteTemplates,
): Parts | null {
  const { version, hash, folder } = remote.release
  if (rendering.withoutQuery === null) return null
  const release = { app: remote.name, version, hash }
  const values = { content, form: null, isInNoScript: true }
  const parts = templates.read(release, rendering.withoutQuery.html, values)
  if (parts === null) return null
  const from = folder ?? getReleaseFolder(remote.name, getReleaseId(remote.release))
  const styles = page.css.map((file) => renderTag('link rel="stylesheet"', 'href', from, file))
  return [`${styles.join('')}<div data-page`, { kind: 'filtered mark' }, '>', ...parts, '</div>']
}

/** In the layout that the shell has prerendered for visitors without JavaScript, if it has one. */
function frameNoScript(
  page: Parts,
  { version, hash, prerendered }: ShellRelease,
  templates: SiteTemplates,
): Parts {
  const file = prerendered?.noScript
  const framed = file && templates.read({ app: 'shell', version, hash }, file, { page, form: null })
  return framed ?? ['<main>', ...page, '</main>']
}

const needsScript = html`<p>This page needs JavaScript. Turn it on and reload the page, or read the <a href="/">home page</a>, which works without it.</p>`
const leadsHome = html`<p><a href="/">Go to the home page</a></p>`

/** What a visitor without JavaScript reads instead of a page that needs it. */
function explainNoScript({ title, description }: ResolvedMetadata, isFound: boolean): Parts {
  return [html`<h1>${title}</h1><p>${description}</p>${isFound ? needsScript : leadsHome}`.text]
}
