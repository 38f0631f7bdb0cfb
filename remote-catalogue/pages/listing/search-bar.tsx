import { isComposed } from '@portico/kit/is-composed.ts'
import { SearchField } from '@portico/kit/ui/search-field.tsx'
import type { KeyboardEvent, ReactNode } from 'react'
import { textParameter } from '../../model/facet-values.ts'
import type { ChangeView, View } from '../../model/view.ts'
import { FilterButton } from '../../search/filter-button.tsx'
import styles from './search-bar.module.css'

interface SearchBarProps {
  /** Path of the category. */
  readonly path: string
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
  /** Shown next to the filter button. */
  readonly children?: ReactNode
}

/** The search field of a category and its filter button. */
export function SearchBar(props: SearchBarProps) {
  const { path, scope, view, change, isPanelOpen, panelId, onTogglePanel, onFocus, onEnter, children } = props
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposed(event.nativeEvent)) return
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      onEnter()
    } else if (event.key === 'Escape' && view.text !== '') {
      event.preventDefault()
      change({ text: '' }, { typing: true })
    }
  }
  return (
    <div className={styles.bar}>
      <SearchField
        label={`Search ${scope}`}
        action={path}
        name={textParameter}
        text={view.text}
        onTextChange={(text) => change({ text }, { typing: true })}
        onFocus={onFocus}
        onKeyDown={handleKeyDown}
      />
      <FilterButton
        selection={view.selection}
        isOpen={isPanelOpen}
        panelId={panelId}
        onToggle={onTogglePanel}
      />
      {children}
    </div>
  )
}
