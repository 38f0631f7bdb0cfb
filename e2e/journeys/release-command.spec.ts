import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { deriveRelease } from '@portico/tools/testing/derive-release.ts'
import { canaryVersion } from '../releases/derived-releases.ts'
import { getRelease } from '../site/released-pages.ts'
import { root } from '../site/start-site.ts'
import { test } from '../site/team-site.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

const remote = 'account'
/** One, which `publish` opens: release-check.spec.ts has one for every visitor, and what is refused. */
const paths = ['/auth/login']
const why = ['--reason', 'a test'] as const

let canaryDist = ''
test.beforeAll(async () => {
  canaryDist = await mkdtemp(join(tmpdir(), 'portico-canary-'))
  deriveRelease(join(root, 'dist', remote), canaryDist, { version: canaryVersion, script: '', paths })
})
test.afterAll(() => rm(canaryDist, { recursive: true, force: true }))

test("a team releases with only the site's URL and its own token", async ({ site }) => {
  const scopes = ['read', ...['publish', 'rollout', 'switch'].map((verb) => `${verb}:${remote}`)].join(',')
  const made = await createReleaseTeam(site).release('token', 'create', '--name', 'CI', '--scopes', scopes)
  const { release } = createReleaseTeam(site, Object(made.output).secret)
  const { revision: before } = await createReleaseTeam(site).document()
  const { version } = getRelease(site.releases, remote)
  const canaryId = expect.stringContaining(canaryVersion)

  await test.step('validation reports what is wrong and how to fix it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-unfit-'))
    await cp(canaryDist, folder, { recursive: true })
    const file = join(folder, 'release.json')
    const record = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...record, contractVersion: 99 }))
    const unfit = expect.objectContaining({
      check: 'contract-version',
      isOk: false,
      hint: expect.stringMatching(/./),
    })
    expect(await release('check', remote, '--folder', folder)).toMatchObject({
      exitCode: 3,
      output: { isOk: false, findings: expect.arrayContaining([unfit]), browser: null },
    })
    const unopened = ['--no-browser', '--reason', 'a test']
    expect(await release('publish', remote, '--folder', folder, ...unopened)).toMatchObject({
      exitCode: 3,
      output: { isOk: false, findings: expect.arrayContaining([unfit]), browser: null },
    })
    await rm(folder, { recursive: true })
  })

  await test.step('checking and publishing are idempotent', async () => {
    expect(await release('check', remote, '--folder', canaryDist, '--no-browser')).toMatchObject({
      exitCode: 0,
      output: { isOk: true },
    })
    const publish = ['publish', remote, '--folder', canaryDist]
    expect(await release(...publish)).toMatchObject({ output: { outcome: 'published' } })
    expect(await release(...publish, '--no-browser', ...why)).toMatchObject({
      output: { outcome: 'unchanged' },
    })
    expect(await release('log')).toMatchObject({
      output: {
        events: expect.arrayContaining([
          expect.objectContaining({
            what: 'release.publish',
            by: 'CI',
            after: expect.objectContaining({ claims: { browser: 'mounted', commit: expect.any(String) } }),
          }),
        ]),
      },
    })
    expect(await release('releases', remote)).toMatchObject({ output: { releases: [{ id: canaryId }, {}] } })
  })

  await test.step('a rollout is started, paused, resumed and cancelled', async () => {
    expect(await release('start', remote, canaryVersion, '--plan', 'low')).toMatchObject({ exitCode: 0 })
    expect(await release('advance', remote)).toMatchObject({ output: { share: 2_000 } })
    expect(await release('explain', remote, '1999')).toMatchObject({ output: { release: canaryId } })
    expect(await release('explain', remote, '2000')).toMatchObject({
      output: { release: expect.stringContaining(version) },
    })
    expect(await release('pause', remote, ...why)).toMatchObject({ output: { status: 'paused' } })
    expect(await release('advance', remote)).toMatchObject({ exitCode: 1 })
    expect(await release('resume', remote)).toMatchObject({ output: { status: 'running' } })
    expect(await release('status', remote, '-w', '--minutes', '0')).toMatchObject({ exitCode: 5 })
    await release('pause', remote, ...why)
    expect(await release('cancel', remote)).toMatchObject({ output: { status: 'cancelled', share: 0 } })
  })

  await test.step('a rollout waits while the remote is frozen', async () => {
    expect(await release('freeze', remote, ...why)).toMatchObject({ output: { frozen: 'a test' } })
    expect(await release('start', remote, canaryVersion, '--plan', 'low')).toMatchObject({
      output: { status: 'pending' },
    })
    expect(await release('unfreeze', remote, ...why)).toMatchObject({ output: { frozen: null } })
    expect(await release('status', remote)).toMatchObject({
      output: { frozen: null, rollout: { status: 'running' } },
    })
  })

  await test.step("commands outside the token's scopes are refused", async () => {
    for (const args of [
      ['rollback', remote, ...why],
      ['preview', remote],
      ['token', 'list'],
    ])
      expect(await release(...args), args.join(' ')).toMatchObject({ exitCode: 1, output: null })
  })

  await test.step('the administrator rolls back, and everything is in the audit log', async () => {
    const onCall = createReleaseTeam(site)
    expect(await onCall.release('rollback', remote, ...why)).toMatchObject({ exitCode: 0 })
    expect(await release('status', remote)).toMatchObject({ exitCode: 4 })
    const { revision } = await onCall.document()
    expect(await release('diff', `${before}`, `${revision}`)).toMatchObject({ output: { changes: [] } })
    expect(await release('log', '--verify')).toMatchObject({ output: { isIntact: true } })
  })

  await test.step('a revoked token no longer works', async () => {
    const { id } = Object(made.output)
    const owner = createReleaseTeam(site)
    const listed = async () => Object((await owner.release('token', 'list')).output).tokens
    expect(await listed()).toContainEqual(expect.objectContaining({ id, name: 'CI' }))
    expect(await owner.release('token', 'revoke', id)).toMatchObject({ exitCode: 0 })
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id }))
    expect(await release('status')).toMatchObject({ exitCode: 1, output: null })
  })
})
