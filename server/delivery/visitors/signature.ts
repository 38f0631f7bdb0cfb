import { createHmac, timingSafeEqual } from 'node:crypto'

/** The site's secret, and what a signature is for: a text that was signed for one purpose is not valid for another. */
export interface SigningKey {
  readonly secret: string
  readonly purpose: string
}

/** Signs a text with the site's secret: `<content>.<signature>`. */
export function sign(content: string, key: SigningKey): string {
  return `${content}.${computeSignature(content, key).toString('base64url')}`
}

/** The content of a signed text; null: it was not signed here, or for another purpose. */
export function verify(text: string, key: SigningKey): string | null {
  const end = text.lastIndexOf('.')
  if (end === -1) return null
  const content = text.slice(0, end)
  const expected = computeSignature(content, key)
  const actual = Buffer.from(text.slice(end + 1), 'base64url')
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? content : null
}

/** A hash that only the site can compute, in base64url: it reveals nothing about the content. */
export function hash(content: string, key: SigningKey): string {
  return computeSignature(content, key).toString('base64url').slice(0, hashLength)
}

const hashLength = 22 // 132 bits

function computeSignature(content: string, { secret, purpose }: SigningKey): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${content}`).digest()
}
