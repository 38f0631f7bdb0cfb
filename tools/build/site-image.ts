import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Site, SiteSchema } from '@portico/kit/site/site.ts'
import * as v from 'valibot'
import { findJson } from '../system/read-json.ts'
import { writeAtomically } from '../system/write-atomically.ts'
import { drawOpenGraphImage } from './prerender/open-graph-image.ts'
import { type PrerenderInputs, readPrerenderInputs } from './prerender-inputs.ts'

const OwnerSchema = v.pick(v.object(SiteSchema.entries), ['name', 'headline'])

/**
 * Draws the Open Graph image of a site for its owner's values in `siteFile`, unless it has been drawn before. Returns the
 * file; null: the values are invalid, which the server reports when it starts.
 */
export async function drawSiteImage(root: string, siteFile = 'site.config.json'): Promise<string | null> {
  const owner = findJson(resolve(root, siteFile), OwnerSchema)
  return owner === undefined
    ? null
    : drawOnce(owner, { folder: join(root, '.cache', 'site'), ...readPrerenderInputs(root) })
}

/** Draws an Open Graph image into `folder`, unless it has been drawn before. Returns the file. */
export async function drawOnce(
  texts: Pick<Site, 'name' | 'headline'>,
  { folder, tokensText }: PrerenderInputs & { readonly folder: string },
): Promise<string> {
  const key = JSON.stringify([texts.name, texts.headline, tokensText])
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const file = join(folder, `open-graph-${hash}.png`)
  if (!existsSync(file)) await writeAtomically(file, await drawOpenGraphImage(texts, tokensText))
  return file
}
