import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { type WrittenRelease, writeRelease } from '../releases/write-release.ts'
import { test } from '../site/fixtures.ts'
import { root, type Site } from '../site/start-site.ts'
import { startHangingProxy } from '../steps/hanging-proxy.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

// Its home page is open and prerendered: the check must not take the heading of stable for one of the release.
const remote = 'portfolio'

async function checkRelease(site: Pick<Site, 'origin' | 'dataDir'>, release: WrittenRelease) {
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

test('a healthy release passes, with every page and an example of each parameter, without code of other remotes', async ({
  site,
}) => {
  const pages = [
    page('/', { prerender: true }),
    page('/projects', { access: 'private' }),
    page('/projects/:name', { access: 'private', example: '/projects/one' }),
    page('/home/login', { access: 'auth' }),
    page('/home/verify', { access: 'verify' }),
    page('/home/logout', { access: 'logout' }),
  ]
  const proxy = await startHangingProxy(site.origin)
  const { exitCode, output } = await checkRelease(
    { ...site, origin: proxy.origin },
    { component: healthy, pages },
  )
  proxy.stop()
  expect(output).toMatchObject({ isOk: true, browser: { outcome: 'mounted', message: 'opened 6 pages' } })
  expect(exitCode).toBe(0)
  const prefix = `${paths.releases}/`
  const folders = proxy.requested
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
  expect(new Set(folders.map((folder) => folder.split('/')[0]))).toEqual(new Set(['shell']))
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

/** A component of its own for each of these addresses; of other pages, a healthy one. */
function byAddress(components: Readonly<Record<string, string>>): string {
  const list = Object.entries(components).map(([path, component]) => `${JSON.stringify(path)}: ${component}`)
  return `(() => {
    const components = { ${list.join(', ')} }
    return () => React.createElement(components[location.pathname] ?? (${healthy}))
  })()`
}

// As many pages as the check opens before it gives up.
const pages = [page('/'), page('/about'), page('/contact')]

const broken: readonly Broken[] = [
  {
    what: 'pages throw on mount, throw in an effect or render nothing',
    pages,
    component: byAddress({
      '/': "() => { throw new Error('broken on mount') }",
      '/about': inEffect("throw new Error('broken in an effect')"),
      '/contact': '() => null',
    }),
    findings: [
      ['browser-mount', /^\/ does not load in the site’s shell: Error: broken on mount\.$/],
      ['browser-mount', /^\/about does not load .*Error: broken in an effect/],
      ['browser-mount', /^\/contact does not load .*it mounts, but shows nothing/],
    ],
  },
  {
    what: 'pages have no heading, log errors, request files that it does not have, or break a policy',
    pages,
    component: byAddress({
      '/': "() => React.createElement('p', null, 'Only text')",
      '/about': inEffect(`
        console.error('an error of the page')
        void Promise.reject(new Error('nobody cares'))
        void fetch('/r/portfolio/none/image.webp')
      `),
      '/contact': inEffect(`
        fetch('https://tracker.example/').catch(() => {})
        try { document.createElement('div').innerHTML = '<b>x</b>' } catch {}
      `),
    }),
    findings: [
      ['browser-mount', /^\/ has no heading \(h1\).*It shows: Only text/],
      ['browser-console', /^\/about logs an error: an error of the page\.$/],
      ['browser-console', /^\/about .*uncaught Error: nobody cares/],
      ['browser-console', /^\/about .*status of 404.*\/r\/portfolio\/none\/image\.webp/],
      ['browser-policy', /^\/contact violates a policy .*: connect-src blocks https:\/\/tracker\.example/],
      ['browser-policy', /^\/contact .*require-trusted-types-for blocks .*: Element innerHTML/],
    ],
  },
  {
    what: 'the evaluation of its module throws',
    component: healthy,
    onEvaluation: "throw new Error('broken module')",
    findings: [['browser-mount', /Error: broken module/]],
  },
  {
    what: 'the evaluation of its entry throws',
    component: healthy,
    onEntry: "throw new Error('broken entry')",
    findings: [['browser-mount', /^\/ does not load in the site’s shell: .*broken entry/s]],
  },
  {
    what: 'pages have an example that does not exist, none, or one of another page',
    component: byAddress({
      '/projects/none': "() => { throw Object.assign(new Error('no such thing'), { name: 'PageNotFound' }) }",
    }),
    pages: [
      page('/projects/:name', { example: '/projects/none' }),
      page('/cv/:name'),
      page('/projects/:name/qr', { example: '/projects' }),
    ],
    findings: [
      ['browser-mount', /^\/projects\/none does not load.*PageNotFound: no such thing/],
      ['browser-mount', /^\/cv\/:name was not opened: none of its addresses is known\.$/],
      ['browser-mount', /its example \/projects does not match its path/],
    ],
  },
]

for (const { what, findings, ...release } of broken)
  test(`a release is refused if ${what}`, {
    tag: what.startsWith('the evaluation') ? ['@soak'] : [],
  }, async ({ site }) => {
    const { exitCode, output } = await checkRelease(site, release)
    expect(output).toMatchObject({ isOk: false, browser: { outcome: 'broken', isOk: false } })
    for (const [check, message] of findings)
      expect(Object(output).browser.findings).toContainEqual({
        check,
        isOk: false,
        message: expect.stringMatching(message),
        hint: expect.stringMatching(/./),
      })
    expect(exitCode).toBe(3)
  })
