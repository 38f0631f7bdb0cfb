import type { FormattedProfile } from '@portico/shared/account/formatted-profile.ts'
import { insertNext, type NextValues } from './insert-next.ts'
import { insertProfile } from './insert-profile.ts'

/** The values of a request in prerendered HTML. */
export interface InsertedValues {
  /** null: the page passes nothing on. */
  readonly next: NextValues | null
  /** null: the page shows nothing of it. */
  readonly profile: FormattedProfile | null
}

/** Replaces the slots of prerendered HTML that differ between requests for the same page. */
export function insertValues(html: string, { next, profile }: InsertedValues): string {
  const withNext = next === null ? html : insertNext(html, next)
  return profile === null ? withNext : insertProfile(withNext, profile)
}
