import { accountProblems } from '@portico/kit/account/problem.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { useLayoutEffect, useRef } from 'react'
import type { AccountError } from '../account-api/account-error.ts'
import { focusHeading } from '../ui/use-heading-focus.ts'
import styles from './error-alert.module.css'
import { WaitingTime } from './waiting-time.tsx'

interface ErrorAlertProps {
  readonly error: AccountError | null
  readonly onRetry?: (() => void) | undefined
}

/**
 * Explains what went wrong and offers to log in again or retry. Problems that only need waiting are announced politely.
 */
export function ErrorAlert({ error, onRetry }: ErrorAlertProps) {
  const waits = error !== null && error.retryAt !== null
  const content = error && <ErrorContent error={error} onRetry={onRetry} />
  return (
    <>
      <Alert tone="danger">{waits ? null : content}</Alert>
      <Alert tone="info">{waits ? content : null}</Alert>
    </>
  )
}

function ErrorContent({ error, onRetry }: { error: AccountError; onRetry: (() => void) | undefined }) {
  const { session } = useHost()
  const hasSessionEnded = error.code === accountProblems.notSignedIn
  return (
    <>
      {error.retryAt === null ? (
        <p className={styles.message}>{error.message}</p>
      ) : (
        <WaitingTime key={error.retryAt} reason={error.message} until={error.retryAt} />
      )}
      {hasSessionEnded && (
        <div className={styles.action}>
          {/* The shell then opens the login page, and this page again after it. */}
          <Button tone="danger" onClick={() => session.signOut()}>
            Log in again
          </Button>
        </div>
      )}
      {!hasSessionEnded && onRetry && <RetryButton onRetry={onRetry} />}
    </>
  )
}

/** A button that is gone once the retry has succeeded; the focus then moves to the heading of what has loaded. */
function RetryButton({ onRetry }: { onRetry: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (element?.contains(document.activeElement)) focusHeading()
    }
  }, [])
  return (
    <div ref={box} className={styles.action}>
      <Button tone="danger" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
