import { deriveOwner } from './owner-marks.ts'

/** An address as people read it: `github.com/ada` */
export function toBareAddress(address: string): string {
  return deriveOwner(address, 'bare', (url) => url.replace(/^https?:\/\/(?:www\.)?/, ''))
}
