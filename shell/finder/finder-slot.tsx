import { type SearchProps, useSession } from '@portico/shared/contract/contract.ts'
import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { explain } from '../failure/explain.ts'
import failureStyles from '../failure/failure.module.css'
import { LoadFailure } from '../remotes/load-failure.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { finderRemote } from './finder-remote.ts'
import styles from './finder-slot.module.css'

/** What the finder comes from. */
export interface FinderParts {
  readonly remotes: readonly SelectedRemote[]
  readonly loader: RemoteLoader
}

/**
 * The finder of whichever remote has one, as a component for pages and for the palette: loading and failure are states
 * of it. undefined where no remote has one.
 */
export function finderSlot({ remotes, loader }: FinderParts): ComponentType<SearchProps> | undefined {
  if (!remotes.some(({ release }) => release.pages.some(({ searchable }) => searchable))) return undefined
  return (props) => <FinderSlot {...props} remotes={remotes} loader={loader} />
}

function FinderSlot({ remotes, ...props }: SearchProps & FinderParts) {
  const remote = finderRemote(remotes, useSession().authenticated)
  return remote === null ? props.children : <LoadedFinder remote={remote} {...props} />
}

type FinderState =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly Finder: ComponentType<SearchProps> }
  | { readonly status: 'failed'; readonly failure: LoadFailure }

function LoadedFinder({
  remote,
  loader,
  ...props
}: SearchProps & { readonly remote: SelectedRemote; readonly loader: RemoteLoader }) {
  const [state, setState] = useState<FinderState>({ status: 'loading' })
  const isLoading = state.status === 'loading'
  useEffect(() => {
    if (!isLoading) return
    let isHere = true
    void loadFinder(remote, loader).then((next) => isHere && setState(next))
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
          <FinderFailure remote={remote} failure={state.failure} retry={retry} />
          {props.children}
        </>
      )
    case 'loaded':
      return (
        <Boundary onThrown={(thrown) => setState(afterThrow(loader.fail(remote, thrown)))}>
          <state.Finder {...props} />
        </Boundary>
      )
  }
}

/** A release that gives way to another is loaded again, from that. */
function afterThrow({ failure, isSwapped }: ReturnType<RemoteLoader['fail']>): FinderState {
  return isSwapped ? { status: 'loading' } : { status: 'failed', failure }
}

async function loadFinder(remote: SelectedRemote, loader: RemoteLoader): Promise<FinderState> {
  try {
    return { status: 'loaded', Finder: await loader.finder(remote) }
  } catch (thrown) {
    if (thrown instanceof LoadFailure) return { status: 'failed', failure: thrown }
    throw thrown
  }
}

interface FinderFailureProps {
  readonly remote: SelectedRemote
  readonly failure: LoadFailure
  readonly retry: () => void
}

function FinderFailure({ remote, failure, retry }: FinderFailureProps) {
  return (
    <div className={styles.failure} role="alert">
      <p>
        The search belongs to the part <strong>{remote.name}</strong> of the <strong>{remote.team}</strong>.{' '}
        {explain(failure)} The rest of the site works.
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
