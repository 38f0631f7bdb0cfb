import { useHost, useSession } from '@portico/shared/contract/contract.ts'
import { useEffect, useRef, useState } from 'react'
import { mayFind } from './finder-remote.ts'
import styles from './palette.module.css'

/** The dialog that Ctrl+K or Cmd+K opens anywhere on the site, for a visitor who may see what it finds. */
export function Palette() {
  const { Finder, pages } = useHost()
  const { authenticated } = useSession()
  const isOffered = Finder !== undefined && mayFind(pages, authenticated)
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!isOffered) return
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      // Else the browser would go to its own search field.
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOffered])
  useEffect(() => {
    // A dialog that the browser opens keeps the focus in, and gives it back when it closes.
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  if (!isOpen || Finder === undefined) return null
  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog is a shortcut for Escape
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search the site"
      onClose={() => {
        setOpen(false)
        setText('')
      }}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles.inside}>
        <Finder place="dialog" text={text} change={setText} onChosen={close} />
        <button type="button" className={styles.close} onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  )
}
