import type { Bound, Parameter } from './parameter.ts'

/** Describes the valid values, as words that follow "Must be"; null: any value is valid. */
export function describeRange({
  bound,
  number,
  whole,
  choices,
}: Pick<Parameter, 'bound' | 'number' | 'whole' | 'choices'>): string | null {
  if (bound) return formatBound(bound)
  if (whole) {
    const from = `a whole number from ${formatNumber(whole.min)}`
    return whole.max === undefined ? from : `${from} to ${formatNumber(whole.max)}`
  }
  if (number) return 'a number'
  return choices ? formatList(choices) : null
}

/** Whether the parameter's values are numbers. */
export function isNumeric({ bound, number, whole }: Parameter): boolean {
  return bound !== undefined || whole !== undefined || number === true
}

/** Returns `more than −200 and less than 200`, or `from −180 to 180` if the ends are valid. */
function formatBound({ min, max, exclusive }: Bound): string {
  return exclusive
    ? `more than ${formatNumber(min)} and less than ${formatNumber(max)}`
    : `from ${formatNumber(min)} to ${formatNumber(max)}`
}

function formatList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}

// A hyphen can be separated from its number at the end of a line; a minus sign can't.
function formatNumber(value: number): string {
  return String(value).replace('-', '\u2212')
}
