import type { ContentPort, Destination, RemoteModule, SearchProps } from '@portico/kit/contract/contract.ts'
import { formatSupportedVersions, getContractSupport } from '@portico/kit/contract/contract-version.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import type { ComponentType } from 'react'
import * as v from 'valibot'
import type { FetchModule } from './federation.ts'

const isFunction = v.function('expected a function')

const RemoteModuleSchema = v.object({
  remote: v.object({
    routes: v.array(v.object({ path: v.string(), lazy: isFunction })),
    search: v.optional(v.object({ lazy: isFunction })),
    showcases: v.optional(v.record(v.string(), v.object({ lazy: isFunction }))),
    destinations: v.optional(v.object({ lazy: isFunction })),
  }),
})

const LoadedPageSchema = v.object({
  Component: v.custom<ComponentType>(isComponent, 'expected a React component'),
})

const LoadedSearchSchema = v.object({
  Component: v.custom<ComponentType<SearchProps>>(isComponent, 'expected a React component'),
})

const LoadedDestinationsSchema = v.object({
  destinations: v.array(
    v.object({
      name: v.string(),
      path: v.pipe(v.string(), v.startsWith('/')),
      keywords: v.optional(v.array(v.string())),
    }),
  ),
})

/** Fetches a release's module and checks it against the contract. */
export async function loadModule(
  remote: SelectedRemote,
  attempt: number,
  fetchModule: FetchModule,
): Promise<RemoteModule> {
  const { app, contractVersion } = remote.release
  if (app !== undefined) return loadApp(remote, await fetchModule(remote, attempt))
  if (/^(?:ended|unknown)$/.test(getContractSupport(contractVersion)))
    throw createContractFailure(
      remote,
      `built for contract version ${contractVersion}, but the shell accepts ${formatSupportedVersions()}`,
    )
  const loaded = await fetchModule(remote, attempt)
  return enforceContract(remote, () => parseRemoteModule(loaded))
}

async function loadApp(remote: SelectedRemote, loaded: unknown): Promise<RemoteModule> {
  const { createAppModule } = await import(/* webpackChunkName: "app" */ './apps/app-page.tsx')
  return enforceContract(remote, () => createAppModule(remote, loaded))
}

/** Loads the component of a page. */
export async function loadPage(
  remote: SelectedRemote,
  routes: RemoteModule['routes'],
  path: string,
): Promise<ComponentType> {
  const route = routes.find((candidate) => candidate.path === path)
  if (!route) throw createContractFailure(remote, `no route for ${path}`)
  const loaded = await route.lazy()
  return enforceContract(remote, () => v.parse(LoadedPageSchema, loaded).Component)
}

/** Loads the showcase of a page; null: the release has none. */
export async function loadShowcase(
  remote: SelectedRemote,
  { showcases }: RemoteModule,
  path: string,
): Promise<ComponentType | null> {
  if (!hasShowcase(remote, path)) return null
  const showcase = showcases?.[path]
  if (!showcase) throw createContractFailure(remote, `no showcase of ${path}, although the page is marked`)
  const loaded = await showcase.lazy()
  return enforceContract(remote, () => v.parse(LoadedPageSchema, loaded).Component)
}

/** Whether a release offers a showcase of a page. */
export function hasShowcase({ release }: SelectedRemote, path: string): boolean {
  return release.pages.some((page) => page.path === path && page.showcase === true)
}

/** Loads the search component. */
export async function loadSearch(
  remote: SelectedRemote,
  { search }: RemoteModule,
): Promise<ComponentType<SearchProps>> {
  if (!search) throw createContractFailure(remote, 'no search, although a page is `searchable`')
  const loaded = await search.lazy()
  return enforceContract(remote, () => v.parse(LoadedSearchSchema, loaded).Component)
}

function parseRemoteModule(loaded: unknown): RemoteModule {
  const { remote } = v.parse(RemoteModuleSchema, loaded)
  return remote as RemoteModule // The schema checks everything that can be checked without calling it.
}

function isComponent(value: unknown): boolean {
  if (typeof value === 'function') return true
  return typeof value === 'object' && value !== null && '$$typeof' in value // for example from memo
}

/** Loads the destinations; a remote without any has an empty list. */
export async function loadDestinations(
  remote: SelectedRemote,
  { destinations }: RemoteModule,
  content: ContentPort,
): Promise<readonly Destination[]> {
  if (!destinations) return []
  const loaded = await destinations.lazy(content)
  return enforceContract(remote, () => v.parse(LoadedDestinationsSchema, loaded).destinations)
}

function enforceContract<T>(remote: SelectedRemote, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw createContractFailure(remote, cause)
  }
}

function createContractFailure(remote: SelectedRemote, cause: unknown): LoadFailure {
  return new LoadFailure(remote.name, { phase: 'module', reason: 'contract', cause })
}
