import { readRichText } from '../content/content-paths.ts'
import { escapeHtml, renderBlocksToHtml } from '../content/rich-text-html.ts'
import {
  countOwnerItems,
  getOwnerFilter,
  isOwnerConditionMet,
  type OwnerValues,
  readOwnerText,
} from './owner-fields.ts'
import { type OwnerTemplate, parseOwnerHtml, parseOwnerText, type TemplatePart } from './owner-template.ts'

/** Fills the owner's values into prerendered HTML. Throws an OwnerMarkError for a mark that it doesn't know. */
export function fillOwnerHtml(html: string, values: OwnerValues): string {
  return fill(parseOwnerHtml(html), { values, at: [], encode: escapeHtml })
}

interface Filling {
  readonly values: OwnerValues
  /** The position in each list around this part. */
  readonly at: readonly number[]
  encode(text: string): string
}

function fill(template: OwnerTemplate, filling: Filling): string {
  return template.map((part) => fillPart(part, filling)).join('')
}

function fillPart(part: TemplatePart, filling: Filling): string {
  if (typeof part === 'string') return part
  const { values, at, encode } = filling
  if (part.kind === 'value') return encode(read(part, filling) ?? '')
  if (part.kind === 'rich text') return renderBlocksToHtml(readRichText(part.path, values.page ?? null, at))
  if (part.kind === 'if')
    return fill(isOwnerConditionMet(part.path, values, at) ? part.content : part.otherwise, filling)
  const length = countOwnerItems(part.path, values, at)
  return Array.from({ length }, (_, index) => fill(part.content, { ...filling, at: [...at, index] })).join('')
}

function read(
  { path, filter, isUrlPart }: Extract<TemplatePart, { kind: 'value' }>,
  { values, at }: Pick<Filling, 'values' | 'at'>,
): string | undefined {
  const value = readOwnerText(path, values, at)
  const text = filter === null ? value : getOwnerFilter(filter)?.(value, values)
  // encodeURIComponent throws for half of a surrogate pair.
  return isUrlPart && text !== undefined ? encodeURIComponent(text.toWellFormed()) : text
}

/**
 * Fills the owner's values into the texts of a JSON value. An item of a list, such as a skill, becomes all of them. A text
 * with a value that the owner doesn't have is left out.
 */
export function fillOwnerJson(value: unknown, values: OwnerValues): unknown {
  if (typeof value === 'string') return fillText(value, values)[0]
  if (Array.isArray(value))
    return value.flatMap((item: unknown) =>
      typeof item === 'string' ? fillText(item, values) : [fillOwnerJson(item, values)],
    )
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]: [string, unknown]) => [
    key,
    fillOwnerJson(one, values),
  ])
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined))
}

/** The text once for each item of its list; no text if the owner doesn't have the value. */
function fillText(text: string, values: OwnerValues): string[] {
  const template = parseOwnerText(text)
  const paths = template.flatMap((part) =>
    typeof part !== 'string' && part.path.endsWith('.*') ? part.path : [],
  )
  const [list] = paths.map((path) => path.slice(0, -'.*'.length))
  const positions =
    list === undefined
      ? [[]]
      : Array.from({ length: countOwnerItems(list, values, []) }, (_, index) => [index])
  return positions.flatMap((at) => {
    const parts = template.map((part) =>
      typeof part === 'string' ? part : part.kind === 'value' ? read(part, { values, at }) : undefined,
    )
    return parts.includes(undefined) ? [] : [parts.join('')]
  })
}
