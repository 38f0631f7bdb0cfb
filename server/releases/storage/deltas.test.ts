import { createHash, randomBytes } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { describe, expect, test } from 'vitest'
import { createDeltas, encodeDelta, parseDeltas } from './deltas.ts'

const before = randomBytes(20_000)
const after = Buffer.concat([before.subarray(0, 9000), Buffer.from('one line'), before.subarray(9000)])

type Contents = Readonly<Record<string, Buffer>>
/** A release of files that hash to `recorded`. */
function createRelease(contents: Contents, recorded: Contents = contents) {
  const files = Object.entries(recorded).map(
    ([name, bytes]) => [name, { integrity: computeIntegrity(bytes), bytes: bytes.length }] as const,
  )
  return { files: Object.fromEntries(files), read: async (file: string) => contents[file] ?? null }
}

const listDeltas = async (release: Contents, ...predecessors: ReturnType<typeof createRelease>[]) =>
  parseDeltas(await createDeltas(createRelease(release), predecessors))

describe('a delta', () => {
  test('is the encoding dcz: a header with the hash of the dictionary, then a Zstandard frame', async () => {
    const delta = await encodeDelta(after, before)
    expect(delta.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
    expect(delta.subarray(8, 40)).toEqual(createHash('sha256').update(before).digest())
    expect(zstdDecompressSync(delta.subarray(40), { dictionary: before })).toEqual(after)
    expect(delta.length).toBeLessThan(150)
  })

  test('of a large file with changes far apart stays small', async () => {
    const large = randomBytes(3_000_000)
    const changed = Buffer.concat([Buffer.from('new'), large.subarray(0, 2_999_000), Buffer.from('also new')])
    const delta = await encodeDelta(changed, large)
    expect(zstdDecompressSync(delta.subarray(40), { dictionary: large })).toEqual(changed)
    expect(delta.length).toBeLessThan(500)
  })
})

describe('the deltas of a release', () => {
  test('are found by file and by the hash of the previous file', async () => {
    const older = Buffer.concat([before, Buffer.from('older')])
    const deltas = await listDeltas(
      { 'a.js': after },
      createRelease({ 'a.js': before }),
      createRelease({ 'a.js': older }),
    )
    const ofFile = deltas.get('a.js')
    expect([...(ofFile?.keys() ?? [])]).toEqual([computeIntegrity(before), computeIntegrity(older)])
    const frame = ofFile?.get(computeIntegrity(older))?.subarray(40) ?? ''
    expect(zstdDecompressSync(frame, { dictionary: older })).toEqual(after)
  })

  test('include files that did not change, such as fonts and images', async () => {
    const same = { 'font.woff2': before, 'image.avif': before, 'style.css': before }
    const deltas = await listDeltas(same, createRelease(same))
    expect([...deltas.keys()]).toEqual(Object.keys(same))
  })

  test('include no HTML and no data', async () => {
    const same = { 'prerendered/page.txt': before, 'api-description.json': before, 'page.html': before }
    expect((await listDeltas(same, createRelease(same))).size).toBe(0)
  })

  test('leave out files with little in common', async () => {
    const deltas = await listDeltas({ 'a.js': after }, createRelease({ 'a.js': randomBytes(20_000) }))
    expect(deltas.size).toBe(0)
  })

  test('leave out files that the previous release lacks or has damaged', async () => {
    const damaged = createRelease({ 'a.js': after, 'b.js': before }, { 'a.js': before, 'b.js': before })
    const release = { 'a.js': after, 'b.js': after, 'c.js': after }
    expect([...(await listDeltas(release, damaged)).keys()]).toEqual(['b.js'])
  })

  test('are not computed without previous releases', async () => {
    expect(await createDeltas(createRelease({ 'a.js': after }), [])).toBeNull()
  })

  test('are ignored one by one if they are damaged', async () => {
    const same = { 'a.js': before, 'b.js': before }
    const content = String(await createDeltas(createRelease(same), [createRelease(same)]))
    const position = content.indexOf('"content":"') + 80
    const other = content[position] === 'A' ? 'B' : 'A'
    const damaged = content.slice(0, position) + other + content.slice(position + 1)
    const hash = computeIntegrity(before)
    const deltas = parseDeltas(Buffer.from(damaged))
    expect([deltas.get('a.js')?.has(hash), deltas.get('b.js')?.has(hash)]).toEqual([false, true])
  })

  test.each([null, '', 'not JSON', '{"a.js":[{}]}'])('are none if the file is %j', (content) => {
    expect(parseDeltas(content === null ? null : Buffer.from(content)).size).toBe(0)
  })
})
