import type { MouseEvent, Ref } from 'react'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './variant-toggle.module.css'

interface VariantToggleProps {
  readonly ref: Ref<HTMLAnchorElement>
  readonly isOpen: boolean
  /** Where the server lists the variants if no script does. */
  readonly href: string
  /** Id of the list that it controls. */
  readonly listId: string
  /** For example `36 variants`. */
  readonly label: string
  /** Name of the row, for example `Neon glow`. */
  readonly rowName: string
  readonly onToggle: () => void
}

/** Expands and collapses the variants of a row. */
export function VariantToggle({ ref, isOpen, href, listId, label, rowName, onToggle }: VariantToggleProps) {
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onToggle()
  }
  return (
    <a
      ref={ref}
      className={styles.toggle}
      href={href}
      aria-expanded={isOpen}
      aria-controls={isOpen ? listId : undefined}
      onClick={handleClick}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="m6 4 4 4-4 4" />
      </svg>
      {label}
      <VisuallyHidden> of {rowName}</VisuallyHidden>
    </a>
  )
}
