import { afterEach, expect, test } from 'vitest'
import { createTestRoot, type TestRoot } from '../testing/create-test-root.ts'
import { findApps } from './find-apps.ts'

let made: TestRoot | undefined
afterEach(() => made?.remove())

function appsOf(files: Readonly<Record<string, string>>, isDevelopment = false) {
  made = createTestRoot(files)
  return findApps(made.root, isDevelopment)
}

function manifestOf(changes: object = {}): string {
  const pages = [{ path: '/new', access: 'open', title: 'New' }]
  return `export const manifest = ${JSON.stringify({ name: 'new', team: 'New team', contractVersion: 1, pages, ...changes })}`
}

const remote = { 'remote-new/package.json': '{"version":"2.1.0"}', 'remote-new/manifest.ts': manifestOf() }

test('the shell and every folder named remote-* are apps, however many there are', async () => {
  const [shell, ...remotes] = await appsOf({
    ...remote,
    'remote-another/package.json': '{"version":"0.1.0-rc.1"}',
    'remote-another/manifest.ts': manifestOf({ name: 'another' }),
    'remote-notes.txt': '',
    'server/package.json': '{"version":"1.0.0"}',
  })
  expect(shell).toMatchObject({ name: 'shell', folder: 'shell', version: '1.0.0', manifest: null })
  expect(remotes.map(({ name, folder, version }) => [name, folder, version])).toEqual([
    ['another', 'remote-another', '0.1.0-rc.1'],
    ['new', 'remote-new', '2.1.0'],
  ])
  expect(remotes[1]?.manifest?.team).toBe('New team')
  for (const { hash } of remotes) expect(hash).toMatch(/^[0-9a-f]{8}$/)
})

test('in development the hash does not tell of the contents, which change with every save', async () => {
  const apps = await appsOf(remote, true)
  expect(apps.map(({ hash }) => hash)).toEqual(['00000000', '00000000'])
})

const { 'remote-new/package.json': ownPackage, 'remote-new/manifest.ts': ownManifest } = remote

test.each([
  {
    what: 'no manifest',
    files: { 'remote-new/package.json': ownPackage },
    says: 'remote-new has no manifest.ts. Copy one from another remote and edit it.',
  },
  {
    what: 'the name of another folder',
    files: { ...remote, 'remote-new/manifest.ts': manifestOf({ name: 'old' }) },
    says: 'remote-new/manifest.ts: manifest.name: expected "new", the name of the folder, got "old". Rename one of them.',
  },
  {
    what: 'a wrong field',
    files: {
      ...remote,
      'remote-new/manifest.ts': manifestOf({ pages: [{ path: 'new', access: 'open', title: 'New' }] }),
    },
    says: 'remote-new/manifest.ts: manifest.pages.0.path: expected a path such as /projects/:name',
  },
  {
    what: 'an export of another name',
    files: { ...remote, 'remote-new/manifest.ts': 'export const face = {}' },
    says: 'remote-new/manifest.ts: manifest',
  },
  {
    what: 'the name of the shell',
    files: {
      'remote-shell/package.json': ownPackage,
      'remote-shell/manifest.ts': manifestOf({ name: 'shell' }),
    },
    says: 'remote-shell/manifest.ts: manifest.name: expected another name: the shell has this one',
  },
  {
    what: 'no package.json',
    files: { 'remote-new/manifest.ts': ownManifest },
    says: 'remote-new has no package.json. Copy one from another remote and edit it.',
  },
  {
    what: 'a version that is none',
    files: { ...remote, 'remote-new/package.json': '{"version":"1"}' },
    says: 'remote-new/package.json: version: expected a version such as 1.2.0',
  },
  {
    what: 'a package.json that is no JSON',
    files: { ...remote, 'remote-new/package.json': '{' },
    says: 'remote-new/package.json: (the whole file): ',
  },
])('a remote with $what fails with the folder and what to do', async ({ files, says }) => {
  await expect(appsOf(files)).rejects.toThrow(says)
})

test('the shell and every remote with open pages or metadata are prerendered for the owner of the site', async () => {
  const isClosed = manifestOf({ pages: [{ path: '/new', access: 'private', title: 'New', route: 'new' }] })
  const files = { ...remote, 'site.config.json': '{"name":"Ada"}' }
  const siteText = '{"name":"Ada"}'
  const aheadOf = async (more: object) =>
    (await appsOf({ ...files, ...more })).map(({ prerendered }) => prerendered)
  expect(await aheadOf({})).toMatchObject([{ siteText }, { siteText }])
  expect(await aheadOf({ 'remote-new/manifest.ts': isClosed })).toMatchObject([{ siteText }, null])
  expect(
    await aheadOf({ 'remote-new/manifest.ts': isClosed, 'remote-new/pages/new/metadata.ts': '' }),
  ).toMatchObject([{ siteText }, { siteText }])
})
