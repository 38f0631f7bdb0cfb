import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { ReleaseRecord } from '@portico/shared/release/release-record.ts'
import { type WrittenRelease, writeRelease } from '../releases/write-release.ts'
import { test } from '../site/fixtures.ts'
import { root, type Site } from '../site/start-site.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

// Its home page is open and prerendered: the check must not take the heading of stable for one of the release.
const remote = 'portfolio'

async function checkRelease(site: Site, release: WrittenRelease) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-written-'))
  try {
    writeRelease(folder, join(root, 'dist', remote), release)
    return await createReleaseTeam(site).release('check', remote, '--folder', folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Page = ReleaseRecord['pages'][number]
const page = (path: string, changes: Partial<Page> = {}): Page => {
  return { path, access: 'open', title: path, js: [], css: [], ...changes }
}
const heading = "React.createElement('h1', null, 'Written')"
const healthy = `() => ${heading}`
const inEffect = (code: string) => `() => { React.useEffect(() => { ${code} }, []); return ${heading} }`

test('a healthy release passes, with every page and an example of each parameter', async ({ site }) => {
  const pages = [
    page('/', { prerender: true }),
    page('/projects', { access: 'private' }),
    page('/projects/:name', { access: 'private', example: '/projects/one' }),
    page('/home/login', { access: 'auth' }),
    page('/home/verify', { access: 'verify' }),
    page('/home/logout', { access: 'logout' }),
  ]
  const { exitCode, output } = await checkRelease(site, { component: healthy, pages })
  expect(output).toMatchObject({ isOk: true, browser: { outcome: 'mounted', message: 'opened 6 pages' } })
  expect(exitCode).toBe(0)
})

test('a site that cannot be reached is an error, not a finding', async ({ site }) => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-written-'))
  writeRelease(folder, join(root, 'dist', remote), { component: healthy })
  const { release } = createReleaseTeam({ origin: 'http://127.0.0.1:1', dataDir: site.dataDir })
  expect(await release('publish', remote, '--folder', folder)).toEqual({ exitCode: 1, output: null })
  await rm(folder, { recursive: true })
})

interface Broken extends WrittenRelease {
  readonly what: string
  readonly findings: readonly (readonly [check: string, message: RegExp])[]
}

const broken: readonly Broken[] = [
  {
    what: 'throws on mount',
    component: "() => { throw new Error('broken on mount') }",
    findings: [['browser-mount', /^\/ does not load in the shell of the site: Error: broken on mount\.$/]],
  },
  {
    what: 'throws in an effect',
    component: inEffect("throw new Error('broken in an effect')"),
    findings: [['browser-mount', /Error: broken in an effect/]],
  },
  {
    what: 'throws on the evaluation of its module',
    component: healthy,
    onEvaluation: "throw new Error('broken module')",
    findings: [['browser-mount', /Error: broken module/]],
  },
  {
    what: 'throws on the evaluation of its entry',
    component: healthy,
    onEntry: "throw new Error('broken entry')",
    findings: [['browser-mount', /^\/ does not load in the shell of the site: .*broken entry/s]],
  },
  {
    what: 'renders nothing',
    component: '() => null',
    findings: [['browser-mount', /it mounts, but shows nothing/]],
  },
  {
    what: 'has no heading',
    component: "() => React.createElement('p', null, 'Only text')",
    findings: [['browser-mount', /has no heading \(h1\).*It shows: Only text/]],
  },
  {
    what: 'logs errors, rejects without a handler and requests a file that it does not have',
    component: inEffect(`
      console.error('an error of the page')
      void Promise.reject(new Error('nobody cares'))
      void fetch('/r/portfolio/none/image.webp')
    `),
    findings: [
      ['browser-console', /^\/ logs an error: an error of the page\.$/],
      ['browser-console', /uncaught Error: nobody cares/],
      ['browser-console', /status of 404.*\/r\/portfolio\/none\/image\.webp/],
    ],
  },
  {
    what: 'connects to another origin and inserts HTML as text',
    component: inEffect(`
      fetch('https://tracker.example/').catch(() => {})
      try { document.createElement('div').innerHTML = '<b>x</b>' } catch {}
    `),
    findings: [
      ['browser-policy', /^\/ breaks a policy of the site: connect-src blocks https:\/\/tracker\.example/],
      ['browser-policy', /require-trusted-types-for blocks trusted-types-sink: Element innerHTML/],
    ],
  },
  {
    what: 'says that a page does not exist',
    component: "() => { throw Object.assign(new Error('no such thing'), { name: 'PageNotFound' }) }",
    pages: [page('/projects/:name', { example: '/projects/none' })],
    findings: [['browser-mount', /^\/projects\/none does not load.*PageNotFound: no such thing/]],
  },
  {
    what: 'has parameters and no example, or one of another page',
    component: healthy,
    pages: [page('/'), page('/projects/:name'), page('/projects/:name/qr', { example: '/projects' })],
    findings: [
      ['browser-mount', /^\/projects\/:name was not opened: no address of it is known\.$/],
      ['browser-mount', /its example \/projects is not an address of it/],
    ],
  },
]

for (const { what, findings, ...release } of broken)
  test(`a release is refused if a page ${what}`, async ({ site }) => {
    const { exitCode, output } = await checkRelease(site, release)
    expect(output).toMatchObject({ isOk: false, browser: { outcome: 'broken', isOk: false } })
    for (const [check, message] of findings)
      expect(Object(output).browser.findings).toContainEqual({
        ...{ check, isOk: false, message: expect.stringMatching(message), hint: expect.stringMatching(/./) },
      })
    expect(exitCode).toBe(3)
  })
