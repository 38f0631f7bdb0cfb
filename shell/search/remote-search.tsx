import { type SearchProps, useSession } from '@portico/shared/contract/contract.ts'
import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { describeLoadFailure } from '../remotes/describe-load-failure.ts'
import { LoadFailure } from '../remotes/load-failure.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import failureStyles from '../router/page-failure.module.css'
import styles from './remote-search.module.css'
import { findSearchableRemote } from './searchable-remote.ts'

/** What the finder comes from. */
export interface RemoteSearchOptions {
  readonly remotes: readonly SelectedRemote[]
  readonly loader: RemoteLoader
}

/**
 * The finder of whichever remote has one, as a component for pages and for the palette: loading and failure are states
 * of it. undefined where no remote has one.
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
  return remote === null ? props.children : <LoadedSearch remote={remote} {...props} />
}

type SearchState =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly Finder: ComponentType<SearchProps> }
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
    let isHere = true
    void loadSearch(remote, loader).then((next) => isHere && setState(next))
    return () => {
      isHere = false
    }
  }, [isLoading, remote, loader])
  const retry = () => setState({ status: 'loading' })
  switch (state.status) {
    case 'loading':
      return (
        <>
          <p className={styles.loading} data-place={props.place}>
            Loading...
          </p>
          {props.children}
        </>
      )
    case 'failed':
      return (
        <>
          <SearchFailure remote={remote} failure={state.failure} retry={retry} />
          {props.children}
        </>
      )
    case 'loaded':
      return (
        <Boundary onThrown={(thrown) => setState(getStateAfterError(loader.reportFailure(remote, thrown)))}>
          <state.Finder {...props} />
        </Boundary>
      )
  }
}

/** A release that gives way to another is loaded again, from that. */
function getStateAfterError({ failure, isSwapped }: ReturnType<RemoteLoader['reportFailure']>): SearchState {
  return isSwapped ? { status: 'loading' } : { status: 'failed', failure }
}

async function loadSearch(remote: SelectedRemote, loader: RemoteLoader): Promise<SearchState> {
  try {
    return { status: 'loaded', Finder: await loader.loadSearch(remote) }
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
        The search belongs to the part <strong>{remote.name}</strong> of the <strong>{remote.team}</strong>.{' '}
        {describeLoadFailure(failure)} The rest of the site works.
      </p>
      <button className={failureStyles.action} type="button" onClick={retry}>
        Retry
      </button>
    </div>
  )
}

/** Catches what a finder throws while it is drawn. Only a class can. */
class Boundary extends Component<{
  readonly children: ReactNode
  readonly onThrown: (thrown: unknown) => void
}> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onThrown(thrown)
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children
  }
}
