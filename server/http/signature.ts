import { createHmac, createSecretKey, type Hmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** The site's secrets: the first one signs, all of them verify, so that the first one can be replaced. */
export type Secrets = readonly [string, ...string[]]

/** The site's secrets, and the purpose of a signature: a text signed for one purpose is not valid for another. */
export interface SigningKey {
  readonly secrets: Secrets
  readonly purpose: string
}

/** Signs a text with the site's secret: `<content>.<signature>`. */
export function sign(content: string, key: SigningKey): string {
  return `${content}.${startSignature(content, key.secrets[0], key).digest('base64url')}`
}

/** The content of a signed text; null: it was not signed here, or for another purpose. */
export function verify(text: string, key: SigningKey): string | null {
  const end = text.lastIndexOf('.')
  if (end === -1) return null
  const content = text.slice(0, end)
  const actual = Buffer.from(text.slice(end + 1), 'base64url')
  const isSignedWith = (secret: string) => {
    return equalsSecret(actual, startSignature(content, secret, key).digest())
  }
  return key.secrets.some(isSignedWith) ? content : null
}

/** Signs a value, which becomes JSON. */
export function signJson(value: unknown, key: SigningKey): string {
  return sign(Buffer.from(JSON.stringify(value)).toString('base64url'), key)
}

/** The value in a signed text; null: it was not signed here, for another purpose, or by an earlier version. */
export function verifyJson<T>(schema: v.GenericSchema<unknown, T>, text: string, key: SigningKey): T | null {
  const content = Buffer.from(verify(text, key) ?? '', 'base64url').toString()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), content)
  return parsed.success ? parsed.output : null
}

/** A hash that only the site can compute, in base64url: it reveals nothing about the content. */
export function hash(content: string, key: SigningKey): string {
  return startSignature(content, key.secrets[0], key).digest('base64url').slice(0, hashLength)
}

const hashLength = 22 // 132 bits

function startSignature(content: string, secret: string, { purpose }: SigningKey): Hmac {
  return createHmac('sha256', getKey(secret)).update(`${purpose}\n${content}`)
}

// A site has a handful of secrets; preparing a key costs as much as signing.
const keys = new Map<string, KeyObject>()

function getKey(secret: string): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret, 'utf8')
  keys.set(secret, key)
  return key
}

/** Whether bytes are the expected secret ones. The time that it takes says nothing about where they differ. */
export function equalsSecret(actual: Buffer, expected: Buffer): boolean {
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
