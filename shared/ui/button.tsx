import type { MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

/** How loud a button is: one `primary` per form, `danger` for what cannot be undone. */
export type ButtonTone = 'primary' | 'secondary' | 'danger'

interface ButtonProps {
  readonly children: ReactNode
  readonly type?: 'submit' | 'button'
  readonly tone?: ButtonTone
  /** Says what is being done, for example `Sending the code…`, while it is being done; null when nothing is. */
  readonly busy?: string | null
  readonly onClick?: () => void
}

/**
 * A button. While `busy` it says so to screen readers, keeps its name, its size and the focus, and does nothing when
 * it is pressed.
 */
export function Button({ children, type = 'button', tone = 'primary', busy = null, onClick }: ButtonProps) {
  const isBusy = busy !== null
  // Not `disabled`: that would throw the focus away, and the visitor's place with it.
  const press = (event: MouseEvent) => {
    if (isBusy) event.preventDefault()
    else onClick?.()
  }
  return (
    <>
      <button
        type={type}
        className={getButtonClass(tone)}
        aria-disabled={isBusy || undefined}
        onClick={press}
      >
        <span className={styles.words}>{children}</span>
      </button>
      <span role="status" className={styles.said}>
        {busy}
      </span>
    </>
  )
}

/** The class for a link that looks like a button. */
export function getButtonClass(tone: ButtonTone = 'primary'): string {
  return `${styles.button} ${styles[tone]}`
}

/** The class for a button that is a lone icon; its name stands in `aria-label`. */
export function getRoundButtonClass(): string {
  return `${getButtonClass('secondary')} ${styles.round}`
}
