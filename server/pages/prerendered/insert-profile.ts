import { type FormattedProfile, fillProfileSlots } from '@portico/shared/account/formatted-profile.ts'
import { escapeHtml } from '../../http/html/html.ts'

/** Fills a visitor's profile into a page that was rendered with slots for it. */
export function insertProfile(text: string, profile: FormattedProfile): string {
  return fillProfileSlots(text, profile, escapeHtml)
}
