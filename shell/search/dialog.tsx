import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import styles from './dialog.module.css'

interface DialogProps {
  readonly label: string
  /** The element that gets the focus first; by default the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly onClose: () => void
  /** A button next to "Close", which closes the dialog as well. */
  readonly action?: { readonly label: string; readonly run: () => void }
  readonly children: (close: () => void) => ReactNode
}

/** A modal dialog with a button that closes it. So do a click outside it and Escape, which first clears a search field with text. */
export function Dialog({ label, initialFocus, onClose, action, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // A modal dialog keeps the focus inside and returns it when it closes.
    dialog.current?.showModal()
    initialFocus?.current?.focus()
  }, [initialFocus])
  const close = () => {
    dialog.current?.close()
    onClose() // now: the event comes in a task of its own, and a shortcut before it would be lost
  }
  const runAction = () => {
    close() // First, so that the focus returns to where it was.
    action?.run()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a shortcut for Escape
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles.inside}>
        {children(close)}
        <div className={styles.buttons}>
          {/* First: it has the focus while there is nothing else. */}
          <button type="button" className={styles.button} onClick={close}>
            Close
          </button>
          {action && (
            <button type="button" className={styles.button} onClick={runAction}>
              {action.label}
            </button>
          )}
        </div>
      </div>
    </dialog>
  )
}
