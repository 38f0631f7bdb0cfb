import { describeRange } from './describe-range.ts'
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

/** Parses a number: digits with an optional decimal point and sign; trims whitespace. null: it is invalid. */
export function parseNumber(text: string): number | null {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : null
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
