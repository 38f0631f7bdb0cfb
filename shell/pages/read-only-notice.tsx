import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigation } from '../navigation/navigation-provider.tsx'
import { describeLoadFailure } from '../remotes/describe-load-failure.ts'
import actionStyles from '../remotes/failure-actions.module.css'
import type { PrerenderedFailure, PrerenderedPage } from './prerendered-page.ts'
import styles from './read-only-notice.module.css'
import { useFocusHeading } from './use-focus-heading.ts'

/** Shown with a prerendered page whose code does not work: the visitor can read it, but not use it. */
export function ReadOnlyNotice({ page }: { page: PrerenderedPage }) {
  const failure = useSyncExternalStore(page.subscribe, page.getFailure, getNoFailure)
  return failure && <Notice page={page} failure={failure} />
}

function Notice({ page, failure }: { page: PrerenderedPage; failure: PrerenderedFailure }) {
  const { revalidate } = useNavigation()
  const [isRetrying, setRetrying] = useState(false)
  const hasRetried = useRef(false)
  const focusHeading = useFocusHeading()
  // The notice leaves once a retry has succeeded.
  useEffect(() => () => void (hasRetried.current && focusHeading()), [focusHeading])
  const retry = async () => {
    // Only a new page view learns that it has been turned on again.
    if (failure.reason === 'off') return location.reload()
    hasRetried.current = true
    setRetrying(true)
    await page.retry(revalidate)
    setRetrying(false)
  }
  return (
    <div className={styles.notice} role="alert">
      <p className={styles.text}>
        {describeLoadFailure('The interactive part of this page', failure)} You can still read the page.
        Owner: <strong>{page.remote.team}</strong>.
      </p>
      <button
        className={actionStyles.action}
        type="button"
        disabled={isRetrying}
        onClick={() => void retry()}
      >
        {isRetrying ? 'Loading...' : 'Retry'}
      </button>
    </div>
  )
}

const getNoFailure = () => null
