import type { SearchProps } from '@portico/shared/contract/contract.ts'
import { useEffect, useRef } from 'react'
import type { FacetSelection } from '../model/facet-values.ts'
import { SearchBox } from './search-box.tsx'

const noSelection: FacetSelection = new Map()

/** The search in the site's command palette. */
export function PaletteSearch({ query, onQueryChange, onSelect }: SearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <SearchBox
      label="Search endpoints and pages"
      text={query}
      onTextChange={onQueryChange}
      selection={noSelection}
      showsSuggestions
      onSelect={onSelect}
      fieldRef={field}
      layout="dialog"
    />
  )
}
