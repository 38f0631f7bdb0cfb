import { type Choice, type FacetName, facetNames, facetValues } from './facet-values.ts'

/** What a visitor looks at, as far as an address can say it. */
export interface View {
  /** What is searched for. */
  readonly text: string
  readonly choice: Choice
  /** Id of the entry that is open. */
  readonly open: string | null
}

const textName = 'q'
const openName = 'row'
const valueSign = ','

/** Reads the query of an address; what it does not know is left out. */
export function viewOf(query: URLSearchParams): View {
  const choice = facetNames.flatMap((name) => {
    const wanted = query.get(name)?.split(valueSign) ?? []
    const known = facetValues[name].filter((value) => wanted.includes(value))
    return known.length > 0 ? [[name, new Set<string>(known)] as const] : []
  })
  return { text: query.get(textName) ?? '', choice: new Map(choice), open: query.get(openName) || null }
}

/** `query` with the view in it; names that belong to nobody here stay. */
export function queryOf(view: View, query: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(query)
  put(after, textName, view.text)
  for (const name of facetNames) put(after, name, [...(view.choice.get(name) ?? [])].join(valueSign))
  put(after, openName, view.open ?? '')
  return after
}

/** The choice with one value more, or without it. */
export function toggled(choice: Choice, name: FacetName, value: string): Choice {
  const values = new Set(choice.get(name))
  if (!values.delete(value)) values.add(value)
  const after = new Map(choice)
  if (values.size > 0) after.set(name, values)
  else after.delete(name)
  return after
}

/** True when the list is not the whole list. */
export function isNarrowed({ text, choice }: View): boolean {
  return text.trim() !== '' || choice.size > 0
}

function put(query: URLSearchParams, name: string, value: string): void {
  if (value === '') query.delete(name)
  else query.set(name, value)
}
