import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeIntegrity } from '@portico/shared/release/compute-integrity.ts'
import type { PageMetadataList } from '@portico/shared/release/page-metadata.ts'
import { anyPath, pageSlot } from '@portico/shared/release/prerender.ts'
import { type Site, SiteSchema } from '@portico/shared/site/site.ts'
import { getSiteDigest } from '@portico/shared/site/site-digest.ts'
import * as v from 'valibot'
import { readConfiguration } from '../configuration/configuration.ts'
import { publishAtStartup } from '../delivery/lifecycle/publish-at-startup.ts'
import { type TestBuild, writeRemote, writeShell } from './builds.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'
import { startTestServer } from './test-server.ts'

/** The prerendered pages of a test site. */
interface PrerenderContext {
  readonly pages: NonNullable<TestBuild['pages']>
  /** HTML by path. */
  readonly html: Readonly<Record<string, string>>
  readonly metadata?: PageMetadataList
  /** Paths of which the metadata lists every address. */
  readonly listed?: readonly string[]
  readonly css?: string
  /** Digest of the values it was rendered with; by default the site's own. */
  readonly digest?: string
}

/** The frame that the test shell has prerendered for `path`. */
export const renderFrame = (path: string) => `<header>Frame of ${path}</header><main>${pageSlot}</main>`

/** The owner of the test site. */
export const owner: Site = v.parse(
  SiteSchema,
  JSON.parse(readFileSync(join(import.meta.dirname, '../../site.config.json'), 'utf8')),
)

const framePaths = ['/', anyPath]
const getFile = (files: Readonly<Record<string, string>>, file: string) => ({
  file,
  integrity: computeIntegrity(files[file] ?? ''),
})

/** Writes the builds of a site with a shell and the remote `new` into `dist`. */
export function writePrerendered(
  dist: string,
  { pages, html, metadata = [], listed, css = '', digest }: PrerenderContext,
): void {
  const site = digest ?? getSiteDigest(owner)
  const frames = Object.fromEntries(
    framePaths.map((path, at) => [`prerendered/frame-${at}.txt`, renderFrame(path)]),
  )
  const noScript = 'prerendered/no-script.txt'
  const shellFiles = {
    ...frames,
    [noScript]: `<header>Without scripts</header><main>${pageSlot}</main>`,
    'prerendered/open-graph.png': 'an image',
  }
  writeShell(dist, {
    files: shellFiles,
    prerendered: {
      site,
      year: 2026,
      noScript: getFile(shellFiles, noScript),
      image: getFile(shellFiles, 'prerendered/open-graph.png'),
      frames: framePaths.map((path, at) => ({
        path,
        html: getFile(shellFiles, `prerendered/frame-${at}.txt`),
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
      metadata: getFile(files, 'prerendered/metadata.json'),
      ...(listed && { listed: [...listed] }),
      pages: entries.map(([path], at) => ({
        path,
        html: getFile(files, `prerendered/page-${at}.txt`),
        canHydrate: true,
      })),
    },
  })
}

/** Publishes a prerendered site and serves it at `https://ada.example`. */
export async function startPrerenderedSite(database: TestDatabase, parts: PrerenderContext) {
  const dist = join(database.dataDir, 'dist')
  writePrerendered(dist, parts)
  const configuration = readConfiguration({ DATA_DIR: database.dataDir }, '/')
  const { db, close } = await openTestDatabase(configuration)
  await publishAtStartup(dist, { configuration, db })
  await close()
  const config = join(database.dataDir, 'owner.json')
  writeFileSync(config, JSON.stringify(owner))
  return startTestServer(database, { SITE_CONFIG: config, PUBLIC_URL: 'https://ada.example' })
}
