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

const broken: readonly (WrittenRelease & { what: string; check: string; message: RegExp })[] = [
  {
    what: 'throws on mount',
    component: "() => { throw new Error('broken on mount') }",
    check: 'browser-mount',
    message: /^\/ does not load in the shell of the site: Error: broken on mount\.$/,
  },
  {
    what: 'throws in an effect',
    component: inEffect("throw new Error('broken in an effect')"),
    check: 'browser-mount',
    message: /Error: broken in an effect/,
  },
  {
    what: 'throws on the evaluation of its module',
    component: healthy,
    onEvaluation: "throw new Error('broken module')",
    check: 'browser-mount',
    message: /Error: broken module/,
  },
  {
    what: 'throws on the evaluation of its entry',
    component: healthy,
    onEntry: "throw new Error('broken entry')",
    check: 'browser-mount',
    message: /^\/ does not load in the shell of the site: .*broken entry/s,
  },
  {
    what: 'renders nothing',
    component: '() => null',
    check: 'browser-mount',
    message: /it mounts, but shows nothing/,
  },
  {
    what: 'has no heading',
    component: "() => React.createElement('p', null, 'Only text')",
    check: 'browser-mount',
    message: /has no heading \(h1\).*It shows: Only text/,
  },
  {
    what: 'logs an error',
    component: inEffect("console.error('an error of the page')"),
    check: 'browser-console',
    message: /^\/ logs an error: an error of the page\.$/,
  },
  {
    what: 'rejects without a handler',
    component: inEffect("void Promise.reject(new Error('nobody cares'))"),
    check: 'browser-console',
    message: /uncaught Error: nobody cares/,
  },
  {
    what: 'requests a file that it does not have',
    component: inEffect("void fetch('/r/portfolio/none/image.webp')"),
    check: 'browser-console',
    message: /status of 404.*\/r\/portfolio\/none\/image\.webp/,
  },
  {
    what: 'connects to another origin',
    component: inEffect("fetch('https://tracker.example/').catch(() => {})"),
    check: 'browser-policy',
    message: /^\/ breaks a policy of the site: connect-src blocks https:\/\/tracker\.example/,
  },
  {
    what: 'inserts HTML as text',
    component: inEffect("try { document.createElement('div').innerHTML = '<b>x</b>' } catch {}"),
    check: 'browser-policy',
    message: /require-trusted-types-for blocks trusted-types-sink: Element innerHTML/,
  },
  {
    what: 'says that a page does not exist',
    component: "() => { throw Object.assign(new Error('no such thing'), { name: 'PageNotFound' }) }",
    pages: [page('/projects/:name', { example: '/projects/none' })],
    check: 'browser-mount',
    message: /^\/projects\/none does not load.*PageNotFound: no such thing/,
  },
  {
    what: 'has parameters and no example',
    component: healthy,
    pages: [page('/'), page('/projects/:name')],
    check: 'browser-mount',
    message: /^\/projects\/:name was not opened: no address of it is known\.$/,
  },
  {
    what: 'has an example of another page',
    component: healthy,
    pages: [page('/projects/:name', { example: '/projects' })],
    check: 'browser-mount',
    message: /its example \/projects is not an address of it/,
  },
]

for (const { what, check, message, ...release } of broken)
  test(`a release is refused if a page ${what}`, async ({ site }) => {
    const { exitCode, output } = await checkRelease(site, release)
    const finding = {
      ...{ check, isOk: false, message: expect.stringMatching(message), hint: expect.stringMatching(/./) },
    }
    expect(output).toMatchObject({ isOk: false, browser: { outcome: 'broken', isOk: false } })
    expect(Object(output).browser.findings).toContainEqual(finding)
    expect(exitCode).toBe(3)
  })
