import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDiscovery } from '../../releases/changes/discovery-repository.ts'
import { writeRemote, writeShell } from '../../testing/builds.ts'
import { readDevelopmentDiscovery } from './development-discovery.ts'

let dist = ''
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'portico-dist-'))
})
afterEach(() => rmSync(dist, { recursive: true, force: true }))

test('the development document follows what is currently built', () => {
  const { read } = readDevelopmentDiscovery(dist)
  expect({ ...read(), revision: 0 }).toEqual(emptyDiscovery)
  writeShell(dist)
  writeRemote(dist, 'new')
  expect(read().remotes.new?.stable.hash).toBe('0a1b2c3d')
  writeRemote(dist, 'new', { hash: '11111111' })
  expect(read().remotes.new?.stable.hash).toBe('11111111')
})

test('a half-written record is treated as no build', () => {
  const { read } = readDevelopmentDiscovery(dist)
  writeShell(dist)
  writeFileSync(join(dist, 'shell/release.json'), '{"schemaVersion":')
  expect(read().shell).toBeNull()
})

test('every read has a new revision, so that nothing derived from it is cached', () => {
  const { read } = readDevelopmentDiscovery(dist)
  expect(read().revision).toBeLessThan(read().revision)
})
