import { beforeAll, expect, test } from 'vitest'
import { archiveOf, type Entry, filesOfRemote } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { makeUploads } from '../../testing/uploads.ts'
import { createToken } from '../tokens/token-repository.ts'

const mebibyte = 1024 * 1024

describeWithServer('an upload that is no release', (server) => {
  const { caller, withShell, everything, expectRefused } = makeUploads(server)
  beforeAll(withShell)

  const sound = filesOfRemote('new', { version: '1.3.0' })
  test.each<{ readonly what: string; readonly entries: readonly Entry[] }>([
    { what: 'a path out of the folder', entries: [['../../etc/evil.js', 'x']] },
    { what: 'a path out of it further in', entries: [['a/../../evil.js', 'x']] },
    { what: 'an absolute path', entries: [['/etc/evil.js', 'x']] },
    { what: 'a path of Windows', entries: [['..\\evil.js', 'x']] },
    { what: 'a hidden file', entries: [['.env', 'x']] },
    { what: 'a folder elsewhere', entries: [[{ name: '../up/', type: 'directory' }, '']] },
    { what: 'a symbolic link', entries: [[{ name: 'a.js', type: 'symlink', linkname: '/etc/passwd' }, '']] },
    { what: 'a hard link', entries: [[{ name: 'a.js', type: 'link', linkname: 'remote.js' }, '']] },
    { what: 'a device', entries: [[{ name: 'a.js', type: 'character-device' }, '']] },
    { what: 'a pipe', entries: [[{ name: 'a.js', type: 'fifo' }, '']] },
    { what: 'a name twice', entries: [['remote.js', 'x']] },
    { what: 'a name twice but for its case', entries: [['Remote.js', 'x']] },
    { what: '10,000 files', entries: Array.from({ length: 10_000 }, (_, at): Entry => [`f${at}.js`, '']) },
  ])('an archive with $what is refused', async ({ entries }) => {
    const archive = await archiveOf([...sound, ...entries])
    const { detail, hint } = await expectRefused(archive, 'archive-invalid', '/-/releases/new/1.3.0')
    expect(detail).toMatch(/^The archive contains .+\.$/)
    expect(hint).toBeTruthy()
  })

  test('an archive that is cut off, or none, is refused', async () => {
    const archive = await archiveOf(sound)
    const payloads = [archive.subarray(0, archive.length / 2), archive.subarray(0, 20), Buffer.from('hello')]
    for (const payload of payloads) await expectRefused(payload, 'archive-invalid', '/-/releases/new/1.3.0')
  })

  test('a bomb is refused before it has unpacked', async () => {
    const bomb = await archiveOf([...sound, ['zeros.js', Buffer.alloc(70 * mebibyte)]])
    expect(bomb.length).toBeLessThan(mebibyte)
    const { detail } = await expectRefused(bomb, 'payload-too-large', '/-/releases/new/1.3.0')
    expect(detail).toContain('60 MiB unpacked')
  })

  test('a token of another team, none, and a wrong one are refused before the body is read', async () => {
    const { secret } = await createToken(server().db, { name: 'old ci', scopes: ['publish:old'], days: 1 })
    const before = await everything()
    for (const [token, code] of [
      [secret, 'insufficient-scope'],
      ['portico_wrong', 'token-invalid'],
    ] as const) {
      const answer = await caller(token).archive('PUT', '/-/releases/new/1.3.0', Buffer.alloc(100))
      expect(answer.json().code).toBe(code)
    }
    expect(await everything()).toEqual(before)
  })
})
