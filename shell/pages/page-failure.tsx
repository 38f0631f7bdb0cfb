import { PageNotFound } from '@portico/kit/contract/contract.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { use, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { PrerenderedHtml } from '../hydration/prerendered-html.tsx'
import { Loading } from '../layout/loading/loading.tsx'
import { useIsRevalidating, useNavigation } from '../navigation/navigation-provider.tsx'
import actionStyles from '../remotes/failure-actions.module.css'
import { FailureText } from '../remotes/failure-text.tsx'
import { fetchDiscovery } from '../remotes/poll-discovery.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { dispatchPageEvent } from './dispatch-page-event.ts'
import { NotFoundPage } from './not-found-page.tsx'
import styles from './page-failure.module.css'
import { useTitle } from './page-screen.tsx'
import { type PrerenderedPage, PrerenderedPageContext } from './prerendered-page.ts'
import { useFocusHeading } from './use-focus-heading.ts'

interface PageFailureProps {
  readonly remote: SelectedRemote
  readonly loader: RemoteLoader
  readonly page: Pick<RemotePage, 'path' | 'title'>
  readonly error: unknown
}

/** Replaces a page that failed. */
export function PageFailure({ remote, loader, page, error }: PageFailureProps) {
  const props = { remote, loader, title: page.title }
  const isFallingBack = useFallback(props, error)
  const notify = useEffectEvent((cause: unknown) =>
    dispatchPageEvent(loader.getActive(remote), page, { cause }),
  )
  useEffect(() => {
    if (!isFallingBack) notify(error)
  }, [error, isFallingBack])
  const prerendered = use(PrerenderedPageContext)
  const html = prerendered?.getHtml() ?? null
  if (error instanceof PageNotFound) return <NotFoundPage />
  if (prerendered !== null && html !== null)
    return <ReadOnlyPage page={prerendered} html={html} failure={isFallingBack ? null : error} />
  return isFallingBack ? <Loading /> : <FailureScreen {...props} error={error} />
}

interface ReadOnlyPageProps {
  readonly page: PrerenderedPage
  readonly html: readonly ChildNode[]
  /** null: another release is loading. */
  readonly failure: unknown
}

/** The prerendered page instead of a failure screen: its content is still readable. */
function ReadOnlyPage({ page, html, failure }: ReadOnlyPageProps) {
  useEffect(() => {
    if (failure === null) return
    page.setFailure(failure instanceof LoadFailure ? failure : { reason: 'mount' })
    return () => page.setFailure(null)
  }, [page, failure])
  return <PrerenderedHtml nodes={html} />
}

/**
 * Reports a release that broke while rendering, and falls back to the previous one, before the visitor sees a failure.
 */
function useFallback(
  { remote, loader }: { remote: SelectedRemote; loader: RemoteLoader },
  error: unknown,
): boolean {
  const { revalidate } = useNavigation()
  const isRenderError = !(error instanceof LoadFailure || error instanceof PageNotFound)
  // The fallback may break, too: that is a different error, without a fallback.
  const [broken] = useState(() =>
    isRenderError && loader.getActive(remote).remote.fallback !== undefined ? error : null,
  )
  const handleRenderError = useEffectEvent((cause: unknown) => {
    const { hasFallback } = loader.reportFailure(remote, cause)
    if (hasFallback) void revalidate()
  })
  // Before the visitor can open the page again, which would show the component that broke.
  useLayoutEffect(() => {
    if (isRenderError) handleRenderError(error)
  }, [isRenderError, error])
  return broken !== null && broken === error
}

interface FailureScreenProps {
  readonly remote: SelectedRemote
  readonly loader: RemoteLoader
  readonly title: string
  readonly error: unknown
}

function FailureScreen({ remote, loader, title, error }: FailureScreenProps) {
  const { revalidate } = useNavigation()
  const isRevalidating = useIsRevalidating()
  const focusHeading = useFocusHeading()
  useTitle(title)
  // On this screen, again after a retry that failed, and on the page that replaces this screen.
  useEffect(() => {
    if (!isRevalidating) focusHeading()
    return focusHeading
  }, [isRevalidating, focusHeading])
  const failure = error instanceof LoadFailure ? error : null
  useReloadOnceBuilt(remote, failure)
  if (isRevalidating) return <Loading />
  const { release } = loader.getActive(remote).remote
  const retry = () => {
    // Only a new page view learns that it has been turned on again.
    if (failure?.reason === 'off') return location.reload()
    void revalidate()
  }
  return (
    <section className={styles.screen} aria-labelledby="failure">
      <h1 id="failure" tabIndex={-1}>
        {failure?.reason === 'off' ? 'Temporarily unavailable' : 'Chunk load error'}
      </h1>
      <p className={styles.text}>
        <FailureText subject="This page" failure={failure} team={remote.team} />
      </p>
      <p className={styles.actions}>
        <button className={actionStyles.action} type="button" onClick={retry}>
          Retry
        </button>
        <Link className={actionStyles.quiet} to="/">
          Go to the home page
        </Link>
      </p>
      <p className={styles.detail}>
        <code>
          {remote.name}@{getReleaseId(release)}{' '}
          {failure ? `${failure.phase} ${failure.reason}` : 'mount mount'}
        </code>
      </p>
      {import.meta.env.MODE === 'development' && (
        <pre className={styles.stack}>{formatStack(failure?.cause ?? error)}</pre>
      )}
    </section>
  )
}

/** The message and the stack; not every browser repeats the message in the stack. */
function formatStack(error: unknown): string {
  const { stack = '' } = error instanceof Error ? error : {}
  return stack.includes(String(error)) ? stack : `${String(error)}\n${stack}`
}

const pollMs = 1_000

/**
 * In development, reloads the page once a remote that did not compile has been built again: it isn't on the page, so
 * nothing else notices the update.
 */
function useReloadOnceBuilt({ name, release }: SelectedRemote, failure: LoadFailure | null): void {
  const isMissing = import.meta.env.MODE === 'development' && failure?.phase === 'entry'
  useEffect(
    () => (isMissing ? watchBuild({ name, release }, () => location.reload()) : undefined),
    [isMissing, name, release],
  )
}

/** Calls `onChange` when the remote's entry differs from the one that the page requested. Returns a function that stops. */
function watchBuild({ name, release }: Pick<SelectedRemote, 'name' | 'release'>, onChange: () => void) {
  const address = getReleaseFolder(name, getReleaseId(release)) + release.entry.file
  let last: string | undefined
  const poll = async () => {
    const [text, discovery] = await Promise.all([
      fetch(address, { cache: 'no-store' }).then((response) => response.text()),
      fetchDiscovery(fetch),
    ])
    const integrity = discovery?.remotes[name]?.stable.entry.integrity
    // A page that was requested during a build names the hash of the previous one.
    const isOutdated = integrity !== undefined && integrity !== release.entry.integrity
    if (isOutdated || (last !== undefined && text !== last)) onChange()
    last = text
  }
  const pollNow = () => void poll().catch(() => {}) // The development server has been stopped.
  const timer = setInterval(pollNow, pollMs)
  pollNow()
  return () => clearInterval(timer)
}
