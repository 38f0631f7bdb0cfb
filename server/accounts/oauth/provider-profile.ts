import { asciiEmailPattern, toAsciiEmail } from '@portico/kit/account/email-address.ts'
import * as v from 'valibot'

/** What a provider says about a person: of any type and size, since we don't write it. */
interface Statement {
  readonly id: string
  readonly email: unknown
  readonly isVerified: boolean
  readonly name: unknown
}

type ProviderProfile = {
  readonly id: string
  /** Empty unless the provider has verified it: better-auth then refuses the sign-in (`email_not_found`). */
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string
}

/** What is kept of a person: an address in ASCII and lower case, and a name of one line. Never a picture. */
export function toProviderProfile({ id, email, isVerified, name }: Statement): ProviderProfile {
  const parsed = v.safeParse(ProviderEmailSchema, email)
  const verified = isVerified && parsed.success ? parsed.output : ''
  return { id, email: verified, emailVerified: verified !== '', name: toPlainName(name) }
}

// What comes before the `@` is checked before it is put in lower case: `K` (U+212A, the Kelvin sign) would become `k`, and its owner
// would get the account of another person.
const ProviderEmailSchema = v.pipe(
  v.string(),
  v.maxLength(254), // RFC 5321, section 4.5.3
  v.regex(/^[!-~]+@[^@]+$/),
  v.toLowerCase(),
  v.transform(toAsciiEmail),
  v.regex(asciiEmailPattern),
)

const maxNameLength = 80

// Control characters, line separators and marks that reverse text; not the two joiners, which Persian and emoji need.
const invisible = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

function toPlainName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const start = name.slice(0, 2 * maxNameLength) // the rest may be a megabyte
  const plain = start.replace(invisible, ' ').replace(/\s+/gu, ' ').trim()
  return [...plain].slice(0, maxNameLength).join('').trim()
}
