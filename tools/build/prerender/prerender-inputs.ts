import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Site, SiteSchema } from '@portico/shared/site/site.ts'
import * as v from 'valibot'

/** What a build that prerenders reads beside its sources; a part of the release's hash. */
export interface PrerenderInputs {
  /** The owner's file: `SITE_CONFIG`, as the server reads it, else `site.config.json`. */
  readonly siteFile: string
  readonly siteText: string
  /** The style sheet with the site's colours, for images. */
  readonly tokensText: string
  /** Pages may name it; a release is thus made anew once a year. */
  readonly year: number
}

/** Reads what pages are prerendered with. A file that is missing has no text, which `parseSite` refuses. */
export function readPrerenderInputs(root: string, environment = process.env): PrerenderInputs {
  const siteFile = resolve(root, environment.SITE_CONFIG || 'site.config.json')
  const tokensFile = join(root, 'shell/layout/styles/tokens.css')
  return {
    siteFile,
    siteText: readText(siteFile),
    tokensText: readText(tokensFile),
    year: new Date().getFullYear(),
  }
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** The owner's values. Throws with the file and the field where they are wrong. */
export function parseSite({ siteFile, siteText }: PrerenderInputs): Site {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), SiteSchema), siteText)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`${siteFile}: ${v.getDotPath(issue) ?? '(the whole file)'}: ${issue.message}`)
}
