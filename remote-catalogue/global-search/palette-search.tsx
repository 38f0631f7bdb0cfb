import type { SearchProps } from '@portico/shared/contract/contract.ts'
import { useEffect, useRef } from 'react'
import type { FacetSelection } from '../model/facet-values.ts'
import styles from './global-search.module.css'
import { SearchBox } from './search-box.tsx'
import { ShortcutList, shortcutsQuery } from './shortcut-list.tsx'

const noSelection: FacetSelection = new Map()

/** The search in the site's command palette. */
export function PaletteSearch({ query, onQueryChange, onSelect }: SearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const showsShortcuts = query.trim() === shortcutsQuery
  const focusesField = useRef(!showsShortcuts)
  useEffect(() => {
    if (focusesField.current) field.current?.focus()
  }, [])
  return (
    <SearchBox
      label="Search endpoints, pages and actions"
      text={query}
      onTextChange={onQueryChange}
      selection={noSelection}
      showsSuggestions
      onSelect={onSelect}
      fieldRef={field}
      layout="dialog"
      help={showsShortcuts && <ShortcutList />}
    >
      <button type="button" className={styles.more} onClick={() => onQueryChange(shortcutsQuery)}>
        Keyboard shortcuts
      </button>
    </SearchBox>
  )
}
