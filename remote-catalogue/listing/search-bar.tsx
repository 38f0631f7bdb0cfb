import { getInputClass } from '@portico/shared/ui/input-class.ts'
import { type KeyboardEvent, useId } from 'react'
import type { ChangeView } from '../model/use-view.ts'
import type { View } from '../model/view.ts'
import styles from './search-bar.module.css'

interface SearchBarProps {
  /** Name of the searched category, for example `Download`. */
  readonly scope: string
  readonly view: View
  readonly change: ChangeView
  readonly isPanelOpen: boolean
  readonly panelId: string
  readonly onTogglePanel: () => void
  /** Called when the visitor is about to search. */
  readonly onFocus: () => void
  /** Moves the focus to the first row. */
  readonly onEnter: () => void
}

/** The search field of a category and its filter button. */
export function SearchBar(props: SearchBarProps) {
  const { scope, view, change, isPanelOpen, panelId, onTogglePanel, onFocus, onEnter } = props
  const id = useId()
  const selectedCount = [...view.selection.values()].reduce((sum, values) => sum + values.size, 0)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || (event.key === 'Enter' && !event.nativeEvent.isComposing)) {
      event.preventDefault()
      onEnter()
    } else if (event.key === 'Escape' && view.text !== '') {
      event.preventDefault()
      change({ text: '' }, { typing: true })
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: as a form, so that Enter closes the keyboard of a phone
    <form role="search" className={styles.bar} onFocus={onFocus} onSubmit={(event) => event.preventDefault()}>
      <label className={styles.label} htmlFor={id}>
        Search {scope}
      </label>
      <input
        id={id}
        className={getInputClass()}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Name, alias, parameter…"
        value={view.text}
        onChange={({ target }) => change({ text: target.value }, { typing: true })}
        onKeyDown={handleKeyDown}
      />
      <button
        type="button"
        className={styles.filters}
        aria-expanded={isPanelOpen}
        aria-controls={panelId}
        onClick={onTogglePanel}
      >
        Filters{selectedCount > 0 && ` (${selectedCount})`}
      </button>
    </form>
  )
}
