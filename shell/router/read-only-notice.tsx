import { useState, useSyncExternalStore } from 'react'
import { describeLoadFailure } from '../remotes/describe-load-failure.ts'
import actionStyles from '../remotes/failure-actions.module.css'
import type { PrerenderedPage } from './prerendered-page.ts'
import styles from './read-only-notice.module.css'
import { useFocusHeading } from './use-focus-heading.ts'

/** Shown with a prerendered page whose code failed to load: the visitor can read it, but not use it. */
export function ReadOnlyNotice({ page }: { page: PrerenderedPage }) {
  const failure = useSyncExternalStore(page.subscribe, page.getFailure, getNoFailure)
  const [isRetrying, setRetrying] = useState(false)
  const focusHeading = useFocusHeading()
  if (failure === null) return null
  const retry = async () => {
    // Only a new page view asks whether it has been switched on again.
    if (failure.reason === 'off') return location.reload()
    setRetrying(true)
    if (await page.retry()) focusHeading()
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
