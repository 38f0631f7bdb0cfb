import { gzipSync } from 'node:zlib'
import { ProblemSchema } from '@portico/kit/account/problem.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { errors, Problem } from '../../http/problems/errors.ts'
import { getRemoteFiles, packArchive } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { anyJson, createArbitrary, patience, settings } from '../../testing/properties.ts'
import { createUploads } from '../../testing/uploads.ts'
import { unpackArchive } from './unpack-archive.ts'

const names = fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}(\/[a-z0-9_-]{1,20}){0,2}\.[a-z]{1,4}$/)
const contents = fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes))

test('what was packed is unpacked unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(names, contents, { maxKeys: 20, noNullPrototype: true }),
      async (files) => {
        const unpacked = await unpackArchive(await packArchive(Object.entries(files)))
        expect(Object.fromEntries(unpacked)).toEqual(files)
      },
    ),
    settings,
  )
})

test('an archive that was damaged on its way is rejected, or damaged where nothing depends on it', async () => {
  const files = getRemoteFiles('new', { version: '1.1.0' })
  const archive = await packArchive(files)
  const whole = await unpackArchive(archive)
  await fc.assert(
    fc.asyncProperty(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const damaged = Buffer.from(archive)
      damaged[at] = (damaged[at] ?? 0) ^ change
      const unpacked = await unpackArchive(damaged).catch((error: unknown) => error)
      if (unpacked instanceof Problem) expect(errors[unpacked.code].status).toBeLessThan(500)
      else expect(unpacked).toEqual(whole)
    }),
    settings,
  )
})

describeWithServer('an upload', (server) => {
  const { put, publishShell, readState } = createUploads(server)
  const valid = getRemoteFiles('new', { version: '1.1.0' })
  beforeAll(publishShell)

  /** Every upload is rejected with a problem document, and changes nothing. */
  async function expectAllRejected(uploads: fc.Arbitrary<Promise<Buffer> | Buffer>): Promise<void> {
    const before = await readState()
    await fc.assert(
      fc.asyncProperty(uploads, async (upload) => {
        const response = await put(await upload)
        const { status } = v.parse(ProblemSchema, response.json())
        expect([response.statusCode, Math.floor(status / 100)]).toEqual([status, 4])
        expect(response.headers['content-type']).toContain('application/problem+json')
      }),
      settings,
    )
    expect(await readState()).toEqual(before)
  }
  const bytes = fc.uint8Array({ maxLength: 4_000 }).map((array) => Buffer.from(array))

  test('of any bytes is rejected', patience, () => expectAllRejected(bytes))

  test('of any compressed bytes is rejected', patience, () =>
    expectAllRejected(bytes.map((plain) => gzipSync(plain))),
  )

  test('with any name, kind or size in its entries is rejected', patience, () => {
    const kinds = fc.constantFrom('file', 'directory', 'symlink', 'link', 'fifo', 'contiguous-file')
    const entry = fc.record({
      name: fc.string({ maxLength: 120 }),
      type: kinds,
      linkname: fc.string({ maxLength: 20 }),
    })
    const withoutRecord = fc
      .array(entry, { maxLength: 5 })
      .map((entries) =>
        packArchive(entries.map((header) => [header, header.type === 'file' ? 'x' : ''])).catch(() =>
          Buffer.from('unpackable'),
        ),
      )
    return expectAllRejected(withoutRecord)
  })

  test('with any record is rejected', patience, () =>
    expectAllRejected(
      fc
        .oneof(anyJson, createArbitrary(ReleaseRecordSchema))
        .map((record) => packArchive([['release.json', JSON.stringify(record) ?? ''], ...valid.slice(1)])),
    ),
  )
})
