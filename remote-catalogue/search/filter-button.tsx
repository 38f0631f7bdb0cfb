import type { FacetSelection } from '../model/facet-values.ts'
import { countSelected } from '../model/view.ts'
import { ToggleButton } from '../ui/toggle-button.tsx'

interface FilterButtonProps {
  readonly selection: FacetSelection
  readonly isOpen: boolean
  /** Id of the element that it controls. */
  readonly panelId: string
  readonly onToggle: () => void
}

/** Opens and closes the filters, and says how many are selected. */
export function FilterButton({ selection, isOpen, panelId, onToggle }: FilterButtonProps) {
  const count = countSelected(selection)
  return (
    <ToggleButton aria-expanded={isOpen} aria-controls={panelId} onClick={onToggle}>
      Filters{count > 0 && ` (${count})`}
    </ToggleButton>
  )
}
