import { contractVersion, type RemoteModule, type SearchProps } from '@portico/shared/contract/contract.ts'
import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { ComponentType } from 'react'
import type { FetchModule } from './federation.ts'
import { LoadFailure } from './load-failure.ts'
import { parseLoadedPage, parseLoadedSearch, parseRemoteModule } from './parse-remote-module.ts'

/** Fetches a release's module and checks it against the contract. */
export async function loadModule(
  remote: SelectedRemote,
  attempt: number,
  fetchModule: FetchModule,
): Promise<RemoteModule> {
  if (remote.release.contractVersion !== contractVersion) {
    throw createContractFailure(remote, `built for contract ${remote.release.contractVersion}`)
  }
  const loaded = await fetchModule(remote, attempt)
  return enforceContract(remote, () => parseRemoteModule(loaded))
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
  return enforceContract(remote, () => parseLoadedPage(loaded).Component)
}

/** Loads the search component. */
export async function loadSearch(
  remote: SelectedRemote,
  { search }: RemoteModule,
): Promise<ComponentType<SearchProps>> {
  if (!search) throw createContractFailure(remote, 'no search, although a page is `searchable`')
  const loaded = await search.lazy()
  return enforceContract(remote, () => parseLoadedSearch(loaded).Component)
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
