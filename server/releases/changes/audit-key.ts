import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'

const purpose = 'portico audit log' // the same secret derives other keys too
const seedBytes = 32
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex') // an Ed25519 key, followed by its seed

/** Derives the key that signs the audit log from the site's secret, so that every server of the site signs with the same one. */
export function deriveAuditKey(secret: string) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, seedBytes))
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key)
  return {
    /** Ed25519 in base64url. */
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    /** A signature in base64url. */
    sign: (message: string) => sign(null, Buffer.from(message), key).toString('base64url'),
    verify: (message: string, signature: string) =>
      verify(null, Buffer.from(message), publicKey, Buffer.from(signature, 'base64url')),
  }
}
