import { join } from 'node:path'
import { ValidationReportSchema } from '@portico/protocol/publish/release-api.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { publishAtStartup } from '../../rollouts/startup/publish-at-startup.ts'
import { packRemote } from '../../testing/archives.ts'
import { writeShell } from '../../testing/builds.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient } from '../../testing/rollout-site.ts'

describeWithServer('the contract versions that a site accepts', (server) => {
  const client = () => createRolloutClient(server())

  /** Starts the site with a shell whose newest contract is `contractVersion`. */
  async function startShell(contractVersion: number): Promise<void> {
    const dist = join(server().configuration.dataDir, `dist-of-contract-${contractVersion}`)
    const version = `${contractVersion}.0.0`
    writeShell(dist, { contractVersion, version, hash: `${contractVersion}`.repeat(8) })
    await publishAtStartup(dist, server())
  }

  const upload = async (version: string, contractVersion: number, path = '') => {
    const archive = await packRemote('new', { version, record: { contractVersion } })
    return client().archive(path === '' ? 'PUT' : 'POST', `/-/releases/new/${version}${path}`, archive)
  }

  async function findContract(contractVersion: number) {
    const response = await upload('9.9.9', contractVersion, '/check')
    const { findings } = v.parse(ValidationReportSchema, response.json())
    return findings.find(({ check }) => check === 'contract-version')
  }

  test('a shell accepts the last two: the newest passes, and the one before with a warning', async () => {
    await startShell(7)
    expect(await findContract(7)).toEqual({ check: 'contract-version', isOk: true, message: 'ok', hint: '' })
    expect(await findContract(6)).toMatchObject({
      isOk: true,
      isWarning: true,
      message: 'Contract version 6 is supported until version 8; the newest is 7.',
      hint: expect.stringContaining('docs/contract/7.md'),
    })
    expect((await upload('1.0.0', 6)).statusCode).toBe(201)
  })

  test.each([
    [5, 'Run `npx --no-install portico upgrade`'],
    [8, 'The site has to be updated before this release can be published or started.'],
  ])('contract %i, outside of the window, is refused by a check and a publish', async (version, hint) => {
    await startShell(7)
    const expected = `Expected contract version 6 or 7, which the shell supports, got ${version}.`
    expect(await findContract(version)).toMatchObject({
      isOk: false,
      message: expected,
      hint: expect.stringContaining(hint),
    })
    const refused = await upload(`2.0.${version}`, version)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { code: 'validation-failed', detail: expect.stringContaining(expected) },
    ])
  })

  test('a release that was published before its contract ended can’t be started any more', async () => {
    await startShell(7)
    expect((await upload('3.0.0', 6)).statusCode).toBe(201)
    await startShell(8)
    const body = { remote: 'new', to: '3.0.0', plan: 'now' }
    expect((await client().post('/-/rollouts', body)).json()).toMatchObject({
      code: 'release-incompatible',
      detail: expect.stringContaining('Expected contract version 7 or 8'),
      hint: expect.stringContaining('newest kit'),
    })
  })
})
