import { createHash } from 'node:crypto'

/** The subresource integrity of a file: `sha256-<base64>`. */
export function getIntegrity(bytes: Buffer): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}
