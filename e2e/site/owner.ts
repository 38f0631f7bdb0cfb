import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Site, SiteSchema } from '@portico/shared/site/site.ts'
import * as v from 'valibot'

const root = join(import.meta.dirname, '..', '..')

/** The owner's values of the tests, as the server and the build read them. */
export const ownerFile = join(root, 'e2e', 'site', 'owner.json')

/** The owner of the tests' sites. */
export function readOwner(): Site {
  return v.parse(SiteSchema, JSON.parse(readFileSync(ownerFile, 'utf8')))
}
