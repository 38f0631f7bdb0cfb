import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runReleaseCli } from '@portico/tools/release-cli/run-release-cli.ts'
import { expect, test } from 'vitest'
import { readAdminToken } from '../../testing/api-client.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { makeChange } from '../changes/make-change.ts'

describeWithServer('log --verify', (server) => {
  let origin = ''
  const verify = async (...flags: readonly string[]) => {
    if (origin === '') origin = await server().app.listen({ port: 0, host: '127.0.0.1' })
    const output: string[] = []
    const exitCode = await runReleaseCli(['log', '--verify', ...flags], {
      environment: { RELEASE_URL: origin, RELEASE_TOKEN: readAdminToken(server()) },
      print: (text) => output.push(text),
      printError: (text) => output.push(text),
    })
    return { exitCode, text: output[0] ?? '' }
  }
  /** What a verification says to keep. */
  const note = async () => {
    const { text } = await verify()
    const [, key = '', head = ''] = /^key {3}(\S+) .*\nhead {2}(\S+)$/m.exec(text) ?? []
    return { key, head }
  }
  const append = (what: string) =>
    makeChange(server(), 'site', async ({ audit }) => audit({ what, reason: 'a test' }))

  test('an intact log exits with 0, and with the key and the head that it printed', async () => {
    for (const what of ['one', 'two']) await append(what)
    const { exitCode, text } = await verify()
    expect([exitCode, text]).toEqual([0, expect.stringContaining('All 3 events are intact.')])
    const { key, head } = await note()
    await append('three')
    expect(await verify('--key', key, '--head', head)).toMatchObject({ exitCode: 0 })
  })

  test('a log that another key signs, or that is changed, exits with 1 and says why', async () => {
    const { key } = await note()
    expect(await verify('--key', key.replace(/^./, key.startsWith('A') ? 'B' : 'A'))).toEqual({
      exitCode: 1,
      text: `The audit log can't be trusted: the site signs with the key ${key}, which is not the one passed with --key.`,
    })
    const change = (reason: string) =>
      server().db.updateTable('event').set({ reason }).where('seq', '=', 2).execute()
    await change('another')
    expect(await verify()).toEqual({
      exitCode: 1,
      text: "The audit log can't be trusted: event 2 was changed.",
    })
    await change('a test')
    expect((await verify()).exitCode).toBe(0)
  })

  test('a noted head shows what even the owner of the server has removed', async () => {
    const { key, head } = await note()
    const file = join(server().configuration.dataDir, 'audit-head.json')
    const recorded = await readFile(file)
    const last = Number(head.split(':')[0])
    const row = await server()
      .db.selectFrom('event')
      .selectAll()
      .where('seq', '=', last)
      .executeTakeFirstOrThrow()
    await server().db.deleteFrom('event').where('seq', '=', last).execute()
    await rm(file)
    expect((await verify('--key', key)).exitCode).toBe(0)
    expect(await verify('--key', key, '--head', head)).toEqual({
      exitCode: 1,
      text: expect.stringContaining(`the newest events are missing: the log ends with event ${last - 1}`),
    })
    await server().db.insertInto('event').values(row).execute()
    await writeFile(file, recorded)
  })

  test.each([
    [['--key', 'short'], '--key must be a key that log --verify has printed, 43 characters, got "short".'],
    [['--head', '3'], '--head must be a head that log --verify has printed, <event>:<hash>, got "3".'],
    [['--since', '2'], '--verify always checks the whole log. Omit --since.'],
  ])('%j is a usage error', async (flags, message) => {
    expect(await verify(...flags)).toEqual({ exitCode: 2, text: message })
  })
})
