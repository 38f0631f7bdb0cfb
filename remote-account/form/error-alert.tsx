import { accountProblems } from '@portico/kit/account/problem.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { formatDuration } from '@portico/kit/format.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { Button } from '@portico/kit/ui/button.tsx'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AccountError } from '../account-api/account-error.ts'
import { focusHeading } from '../ui/use-heading-focus.ts'
import styles from './error-alert.module.css'

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

interface WaitingTimeProps {
  /** Why the visitor has to wait. */
  readonly reason: string
  /** When the wait is over, in milliseconds. */
  readonly until: number
}

/** Says how long to wait, counted down. Screen readers hear the time once, and when it is over. */
function WaitingTime({ reason, until }: WaitingTimeProps) {
  const [now, setNow] = useState(Date.now)
  const [started] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (now >= until) return <p className={styles.message}>You can try again now.</p>
  return (
    <>
      <p className={styles.message} aria-hidden="true">
        {describe(reason, until - now)}
      </p>
      <p className={styles.announced}>{describe(reason, until - started)}</p>
    </>
  )
}

function describe(reason: string, milliseconds: number): string {
  return `${reason} Try again in ${formatDuration(milliseconds / 1_000)}.`
}
