import { contractVersion, type FinderProps, type RemoteModule } from '@portico/shared/contract/contract.ts'
import type { ChosenRemote } from '@portico/shared/release/document.ts'
import type { ComponentType } from 'react'
import type { FetchModule } from './federation.ts'
import { LoadFailure } from './load-failure.ts'
import { parseLoadedFinder, parseLoadedPage, parseRemoteModule } from './parse-remote-module.ts'

/** Fetches a release's module and holds it to the contract. */
export async function askModule(
  remote: ChosenRemote,
  attempt: number,
  fetchModule: FetchModule,
): Promise<RemoteModule> {
  if (remote.release.contractVersion !== contractVersion) {
    throw contractFailure(remote, `it is built for contract ${remote.release.contractVersion}`)
  }
  const loaded = await fetchModule(remote, attempt)
  return keeping(remote, () => parseRemoteModule(loaded))
}

/** The component of a page of a module. */
export async function loadPage(
  remote: ChosenRemote,
  routes: RemoteModule['routes'],
  path: string,
): Promise<ComponentType> {
  const route = routes.find((candidate) => candidate.path === path)
  if (!route) throw contractFailure(remote, `no route for ${path}`)
  const loaded = await route.lazy()
  return keeping(remote, () => parseLoadedPage(loaded).Component)
}

/** The component that searches, of a module. */
export async function loadFinder(
  remote: ChosenRemote,
  { finder }: RemoteModule,
): Promise<ComponentType<FinderProps>> {
  if (!finder) throw contractFailure(remote, 'no finder, though a page says `finds`')
  const loaded = await finder.lazy()
  return keeping(remote, () => parseLoadedFinder(loaded).Component)
}

function keeping<T>(remote: ChosenRemote, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw contractFailure(remote, cause)
  }
}

function contractFailure(remote: ChosenRemote, cause: unknown): LoadFailure {
  return new LoadFailure(remote.name, { phase: 'module', reason: 'contract', cause })
}
