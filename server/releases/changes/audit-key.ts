import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'

/** The key that signs the audit log. */
export interface AuditKey {
  /** Ed25519 in base64url. */
  readonly publicKey: string
  /** A signature in base64url. */
  sign(message: string): string
  verify(message: string, signature: string): boolean
}

const purpose = 'portico audit log' // the same secret derives other keys too
const seedBytes = 32
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex') // an Ed25519 key, followed by its seed

/** Derives the key from the site's secret, so that every server of the site signs with the same one. */
export function deriveAuditKey(secret: string): AuditKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, seedBytes))
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key)
  return {
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    sign: (message) => sign(null, Buffer.from(message), key).toString('base64url'),
    verify: (message, signature) =>
      verify(null, Buffer.from(message), publicKey, Buffer.from(signature, 'base64url')),
  }
}
