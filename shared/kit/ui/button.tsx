import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

/** One `primary` per form; `danger` for what can't be undone. */
export type ButtonTone = 'primary' | 'secondary' | 'danger'

/** `small` for secondary actions next to other content. */
type ButtonSize = 'medium' | 'small'

interface ButtonProps extends Pick<ComponentProps<'button'>, 'aria-label' | 'aria-pressed'> {
  readonly children: ReactNode
  readonly type?: 'submit' | 'button'
  readonly tone?: ButtonTone
  readonly size?: ButtonSize
  /** Announced while an action is running, for example `Sending the code…`; otherwise null. Omit it for quick actions. */
  readonly busy?: string | null
  readonly onClick?: () => void
}

/**
 * A button. While `busy` it keeps its name, size and focus, ignores clicks, and announces what it is doing to screen
 * readers.
 */
export function Button(props: ButtonProps) {
  const { children, type = 'button', tone = 'primary', size = 'medium', busy, onClick, ...rest } = props
  const isBusy = typeof busy === 'string'
  // Not `disabled`: that would lose the focus.
  const handleClick = (event: MouseEvent) => {
    if (isBusy) event.preventDefault()
    else onClick?.()
  }
  return (
    <>
      <button
        {...rest}
        type={type}
        className={getButtonClass(tone, size)}
        aria-disabled={isBusy || undefined}
        onClick={handleClick}
      >
        <span className={styles.label}>{children}</span>
      </button>
      {busy !== undefined && (
        <span role="status" className={styles.status}>
          {busy}
        </span>
      )}
    </>
  )
}

/** The class for a link, or a plain `button`, that looks like a button. */
export function getButtonClass(tone: ButtonTone = 'primary', size: ButtonSize = 'medium'): string {
  return `${styles.button} ${styles[tone]} ${size === 'small' ? styles.small : ''}`.trim()
}

/** The class for an icon-only button; name it by `aria-label`. */
export function getRoundButtonClass(): string {
  return `${getButtonClass('secondary')} ${styles.round}`
}
