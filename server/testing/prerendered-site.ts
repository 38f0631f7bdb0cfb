import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageMetadataList } from '@portico/kit/contract/page-metadata.ts'
import { type VisitorState, visitorStates } from '@portico/kit/session/visitor-state.ts'
import { type Site, SiteSchema } from '@portico/kit/site/site.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { anyPath, pageSlot } from '@portico/protocol/release/prerender.ts'
import { compileMetadata } from '@portico/tools/build/template/compile-metadata.ts'
import { compileTemplate } from '@portico/tools/build/template/compile-template.ts'
import * as v from 'valibot'
import { readConfiguration } from '../configuration/configuration.ts'
import { publishAtStartup } from '../rollouts/startup/publish-at-startup.ts'
import { type TestBuild, type TestShell, writeRemote, writeShell } from './builds.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'
import { startTestServer } from './test-server.ts'

/** The prerendered pages of a test site. */
interface PrerenderContext {
  readonly pages: NonNullable<TestBuild['pages']>
  /** HTML by path, for signed-out visitors in a release that does not say for whom, or by the visitor's state. */
  readonly html: Readonly<Record<string, string | Partial<Record<VisitorState, string>>>>
  /** Paths with parameters, by the address under which `html` has the page. */
  readonly addresses?: Readonly<Record<string, string>>
  /** HTML of views, by path and parameter, for signed-out visitors. */
  readonly views?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** HTML by path for signed-out visitors who come with `?next=`. */
  readonly nextHtml?: Readonly<Record<string, { readonly named: string; readonly unnamed: string }>>
  readonly metadata?: PageMetadataList
  /** Paths of which the metadata lists every address. */
  readonly listed?: readonly string[]
  readonly css?: string
  /** The shell's font, which its style sheet names; missing: it has none. */
  readonly font?: string | undefined
  /** The loading screen of a shell that has one. */
  readonly loading?: string | undefined
  /** An older build has written HTML. */
  readonly isOlder?: boolean
  /** What the layouts say about the owner, with marks for their values. */
  readonly about?: string
  /** Further settings of the server. */
  readonly environment?: Readonly<Record<string, string>>
}

/** The frame that the test shell has prerendered for `path`, and for a visitor in a state. */
export const renderFrame = (path: string, visitor: VisitorState = 'signed-out') =>
  `<header>Frame of ${path} for ${visitor}</header><main>${pageSlot}</main>`

/** The owner of the test site. */
export const owner: Site = v.parse(
  SiteSchema,
  JSON.parse(readFileSync(join(import.meta.dirname, '../../site.config.json'), 'utf8')),
)

const frames = ['/', anyPath].flatMap((path) =>
  visitorStates.toReversed().map((visitor) => ({ path, visitor })),
)
const getFile = (files: Readonly<Record<string, string>>, file: string) => ({
  file,
  integrity: computeIntegrity(files[file] ?? ''),
})

/** Where the test shell has its font. */
export const fontFile = 'media/sans-basic.woff2'

/** A shell with a layout for each page and visitor. */
export function createPrerenderedShell({
  font,
  loading,
  isOlder = false,
  about = '',
}: Pick<PrerenderContext, 'font' | 'loading' | 'isOlder' | 'about'> = {}): TestShell {
  const { ending, toText } = getFormat(isOlder)
  const noScript = `prerendered/no-script.${ending}`
  const loadingFile = `prerendered/loading.${ending}`
  const files = {
    ...Object.fromEntries(
      frames.map(({ path, visitor }, at) => [
        `prerendered/frame-${at}.${ending}`,
        toText(about + renderFrame(path, visitor)),
      ]),
    ),
    [noScript]: toText(`<header>Without scripts</header><main>${pageSlot}</main>`),
    ...(loading !== undefined && { [loadingFile]: toText(loading) }),
    ...(font !== undefined && {
      [fontFile]: font,
      'index.css': `@font-face{src:url(${fontFile})format("woff2")}`,
    }),
  }
  return {
    files,
    fonts: font === undefined ? [] : [fontFile],
    prerendered: {
      ...(loading !== undefined && { loading: getFile(files, loadingFile) }),
      noScript: getFile(files, noScript),
      frames: frames.map((frame, at) => ({
        ...frame,
        html: getFile(files, `prerendered/frame-${at}.${ending}`),
      })),
    },
  }
}

const getFormat = (isOlder: boolean) => ({
  ending: isOlder ? 'txt' : 'json',
  toText: (html: string) => (isOlder ? html : compileTemplate(html)),
})

/** Writes the builds of a site with a shell and the remote `new` into `dist`. */
export function writePrerendered(
  dist: string,
  {
    pages,
    html,
    addresses = {},
    views = {},
    nextHtml = {},
    metadata = [],
    listed,
    css = '',
    font,
    loading,
    isOlder = false,
    about = '',
  }: PrerenderContext,
): void {
  const { ending, toText } = getFormat(isOlder)
  writeShell(dist, createPrerenderedShell({ font, loading, isOlder, about }))
  const nextEntries = Object.entries(nextHtml).flatMap(([path, { named, unnamed }]) => [
    { path, next: 'named' as const, text: named },
    { path, next: 'unnamed' as const, text: unnamed },
  ])
  const ownEntries = Object.entries(html).flatMap(([address, text]) => {
    const path = addresses[address]
    const place = path === undefined ? { path: address } : { path, address }
    if (typeof text === 'string') return [{ ...place, text }]
    return visitorStates.flatMap((visitor) => {
      const ownText = text[visitor]
      return ownText === undefined ? [] : [{ ...place, visitor, text: ownText }]
    })
  })
  const viewEntries = Object.entries(views).flatMap(([path, texts]) =>
    Object.entries(texts).flatMap(([view, text]) => [
      { path, view, text },
      { path, view, next: 'unnamed' as const, text },
      { path, view, next: 'named' as const, text },
    ]),
  )
  const entries = [...ownEntries, ...viewEntries, ...nextEntries]
  const files = {
    ...Object.fromEntries(entries.map(({ text }, at) => [`prerendered/page-${at}.${ending}`, toText(text)])),
    'prerendered/metadata.json': compileMetadata(metadata),
    ...(css === '' ? {} : { 'page.css': css }),
  }
  writeRemote(dist, 'new', {
    pages,
    files,
    prerendered: {
      metadata: getFile(files, 'prerendered/metadata.json'),
      ...(listed && { listed: [...listed] }),
      pages: entries.map(({ text: _text, ...entry }, at) => ({
        ...entry,
        html: getFile(files, `prerendered/page-${at}.${ending}`),
        canHydrate: true,
      })),
    },
  })
}

/** Publishes a prerendered site and serves it at `https://localhost` for an owner, with an Open Graph image. */
export async function startPrerenderedSite(
  database: TestDatabase,
  parts: PrerenderContext,
  site: Site = owner,
) {
  const dist = join(database.dataDir, 'dist')
  writePrerendered(dist, parts)
  const configuration = readConfiguration(
    { DATA_DIR: database.dataDir, DATABASE_URL: database.databaseUrl ?? undefined },
    '/',
  )
  const { db, close } = await openTestDatabase(configuration)
  await publishAtStartup(dist, { configuration, db })
  await close()
  const config = join(database.dataDir, 'owner.json')
  writeFileSync(config, JSON.stringify(site))
  const image = join(database.dataDir, 'open-graph.png')
  writeFileSync(image, 'an image')
  return startTestServer(database, {
    SITE_CONFIG: config,
    SITE_IMAGE: image,
    CONTENT_DIR: join(database.dataDir, 'content'),
    PUBLIC_URL: 'https://localhost', // local: on other sites without SMTP nobody can sign up
    ...parts.environment,
  })
}
