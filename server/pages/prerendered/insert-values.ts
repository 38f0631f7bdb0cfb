import type { FormattedProfile } from '@portico/shared/account/formatted-profile.ts'
import { type FilterValues, filterRows } from './filter-rows.ts'
import { insertNext, type NextValues } from './insert-next.ts'
import { insertProfile } from './insert-profile.ts'

/** The values of a request in prerendered HTML. */
export interface InsertedValues {
  /** null: the page passes nothing on. */
  readonly next: NextValues | null
  /** null: the page shows nothing of it. */
  readonly profile: FormattedProfile | null
  /** null: the page has no query that a script would apply. */
  readonly filter?: FilterValues | null
}

/** Replaces the slots of prerendered HTML that differ between requests for the same page. */
export function insertValues(html: string, { next, profile, filter = null }: InsertedValues): string {
  const filtered = filter === null ? html : filterRows(html, filter)
  const withNext = next === null ? filtered : insertNext(filtered, next)
  return profile === null ? withNext : insertProfile(withNext, profile)
}
