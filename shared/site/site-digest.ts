import SHA256 from 'crypto-js/sha256.js'
import type { Site } from './site.ts'

/** Sixteen hexadecimal digits that tell one parsed `site.config.json` from another. */
export function getSiteDigest(site: Site): string {
  return SHA256(JSON.stringify(site)).toString().slice(0, 16)
}
