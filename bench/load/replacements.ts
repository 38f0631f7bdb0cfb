import { join } from 'node:path'
import { root } from '../root.ts'

// A rival is the product's own source with two modules replaced: `shell/remotes/federation.ts`, with which the shell loads remotes,
// and `row-toggle.tsx`, which opens a row by HTML alone. The replacements are generated, because no folder may import all remotes.

/** How a monolith loads its pages: `route.lazy` waits for the code, `React.lazy` shows a fallback in the meantime. */
export type MonolithStyle = 'React.lazy' | 'route.lazy'

/** A module with all remotes compiled into the shell. */
export function renderMonolithModule(remotes: readonly string[], style: MonolithStyle): string {
  const imports = remotes.map((name, index) => {
    return `import { remote as remote${index} } from ${JSON.stringify(join(root, `remote-${name}`, 'remote.ts'))}`
  })
  const entries = remotes.map((name, at) => `${JSON.stringify(name)}: remote${at}`)
  const lazy = style === 'route.lazy' ? 'route.lazy' : 'async () => toLazyPage(route.lazy)'
  return `${imports.join('\n')}
${toLazyPage}
const remotes = { ${entries.join(', ')} }
const fetchModule = async ({ name }) => {
  const { routes } = remotes[name]
  return { remote: { routes: routes.map((route) => ({ path: route.path, lazy: ${lazy} })) } }
}
export const startFederation = () => fetchModule
`
}

/** A module that loads remotes as Module Federation's documentation shows: `React.lazy` and `import('remote/module')`. */
export function renderFederationModule(remotes: readonly string[]): string {
  const entries = remotes.map(
    (name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(`${name}/remote`)})`,
  )
  return `${toLazyPage}
const containers = { ${entries.join(', ')} }
const loadPage = async (name, path) => {
  const { remote } = await containers[name]()
  return remote.routes.find((route) => route.path === path).lazy()
}
const fetchModule = async ({ name, release }) => {
  const routes = release.pages.map(({ path }) => ({ path, lazy: async () => toLazyPage(() => loadPage(name, path)) }))
  return { remote: { routes } }
}
export const startFederation = () => fetchModule
`
}

const listing = join(root, 'remote-catalogue/pages/listing')

/** A module whose row opens as in most React apps: by a handler, once the page is hydrated. */
export const toggleModule = `import { getEntryName, getTryId } from ${JSON.stringify(join(root, 'remote-catalogue/model/entry.ts'))}
import styles from ${JSON.stringify(join(listing, 'row-toggle.module.css'))}
export const RowToggle = ({ entry, isOpen }) => (
  <div>
    <button type="button" className={styles.toggle} data-entry={entry.id} aria-expanded={isOpen}>{getEntryName(entry)}</button>
    <span id={getTryId(entry)} />
  </div>
)
`

/** The HTML of a page with the elements that `toggleModule` hydrates. */
export function replaceToggles(html: string): string {
  return html.replaceAll(
    /<details name="entry"( open="")?><summary([^>]*)>([^<]*)<\/summary>(<span[^>]*><\/span>)<\/details>/g,
    (_, open: string | undefined, attributes: string, name: string, anchor: string) =>
      `<div><button type="button"${attributes} aria-expanded="${open !== undefined}">${name}</button>${anchor}</div>`,
  )
}

const toLazyPage = `import { lazy, Suspense } from 'react'
import { Loading } from ${JSON.stringify(join(root, 'shell/layout/loading/loading.tsx'))}
const toLazyPage = (load) => {
  const Page = lazy(async () => ({ default: (await load()).Component }))
  return { Component: () => <Suspense fallback={<Loading />}><Page /></Suspense> }
}`
