import { readPageData } from '@portico/tools/testing/read-page-data.ts'
import { beforeAll, expect, test } from 'vitest'
import { packRemote, type TestRelease } from '../../testing/archives.ts'
import { describeWithServer } from '../../testing/describe-databases.ts'
import { createRolloutClient, publishSite } from '../../testing/rollout-site.ts'
import { fitApplications } from './fit-applications.ts'

const record = { kind: 'app', app: './App', exposes: ['./Other', './App'], global: 'shop' } as const

describeWithServer('an application of another framework', (server) => {
  const client = () => createRolloutClient(server())

  const pack = (version: string, changes: TestRelease['record'] = {}, script = '') => {
    const own = `${script}x.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = {}`
    const { exposes } = record
    return packRemote('shop', {
      version,
      hash: `${version[0]}`.repeat(8),
      pages: [{ path: '/shop/*' }],
      files: { 'remote.js': `var shop${script}`, 'react.js': own },
      record: { ...record, exposes: [...exposes], ...changes },
    })
  }

  const readPage = async () =>
    readPageData((await server().app.inject({ url: '/shop/a', headers: { accept: 'text/html' } })).body)

  beforeAll(async () => {
    await publishSite(server())
    for (const version of ['1.0.0', '2.0.0']) {
      const archive = await pack(version)
      expect(
        (await client().archive('PUT', `/-/releases/shop/${version}`, archive)).json(),
      ).not.toHaveProperty('code')
      await client().start('shop', version, 'now')
    }
  })

  test('reaches pages with the name of its module, although it brings its own React', async () => {
    const { remotes } = await readPage()
    expect(remotes).toMatchObject([{ name: 'shop', release: { version: '2.0.0', app: './App' } }])
    // Both releases set the same global variable.
    expect(remotes[0]).not.toHaveProperty('fallback')
  })

  test('is hidden from open pages of older shells, which would refuse the discovery document', async () => {
    const { shell, remotes } = await client().document()
    expect(remotes).toEqual({})
    expect(shell?.apps?.shop).toMatchObject({ stable: { version: '2.0.0', kind: 'app', app: './App' } })
  })

  test.each<[string, TestRelease['record'], string]>([
    [
      'doesn’t expose its module',
      { app: './Missing' },
      'Expected the exposed module ./Missing, got ./Other, ./App.',
    ],
    [
      'is on another origin',
      { baseUrl: 'https://cdn.example/3/' },
      'expected an application whose files come from the site',
    ],
  ])('one that %s is refused', async (_, changes, message) => {
    const response = await client().archive(
      'POST',
      '/-/releases/shop/3.0.0/check',
      await pack('3.0.0', changes),
    )
    const { isOk, findings } = response.json()
    expect(isOk).toBe(false)
    expect(JSON.stringify(findings)).toContain(message)
  })

  test('is refused, and absent from pages, while the live shell is older', async () => {
    const document = await client().document()
    const older = { protocolVersion: 2, files: { 'index.js': `load('/r/shell/2.0.0-22222222/')` } }
    await client().publishShell('2.0.0', older)
    const refused = await client().post('/-/rollouts', { remote: 'shell', to: '2.0.0', plan: 'now' })
    expect(refused.json()).toMatchObject({
      code: 'release-incompatible',
      detail: expect.stringContaining('does not load applications'),
    })
    await client().post('/-/remotes/shop/off', { reason: 'a test' })
    await client().start('shell', '2.0.0', 'now')
    const response = await client().archive('POST', '/-/releases/shop/3.0.0/check', await pack('3.0.0'))
    expect(response.json().findings).toContainEqual({
      check: 'protocol-version',
      isOk: false,
      message: 'The live shell does not load applications (`kind: app`).',
      hint: 'Roll out a shell that does first.',
    })
    expect((await readPage()).remotes).toEqual([])
    // Nor does a page with an application continue with an older shell if its own doesn't start.
    const { shell } = document
    const release = shell?.apps?.shop?.stable
    if (shell === null || release === undefined) throw new Error('The application is missing.')
    const [newer, before] = [
      { ...shell, protocolVersion: 3 },
      { ...shell, protocolVersion: 2 },
    ]
    const fit = fitApplications({ release: newer, fallback: before }, [{ release }])
    expect(fit).toEqual({ shell: { release: newer }, remotes: [{ release }] })
  })
})
