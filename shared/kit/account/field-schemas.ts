import * as v from 'valibot'
import { asciiEmailPattern, toAsciiEmail } from './email-address.ts'

// Browser and server validate by the same rules. The messages are shown next to the field.

/** What was typed or pasted, without the invisible characters that come with copied texts. Not joiners: domains have them. */
export function typedText(message: string) {
  return v.pipe(
    v.string(message),
    v.transform((text) => text.normalize('NFKC').replace(/[^\P{Cf}\u200c\u200d]/gu, '')),
    v.trim(),
  )
}

/** 3 to 30 letters, digits, `_` and `.`. Without an `@`, so that it can't be confused with an email address. */
export const UsernameSchema = v.pipe(
  typedText('Enter a username.'),
  v.minLength(3, 'Use at least 3 characters.'),
  v.maxLength(30, 'Use at most 30 characters.'),
  v.regex(/^[A-Za-z0-9_.]+$/, 'Use letters, digits, _ and . only.'),
)

/** An email address as the visitor typed it, in lower case: its domain may contain letters of any language. */
export const TypedEmailSchema = v.pipe(
  typedText('Enter an email address.'),
  v.toLowerCase(),
  v.maxLength(254, 'Use at most 254 characters.'), // RFC 5321, section 4.5.3
  v.check(
    (email) => asciiEmailPattern.test(toAsciiEmail(email)),
    'Enter an email address such as ada@example.com.',
  ),
)

/** An email address in lower case with its domain in ASCII, as the server stores it. */
export const EmailSchema = v.pipe(TypedEmailSchema, v.transform(toAsciiEmail))

/** 8 to 128 characters of any kind (NIST SP 800-63B: length, no composition rules). */
export const PasswordSchema = v.pipe(
  v.string('Enter a password.'),
  v.minLength(8, 'Use at least 8 characters.'),
  v.maxLength(128, 'Use at most 128 characters.'),
)

// Zero-width characters are format characters (Cf).
function findCode(text: string): string {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return /(?<!\d)\d(?:[\s.\p{Pd}]*\d){5}(?!\d)/u.exec(plain)?.[0].replace(/\D/g, '') ?? plain
}

/** The six digits of an emailed code, found in what was typed or pasted: `472-157`, `Code: 472157.` */
export const CodeSchema = v.pipe(
  v.string('Enter the code.'),
  v.transform(findCode),
  v.regex(/^\d{6}$/, 'Enter the six digits from the email.'),
)

/** The visitor's name on pages. */
export const NameSchema = v.pipe(
  v.string('Enter a name.'),
  v.trim(),
  v.regex(/[^\p{C}\p{Z}\p{DI}\u2800]/u, 'Enter a name.'), // the Braille blank and what a font may ignore are invisible, too
  v.maxLength(80, 'Use at most 80 characters.'),
)
