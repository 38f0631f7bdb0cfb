import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type { PageContent } from '@portico/protocol/template/content-paths.ts'
import { fill, type TemplateValues } from '@portico/protocol/template/fill.ts'
import type { OwnerValues } from '@portico/protocol/template/owner-fields.ts'
import type { Parts } from '@portico/protocol/template/parts.ts'
import { getSignInProviders } from '../../accounts/oauth/sign-in-providers.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { type NamedVersion, openReleaseTexts, type ReleaseTexts } from './release-texts.ts'

/** Reads prerendered templates for the owner of this site. */
export interface SiteTemplates {
  /** The files as they were published. */
  readonly texts: ReleaseTexts
  /** What the templates are filled with. */
  readonly owner: Omit<OwnerValues, 'year'>
  /** The template with the owner's values and `values`; null: it isn't stored here, is damaged, or is of another build. */
  read(release: NamedVersion, file: ReleaseFile, values: PageValues): Parts | null
}

/** What differs between pages. */
interface PageValues extends Omit<TemplateValues, 'owner'> {
  /** The owner's content; missing: the page shows nothing of it. */
  readonly content?: PageContent | null
}

/** The current year, which prerendered pages show. */
export function getYear(): number {
  const now = Date.now()
  if (now < current.from || now >= current.until) current = describeYear(now)
  return current.year
}

// A date with the rules of its time zone costs more than anything else that a page looks up.
let current = describeYear(Date.now())

function describeYear(at: number) {
  const year = new Date(at).getFullYear()
  return { year, from: new Date(year, 0).getTime(), until: new Date(year + 1, 0).getTime() }
}

/** Opens the templates of the stored releases. */
export function openSiteTemplates({
  site,
  configuration,
}: {
  readonly site: Site
  readonly configuration: Configuration
}): SiteTemplates {
  const { dataDir, publicUrl } = configuration
  const owner = { site, publicUrl, signInWith: getSignInProviders(configuration) }
  const texts = openReleaseTexts(dataDir)
  return {
    texts,
    owner,
    read(release, file, { content, ...values }) {
      const parts = texts.readTemplate(release, file)
      const page = content ?? undefined
      return parts && fill(parts, { ...values, owner: { ...owner, year: getYear(), page } })
    },
  }
}
