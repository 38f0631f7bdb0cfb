import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageMetadataList } from '@portico/shared/release/page-metadata.ts'
import { anyPath, pageSlot } from '@portico/shared/release/prerender.ts'
import { type Site, SiteSchema } from '@portico/shared/site/site.ts'
import { getSiteDigest } from '@portico/shared/site/site-digest.ts'
import * as v from 'valibot'
import { readConfiguration } from '../configuration/configuration.ts'
import { publishAtStartup } from '../delivery/lifecycle/publish-at-startup.ts'
import { integrityOf, type TestBuild, writeRemote, writeShell } from './builds.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'
import { startTestServer } from './test-server.ts'

/** What a site of a test has prerendered. */
interface PrerenderContext {
  readonly pages: NonNullable<TestBuild['pages']>
  /** HTML by path. */
  readonly html: Readonly<Record<string, string>>
  readonly metadata?: PageMetadataList
  readonly css?: string
  /** For whose values it was rendered; by default the site's own. */
  readonly digest?: string
}

/** HTML of the frame that a test's shell has rendered for `path`. */
export const frameOf = (path: string) => `<header>Frame of ${path}</header><main>${pageSlot}</main>`

/** The owner of a test's site. */
export const owner: Site = v.parse(
  SiteSchema,
  JSON.parse(readFileSync(join(import.meta.dirname, '../../site.config.json'), 'utf8')),
)

const framePaths = ['/', anyPath]
const fileOf = (files: Readonly<Record<string, string>>, file: string) => ({
  file,
  integrity: integrityOf(files[file] ?? ''),
})

/** Writes the builds of a site with a shell and the remote `new` into `dist`. */
export function writePrerendered(
  dist: string,
  { pages, html, metadata = [], css = '', digest }: PrerenderContext,
): void {
  const site = digest ?? getSiteDigest(owner)
  const frames = Object.fromEntries(
    framePaths.map((path, at) => [`prerendered/frame-${at}.txt`, frameOf(path)]),
  )
  const shellFiles = { ...frames, 'prerendered/open-graph.png': 'an image' }
  writeShell(dist, {
    files: shellFiles,
    prerendered: {
      site,
      year: 2026,
      image: fileOf(shellFiles, 'prerendered/open-graph.png'),
      frames: framePaths.map((path, at) => ({
        path,
        html: fileOf(shellFiles, `prerendered/frame-${at}.txt`),
      })),
    },
  })
  const entries = Object.entries(html)
  const files = {
    ...Object.fromEntries(entries.map(([, text], at) => [`prerendered/page-${at}.txt`, text])),
    'prerendered/metadata.json': JSON.stringify(metadata),
    ...(css === '' ? {} : { 'page.css': css }),
  }
  writeRemote(dist, 'new', {
    pages,
    files,
    prerendered: {
      site,
      metadata: fileOf(files, 'prerendered/metadata.json'),
      pages: entries.map(([path], at) => ({
        path,
        html: fileOf(files, `prerendered/page-${at}.txt`),
        canHydrate: true,
      })),
    },
  })
}

/** Publishes what `writePrerendered` makes of `parts`, and serves it at `https://ada.example`. */
export async function startPrerenderedSite(place: TestDatabase, parts: PrerenderContext) {
  const dist = join(place.dataDir, 'dist')
  writePrerendered(dist, parts)
  const configuration = readConfiguration({ DATA_DIR: place.dataDir }, '/')
  const { db, close } = await openTestDatabase(configuration)
  await publishAtStartup(dist, { configuration, db })
  await close()
  const config = join(place.dataDir, 'owner.json')
  writeFileSync(config, JSON.stringify(owner))
  return startTestServer(place, { SITE_CONFIG: config, PUBLIC_URL: 'https://ada.example' })
}
