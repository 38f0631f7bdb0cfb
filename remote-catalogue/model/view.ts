import {
  type FacetName,
  type FacetSelection,
  facetNames,
  facetValues,
  openParameter,
  textParameter,
} from './facet-values.ts'

/** The part of a page's state that is kept in the URL. */
export interface View {
  /** The search text. */
  readonly text: string
  readonly selection: FacetSelection
  /** Id of the entry that is open. */
  readonly openId: string | null
}

/** Changes a part of the view. `typing`: replaces the history entry, after a pause. */
export type ChangeView = (part: Partial<View>, how?: { readonly typing: boolean }) => void

const valueSeparator = ','

/** Begins the URL parameters that hold the values of the open entry's request. */
export const requestValuePrefix = 'value.'

/** Parses the query of a URL; unknown facets and values are ignored. */
export function parseView(query: URLSearchParams): View {
  const choice = facetNames.flatMap((name) => {
    const requested = query.get(name)?.split(valueSeparator) ?? []
    const validValues = facetValues[name].filter((value) => requested.includes(value))
    return validValues.length > 0 ? [[name, new Set<string>(validValues)] as const] : []
  })
  return {
    text: query.get(textParameter) ?? '',
    selection: new Map(choice),
    openId: query.get(openParameter) || null,
  }
}

/** Writes the view into `query`; other parameters are kept, except the values of an entry that is open no longer. */
export function toSearchParams(view: View, query: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(query)
  if (view.openId !== query.get(openParameter)) {
    for (const name of query.keys()) if (name.startsWith(requestValuePrefix)) after.delete(name)
  }
  setParameter(after, textParameter, view.text)
  for (const name of facetNames)
    setParameter(after, name, [...(view.selection.get(name) ?? [])].join(valueSeparator))
  setParameter(after, openParameter, view.openId ?? '')
  return after
}

/** Adds a value to the selection, or removes it. */
export function toggleFacet(selection: FacetSelection, name: FacetName, value: string): FacetSelection {
  const values = new Set(selection.get(name))
  if (!values.delete(value)) values.add(value)
  const after = new Map(selection)
  if (values.size > 0) after.set(name, values)
  else after.delete(name)
  return after
}

/** The number of selected values. */
export function countSelected(selection: FacetSelection): number {
  return [...selection.values()].reduce((sum, values) => sum + values.size, 0)
}

/** Whether the view filters the list. */
export function isFiltered({ text, selection }: View): boolean {
  return text.trim() !== '' || selection.size > 0
}

function setParameter(query: URLSearchParams, name: string, value: string): void {
  if (value === '') query.delete(name)
  else query.set(name, value)
}
