import { Readable, Transform } from 'node:stream'
import { expect, test } from 'vitest'
import { packTar, readTar } from './tar-archive.ts'

async function readAll(archive: Buffer, ...through: Transform[]) {
  const entries: [name: string, mode: number, content: string][] = []
  for await (const { header, read } of readTar(Readable.from([archive]), ...through))
    entries.push([header.name, header.mode, (await read()).toString()])
  return entries
}

const longName = `${'folder/'.repeat(30)}file.js`

test('entries are read as they were packed, and equal ones give equal bytes', async () => {
  const pack = () =>
    packTar([
      [{ name: 'b.js', mode: 0o755 }, 'b'],
      [{ name: longName }, Buffer.from('a')],
      [{ name: 'empty' }, ''],
    ])
  expect(await readAll(await pack())).toEqual([
    ['b.js', 0o755, 'b'],
    [longName, 0o644, 'a'],
    ['empty', 0o644, ''],
  ])
  expect((await pack()).equals(await pack())).toBe(true)
})

test('an archive whose end is missing is rejected', async () => {
  const archive = await packTar([[{ name: 'a.js' }, 'x'.repeat(2_000)]])
  await expect(readAll(archive.subarray(0, 1_024))).rejects.toThrow('Unexpected end of data')
})

test('the error of a stream in front of the archive is reported as it is', async () => {
  const archive = await packTar([[{ name: 'a.js' }, 'x'.repeat(200_000)]])
  const limit = new Transform({
    transform: (_chunk, _encoding, done) => done(new Error('more than the limit')),
  })
  await expect(readAll(archive, limit)).rejects.toThrow('more than the limit')
})

test('a header of 2 MiB whose records say nothing is skipped at once', async () => {
  // Each of its million records ends before its own length; a reader that searches the rest for each needs hours.
  const records = Buffer.from('1\t'.repeat(1024 * 1024))
  const archive = await packTar([
    [{ name: 'x' }, records],
    [{ name: 'a.js' }, 'a'],
  ])
  archive.write('x', 156) // its type: attributes of the next entry
  const sum = Number.parseInt(archive.toString('latin1', 148, 154), 8) + 'x'.charCodeAt(0) - '0'.charCodeAt(0)
  archive.write(sum.toString(8).padStart(6, '0'), 148)
  expect(await readAll(archive)).toEqual([['a.js', 0o644, 'a']])
})
