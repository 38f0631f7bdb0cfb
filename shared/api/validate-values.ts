import type { Bound, Parameter } from './parameter.ts'

/** Values by the name of their parameter; an empty one counts as left out. */
export type Values = Readonly<Record<string, string>>

/** Why a request would be refused. */
export interface ValueError {
  /** The parameters that the reason is about: one, or all alternatives of which one is needed. */
  readonly names: readonly string[]
  /** A sentence for the visitor. */
  readonly reason: string
}

/** What is wrong with the values, in the order of the parameters. Looks at no value that is no parameter's. */
export function validateValues(parameters: readonly Parameter[], values: Values): ValueError[] {
  return parameters.flatMap((parameter) => {
    const { name, oneOf } = parameter
    const value = textOf(values, name)
    if (oneOf) {
      const group = oneOf[0] === name ? checkGroup(oneOf, values) : []
      return [...group, ...(value === '' ? [] : checkValue(parameter, value))]
    }
    if (value !== '') return checkValue(parameter, value)
    return parameter.required && !parameter.mayBeEmpty ? [{ names: [name], reason: 'This is required.' }] : []
  })
}

/** What the parameter takes, as words that follow "Must be"; null where everything is taken. */
export function describeRange({
  bound,
  whole,
  choices,
}: Pick<Parameter, 'bound' | 'whole' | 'choices'>): string | null {
  if (bound) return boundInWords(bound)
  if (whole) {
    const from = `a whole number from ${numberInWords(whole.min)}`
    return whole.max === undefined ? from : `${from} to ${numberInWords(whole.max)}`
  }
  return choices ? listInWords(choices) : null
}

/** `more than −200 and less than 200`, or `from −180 to 180` where the ends are allowed. */
function boundInWords({ min, max, exclusive }: Bound): string {
  return exclusive
    ? `more than ${numberInWords(min)} and less than ${numberInWords(max)}`
    : `from ${numberInWords(min)} to ${numberInWords(max)}`
}

/** The number that a visitor has written, or null: digits with one point at most, and a sign; blanks around it go. */
export function parseNumber(text: string): number | null {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : null
}

/** True where the parameter's values are numbers. */
export function isNumeric({ bound, whole }: Parameter): boolean {
  return bound !== undefined || whole !== undefined
}

function checkGroup(names: readonly string[], values: Values): ValueError[] {
  const given = names.filter((name) => textOf(values, name) !== '')
  if (given.length === 1) return []
  const wanted = `exactly one of ${names.join(', ')}`
  const reason =
    given.length === 0 ? `Fill in ${wanted}.` : `Fill in ${wanted}; ${given.length} of them are filled in.`
  return [{ names, reason }]
}

function checkValue(parameter: Parameter, value: string): ValueError[] {
  if (accepts(parameter, value)) return []
  const words = describeRange(parameter)
  const isNumber = !isNumeric(parameter) || parseNumber(value) !== null
  const reason = isNumber || parameter.whole ? `Must be ${words}.` : `Must be a number, ${words}.`
  return [{ names: [parameter.name], reason }]
}

function accepts({ bound, whole, choices }: Parameter, value: string): boolean {
  const number = parseNumber(value)
  if (bound) return number !== null && isInside(bound, number)
  if (whole) {
    const { min, max = Number.POSITIVE_INFINITY } = whole
    return number !== null && /^\+?\d+$/.test(value.trim()) && number >= min && number <= max
  }
  return choices === undefined || choices.includes(value)
}

function isInside({ min, max, exclusive }: Bound, value: number): boolean {
  return exclusive ? value > min && value < max : value >= min && value <= max
}

// A name such as `constructor` must not be found on the object's prototype.
function textOf(values: Values, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : ''
}

function listInWords(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}

// A hyphen before a number is read as a dash, and breaks from it at a line's end.
function numberInWords(value: number): string {
  return String(value).replace('-', '\u2212')
}
