import type { NamedPageContent } from '@portico/shared/content/page-contents.ts'
import type { ReleaseFile } from '@portico/shared/release/release-file.ts'
import { fillOwnerHtml } from '@portico/shared/site/fill-owner-template.ts'
import type { OwnerValues } from '@portico/shared/site/owner-fields.ts'
import { OwnerMarkError } from '@portico/shared/site/owner-template.ts'
import { getSiteDigest } from '@portico/shared/site/site-digest.ts'
import { getSignInProviders } from '../../accounts/oauth/sign-in-providers.ts'
import type { Services } from '../../services.ts'
import { type NamedVersion, openReleaseTexts, type ReleaseTexts } from './release-texts.ts'

/** Reads prerendered HTML for the owner of this site. */
export interface OwnerHtml {
  /** The files as they were published. */
  readonly texts: ReleaseTexts
  /** What the HTML is filled with. */
  readonly values: Omit<OwnerValues, 'year'>
  /** False: an older build rendered it for another owner. */
  isForOwner(prerendered: { readonly site?: string } | undefined): boolean
  /** The HTML with the owner's values; null: it isn't stored here, is damaged, or has marks of a newer build. */
  read(release: NamedVersion, file: ReleaseFile, values: PageValues): string | null
}

/** What differs between pages. */
interface PageValues {
  readonly year: number
  /** What the page shows of the owner's content; missing: nothing. */
  readonly page?: NamedPageContent | undefined
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

/** Opens the prerendered HTML of the stored releases. */
export function openOwnerHtml({ site, configuration }: Pick<Services, 'site' | 'configuration'>): OwnerHtml {
  const { dataDir, publicUrl } = configuration
  const owner = { site, publicUrl, signInWith: getSignInProviders(configuration) }
  const digest = getSiteDigest(site)
  const texts = openReleaseTexts(dataDir)
  return {
    texts,
    values: owner,
    isForOwner: (prerendered) =>
      prerendered !== undefined && (prerendered.site === undefined || prerendered.site === digest),
    read(release, file, values) {
      const html = texts.read(release, file)
      try {
        return html === null ? null : fillOwnerHtml(html, { ...owner, ...values })
      } catch (error) {
        if (error instanceof OwnerMarkError) return null
        throw error
      }
    },
  }
}
