import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { bundleHostPlugin } from '@portico/tools/build/bundle-host-plugin.ts'
import { root } from '@portico/tools/system/run-command.ts'
import { createRsbuild } from '@rsbuild/core'

type FederationOptions = Parameters<typeof pluginModuleFederation>[0]

const shared = { react: { singleton: true }, 'react-dom': { singleton: true } }

/** Builds an application with a federation plugin, as its own team does. Returns the folder of the build. */
async function build(
  name: string,
  files: Readonly<Record<string, string>>,
  options: Omit<FederationOptions, 'shared' | 'dts'> & { readonly name: string },
): Promise<string> {
  const folder = join(root, 'e2e/.cache/federated', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: {
      root: folder,
      mode: 'production',
      logLevel: 'error',
      source: { entry: { index: './index.js' } },
      html: { mountId: 'root', tags: [{ tag: 'link', attrs: { rel: 'icon', href: 'data:,' } }] },
      output: { assetPrefix: 'auto' },
      tools: { rspack: { output: { uniqueName: options.name } } },
      plugins: [pluginModuleFederation({ ...options, shared, dts: false })],
    },
  })
  await (await rsbuild.build()).close()
  return join(folder, 'dist')
}

/** Builds the container of a cart, which `onEvaluation` may break; `global` is the container's name. */
export function buildCart(version: string, global: string, onEvaluation = ''): Promise<string> {
  const cart = `import { createElement, useState } from 'react'
${onEvaluation}
export default function Cart() {
  const [count, setCount] = useState(0)
  return createElement('button', { onClick: () => setCount(count + 1) }, 'Cart ${version}: ' + count)
}
`
  const files = { 'index.js': '', 'cart.js': cart }
  return build(`cart-${version}`, files, {
    name: global,
    filename: 'remoteEntry.js',
    exposes: { './Cart': './cart.js' },
  })
}

/** Writes a release that is one ES module, as of a bundler that makes no scripts. Returns its folder. */
export function writeNews(version: string): string {
  const folder = join(root, 'e2e/.cache/federated', `news-${version}`)
  mkdirSync(folder, { recursive: true })
  const modules = `{ './News': async () => () => ({ __esModule: true, default: () => 'News ${version}' }) }`
  const entry = `const modules = ${modules}
export const init = () => {}
export const get = (name) => modules[name]()
`
  writeFileSync(join(folder, 'remoteEntry.js'), entry)
  return folder
}

/** Builds a host that shows a cart and the news of a site, without the URL of either. */
export async function buildHost(site: string, host: string): Promise<string> {
  const bootstrap = `import { createElement, lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

const Cart = lazy(() => import('cart/Cart'))
const News = lazy(() => import('news/News'))
createRoot(document.getElementById('root')).render(
  createElement(Suspense, { fallback: 'Loading' }, createElement(News), createElement(Cart)),
)
`
  const plugin = `import { portico } from './plugin.js'

export default () => portico(${JSON.stringify({ site, host })})
`
  const files = {
    'index.js': "import('./bootstrap.js')",
    'bootstrap.js': bootstrap,
    'portico.js': plugin,
    'plugin.js': await bundleHostPlugin(),
  }
  return build(host, files, {
    name: host,
    remotes: { cart: 'cart@portico', news: 'news@portico' },
    runtimePlugins: [join(root, 'e2e/.cache/federated', host, 'portico.js')],
  })
}
