import type { Bound, Parameter } from './parameter.ts'

/** Values by parameter name; an empty one counts as missing. */
export type Values = Readonly<Record<string, string>>

/** Why a request would be rejected. */
export interface ValueError {
  /** The parameters concerned: one, or all alternatives. */
  readonly names: readonly string[]
  /** A sentence for the visitor. */
  readonly reason: string
}

/** Validates the values and returns the errors in the order of the parameters. Ignores values without a parameter. */
export function validateValues(parameters: readonly Parameter[], values: Values): ValueError[] {
  return parameters.flatMap((parameter) => {
    const { name, oneOf } = parameter
    const value = getValue(values, name)
    if (oneOf) {
      const group = oneOf[0] === name ? checkGroup(oneOf, values) : []
      return [...group, ...(value === '' ? [] : checkValue(parameter, value))]
    }
    if (value !== '') return checkValue(parameter, value)
    return parameter.required && !parameter.mayBeEmpty ? [{ names: [name], reason: 'This is required.' }] : []
  })
}

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

/** Returns `more than −200 and less than 200`, or `from −180 to 180` if the ends are valid. */
function formatBound({ min, max, exclusive }: Bound): string {
  return exclusive
    ? `more than ${formatNumber(min)} and less than ${formatNumber(max)}`
    : `from ${formatNumber(min)} to ${formatNumber(max)}`
}

/** Parses a number: digits with an optional decimal point and sign; trims whitespace. null: it is invalid. */
export function parseNumber(text: string): number | null {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : null
}

/** Whether the parameter's values are numbers. */
export function isNumeric({ bound, number, whole }: Parameter): boolean {
  return bound !== undefined || whole !== undefined || number === true
}

function checkGroup(names: readonly string[], values: Values): ValueError[] {
  const given = names.filter((name) => getValue(values, name) !== '')
  if (given.length === 1) return []
  const wanted = `exactly one of ${names.join(', ')}`
  const reason =
    given.length === 0 ? `Fill in ${wanted}.` : `Fill in ${wanted}; ${given.length} of them are filled in.`
  return [{ names, reason }]
}

function checkValue(parameter: Parameter, value: string): ValueError[] {
  if (accepts(parameter, value)) return []
  const words = describeRange(parameter)
  const isOutOfBound = !parameter.bound || parseNumber(value) !== null
  const reason = isOutOfBound ? `Must be ${words}.` : `Must be a number, ${words}.`
  return [{ names: [parameter.name], reason }]
}

function accepts({ bound, number, whole, choices }: Parameter, value: string): boolean {
  const parsed = parseNumber(value)
  if (bound) return parsed !== null && isInside(bound, parsed)
  if (whole) {
    const { min, max = Number.POSITIVE_INFINITY } = whole
    return parsed !== null && /^\+?\d+$/.test(value.trim()) && parsed >= min && parsed <= max
  }
  if (number) return parsed !== null
  return choices === undefined || choices.includes(value)
}

function isInside({ min, max, exclusive }: Bound, value: number): boolean {
  return exclusive ? value > min && value < max : value >= min && value <= max
}

// A name such as `constructor` must not be read from the prototype.
function getValue(values: Values, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : ''
}

function formatList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}

// A hyphen can be separated from its number at the end of a line; a minus sign can't.
function formatNumber(value: number): string {
  return String(value).replace('-', '\u2212')
}
