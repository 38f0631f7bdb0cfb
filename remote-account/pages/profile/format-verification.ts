import { formatList } from '@portico/shared/format.ts'
import type { SessionRecord } from '@portico/shared/session/session-record.ts'

/** How the visitor's email was verified: `email and Google`. */
export function formatVerification({ isVerify, gmail, github }: SessionRecord): string {
  const methods = [isVerify && 'email', gmail && 'Google', github && 'GitHub'].filter((way) => way !== false)
  return methods.length === 0 ? 'not verified yet' : formatList(methods)
}
