import type { Site } from '@portico/shared/site/site.ts'

/** A line holds 75 octets at most, without its end (RFC 6350, 3.2). */
const maxLineOctets = 75

/** The owner's record as a vCard 4.0 (RFC 6350), for any address book. */
export function vcardOf(site: Site): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${escaped(site.name)}`,
    `TEL;VALUE=uri;TYPE=cell:tel:${site.phone}`,
    `EMAIL:${escaped(site.email)}`,
    `BDAY:${site.birthDate.replaceAll('-', '')}`,
    ...(site.location === undefined ? [] : [`ADR:;;;${escaped(site.location)};;;`]),
    ...Object.values(site.social).map((address) => `URL:${address}`),
    `NOTE:${escaped(site.headline)}`,
    'END:VCARD',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `Ada Example` as `ada-example.vcf` */
export function vcardFileName(name: string): string {
  const stem = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${stem || 'contact'}.vcf`
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

/** A line that is too long goes on in the next, after a blank; no character is cut. */
function folded(line: string): string {
  const parts: string[] = ['']
  let octets = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > maxLineOctets) {
      parts.push('')
      octets = 1 // the blank
    }
    parts[parts.length - 1] += character
    octets += size
  }
  return parts.join('\r\n ')
}
