import type { ShowcaseProps } from '@portico/kit/contract/contract.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { hasShowcase } from '../remotes/load-module.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { RenderBoundary } from '../remotes/render-boundary.tsx'

/** What showcases are loaded from. */
export interface RemoteShowcaseOptions {
  readonly remotes: readonly SelectedRemote[]
  readonly loader: RemoteLoader
  /** Delays loading, so that it never competes with the page itself. */
  readonly runWhenIdle: (work: () => void) => void
}

/** Creates the component that pages place showcases with. A showcase that is slow or fails leaves the place as it was. */
export function createRemoteShowcase(options: RemoteShowcaseOptions): ComponentType<ShowcaseProps> {
  return ({ path, children }) => {
    const remote = options.remotes.find((candidate) => hasShowcase(candidate, path))
    return remote === undefined ? (
      children
    ) : (
      <RemoteShowcase {...options} remote={remote} path={path}>
        {children}
      </RemoteShowcase>
    )
  }
}

function RemoteShowcase(props: ShowcaseProps & RemoteShowcaseOptions & { readonly remote: SelectedRemote }) {
  const { remote, path, children, loader, runWhenIdle } = props
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<ShowcaseState>({ status: 'waiting' })
  const isWaiting = state.status === 'waiting'
  useEffect(() => {
    if (!isWaiting) return
    let isMounted = true
    let stop = () => {}
    const load = async () => {
      const next = await loadShowcase(remote, path, loader)
      if (isMounted) setState(next)
    }
    runWhenIdle(() => {
      if (isMounted && place.current !== null) stop = onceNearView(place.current, () => void load())
    })
    return () => {
      isMounted = false
      stop()
    }
  }, [isWaiting, remote, path, loader, runWhenIdle])
  // With a fallback, the showcase is loaded again.
  const handleError = (thrown: unknown) =>
    setState({ status: loader.reportFailure(remote, thrown).hasFallback ? 'waiting' : 'absent' })
  return (
    <div ref={place} data-remote={remote.name}>
      {state.status === 'loaded' ? (
        <RenderBoundary onError={handleError}>
          <state.Showcase />
        </RenderBoundary>
      ) : (
        children
      )}
    </div>
  )
}

type ShowcaseState =
  | { readonly status: 'waiting' | 'absent' }
  | { readonly status: 'loaded'; readonly Showcase: ComponentType }

async function loadShowcase(
  remote: SelectedRemote,
  path: string,
  loader: RemoteLoader,
): Promise<ShowcaseState> {
  try {
    const Showcase = await loader.loadShowcase(remote, path)
    return Showcase === null ? { status: 'absent' } : { status: 'loaded', Showcase }
  } catch (thrown) {
    if (thrown instanceof LoadFailure) return { status: 'absent' } // The loader has reported it.
    throw thrown
  }
}

/** Far enough ahead that it has usually loaded when the visitor gets there. */
const marginPx = 400

/** Calls `work` once `element` is in view or close to it. Returns how to stop waiting. */
function onceNearView(element: Element, work: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      work()
    },
    { rootMargin: `${marginPx}px 0px` },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
