import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Site, SiteSchema } from '@portico/shared/site/site.ts'
import * as v from 'valibot'

/** What prerendering reads besides the sources; part of the release hash. */
export interface PrerenderInputs {
  /** The owner's configuration: `SITE_CONFIG`, as for the server, or `site.config.json`. */
  readonly siteFile: string
  readonly siteText: string
  /** The style sheet with the site's colours, for Open Graph images. */
  readonly tokensText: string
  /** Pages may show it, so a release changes once a year. */
  readonly year: number
}

/** Reads the inputs of prerendering. A missing file reads as '', which `parseSite` rejects. */
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

/** The owner's values. Throws an error that names the file and the field when they are invalid. */
export function parseSite({ siteFile, siteText }: PrerenderInputs): Site {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), SiteSchema), siteText)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`${siteFile}: ${v.getDotPath(issue) ?? '(the whole file)'}: ${issue.message}`)
}
