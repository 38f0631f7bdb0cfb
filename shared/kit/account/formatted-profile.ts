import * as v from 'valibot'
import { formatCalendarDate, formatList } from '../format.ts'
import type { SessionRecord } from '../session/session-record.ts'
import type { ProfileResponse } from './account-api.ts'

/** Schema of what the profile pages show of a visitor: texts, which the server fills into prerendered HTML. */
export const FormattedProfileSchema = v.strictObject({
  username: v.string(),
  name: v.string(),
  email: v.string(),
  /** How the address was verified: `email and Google`. */
  verifiedBy: v.string(),
  /** The day in UTC, because the server does not know the visitor's time zone. */
  memberSince: v.string(),
  /** `yes`, or `no` for a visitor who has signed up with a provider. */
  hasPassword: v.string(),
})

export type FormattedProfile = v.InferOutput<typeof FormattedProfileSchema>

/** What the pages show of a response of the account API. */
export function formatProfile({ visitor, profile }: ProfileResponse): FormattedProfile {
  return {
    username: visitor.username,
    name: profile.name,
    email: visitor.email,
    verifiedBy: formatVerification(visitor),
    memberSince: formatCalendarDate(profile.createdAt),
    hasPassword: profile.hasPassword ? 'yes' : 'no',
  }
}

/** How the visitor's email was verified: `email and Google`. */
export function formatVerification({ isVerify, gmail, github }: SessionRecord): string {
  const methods = [isVerify && 'email', gmail && 'Google', github && 'GitHub'].filter((way) => way !== false)
  return methods.length === 0 ? 'not verified yet' : formatList(methods)
}
