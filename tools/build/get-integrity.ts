import { createHash } from 'node:crypto'

/** What a browser has to be told of a file that consists of `bytes`. */
export function getIntegrity(bytes: Buffer): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}
