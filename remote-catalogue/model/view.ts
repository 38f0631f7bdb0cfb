import { type FacetName, type FacetSelection, facetNames, facetValues } from './facet-values.ts'

/** What a visitor looks at, as far as an address can say it. */
export interface View {
  /** What is searched for. */
  readonly text: string
  readonly selection: FacetSelection
  /** Id of the entry that is open. */
  readonly openId: string | null
}

const textParameter = 'q'
const openParameter = 'row'
const valueSeparator = ','

/** Reads the query of an address; what it does not know is left out. */
export function parseView(query: URLSearchParams): View {
  const choice = facetNames.flatMap((name) => {
    const wanted = query.get(name)?.split(valueSeparator) ?? []
    const known = facetValues[name].filter((value) => wanted.includes(value))
    return known.length > 0 ? [[name, new Set<string>(known)] as const] : []
  })
  return {
    text: query.get(textParameter) ?? '',
    selection: new Map(choice),
    openId: query.get(openParameter) || null,
  }
}

/** `query` with the view in it; names that belong to nobody here stay. */
export function toSearchParams(view: View, query: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(query)
  setParameter(after, textParameter, view.text)
  for (const name of facetNames)
    setParameter(after, name, [...(view.selection.get(name) ?? [])].join(valueSeparator))
  setParameter(after, openParameter, view.openId ?? '')
  return after
}

/** The choice with one value more, or without it. */
export function toggleFacet(choice: FacetSelection, name: FacetName, value: string): FacetSelection {
  const values = new Set(choice.get(name))
  if (!values.delete(value)) values.add(value)
  const after = new Map(choice)
  if (values.size > 0) after.set(name, values)
  else after.delete(name)
  return after
}

/** True when the list is not the whole list. */
export function isFiltered({ text, selection }: View): boolean {
  return text.trim() !== '' || selection.size > 0
}

function setParameter(query: URLSearchParams, name: string, value: string): void {
  if (value === '') query.delete(name)
  else query.set(name, value)
}
