import SHA256 from 'crypto-js/sha256.js'
import type { Site } from './site.ts'

/** Returns a hash of a parsed `site.config.json`: 16 hexadecimal digits. */
export function getSiteDigest(site: Site): string {
  return SHA256(JSON.stringify(site)).toString().slice(0, 16)
}
