import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Site, SiteSchema } from '@portico/kit/site/site.ts'
import * as v from 'valibot'

const root = join(import.meta.dirname, '..', '..')

/** The test owner's site configuration. */
export const ownerFile = join(root, 'e2e', 'site', 'owner.json')

/** The test owner's Open Graph image, which `build-site.ts` draws. */
export const siteImageFile = join(root, 'e2e', '.cache', 'open-graph.png')

/** Reads the configuration of the test sites' owner. */
export function readOwner(): Site {
  return v.parse(SiteSchema, JSON.parse(readFileSync(ownerFile, 'utf8')))
}
