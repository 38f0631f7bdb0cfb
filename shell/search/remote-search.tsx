import { type SearchProps, useSession } from '@portico/kit/contract/contract.ts'
import { SearchField } from '@portico/kit/ui/search-field.tsx'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { type ComponentType, useEffect, useState } from 'react'
import actionStyles from '../remotes/failure-actions.module.css'
import { FailureText } from '../remotes/failure-text.tsx'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { RenderBoundary } from '../remotes/render-boundary.tsx'
import styles from './remote-search.module.css'
import { findSearchableRemote } from './searchable-remote.ts'

/** The inputs for loading the search. */
export interface RemoteSearchOptions {
  readonly remotes: readonly SelectedRemote[]
  readonly loader: RemoteLoader
}

/**
 * Creates a component that loads and renders the search of the first remote that has one, including its loading and
 * failure states. undefined if no remote has a search.
 */
export function createRemoteSearch({
  remotes,
  loader,
}: RemoteSearchOptions): ComponentType<SearchProps> | undefined {
  if (!remotes.some(({ release }) => release.pages.some(({ searchable }) => searchable))) return undefined
  return (props) => <RemoteSearch {...props} remotes={remotes} loader={loader} />
}

function RemoteSearch({ remotes, ...props }: SearchProps & RemoteSearchOptions) {
  const remote = findSearchableRemote(remotes, useSession().authenticated)
  return remote === null ? null : <LoadedSearch remote={remote} {...props} />
}

type SearchState =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly Search: ComponentType<SearchProps> }
  | { readonly status: 'failed'; readonly failure: LoadFailure }

function LoadedSearch({
  remote,
  loader,
  ...props
}: SearchProps & { readonly remote: SelectedRemote; readonly loader: RemoteLoader }) {
  const [state, setState] = useState<SearchState>({ status: 'loading' })
  const isLoading = state.status === 'loading'
  useEffect(() => {
    if (!isLoading) return
    let isMounted = true
    void loadSearch(remote, loader).then((next) => isMounted && setState(next))
    return () => {
      isMounted = false
    }
  }, [isLoading, remote, loader])
  const retry = () => setState({ status: 'loading' })
  switch (state.status) {
    case 'loading':
      return <LoadingSearch {...props} />
    case 'failed':
      return <SearchFailure remote={remote} failure={state.failure} retry={retry} />
    case 'loaded':
      return (
        <RenderBoundary
          onError={(thrown) => setState(getStateAfterError(loader.reportFailure(remote, thrown)))}
        >
          <state.Search {...props} />
        </RenderBoundary>
      )
  }
}

/** Takes what the visitor types until the search has its own field. The dialog gives it the focus. */
function LoadingSearch({ query, onQueryChange }: SearchProps) {
  return (
    <>
      <SearchField label="Search" text={query} onTextChange={onQueryChange} />
      <p className={styles.loading}>Loading...</p>
    </>
  )
}

/** With a fallback, the search is loaded again. */
function getStateAfterError({
  failure,
  hasFallback,
}: ReturnType<RemoteLoader['reportFailure']>): SearchState {
  return hasFallback ? { status: 'loading' } : { status: 'failed', failure }
}

async function loadSearch(remote: SelectedRemote, loader: RemoteLoader): Promise<SearchState> {
  try {
    return { status: 'loaded', Search: await loader.loadSearch(remote) }
  } catch (thrown) {
    if (thrown instanceof LoadFailure) return { status: 'failed', failure: thrown }
    throw thrown
  }
}

interface SearchFailureProps {
  readonly remote: SelectedRemote
  readonly failure: LoadFailure
  readonly retry: () => void
}

function SearchFailure({ remote, failure, retry }: SearchFailureProps) {
  return (
    <div className={styles.failure} role="alert">
      <p>
        <FailureText subject="Search" failure={failure} team={remote.team} />
      </p>
      <button className={actionStyles.action} type="button" onClick={retry}>
        Retry
      </button>
    </div>
  )
}
