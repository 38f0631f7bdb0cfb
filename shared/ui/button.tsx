import type { MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

/** One `primary` per form; `danger` for what can't be undone. */
export type ButtonTone = 'primary' | 'secondary' | 'danger'

interface ButtonProps {
  readonly children: ReactNode
  readonly type?: 'submit' | 'button'
  readonly tone?: ButtonTone
  /** Announced while an action is running, for example `Sending the code…`; otherwise null. */
  readonly busy?: string | null
  readonly onClick?: () => void
}

/**
 * A button. While `busy` it keeps its name, size and focus, ignores clicks, and announces what it is doing to screen
 * readers.
 */
export function Button({ children, type = 'button', tone = 'primary', busy = null, onClick }: ButtonProps) {
  const isBusy = busy !== null
  // Not `disabled`: that would lose the focus.
  const handleClick = (event: MouseEvent) => {
    if (isBusy) event.preventDefault()
    else onClick?.()
  }
  return (
    <>
      <button
        type={type}
        className={getButtonClass(tone)}
        aria-disabled={isBusy || undefined}
        onClick={handleClick}
      >
        <span className={styles.label}>{children}</span>
      </button>
      <span role="status" className={styles.status}>
        {busy}
      </span>
    </>
  )
}

/** The class for a link, or a plain `button`, that looks like a button. */
export function getButtonClass(tone: ButtonTone = 'primary'): string {
  return `${styles.button} ${styles[tone]}`
}

/** The class for an icon-only button; name it by `aria-label`. */
export function getRoundButtonClass(): string {
  return `${getButtonClass('secondary')} ${styles.round}`
}
