import { useHost, useSession } from '@portico/shared/contract/contract.ts'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import styles from './command-palette.module.css'
import { canSearch } from './searchable-remote.ts'

const OpenContext = createContext<(() => void) | null>(null)

/** Opens the palette; null where there is none for this visitor. */
export function useOpenCommandPalette(): (() => void) | null {
  return useContext(OpenContext)
}

/**
 * What a page stands in: Ctrl+K or Cmd+K and the header's button open the dialog that searches the site, for a visitor
 * who may see what it finds.
 */
export function CommandPaletteProvider({ children }: { readonly children: ReactNode }) {
  const { Search, pages } = useHost()
  const { authenticated } = useSession()
  const isOffered = Search !== undefined && canSearch(pages, authenticated)
  const [isOpen, setOpen] = useState(false)
  // One for all renders: another one would draw the header anew.
  const [open] = useState(() => () => setOpen(true))
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
      open()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOffered, open])
  return (
    <OpenContext value={isOffered ? open : null}>
      {children}
      {isOpen && <CommandPalette onClose={() => setOpen(false)} />}
    </OpenContext>
  )
}

function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { Search } = useHost()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    // A dialog that the browser opens keeps the focus in, and gives it back when it closes.
    dialog.current?.showModal()
  }, [])
  if (Search === undefined) return null
  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the dialog is a shortcut for Escape
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search the site"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles.inside}>
        <Search place="dialog" text={text} change={setText} onChosen={close} />
        <button type="button" className={styles.close} onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  )
}
