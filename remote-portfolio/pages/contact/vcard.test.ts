import { expect, test } from 'vitest'
import { sampleSite } from '../../testing/fake-host.tsx'
import { vcardFileName, vcardOf } from './vcard.ts'

const unfolded = (card: string) => card.replaceAll('\r\n ', '').split('\r\n')

test("the card holds the owner's record", () => {
  expect(unfolded(vcardOf(sampleSite))).toEqual([
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Sample Person',
    'TEL;VALUE=uri;TYPE=cell:tel:+12025550143',
    'EMAIL:sample@example.com',
    'BDAY:20000203',
    'ADR:;;;Sample Town;;;',
    'URL:https://facebook.example/sample',
    'URL:https://twitter.example/sample',
    'URL:https://github.example/sample',
    'URL:https://whatsapp.example/sample',
    'URL:https://instagram.example/sample',
    'URL:https://youtube.example/sample',
    'NOTE:Makes samples',
    'END:VCARD',
    '',
  ])
})

test('signs with a meaning are escaped, so that a text stays one value', () => {
  const card = vcardOf({ ...sampleSite, name: 'A; B, C\\', headline: 'One\nEND:VCARD\r\nTwo' })
  expect(unfolded(card)).toContain('FN:A\\; B\\, C\\\\')
  expect(unfolded(card)).toContain('NOTE:One\\nEND:VCARD\\nTwo')
})

test('no line is longer than 75 octets, and no character is cut', () => {
  const headline = 'Ünïcödé 👩‍💻 '.repeat(20)
  const card = vcardOf({ ...sampleSite, headline })
  for (const line of card.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(unfolded(card)).toContain(`NOTE:${headline}`)
})

test('a place that the owner left out is left out', () => {
  const { location: _, ...site } = sampleSite
  expect(vcardOf(site)).not.toContain('ADR')
})

test.each([
  ['Ada Example', 'ada-example.vcf'],
  ['Zoë  O’Neill', 'zoe-o-neill.vcf'],
  ['山田', 'contact.vcf'],
])('the card of %s is saved as %s', (name, file) => {
  expect(vcardFileName(name)).toBe(file)
})
