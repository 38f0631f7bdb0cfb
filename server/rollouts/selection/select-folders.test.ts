import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toDiscoveryRelease } from '../../releases/changes/with-release.ts'
import { writeRemote } from '../../testing/builds.ts'
import { selectFolders } from './select-releases.ts'

const baseUrl = 'https://cdn.example/weather/1.0.0/'
const record = writeRemote(mkdtempSync(join(tmpdir(), 'portico-folders-')), 'weather')
const release = toDiscoveryRelease({ ...record, baseUrl })
const remotes = [{ name: 'weather', team: 'Weather', release }]

test.each([
  { remoteOrigins: [{ remote: 'weather', origin: 'https://cdn.example' }], folder: baseUrl },
  { remoteOrigins: [{ remote: 'weather', origin: 'https://new.example' }], folder: undefined },
  { remoteOrigins: [{ remote: 'news', origin: 'https://cdn.example' }], folder: undefined },
  { remoteOrigins: [], folder: undefined },
])('with $remoteOrigins, the release is loaded from $folder', ({ remoteOrigins, folder }) => {
  expect(selectFolders(remotes, { remoteOrigins })[0]?.release.folder).toBe(folder)
})
