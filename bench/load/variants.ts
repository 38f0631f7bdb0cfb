import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { createAccount, type SignedIn } from '../site/create-account.ts'
import { fetchDiscovery } from '../site/fetch-discovery.ts'
import { startSite } from '../site/start-site.ts'
import { startStaticServer } from '../site/static-server.ts'
import { buildMonolith, buildPlainFederation, type RivalBuild } from './build-rivals.ts'
import { getPageFiles, parseCommonHead, renderRivalPage } from './rival-page.ts'

/** One way to build and serve the same page. */
export interface Variant {
  readonly name: VariantName
  readonly url: string
  readonly visitor: SignedIn
}

/** `monolith`: as usually written, with React.lazy. `monolith, preloaded`: with route.lazy and preload links. */
export type VariantName = 'portico' | 'monolith' | 'monolith, preloaded' | 'federation as it comes'

const path = '/api/text_effect_i'

/** Builds and serves every variant, the product by its own server. */
export async function startVariants(): Promise<{ variants: Variant[]; stop(): Promise<void> }> {
  const site = await startSite()
  const stops = [site.stop]
  const stop = async () => void (await Promise.all(stops.map((stopOne) => stopOne())))
  try {
    const account = await createAccount(site.origin)
    const head = parseCommonHead(await (await fetch(site.origin + path)).text())
    const remotes = head.data.remotes.map(({ name }) => name)
    const variant = (name: VariantName, origin: string): Variant => {
      return { name, url: origin + path, visitor: account.browser }
    }
    const serve = async (name: VariantName, built: RivalBuild, preloads: readonly string[] = []) => {
      const server = await startStaticServer(built.folder, {
        page: renderRivalPage(built, head, preloads),
        json: { [accountPaths.session]: { visitor: account.visitor } },
      })
      stops.push(server.stop)
      return variant(name, server.origin)
    }
    const monolith = await buildMonolith(remotes, 'React.lazy')
    const preloaded = await buildMonolith(remotes, 'route.lazy')
    const plain = await buildPlainFederation(remotes)
    const variants = [
      variant('portico', site.origin),
      await serve('monolith', monolith),
      await serve(
        'monolith, preloaded',
        preloaded,
        getPageFiles(preloaded, await fetchDiscovery(site.origin), path),
      ),
      await serve('federation as it comes', plain),
    ]
    return { variants, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
