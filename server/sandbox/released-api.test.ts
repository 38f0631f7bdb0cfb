import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfiguration } from '../configuration/configuration.ts'
import { emptyDiscovery } from '../releases/changes/discovery-repository.ts'
import { withRelease } from '../releases/changes/with-release.ts'
import { exampleImage, testApi } from '../testing/api-description.ts'
import { writeRemote } from '../testing/builds.ts'
import { createReleasedApiReader } from './released-api.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-api-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** A reader of a document with one release, whose API description is `api`. */
function released(api: unknown) {
  const build = { hash: '0a1b2c3d', apiDescription: 'api.json' }
  const record = writeRemote(join(dataDir, 'dist'), 'odd', { ...build, files: { 'api.json': '{}' } })
  const folder = join(dataDir, 'releases/odd/1.0.0-0a1b2c3d')
  mkdirSync(folder, { recursive: true })
  const write = (value: unknown) => writeFileSync(join(folder, 'api.json'), JSON.stringify(value))
  write(api)
  let document = withRelease(emptyDiscovery, { kind: 'remote', record })
  const configuration = readConfiguration({ DATA_DIR: dataDir }, '/')
  return {
    read: createReleasedApiReader({ discovery: { read: () => document }, configuration }),
    write,
    revise: () => {
      document = { ...document, revision: document.revision + 1 }
    },
  }
}

test('the operations and example images come from the file', async () => {
  const { operations, exampleImages } = await released(testApi).read()
  expect(operations).toEqual(testApi.operations)
  expect(exampleImages).toEqual([exampleImage])
})

test('a release is read once, because its files never change', async () => {
  const { read, write, revise } = released(testApi)
  const first = await read()
  write({})
  revise()
  expect(await read()).toBe(first)
})

test.each([{ schemaVersion: 2 }, { schemaVersion: 1, operations: [] }, 'text', null])(
  'an invalid description is reported with its remote: %j',
  async (api) => {
    await expect(released(api).read()).rejects.toMatchObject({
      code: 'not-ready',
      message: "The API description of odd's release is invalid.",
    })
  },
)
