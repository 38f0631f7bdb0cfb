import { fillProfileSlots, type ShownProfile } from '@portico/shared/account/shown-profile.ts'
import { escapeHtml } from '../../http/html/html.ts'

/** Fills a visitor's profile into a page that was rendered with slots for it. */
export function insertProfile(text: string, profile: ShownProfile): string {
  return fillProfileSlots(text, profile, escapeHtml)
}
