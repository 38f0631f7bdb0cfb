import { contractVersion, type RemoteModule, type SearchProps } from '@portico/shared/contract/contract.ts'
import type { ComponentType } from 'react'
import * as v from 'valibot'

const isFunction = v.function('expected a function')

const RemoteModuleSchema = v.object({
  remote: v.object({
    contractVersion: v.literal(contractVersion, `expected contract version ${contractVersion}`),
    routes: v.array(v.object({ path: v.string(), lazy: isFunction })),
    search: v.optional(v.object({ lazy: isFunction })),
  }),
})

const LoadedPageSchema = v.object({
  Component: v.custom<ComponentType>(isComponent, 'expected a React component'),
})

const LoadedSearchSchema = v.object({
  Component: v.custom<ComponentType<SearchProps>>(isComponent, 'expected a React component'),
})

/** Parses the remote that a loaded module exports. Throws if it breaks the contract. */
export function parseRemoteModule(loaded: unknown): RemoteModule {
  const { remote } = v.parse(RemoteModuleSchema, loaded)
  return remote as RemoteModule // The schema checks everything that can be checked without calling it.
}

/** Parses the result of a route's `lazy`. Throws if it is not a component. */
export function parseLoadedPage(loaded: unknown): { readonly Component: ComponentType } {
  return v.parse(LoadedPageSchema, loaded)
}

/** Parses the result of the search's `lazy`. Throws if it is not a component. */
export function parseLoadedSearch(loaded: unknown): { readonly Component: ComponentType<SearchProps> } {
  return v.parse(LoadedSearchSchema, loaded)
}

function isComponent(value: unknown): boolean {
  if (typeof value === 'function') return true
  return typeof value === 'object' && value !== null && '$$typeof' in value // for example from memo
}
