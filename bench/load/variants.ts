import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { getReleaseFolder } from '@portico/shared/paths.ts'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { getPageChunks } from '@portico/shared/release/manifest.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { type App, findApps } from '@portico/tools/build/find-apps.ts'
import * as v from 'valibot'
import { root } from '../root.ts'
import { createAccount, type SignedIn } from '../site/create-account.ts'
import { fetchDiscovery } from '../site/fetch-discovery.ts'
import { startSite } from '../site/start-site.ts'
import { type StaticFolder, startStaticServer } from '../site/static-server.ts'
import { buildDefaultFederation, buildMonolith, type RivalBuild } from './build-rivals.ts'
import { renderRivalPage } from './rival-page.ts'

/** One way to build and serve the same page. */
export interface Variant {
  readonly name: VariantName
  readonly url: string
  readonly visitor: SignedIn
}

/**
 * `portico`: the product's page and files on the server that serves the rivals. `portico, own server`: what visitors
 * get. `monolith`: as usually written, with React.lazy. `monolith, preloaded`: with route.lazy and preload links.
 */
export type VariantName =
  | 'portico'
  | 'portico, own server'
  | 'monolith'
  | 'monolith, preloaded'
  | 'default federation'

const path = '/api/text_effect_i'

/** Builds every rival with the product's settings and serves all variants. */
export async function startVariants(): Promise<{ variants: Variant[]; stop(): Promise<void> }> {
  const site = await startSite()
  const stops = [site.stop]
  const stop = async () => void (await Promise.all(stops.map((stopOne) => stopOne())))
  try {
    const account = await createAccount(site.origin)
    const page = await fetchPage(site.origin + path, account.browser)
    const apps = await findApps(root)
    const variant = (name: VariantName, origin: string): Variant => {
      return { name, url: origin + path, visitor: account.browser }
    }
    const serve = async (name: VariantName, html: string, folders: readonly StaticFolder[]) => {
      const json = { [accountPaths.session]: { visitor: account.visitor } }
      const server = await startStaticServer(folders, { page: html, json })
      stops.push(server.stop)
      return variant(name, server.origin)
    }
    const serveRival = (name: VariantName, build: RivalBuild, preloads: readonly string[] = []) =>
      serve(name, renderRivalPage(page, build, preloads), [{ prefix: '/', folder: build.folder }])
    const preloaded = await buildMonolith(apps, 'route.lazy')
    const variants = [
      await serve('portico', page, getReleaseFolders(apps)),
      variant('portico, own server', site.origin),
      await serveRival('monolith', await buildMonolith(apps, 'React.lazy')),
      await serveRival(
        'monolith, preloaded',
        preloaded,
        getPageFiles(preloaded, await fetchDiscovery(site.origin)),
      ),
      await serveRival('default federation', await buildDefaultFederation(apps)),
    ]
    return { variants, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The page as the product's server sends it to a signed-in visitor. */
async function fetchPage(url: string, { cookies }: SignedIn): Promise<string> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const response = await fetch(url, { headers: { cookie } })
  if (!response.ok) throw new Error(`${url} responds with ${response.status}.`)
  return response.text()
}

const BuiltSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string(), hash: v.string() }))

function getReleaseFolders(apps: readonly App[]): StaticFolder[] {
  return apps.map(({ name }) => {
    const folder = join(root, 'dist', name)
    const record = v.parse(BuiltSchema, readFileSync(join(folder, 'release.json'), 'utf8'))
    return { prefix: getReleaseFolder(name, getReleaseId(record)), folder }
  })
}

/** The files of a monolith that the page needs beside its main ones. */
function getPageFiles(build: RivalBuild, { remotes }: DiscoveryDocument): string[] {
  const pages = Object.values(remotes).flatMap(({ stable }) => stable.pages)
  const chunks = getPageChunks(pages.find((page) => page.path === path) ?? {})
  const files = chunks.flatMap((chunk) => build.getFiles(chunk))
  if (files.length === 0) throw new Error(`The monolith has none of the chunks ${chunks.join(', ')}.`)
  return [...new Set(files)]
}
