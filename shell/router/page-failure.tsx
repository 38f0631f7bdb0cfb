import { PageNotFound } from '@portico/shared/contract/contract.ts'
import { Link, useLocation, useNavigate } from '@portico/shared/contract/router.ts'
import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { useEffect, useState } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { Loading } from '../layout/loading/loading.tsx'
import { describeLoadFailure } from '../remotes/describe-load-failure.ts'
import { LoadFailure } from '../remotes/load-failure.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { focusHeading } from './focus-heading.ts'
import { NotFoundPage } from './not-found-page.tsx'
import styles from './page-failure.module.css'
import { useTitle } from './page-screen.tsx'

/** What stands in the frame where a page should be. */
export function PageFailure(props: { remote: SelectedRemote; loader: RemoteLoader; title: string }) {
  const error = useRouteError()
  const isSwapping = useSwap(props, error)
  if (error instanceof PageNotFound) return <NotFoundPage />
  return isSwapping ? <Loading /> : <FailureScreen {...props} error={error} />
}

/** A release that broke while it was drawn gives way to the one behind it, before anybody sees a failure. */
function useSwap(
  { remote, loader }: { remote: SelectedRemote; loader: RemoteLoader },
  error: unknown,
): boolean {
  const location = useLocation()
  const navigate = useNavigate()
  const isOfPage = !(error instanceof LoadFailure || error instanceof PageNotFound)
  // What takes its place may break as well: that is another error, with nothing behind it.
  const [swapped] = useState(() =>
    isOfPage && loader.getActive(remote).remote.fallback !== undefined ? { error, location } : null,
  )
  useEffect(() => {
    if (swapped === null) return
    loader.reportFailure(remote, swapped.error)
    // Not by revalidation: the router keeps the error where code that is there already makes it too short to be drawn.
    const {
      location,
      location: { state },
    } = swapped
    void navigate(location, { replace: true, preventScrollReset: true, state })
  }, [swapped, loader, remote, navigate])
  return swapped?.error === error
}

interface FailureScreenProps {
  readonly remote: SelectedRemote
  readonly loader: RemoteLoader
  readonly title: string
  readonly error: unknown
}

function FailureScreen({ remote, loader, title, error }: FailureScreenProps) {
  const { state, revalidate } = useRevalidator()
  useTitle(title)
  // Here, after a Retry that failed again, and on the page that takes this screen's place.
  useEffect(() => {
    if (state === 'idle') focusHeading()
    return focusHeading
  }, [state])
  if (state === 'loading') return <Loading />
  const failure = error instanceof LoadFailure ? error : null
  const { release } = loader.getActive(remote).remote
  const retry = () => {
    // Only a new page view asks whether it is switched on again.
    if (failure?.reason === 'off') return location.reload()
    if (failure === null) loader.reportFailure(remote, error)
    void revalidate()
  }
  return (
    <section className={styles.screen} aria-labelledby="failure">
      <h1 id="failure" tabIndex={-1}>
        {failure?.reason === 'off' ? 'Switched off for now' : 'Chunk load error'}
      </h1>
      <p className={styles.text}>
        <strong>{title}</strong> belongs to the part <strong>{remote.name}</strong> of the{' '}
        <strong>{remote.team}</strong>. {describeLoadFailure(failure)} The rest of the site works.
      </p>
      <p className={styles.actions}>
        <button className={styles.action} type="button" onClick={retry}>
          Retry
        </button>
        <Link className={styles.quiet} to="/">
          Go to the home page
        </Link>
      </p>
      <p className={styles.detail}>
        <code>
          {remote.name}@{getReleaseId(release)}{' '}
          {failure ? `${failure.phase} ${failure.reason}` : 'mount mount'}
        </code>
      </p>
    </section>
  )
}
