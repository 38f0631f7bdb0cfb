import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { contractVersion } from '@portico/shared/contract/contract.ts'
import type { RemoteManifest, RemotePage } from '@portico/shared/release/manifest.ts'
import { writeMark } from '@portico/shared/site/owner-marks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../system/run-command.ts'
import type { PrerenderParts } from './prerender-context.ts'
import { prerenderRemote } from './prerender-remote.ts'

const limitMs = 60_000 // each test bundles a remote
const name = writeMark('name')
let place = ''

beforeAll(() => {
  // Within the project, where the packages are.
  mkdirSync(join(root, '.cache'), { recursive: true })
  place = mkdtempSync(join(root, '.cache', 'test-prerender-'))
})
afterAll(() => rmSync(place, { recursive: true }))

let made = 0

/** Renders a remote whose screens are `screens`: expressions that give a component, each at `/<name>`. */
async function render(
  screens: Readonly<Record<string, string>>,
  {
    pages,
    metadata,
    drawImage,
  }: { pages?: readonly RemotePage[]; metadata?: string } & Pick<PrerenderParts, 'drawImage'> = {},
) {
  made += 1
  const folder = join(place, `remote-${made}`)
  mkdirSync(folder)
  const routes = Object.entries(screens).map(
    ([name, component]) => `{ path: '/${name}', lazy: async () => ({ Component: ${component} }) }`,
  )
  writeFileSync(
    join(folder, 'remote.ts'),
    `import { createElement as h, useId } from 'react'
import { HostContext, useHost, useSession } from '@portico/shared/contract/contract.ts'
import { Link, useLocation, useParams } from '@portico/shared/contract/router.ts'
export const remote = { contractVersion: ${contractVersion}, routes: [${routes.join(', ')}] }`,
  )
  if (metadata !== undefined) {
    mkdirSync(join(folder, 'pages/start'), { recursive: true })
    writeFileSync(join(folder, 'pages/start/metadata.ts'), metadata)
  }
  const all = Object.keys(screens).map(
    (name) => ({ path: `/${name}`, access: 'open', title: name, prerender: true }) as const,
  )
  const manifest: RemoteManifest = { name: 'any', team: 'any', contractVersion, pages: [...(pages ?? all)] }
  const app = { name: 'any', folder: relative(root, folder), version: '1.0.0', hash: '0a1b2c3d' }
  const files: Record<string, string> = {}
  const prerendered = await prerenderRemote(
    {
      app: { ...app, reads: [], manifest, prerendered: { tokensText: '' } },
      root,
      ...(drawImage && { drawImage }),
      emit: (file, content) => {
        files[file] = String(content)
        return { file, integrity: 'sha256-' }
      },
    },
    manifest,
  )
  const textOf = ({ file }: { file: string }) => files[file]
  return { prerendered, files, textOf }
}

test(
  'a page is rendered for visitors in each state, with marks for the owner’s values, and equal HTML is stored once',
  async () => {
    const home = `() => h('div', null, h('h1', null, useHost().site.name), h(Link, { to: '/b' }, String(useSession().authenticated)))`
    const { prerendered, files, textOf } = await render({ home, plain: `() => h('p')` })
    const html = (authenticated: string) => `<div><h1>${name}</h1><a href="/b">${authenticated}</a></div>`
    expect(prerendered.pages.map(({ path, visitor, html }) => [path, visitor, textOf(html)])).toEqual([
      ['/home', 'signed-out', html('false')],
      ['/home', 'signed-in', html('true')],
      ['/plain', 'signed-out', '<p></p>'],
      ['/plain', 'signed-in', '<p></p>'],
    ])
    expect(Object.keys(files).filter((file) => file.includes('/page-'))).toHaveLength(3)
  },
  limitMs,
)

test(
  'a page with parameters is rendered at every address of its metadata, and a page that does not ask is not',
  async () => {
    const pages: RemotePage[] = [
      { path: '/home', access: 'open', title: 'Home' },
      { path: '/one/:name', access: 'private', title: 'One of many', route: 'start', prerender: true },
    ]
    const one = `() => useParams().name`
    const metadata = `export const getMetadata = () => [{ address: '/one/ada' }, { address: '/one/eve' }]`
    const { prerendered, textOf } = await render(
      { home: `() => 'home'`, 'one/:name': one },
      { pages, metadata },
    )
    expect(prerendered.pages.map(({ path, address, html }) => [path, address, textOf(html)])).toEqual([
      ['/one/:name', '/one/ada', 'ada'],
      ['/one/:name', '/one/eve', 'eve'],
    ])
  },
  limitMs,
)

test(
  'a page that passes ?next= on has slots for it and for the name of the page behind it',
  async () => {
    const pages: RemotePage[] = [{ path: '/in', access: 'auth', title: 'In', prerender: { next: true } }]
    const link = `h(Link, { to: '/up' + useLocation().search }, useHost().nameNext(useLocation().search))`
    const { prerendered, textOf } = await render({ in: `() => ${link}` }, { pages })
    expect(prerendered.pages.map(({ next, html }) => [next, textOf(html)])).toEqual([
      [undefined, '<a href="/up"></a>'],
      ['unnamed', '<a href="/up?next=%2Fslot-for-next"></a>'],
      ['named', '<a href="/up?next=%2Fslot-for-next">slot-for-the-name-of-next</a>'],
    ])

    const shown = `() => h('p', null, new URLSearchParams(useLocation().search).get('next'))`
    await expect(render({ in: shown }, { pages })).rejects.toThrow(
      /\/in could not be prerendered .*: it does something to \?next= that the server cannot repeat\. Pass it on in URLSearchParams/,
    )
  },
  limitMs,
)

test(
  'a page that uses generated ids cannot be hydrated',
  async () => {
    const { prerendered } = await render({ plain: `() => h('p')`, labelled: `() => h('p', { id: useId() })` })
    expect(prerendered.pages.filter(({ visitor }) => visitor === 'signed-in')).toMatchObject([
      { path: '/plain', canHydrate: true },
      { path: '/labelled', canHydrate: false },
    ])
  },
  limitMs,
)

test(
  'a page that needs a browser fails the build with what to do',
  async () => {
    await expect(render({ home: `() => h('p', null, window.innerWidth)` })).rejects.toThrow(
      /remote-\d+: \/home could not be prerendered for visitors who are signed-out\. The build renders it without a browser: window is not defined\. Move browser code into an effect/,
    )
  },
  limitMs,
)

test.each([
  [`useHost().site.name.toUpperCase()`, 'derives something from a value of the owner (“NAME”)'],
  [`useHost().site.skills.join()`, 'shows skills.* without eachOwner'],
  [`useHost().site.location`, 'shows location without whenOwner'],
  [`h('a', { href: useHost().site.name })`, 'uses name as an address'],
])(
  'a page that shows %s fails the build with what is wrong',
  async (content, reason) => {
    await expect(render({ home: `() => h('p', null, ${content})` })).rejects.toThrow(
      `/home could not be prerendered for visitors who are signed-out. The page ${reason}`,
    )
  },
  limitMs,
)

test(
  'a route describes its pages, and invalid metadata names the page and the field',
  async () => {
    const pages: RemotePage[] = [{ path: '/home', access: 'open', title: 'Home', route: 'start' }]
    const metadata = (head: string) => `export const getMetadata = ({ page, site }) => [${head}]`
    const source = metadata(`{ address: page.path, description: site.name }`)
    const drawn: unknown[] = []
    const drawImage = async (texts: object) => {
      drawn.push(texts)
      return Buffer.from('an image')
    }
    const { files, prerendered } = await render(
      { home: `() => 'home'` },
      { pages, metadata: source, drawImage },
    )
    expect(prerendered.listed).toEqual([])
    const described = { path: '/home', head: { address: '/home', description: name } }
    const image = 'prerendered/open-graph-0.png'
    expect(JSON.parse(files['prerendered/metadata.json'] ?? '')).toEqual([{ ...described, image }])
    expect([files[image], drawn]).toEqual(['an image', [{ name: 'Home', headline: '' }]])
    const plain = await render({ home: `() => 'home'` }, { pages, metadata: source })
    expect(JSON.parse(plain.files['prerendered/metadata.json'] ?? '')).toEqual([described])
    const many: RemotePage[] = [
      { path: '/home/:name', access: 'open', title: 'One of many', route: 'start' },
      { path: '/other/:name', access: 'open', title: 'One of others' },
    ]
    const none = await render({}, { pages: many, metadata: metadata('') })
    expect(none.prerendered.listed, 'a route without any address').toEqual(['/home/:name'])
    const site = metadata(`{ address: page.path, canonical: '/' }`)
    const home = await render({ home: `() => 'home'` }, { pages, metadata: site, drawImage })
    expect(Object.keys(home.files).filter((file) => file.endsWith('.png'))).toEqual([])
    await expect(
      render({ home: `() => 'home'` }, { pages, metadata: metadata(`{ address: 'home' }`) }),
    ).rejects.toThrow(
      /remote-\d+: metadata of \/home: 0\.head\.address: expected an address such as \/projects\/one/,
    )
  },
  limitMs,
)
