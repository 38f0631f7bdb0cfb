import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSite } from './read-site.ts'

const sample = join(import.meta.dirname, '../../site.config.json')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-site-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function writeConfig(changes: Record<string, unknown>): string {
  const file = join(folder, 'site.config.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(sample, 'utf8')), ...changes }))
  return file
}

test('the sample site configuration is valid', () => {
  expect(readSite(sample)).toMatchObject({ name: 'Robin Sample', apiBase: null })
})

test.each([
  [{ name: '' }, 'site.config.json: name: expected some text, got ""'],
  [
    { birthDate: '1.1.2000' },
    'site.config.json: birthDate: expected a date such as 1990-12-31, got "1.1.2000"',
  ],
  [
    { birthDate: '2990-12-31' },
    'site.config.json: birthDate: expected a date that is not in the future, got "2990-12-31"',
  ],
  [
    { social: { github: 'github.com' } },
    'site.config.json: social.github: expected an address such as https://example.com',
  ],
  [{ social: {} }, 'site.config.json: social.youtube: is required'],
  [{ headline: undefined }, 'site.config.json: headline: is required'],
  [{ nickname: 'x' }, 'site.config.json: nickname: expected no such field, got "nickname"'],
  [
    { pairingStreams: { 'A B': '/codes' } },
    'site.config.json: pairingStreams.A B: expected lower-case letters',
  ],
])('%o is rejected with the file and the field', (changes, message) => {
  expect(() => readSite(writeConfig(changes))).toThrow(message)
})

test('an invalid or missing file is named', () => {
  const file = writeConfig({})
  writeFileSync(file, '{ "name": ')
  expect(() => readSite(file)).toThrow('site.config.json: expected JSON: ')
  expect(() => readSite(join(folder, 'none.json'))).toThrow(/none\.json: can't be read\. Set SITE_CONFIG/)
})
