import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { contractVersion } from '@portico/kit/contract/contract.ts'
import type { RemoteManifest, RemotePage } from '@portico/kit/contract/manifest.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../system/run-command.ts'
import type { PrerenderContext, PrerenderParts } from './prerender-context.ts'
import { prerenderPages, type RemoteBundle, withRemoteBundle } from './prerender-remote.ts'

const limitMs = 60_000 // a remote is bundled
const wrongScreens = [
  [`useHost().site.name.toUpperCase()`, 'derives something from a value of the owner (“NAME”)'],
  [`useHost().site.skills.join()`, 'shows skills.* without eachOwner'],
  [`useHost().site.location`, 'shows location without whenOwner'],
  [`h('a', { href: useHost().site.name })`, 'uses name as an address'],
] as const

// Expressions that give the component at `/<name>`.
const screens: Readonly<Record<string, string>> = {
  home: `() => h('div', null, h('h1', null, useHost().site.name), h(Link, { to: '/b' }, String(useSession().authenticated)))`,
  plain: `() => h('p')`,
  labelled: `() => h('p', { id: useId() })`,
  named: `() => h('p', { id: useId().replace(/[^a-z0-9]/gi, '') })`,
  styled: `() => h('p', { style: { color: 'red' }, title: ' style="a"' }, ' style="b"')`,
  random: `() => h('p', null, Math.random())`,
  'one/:name': `() => useParams().name`,
  in: `() => h(Link, { to: '/up' + useLocation().search }, useHost().nameNext(useLocation().search))`,
  'shows-next': `() => h('p', null, new URLSearchParams(useLocation().search).get('next'))`,
  browser: `() => h('p', null, window.innerWidth)`,
  ...Object.fromEntries(
    wrongScreens.map(([content], index) => [`wrong-${index}`, `() => h('p', null, ${content})`]),
  ),
}

// The lists that `getMetadata` returns, by route.
const metadata: Readonly<Record<string, string>> = {
  start: `[{ address: page.path, description: site.name }]`,
  one: `[{ address: '/one/ada' }, { address: '/one/eve' }]`,
  none: `[]`,
  canonical: `[{ address: page.path, canonical: '/' }]`,
  invalid: `[{ address: 'home' }]`,
}

const createManifest = (pages: readonly RemotePage[]): RemoteManifest => ({
  name: 'any',
  team: 'any',
  contractVersion,
  pages: [...pages],
})
const open = (path: string) => ({ path, access: 'open', title: path.slice(1) }) as const
const prerendered = (path: string): RemotePage => ({ ...open(path), prerender: true })
const everyRoute = createManifest(Object.keys(metadata).map((route) => ({ ...open(`/${route}`), route })))

let place = ''
let context: Pick<PrerenderContext, 'app' | 'root'>
let bundle: RemoteBundle
beforeAll(async () => {
  // Within the project, where the packages are.
  mkdirSync(join(root, '.cache'), { recursive: true })
  place = mkdtempSync(join(root, '.cache', 'test-prerender-'))
  const folder = join(place, 'remote-any')
  mkdirSync(folder)
  const routes = Object.entries(screens).map(
    ([name, component]) => `{ path: '/${name}', lazy: async () => ({ Component: ${component} }) }`,
  )
  writeFileSync(
    join(folder, 'remote.ts'),
    `import { createElement as h, useId } from 'react'
import { HostContext, useHost, useSession } from '@portico/kit/contract/contract.ts'
import { Link, useLocation, useParams } from '@portico/kit/contract/router.ts'
export const remote = { contractVersion: ${contractVersion}, routes: [${routes.join(', ')}] }`,
  )
  for (const [route, list] of Object.entries(metadata)) {
    mkdirSync(join(folder, 'pages', route), { recursive: true })
    const source = `export const getMetadata = ({ page, site }) => ${list}`
    writeFileSync(join(folder, 'pages', route, 'metadata.ts'), source)
  }
  const app = { name: 'any', folder: relative(root, folder), version: '1.0.0', hash: '0a1b2c3d' }
  context = {
    app: { ...app, manifest: everyRoute, prerendered: { tokensText: '' } },
    root,
  }
  bundle = await withRemoteBundle(context, everyRoute, async (bundled) => bundled)
}, limitMs)
afterAll(() => rmSync(place, { recursive: true }))

/** The remote's release if its manifest has these pages. */
async function render(pages: readonly RemotePage[], { drawImage }: Pick<PrerenderParts, 'drawImage'> = {}) {
  const files: Record<string, string> = {}
  const emit = (file: string, content: Buffer | string) => {
    files[file] = String(content)
    return { file, integrity: 'sha256-' }
  }
  const release = await prerenderPages(
    bundle,
    { ...context, ...(drawImage && { drawImage }), emit },
    createManifest(pages),
  )
  const nodesOf = ({ file }: { file: string }) => JSON.parse(files[file] ?? '').nodes
  return { release, files, nodesOf }
}

test('a page is rendered for visitors in each state, without the owner’s values, and equal pages are stored once', async () => {
  const { release, files, nodesOf } = await render([prerendered('/home'), prerendered('/plain')])
  const nodes = (authenticated: string) => [
    [
      'div',
      {},
      [
        ['h1', {}, [{ value: 'name' }]],
        ['a', { href: '/b' }, [authenticated]],
      ],
    ],
  ]
  expect(release.pages.map(({ path, visitor, html }) => [path, visitor, nodesOf(html)])).toEqual([
    ['/home', 'signed-out', nodes('false')],
    ['/home', 'signed-in', nodes('true')],
    ['/plain', 'signed-out', [['p', {}, []]]],
    ['/plain', 'signed-in', [['p', {}, []]]],
  ])
  expect(Object.keys(files).filter((file) => file.includes('/page-'))).toHaveLength(3)
})

test('a page with parameters is rendered at every address of its metadata, and a page that does not ask is not', async () => {
  const page = {
    ...prerendered('/one/:name'),
    access: 'private',
    title: 'One of many',
    route: 'one',
  } as const
  const { release, nodesOf } = await render([open('/home'), page])
  expect(release.pages.map(({ path, address, html }) => [path, address, nodesOf(html)])).toEqual([
    ['/one/:name', '/one/ada', ['ada']],
    ['/one/:name', '/one/eve', ['eve']],
  ])
})

test('a page that passes ?next= on has slots for it and for the name of the page behind it', async () => {
  const auth = { access: 'auth', title: 'In', prerender: { next: true } } as const
  const { release, nodesOf } = await render([{ ...auth, path: '/in' }])
  const href = ['/up?next=', { next: true }]
  expect(release.pages.map(({ next, html }) => [next, nodesOf(html)])).toEqual([
    [undefined, [['a', { href: '/up' }, []]]],
    ['unnamed', [['a', { href }, []]]],
    ['named', [['a', { href }, [{ nextName: true }]]]],
  ])
  await expect(render([{ ...auth, path: '/shows-next' }])).rejects.toThrow(
    /\/shows-next could not be prerendered .*: it changes \?next= in a way that the server cannot reproduce\. Pass it on in URLSearchParams/,
  )
})

test('a page that uses generated ids cannot be hydrated; one that renders something else each time is, so that it is found', async () => {
  const { release } = await render(
    ['/plain', '/labelled', '/named', '/random'].map((path) => prerendered(path)),
  )
  expect(release.pages.filter(({ visitor }) => visitor === 'signed-in')).toMatchObject([
    { path: '/plain', canHydrate: true },
    { path: '/labelled', canHydrate: false },
    { path: '/named', canHydrate: false },
    { path: '/random', canHydrate: true },
  ])
})

test('a page with style attributes, which browsers would block, comes without them and is not hydrated, which would not set them', async () => {
  const { release, nodesOf } = await render([prerendered('/styled')])
  const [page] = release.pages
  expect(page && [page.canHydrate, nodesOf(page.html)]).toEqual([
    false,
    [['p', { title: ' style="a"' }, [' style="b"']]],
  ])
})

test('a page that needs a browser fails the build with what to do', async () => {
  await expect(render([prerendered('/browser')])).rejects.toThrow(
    /remote-any: \/browser could not be prerendered for visitors who are signed-out\. The build renders it without a browser: window is not defined\. Move browser code into an effect/,
  )
})

test.each(wrongScreens.map(([content, reason], index) => ({ content, reason, path: `/wrong-${index}` })))(
  'a page that shows $content fails the build with what is wrong',
  async ({ path, reason }) => {
    await expect(render([prerendered(path)])).rejects.toThrow(
      `${path} could not be prerendered for visitors who are signed-out. The page ${reason}`,
    )
  },
)

test('a route describes its pages, and invalid metadata names the page and the field', async () => {
  const home = (route: string) => [{ ...open('/home'), title: 'Home', route }]
  const drawn: unknown[] = []
  const drawImage = async (texts: object) => {
    drawn.push(texts)
    return Buffer.from('an image')
  }
  const { files, release } = await render(home('start'), { drawImage })
  expect(release.listed).toEqual([])
  const described = {
    path: '/home',
    head: { address: '/home', description: { '@text': [{ value: 'name' }] } },
  }
  const image = 'prerendered/open-graph-0.png'
  expect(JSON.parse(files['prerendered/metadata.json'] ?? '')).toEqual([{ ...described, image }])
  expect([files[image], drawn]).toEqual(['an image', [{ name: 'Home', headline: '' }]])
  const plain = await render(home('start'))
  expect(JSON.parse(plain.files['prerendered/metadata.json'] ?? '')).toEqual([described])
  const many = [{ ...open('/home/:name'), route: 'none' }, open('/other/:name')]
  const none = await render(many)
  expect(none.release.listed, 'a route without any address').toEqual(['/home/:name'])
  const canonical = await render(home('canonical'), { drawImage })
  expect(Object.keys(canonical.files).filter((file) => file.endsWith('.png'))).toEqual([])
  await expect(render(home('invalid'))).rejects.toThrow(
    /remote-any: metadata of \/home: 0\.head\.address: expected an address such as \/projects\/one/,
  )
})
