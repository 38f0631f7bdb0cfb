import type { SessionRecord } from '@portico/shared/session/session-record.ts'

/** Who has confirmed the visitor's address, in words. */
export function confirmedBy({ isVerify, gmail, github }: SessionRecord): string {
  const ways = [isVerify && 'mail', gmail && 'Google', github && 'GitHub'].filter((way) => way !== false)
  return ways.length === 0 ? 'nobody yet' : new Intl.ListFormat('en').format(ways)
}
