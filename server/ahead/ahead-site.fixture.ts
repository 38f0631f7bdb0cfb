import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anyPath, frameSlot } from '@portico/shared/release/ahead.ts'
import type { PageHeads } from '@portico/shared/release/page-head.ts'
import { type Site, SiteSchema } from '@portico/shared/site/site.ts'
import { siteDigest } from '@portico/shared/site/site-digest.ts'
import * as v from 'valibot'
import { readConfiguration } from '../configuration.ts'
import { openDatabase } from '../database/open-database.ts'
import { publishBuilt } from '../releases/publish-built.ts'
import { integrityOf, type TestBuild, writeRemote, writeShell } from '../releases/test-builds.ts'
import type { TestDatabase } from '../test-database.ts'
import { startTestServer } from '../test-server.ts'

/** What a site of a test has rendered ahead. */
interface AheadParts {
  readonly pages: NonNullable<TestBuild['pages']>
  /** HTML by path. */
  readonly html: Readonly<Record<string, string>>
  readonly heads?: PageHeads
  readonly css?: string
  /** For whose values it was rendered; by default the site's own. */
  readonly digest?: string
}

/** HTML of the frame that a test's shell has rendered for `path`. */
export const frameOf = (path: string) => `<header>Frame of ${path}</header><main>${frameSlot}</main>`

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
export function writeAhead(dist: string, { pages, html, heads = [], css = '', digest }: AheadParts): void {
  const site = digest ?? siteDigest(owner)
  const frames = Object.fromEntries(framePaths.map((path, at) => [`ahead/frame-${at}.txt`, frameOf(path)]))
  const shellFiles = { ...frames, 'ahead/share.png': 'a picture' }
  writeShell(dist, {
    files: shellFiles,
    ahead: {
      site,
      year: 2026,
      picture: fileOf(shellFiles, 'ahead/share.png'),
      frames: framePaths.map((path, at) => ({ path, html: fileOf(shellFiles, `ahead/frame-${at}.txt`) })),
    },
  })
  const entries = Object.entries(html)
  const files = {
    ...Object.fromEntries(entries.map(([, text], at) => [`ahead/page-${at}.txt`, text])),
    'ahead/heads.json': JSON.stringify(heads),
    ...(css === '' ? {} : { 'page.css': css }),
  }
  writeRemote(dist, 'new', {
    pages,
    files,
    ahead: {
      site,
      heads: fileOf(files, 'ahead/heads.json'),
      pages: entries.map(([path], at) => ({
        path,
        html: fileOf(files, `ahead/page-${at}.txt`),
        canHydrate: true,
      })),
    },
  })
}

/** Publishes what `writeAhead` makes of `parts`, and serves it at `https://ada.example`. */
export async function startAheadSite(place: TestDatabase, parts: AheadParts) {
  const dist = join(place.dataDir, 'dist')
  writeAhead(dist, parts)
  const configuration = readConfiguration({ DATA_DIR: place.dataDir }, '/')
  const { db, close } = await openDatabase(configuration)
  await publishBuilt(dist, { configuration, db })
  await close()
  const config = join(place.dataDir, 'owner.json')
  writeFileSync(config, JSON.stringify(owner))
  return startTestServer(place, { SITE_CONFIG: config, PUBLIC_URL: 'https://ada.example' })
}
