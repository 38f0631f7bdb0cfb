import { accountProblems } from '@portico/shared/account/problem.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { Alert } from '@portico/shared/ui/alert.tsx'
import { Button } from '@portico/shared/ui/button.tsx'
import type { AccountError } from '../account-api/account-error.ts'
import styles from './error-alert.module.css'

interface ErrorAlertProps {
  readonly error: AccountError | null
  readonly onRetry?: () => void
}

/** Explains what went wrong and offers to log in again or retry. */
export function ErrorAlert({ error, onRetry }: ErrorAlertProps) {
  const { session } = useHost()
  const hasSessionEnded = error?.code === accountProblems.notSignedIn
  return (
    <Alert tone="danger">
      {error && (
        <>
          <p className={styles.message}>{error.message}</p>
          {hasSessionEnded && (
            // The shell then opens the login page, and this page again after it.
            <Button tone="danger" onClick={() => session.signOut()}>
              Log in again
            </Button>
          )}
          {!hasSessionEnded && onRetry && (
            <Button tone="danger" onClick={onRetry}>
              Try again
            </Button>
          )}
        </>
      )}
    </Alert>
  )
}
