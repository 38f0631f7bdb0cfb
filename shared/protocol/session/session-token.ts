import { type SessionRecord, SessionRecordSchema } from '@portico/kit/session/session-record.ts'
import AES from 'crypto-js/aes.js'
import Utf8 from 'crypto-js/enc-utf8.js'
import MD5 from 'crypto-js/md5.js'
import * as v from 'valibot'

/** Values are truthy or falsy, and a missing one is false (specification, section 4). */
const Flag = v.optional(v.pipe(v.unknown(), v.transform(Boolean)), false)

/** Schema of the record in a token: `{ username, done }` alone is an unverified visitor. */
const TokenRecordSchema = v.object({
  username: SessionRecordSchema.entries.username,
  done: Flag,
  isVerify: Flag,
  github: Flag,
  gmail: Flag,
})

// The key ships with the page, so it protects nothing: the token only tells the shell the visitor's state before the
// first request. The server relies on its own HttpOnly cookie. Never put a secret into the record.
const passphrase = 'portico/session-token/1'

/**
 * Encrypts a record for local storage: always the same text for the same record, so that a page compares the stored token
 * with the one that the server sends, and needs no code to decrypt it.
 */
export function encodeSessionToken({ username, done, isVerify, github, gmail }: SessionRecord): string {
  const text = JSON.stringify({ username, done, isVerify, github, gmail })
  return AES.encrypt(text, passphrase, { salt: createSalt(text) }).toString()
}

/** The format has room for 64 bits. */
function createSalt(text: string) {
  const salt = MD5(text)
  salt.sigBytes = 8
  salt.clamp()
  return salt
}

/** Decrypts the record of a token; null: it is invalid. */
export function decodeSessionToken(token: string): SessionRecord | null {
  try {
    const parsed = v.safeParse(TokenRecordSchema, JSON.parse(AES.decrypt(token, passphrase).toString(Utf8)))
    return parsed.success ? parsed.output : null
  } catch {
    return null // Not our ciphertext: invalid UTF-8 or JSON.
  }
}
