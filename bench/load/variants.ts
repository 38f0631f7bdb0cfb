import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { getPageChunks } from '@portico/kit/contract/manifest.ts'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { type App, findApps } from '@portico/tools/build/find-apps.ts'
import * as v from 'valibot'
import { root } from '../root.ts'
import { createAccount, type SignedIn } from '../site/create-account.ts'
import { fetchDiscovery } from '../site/fetch-discovery.ts'
import { startSite } from '../site/start-site.ts'
import { type StaticFolder, type StaticPage, startStaticServer } from '../site/static-server.ts'
import { buildDefaultFederation, buildMonolith, type RivalBuild } from './build-rivals.ts'
import { type RivalRendering, renderRivalPage } from './rival-page.ts'

/** One way to build and serve the same pages. */
export interface Variant {
  readonly name: VariantName
  readonly origin: string
  readonly visitor: SignedIn
}

/**
 * `portico`: the product's pages and files on the server that serves the rivals. `portico, own server`: what visitors
 * get. `monolith`: as usually written, with React.lazy. `monolith, preloaded`: with route.lazy and preload links.
 * `monolith, server-rendered`: the same, with the product's prerendered HTML.
 */
export const variantNames = [
  'portico',
  'portico, own server',
  'monolith',
  'monolith, preloaded',
  'monolith, server-rendered',
  'default federation',
] as const

/** The name of a variant. */
export type VariantName = (typeof variantNames)[number]

/** The pages that are compared: a listing, and the home page. */
export const measuredPaths = { listing: '/api/text_effect_i', home: '/' } as const

/** Builds the rivals with the product's settings and serves all variants named by `names`. */
export async function startVariants(
  names: readonly VariantName[] = variantNames,
): Promise<{ variants: Variant[]; stop(): Promise<void> }> {
  const site = await startSite()
  const stops = [site.stop]
  const stop = async () => void (await Promise.all(stops.map((stopInstance) => stopInstance())))
  try {
    const account = await createAccount(site.origin)
    const pages = await fetchPages(site.origin, account.browser)
    const apps = await findApps(root)
    const { remotes } = await fetchDiscovery(site.origin)
    const serve = async (name: VariantName, folders: readonly StaticFolder[], toPage: ToPage) => {
      const rendered = new Map(pages.map((page) => [getPageKey(page.path, page.isSignedIn), toPage(page)]))
      const json = { [accountPaths.session]: { visitor: account.visitor } }
      const server = await startStaticServer(folders, {
        page: (path, cookies) =>
          rendered.get(getPageKey(path, hasSession(cookies, account.browser))) ?? { html: '', links: null },
        json,
      })
      stops.push(server.stop)
      return { name, origin: server.origin, visitor: account.browser }
    }
    const serveRival = (
      name: VariantName,
      build: RivalBuild,
      rendering: RivalRendering,
      isPreloaded = false,
    ) =>
      serve(name, [{ prefix: '/', folder: build.folder }], (page) =>
        renderRivalPage(page, build, {
          rendering,
          preloads: isPreloaded ? getPageFiles(build, remotes, page.path) : [],
        }),
      )
    const variants: Variant[] = []
    for (const name of names) {
      if (name === 'portico') variants.push(await serve(name, getReleaseFolders(apps), (page) => page))
      else if (name === 'portico, own server')
        variants.push({ name, origin: site.origin, visitor: account.browser })
      else if (name === 'default federation')
        variants.push(await serveRival(name, await buildDefaultFederation(apps), 'client'))
      else {
        const build = await buildMonolith(apps, name === 'monolith' ? 'React.lazy' : 'route.lazy')
        const rendering = name === 'monolith, server-rendered' ? 'server' : 'client'
        variants.push(await serveRival(name, build, rendering, name !== 'monolith'))
      }
    }
    return { variants, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface ProductPage extends StaticPage {
  readonly path: string
  readonly isSignedIn: boolean
}

type ToPage = (page: ProductPage) => StaticPage

/** The pages as the product's server sends them to a signed-in visitor, and the home page to everyone else. */
async function fetchPages(origin: string, visitor: SignedIn): Promise<ProductPage[]> {
  const { listing, home } = measuredPaths
  return [
    { path: listing, isSignedIn: true, ...(await fetchPage(origin + listing, visitor)) },
    { path: home, isSignedIn: true, ...(await fetchPage(origin + home, visitor)) },
    { path: home, isSignedIn: false, ...(await fetchPage(origin + home, { cookies: [] })) },
  ]
}

function getPageKey(path: string, isSignedIn: boolean): string {
  return `${path} ${isSignedIn}`
}

function hasSession(cookies: string, { cookies: own }: SignedIn): boolean {
  return own.some(({ name, value, httpOnly }) => httpOnly && cookies.includes(`${name}=${value}`))
}

async function fetchPage(url: string, { cookies }: Pick<SignedIn, 'cookies'>): Promise<StaticPage> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const response = await fetch(url, { headers: { cookie } })
  if (!response.ok) throw new Error(`${url} responds with ${response.status}.`)
  return { html: await response.text(), links: response.headers.get('link') }
}

const BuiltSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string(), hash: v.string() }))

function getReleaseFolders(apps: readonly App[]): StaticFolder[] {
  return apps.map(({ name }) => {
    const folder = join(root, 'dist', name)
    const record = v.parse(BuiltSchema, readFileSync(join(folder, 'release.json'), 'utf8'))
    return { prefix: getReleaseFolder(name, getReleaseId(record)), folder }
  })
}

/** The files of a monolith that the page needs in addition to its main ones. */
function getPageFiles(build: RivalBuild, remotes: DiscoveryDocument['remotes'], path: string): string[] {
  const pages = Object.values(remotes).flatMap(({ stable }) => stable.pages)
  const chunks = getPageChunks(pages.find((page) => page.path === path) ?? {})
  const files = chunks.flatMap((chunk) => build.getFiles(chunk))
  if (files.length === 0) throw new Error(`The monolith has none of the chunks ${chunks.join(', ')}.`)
  return [...new Set(files)]
}
