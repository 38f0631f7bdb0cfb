import type { Ref } from 'react'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './variant-toggle.module.css'

interface VariantToggleProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly isOpen: boolean
  /** Id of the element that it controls. */
  readonly panelId: string
  /** For example `36 variants`. */
  readonly label: string
  /** Name of the row, for example `Neon glow`. */
  readonly rowName: string
  readonly onToggle: () => void
}

/** Expands and collapses the variants of a row. */
export function VariantToggle({ ref, isOpen, panelId, label, rowName, onToggle }: VariantToggleProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      onClick={onToggle}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="m6 4 4 4-4 4" />
      </svg>
      {label}
      <VisuallyHidden> of {rowName}</VisuallyHidden>
    </button>
  )
}
