import { foldText } from '@portico/kit/fold-text.ts'
import type { Site } from '@portico/kit/site/site.ts'

/** The longest line, without its line break (RFC 2426, section 2.6). */
const maxLineOctets = 75

/** The owner's contact details as a vCard 3.0 (RFC 2426), because not every phone imports version 4.0. */
export function toVcard(site: Site): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${toParts(site.name).map(escapeText).join(';')};;;`,
    `FN:${escapeText(site.name)}`,
    `TEL;TYPE=CELL:${site.phone}`,
    `EMAIL;TYPE=INTERNET:${escapeText(site.email)}`,
    `BDAY:${site.birthDate}`,
    ...(site.location === undefined ? [] : [`ADR;TYPE=HOME:;;;${escapeText(site.location)};;;`]),
    ...Object.values(site.social).map((url) => `URL:${url}`),
    `NOTE:${escapeText(site.headline)}`,
    'END:VCARD',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** `ada-example.vcf` for `Ada Example` */
export function getVcardFileName(name: string): string {
  const stem = foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${stem || 'contact'}.vcf`
}

/** Family name and given names: the last word, and those before it. A single word is a given name. */
function toParts(name: string): [family: string, given: string] {
  const words = name.trim().split(/\s+/)
  const family = words.length > 1 ? words.pop() : ''
  return [family ?? '', words.join(' ')]
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

/** Continues a line that is too long on the next one, after a space, without cutting a character. */
function foldLine(line: string): string {
  const parts: string[] = ['']
  let octets = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > maxLineOctets) {
      parts.push('')
      octets = 1 // The space.
    }
    parts[parts.length - 1] += character
    octets += size
  }
  return parts.join('\r\n ')
}
