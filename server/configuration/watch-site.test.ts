import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OperatorError } from './operator-error.ts'
import { watchSite } from './watch-site.ts'

const sample = readFileSync(join(import.meta.dirname, '..', '..', 'site.config.json'), 'utf8')
const toJson = (changes: object) => JSON.stringify({ ...JSON.parse(sample), ...changes })

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-'))
  file = join(folder, 'site.config.json')
  writeFileSync(file, toJson({ name: 'Before' }))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('a changed site configuration is applied without a restart', () => {
  const site = watchSite(file, () => {})
  expect(site.name).toBe('Before')
  writeFileSync(file, toJson({ name: 'After', pairingStreams: { bot: '/codes' } }))
  expect(site.name).toBe('After')
  expect(JSON.parse(JSON.stringify(site))).toMatchObject({ name: 'After', pairingStreams: { bot: '/codes' } })
  expect({ ...site }).toMatchObject({ name: 'After' })
})

test('an invalid change keeps the previous values and is reported once', () => {
  const onError = vi.fn<(error: unknown) => void>()
  const site = watchSite(file, onError)
  writeFileSync(file, '{')
  expect(site.name).toBe('Before')
  expect(site.name).toBe('Before')
  expect(onError).toHaveBeenCalledOnce()
  expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(OperatorError)
  writeFileSync(file, toJson({ name: 'Fixed' }))
  expect(site.name).toBe('Fixed')
})
