import type { SearchProps } from '@portico/kit/contract/contract.ts'
import { useLayoutEffect, useRef } from 'react'
import type { FacetSelection } from '../model/facet-values.ts'
import { SearchBox } from './search-box.tsx'

const noSelection: FacetSelection = new Map()

/** The search in the site's command palette. */
export function PaletteSearch({ query, onQueryChange, onSelect }: SearchProps) {
  const field = useRef<HTMLInputElement>(null)
  // At once: the shell's field, into which the visitor may be typing, has just disappeared.
  useLayoutEffect(() => field.current?.focus(), [])
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
