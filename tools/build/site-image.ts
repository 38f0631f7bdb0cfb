import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SiteSchema } from '@portico/kit/site/site.ts'
import * as v from 'valibot'
import { writeAtomically } from '../system/write-atomically.ts'
import { drawOpenGraphImage } from './prerender/open-graph-image.ts'
import { readPrerenderInputs } from './prerender-inputs.ts'

const OwnerSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.pick(v.object(SiteSchema.entries), ['name', 'headline']),
)

/**
 * Draws the Open Graph image of a site for its owner's values in `siteFile`, unless it has been drawn before. Returns the
 * file; null: the values are invalid, which the server reports when it starts.
 */
export async function drawSiteImage(root: string, siteFile = 'site.config.json'): Promise<string | null> {
  const path = resolve(root, siteFile)
  const owner = v.safeParse(OwnerSchema, existsSync(path) ? readFileSync(path, 'utf8') : '')
  if (!owner.success) return null
  const { tokensText } = readPrerenderInputs(root)
  const key = JSON.stringify([owner.output.name, owner.output.headline, tokensText])
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16)
  const file = join(root, '.cache', 'site', `open-graph-${hash}.png`)
  if (!existsSync(file)) await writeAtomically(file, await drawOpenGraphImage(owner.output, tokensText))
  return file
}
