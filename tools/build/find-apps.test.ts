import { afterEach, expect, test } from 'vitest'
import { createTestRoot, type TestRoot } from '../testing/create-test-root.ts'
import { findApps } from './find-apps.ts'

let made: TestRoot | undefined
afterEach(() => made?.remove())

function findTestApps(files: Readonly<Record<string, string>>, isDevelopment = false) {
  made = createTestRoot(files)
  return findApps(made.root, isDevelopment)
}

function createManifest(changes: object = {}): string {
  const pages = [{ path: '/new', access: 'open', title: 'New' }]
  return `export const manifest = ${JSON.stringify({ name: 'new', team: 'New team', contractVersion: 1, pages, ...changes })}`
}

const remote = {
  'remote-new/package.json': '{"version":"2.1.0"}',
  'remote-new/manifest.ts': createManifest(),
}

test('the shell and every folder named remote-* are apps, however many there are', async () => {
  const [shell, ...remotes] = await findTestApps({
    ...remote,
    'remote-another/package.json': '{"version":"0.1.0-rc.1"}',
    'remote-another/manifest.ts': createManifest({ name: 'another' }),
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

test('in development the hash does not depend on the contents, which change with every save', async () => {
  const apps = await findTestApps(remote, true)
  expect(apps.map(({ hash }) => hash)).toEqual(['00000000', '00000000'])
})

const { 'remote-new/package.json': ownPackage, 'remote-new/manifest.ts': ownManifest } = remote

test.each([
  {
    what: 'no manifest',
    files: { 'remote-new/package.json': ownPackage },
    message: 'remote-new has no manifest.ts. Copy one from another remote and edit it.',
  },
  {
    what: 'the name of another folder',
    files: { ...remote, 'remote-new/manifest.ts': createManifest({ name: 'old' }) },
    message:
      'remote-new/manifest.ts: manifest.name: expected "new", the name of the folder, got "old". Rename one of them.',
  },
  {
    what: 'a wrong field',
    files: {
      ...remote,
      'remote-new/manifest.ts': createManifest({ pages: [{ path: 'new', access: 'open', title: 'New' }] }),
    },
    message: 'remote-new/manifest.ts: manifest.pages.0.path: expected a path such as /projects/:name',
  },
  {
    what: 'an export with another name',
    files: { ...remote, 'remote-new/manifest.ts': 'export const other = {}' },
    message: 'remote-new/manifest.ts: manifest',
  },
  {
    what: 'the name of the shell',
    files: {
      'remote-shell/package.json': ownPackage,
      'remote-shell/manifest.ts': createManifest({ name: 'shell' }),
    },
    message: 'remote-shell/manifest.ts: manifest.name: expected another name: the shell has this one',
  },
  {
    what: 'no package.json',
    files: { 'remote-new/manifest.ts': ownManifest },
    message: 'remote-new has no package.json. Copy one from another remote and edit it.',
  },
  {
    what: 'an invalid version',
    files: { ...remote, 'remote-new/package.json': '{"version":"1"}' },
    message: 'remote-new/package.json: version: expected a version such as 1.2.0',
  },
  {
    what: 'an invalid package.json',
    files: { ...remote, 'remote-new/package.json': '{' },
    message: 'remote-new/package.json: (the whole file): ',
  },
])('a remote with $what fails with the folder and what to do', async ({ files, message }) => {
  await expect(findTestApps(files)).rejects.toThrow(message)
})

test('the shell and every remote with prerendered pages or metadata are prerendered in the colours of the site', async () => {
  const page = { path: '/new', access: 'private', title: 'New', route: 'new' }
  const rendered = createManifest({ pages: [{ ...page, prerender: true }] })
  const plain = createManifest({ pages: [page] })
  const tokensText = ':root {}'
  const files = { ...remote, 'shell/layout/styles/tokens.css': tokensText }
  const listPrerendered = async (more: object) =>
    (await findTestApps({ ...files, ...more })).map(({ prerendered }) => prerendered)
  expect(await listPrerendered({ 'remote-new/manifest.ts': rendered })).toMatchObject([
    { tokensText },
    { tokensText },
  ])
  expect(await listPrerendered({ 'remote-new/manifest.ts': plain })).toMatchObject([{ tokensText }, null])
  expect(
    await listPrerendered({ 'remote-new/manifest.ts': plain, 'remote-new/pages/new/metadata.ts': '' }),
  ).toMatchObject([{ tokensText }, { tokensText }])
})
