import { testSite } from '@portico/kit/testing/test-site.ts'
import { expect, test } from 'vitest'
import { getVcardFileName, toVcard } from './vcard.ts'

const unfolded = (card: string) => card.replaceAll('\r\n ', '').split('\r\n')

test("the card contains the owner's contact details", () => {
  expect(unfolded(toVcard(testSite))).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Person;Sample;;;',
    'FN:Sample Person',
    'TEL;TYPE=CELL:+12025550143',
    'EMAIL;TYPE=INTERNET:sample@example.com',
    'BDAY:2000-02-03',
    'ADR;TYPE=HOME:;;;Sample Town;;;',
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

test.each([
  ['Ada King Lovelace', 'N:Lovelace;Ada King;;;'],
  ['山田', 'N:;山田;;;'],
])('the name %s has the parts that importers need', (name, line) => {
  expect(unfolded(toVcard({ ...testSite, name }))).toContain(line)
})

test('special characters are escaped', () => {
  const card = toVcard({ ...testSite, name: 'A; B, C\\', headline: 'One\nEND:VCARD\r\nTwo' })
  expect(unfolded(card)).toEqual(expect.arrayContaining(['N:C\\\\;A\\; B\\,;;;', 'FN:A\\; B\\, C\\\\']))
  expect(unfolded(card)).toContain('NOTE:One\\nEND:VCARD\\nTwo')
})

test('lines are folded at 75 octets without cutting a character', () => {
  const headline = 'Ünïcödé 👩‍💻 '.repeat(20)
  const card = toVcard({ ...testSite, headline })
  for (const line of card.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(unfolded(card)).toContain(`NOTE:${headline}`)
})

test('a missing location is left out', () => {
  const { location: _, ...site } = testSite
  expect(toVcard(site)).not.toContain('ADR')
})

test.each([
  ['Ada Example', 'ada-example.vcf'],
  ['Zoë  O’Neill', 'zoe-o-neill.vcf'],
  ['山田', 'contact.vcf'],
])('the card of %s is saved as %s', (name, file) => {
  expect(getVcardFileName(name)).toBe(file)
})
