import { beforeAll, expect, test } from 'vitest'
import { type Entry, getRemoteFiles, packArchive } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createUploads } from '../../testing/uploads.ts'
import { createToken } from '../tokens/token-repository.ts'

describeWithServer('invalid archives', (server) => {
  const { client, publishShell, readState, expectRejected } = createUploads(server)
  beforeAll(publishShell)

  const validFiles = getRemoteFiles('new', { version: '1.3.0' })
  test.each<{ readonly what: string; readonly entries: readonly Entry[] }>([
    { what: 'a path outside the folder', entries: [['../../etc/evil.js', 'x']] },
    { what: 'a nested path outside the folder', entries: [['a/../../evil.js', 'x']] },
    { what: 'an absolute path', entries: [['/etc/evil.js', 'x']] },
    { what: 'a Windows path', entries: [['..\\evil.js', 'x']] },
    { what: 'a hidden file', entries: [['.env', 'x']] },
    { what: 'a folder outside it', entries: [[{ name: '../up/', type: 'directory' }, '']] },
    { what: 'a symbolic link', entries: [[{ name: 'a.js', type: 'symlink', linkname: '/etc/passwd' }, '']] },
    { what: 'a hard link', entries: [[{ name: 'a.js', type: 'link', linkname: 'remote.js' }, '']] },
    { what: 'a device', entries: [[{ name: 'a.js', type: 'character-device' }, '']] },
    { what: 'a pipe', entries: [[{ name: 'a.js', type: 'fifo' }, '']] },
    { what: 'a duplicate name', entries: [['remote.js', 'x']] },
    { what: 'two names that differ only in case', entries: [['Remote.js', 'x']] },
    { what: 'a file in a file', entries: [['remote.js/more.js', 'x']] },
    {
      what: 'a folder that is also a file, in another spelling',
      entries: [
        ['a/b.js', 'x'],
        ['A', 'x'],
      ],
    },
    { what: 'a name that no file system accepts', entries: [[`${'n'.repeat(300)}.js`, 'x']] },
    { what: 'a path that no system accepts', entries: [[`${'n/'.repeat(2_500)}a.js`, 'x']] },
    { what: '2,001 files', entries: Array.from({ length: 2_001 }, (_, at): Entry => [`f${at}.js`, '']) },
  ])('an archive with $what is rejected', async ({ entries }) => {
    const archive = await packArchive([...validFiles, ...entries])
    const { detail, hint } = await expectRejected(archive, 'archive-invalid', '/-/releases/new/1.3.0')
    expect(detail).toMatch(/^The archive contains .+\.$/)
    expect(hint).toBeTruthy()
  })

  test('a truncated archive, or no archive at all, is rejected', async () => {
    const archive = await packArchive(validFiles)
    const payloads = [archive.subarray(0, archive.length / 2), archive.subarray(0, 20), Buffer.from('hello')]
    for (const payload of payloads) await expectRejected(payload, 'archive-invalid', '/-/releases/new/1.3.0')
  })

  test('an invalid or insufficient token is rejected before the body is read', async () => {
    const { secret } = await createToken(server().db, { name: 'old ci', scopes: ['publish:old'], days: 1 })
    const before = await readState()
    for (const [token, code] of [
      [secret, 'insufficient-scope'],
      ['portico_wrong', 'token-invalid'],
    ] as const) {
      const response = await client(token).archive('PUT', '/-/releases/new/1.3.0', Buffer.alloc(100))
      expect(response.json().code).toBe(code)
    }
    expect(await readState()).toEqual(before)
  })
})
