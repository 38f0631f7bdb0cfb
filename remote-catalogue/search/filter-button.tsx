import styles from './filter-button.module.css'

interface FilterButtonProps {
  /** Number of selected filters. */
  readonly count: number
  readonly isOpen: boolean
  /** Id of the element that it controls. */
  readonly panelId: string
  readonly onToggle: () => void
}

/** Opens and closes the filters beside a search field. */
export function FilterButton({ count, isOpen, panelId, onToggle }: FilterButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-expanded={isOpen}
      aria-controls={panelId}
      onClick={onToggle}
    >
      Filters{count > 0 && ` (${count})`}
    </button>
  )
}
