import type { Site } from '@portico/kit/site/site.ts'

/** The longest line, without its line break (RFC 6350, section 3.2). */
const maxLineOctets = 75

/** The owner's contact details as a vCard 4.0 (RFC 6350). */
export function toVcard(site: Site): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${escapeText(site.name)}`,
    `TEL;VALUE=uri;TYPE=cell:tel:${site.phone}`,
    `EMAIL:${escapeText(site.email)}`,
    `BDAY:${site.birthDate.replaceAll('-', '')}`,
    ...(site.location === undefined ? [] : [`ADR:;;;${escapeText(site.location)};;;`]),
    ...Object.values(site.social).map((url) => `URL:${url}`),
    `NOTE:${escapeText(site.headline)}`,
    'END:VCARD',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** `ada-example.vcf` for `Ada Example` */
export function getVcardFileName(name: string): string {
  const stem = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${stem || 'contact'}.vcf`
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
