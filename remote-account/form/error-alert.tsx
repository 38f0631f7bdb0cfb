import { accountProblems } from '@portico/shared/account/problem.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { Alert } from '@portico/shared/ui/alert.tsx'
import { Button } from '@portico/shared/ui/button.tsx'
import type { AccountFailure } from '../account-api/account-error.ts'
import styles from './error-alert.module.css'

interface FailureNoticeProps {
  readonly failure: AccountFailure | null
  /** Offers to ask again. */
  readonly onRetry?: () => void
}

/** Says why something did not work, with the way out of it. */
export function FailureNotice({ failure, onRetry }: FailureNoticeProps) {
  const { session } = useHost()
  const hasEnded = failure?.code === accountProblems.notSignedIn
  return (
    <Alert tone="danger">
      {failure && (
        <>
          <p className={styles.words}>{failure.message}</p>
          {hasEnded && (
            // The shell then shows the login, and this page again after it.
            <Button tone="danger" onClick={() => session.signOut()}>
              Log in again
            </Button>
          )}
          {!hasEnded && onRetry && (
            <Button tone="danger" onClick={onRetry}>
              Try again
            </Button>
          )}
        </>
      )}
    </Alert>
  )
}
