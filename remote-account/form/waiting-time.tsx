import { formatDuration } from '@portico/kit/format.ts'
import { useEffect, useState } from 'react'
import styles from './error-alert.module.css'

interface WaitingTimeProps {
  /** Why the visitor has to wait. */
  readonly reason: string
  /** When the wait is over, in milliseconds. */
  readonly until: number
}

/** Says how long to wait, counted down. Screen readers hear the time once, and when it is over. */
export function WaitingTime({ reason, until }: WaitingTimeProps) {
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
