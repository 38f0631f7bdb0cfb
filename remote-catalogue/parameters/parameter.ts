import type { Bound, Row } from '../data/schema.ts'

/** What a request has to carry besides `code` and `api`: one name, or exactly one of several. */
export interface Need {
  readonly names: readonly string[]
}

/** The required parameters of a row, in its order. */
export function needsOf(row: Pick<Row, 'need'>): Need[] {
  return splitNames(row.need).map((part) => ({ names: part.split('|') }))
}

/** The optional parameters of a row, in its order. */
export function optionsOf(row: Pick<Row, 'optional'>): string[] {
  return splitNames(row.optional ?? '')
}

/**
 * What is known of a parameter's value, in a few words: the documented bound, the numbers of the variants,
 * the row's own index, a hint, or an example. null where nothing is known.
 */
export function valueInWords(row: Row, name: string): string | null {
  const bound = row.bounds?.[name]
  if (bound) return boundInWords(bound)
  if (row.variants?.param === name) return rangeInWords(row.variants.items.map(({ value }) => value))
  if (name === 'index' && row.group?.index !== undefined) return `always ${row.group.index} here`
  const alternative = row.alternatives?.[name]
  return row.hints?.[name] ?? (alternative === undefined ? null : `such as ${alternative}`)
}

/** `more than −200 and less than 200`, or `from −180 to 180` where the ends are allowed. */
export function boundInWords({ min, max, exclusive }: Bound): string {
  return exclusive
    ? `more than ${numberInWords(min)} and less than ${numberInWords(max)}`
    : `from ${numberInWords(min)} to ${numberInWords(max)}`
}

function rangeInWords(values: readonly (number | string)[]): string {
  return `from ${values[0]} to ${values.at(-1)}`
}

// A hyphen before a number is read as a dash, and breaks from it at a line's end.
function numberInWords(value: number): string {
  return String(value).replace('-', '\u2212')
}

function splitNames(names: string): string[] {
  return names === '' ? [] : names.split(',')
}
