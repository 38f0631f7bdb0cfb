import { PageNotFound } from '@portico/shared/contract/contract.ts'
import { Link } from '@portico/shared/contract/router.ts'
import type { ChosenRemote } from '@portico/shared/release/document.ts'
import { releaseId } from '@portico/shared/release/release-record.ts'
import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { focusHeading } from '../focus-heading.ts'
import { Loading } from '../frame/loading/loading.tsx'
import { LoadFailure } from '../remotes/load-failure.ts'
import type { RemoteLoader } from '../remotes/remote-loader.ts'
import { useTitle } from '../routes/page-screen.tsx'
import { explain } from './explain.ts'
import styles from './failure.module.css'
import { NotFoundPage } from './not-found-page.tsx'

/** What stands in the frame where a page should be. */
export function PageFailure(props: { remote: ChosenRemote; loader: RemoteLoader; title: string }) {
  const error = useRouteError()
  return error instanceof PageNotFound ? <NotFoundPage /> : <FailureScreen {...props} error={error} />
}

interface FailureScreenProps {
  readonly remote: ChosenRemote
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
  const retry = () => {
    if (failure === null) loader.fail(remote, error)
    void revalidate()
  }
  return (
    <section className={styles.screen} aria-labelledby="failure">
      <h1 id="failure" tabIndex={-1}>
        Chunk load error
      </h1>
      <p className={styles.text}>
        <strong>{title}</strong> belongs to the part <strong>{remote.name}</strong> of the{' '}
        <strong>{remote.team}</strong>. {explain(failure)} The rest of the site works.
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
          {remote.name}@{releaseId(remote.release)}{' '}
          {failure ? `${failure.phase} ${failure.reason}` : 'mount mount'}
        </code>
      </p>
    </section>
  )
}
