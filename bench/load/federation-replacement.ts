import { join } from 'node:path'
import { root } from '../root.ts'

// The alternatives are the product's own sources with one module replaced: `shell/remotes/federation.ts`, which
// fetches a remote's exposed module. These are the replacements, generated because no folder of ours may import them all.

/** How the pages of a monolith come: `route.lazy` waits for the code, `React.lazy` shows a fallback meanwhile. */
export type MonolithStyle = 'React.lazy' | 'route.lazy'

/** The remotes compiled into the shell. */
export function renderMonolithModule(remotes: readonly string[], style: MonolithStyle): string {
  const imports = remotes.map((name, at) => {
    return `import { remote as remote${at} } from ${JSON.stringify(join(root, `remote-${name}`, 'remote.ts'))}`
  })
  const entries = remotes.map((name, at) => `${JSON.stringify(name)}: remote${at}`)
  const lazy = style === 'route.lazy' ? 'route.lazy' : 'async () => later(route.lazy)'
  return `${imports.join('\n')}
${later}
const remotes = { ${entries.join(', ')} }
const fetchModule = async ({ name }) => {
  const { contractVersion, routes } = remotes[name]
  return { remote: { contractVersion, routes: routes.map((route) => ({ path: route.path, lazy: ${lazy} })) } }
}
export const startFederation = () => fetchModule
`
}

/** The remotes loaded as the documentation of Module Federation shows: `React.lazy` over `import('remote/module')`. */
export function renderFederationModule(remotes: readonly string[]): string {
  const entries = remotes.map(
    (name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(`${name}/remote`)})`,
  )
  return `${later}
const containers = { ${entries.join(', ')} }
const pageOf = async (name, path) => {
  const { remote } = await containers[name]()
  return remote.routes.find((route) => route.path === path).lazy()
}
const fetchModule = async ({ name, release }) => {
  const routes = release.pages.map(({ path }) => ({ path, lazy: async () => later(() => pageOf(name, path)) }))
  return { remote: { contractVersion: release.contractVersion, routes } }
}
export const startFederation = () => fetchModule
`
}

const later = `import { lazy, Suspense } from 'react'
import { Loading } from ${JSON.stringify(join(root, 'shell/layout/loading/loading.tsx'))}
const later = (load) => {
  const Page = lazy(async () => ({ default: (await load()).Component }))
  return { Component: () => <Suspense fallback={<Loading />}><Page /></Suspense> }
}`
