import { categories } from '../data/categories.build.ts'
import type { Row } from '../data/schema.ts'
import { type Entry, getEntryName } from '../model/entry.ts'
import { getOptionalParameters, getRequiredParameters } from '../model/parameter.ts'
import { splitIdentifier, splitWords } from './words.ts'

/** The searched fields, strongest first. The number of a field is its position here. */
export const fields = [
  'name',
  'alias',
  'operation',
  'parameter',
  'property',
  'category',
  'description',
] as const
export type Field = (typeof fields)[number]

/** The weight of a match, by the field's number. */
export const weights: readonly number[] = [10, 8, 7, 4, 4, 3, 1]

/** The searched texts of an entry, by field number. */
export function getSearchTexts(entry: Entry): readonly (readonly string[])[] {
  const { row, variant } = entry
  const { param = '' } = row.variants ?? {}
  if (variant === null) {
    return [
      [row.name],
      row.keywords,
      [row.code],
      getParameterNames(row),
      getProperties(row),
      [getCategoryTitle(entry.path)],
      [row.desc, row.note ?? ''],
    ]
  }
  const isOperation = param === 'code'
  return [
    [getEntryName(entry)],
    [`${param} ${variant.value}`, ...(variant.keywords ?? []), variant.palette ?? '', variant.motion ?? ''],
    isOperation ? [String(variant.value)] : [],
    [],
    [],
    // A variant also matches by the name of its row, but with the lowest weight.
    [row.name, ...row.keywords, row.code, getCategoryTitle(entry.path)],
    [variant.kind ?? ''],
  ]
}

/** The words of a text of this field. */
export function splitField(field: number, text: string): string[] {
  return fields[field] === 'operation' ? splitIdentifier(text) : splitWords(text)
}

/** Texts that rank an entry before all others if nothing else is typed: its operation and, for a row, its method and access. */
export function getPreferredTexts({ row, variant }: Entry): string[] {
  if (variant === null) return [row.code, row.get, ...getProperties(row)]
  return row.variants?.param === 'code' ? [String(variant.value)] : []
}

const outputs: Readonly<Record<Row['output'], string>> = {
  json: 'returns data',
  image: 'returns an image',
  gif: 'returns an animated image (GIF)',
  file: 'returns a file',
}

/** Texts about the whole request. */
function getProperties({ get, output, paid }: Row): string[] {
  return [`${get} request`, outputs[output], ...(paid ? ['paid users only'] : [])]
}

function getParameterNames(row: Row): string[] {
  return [...getRequiredParameters(row).flatMap(({ names }) => names), ...getOptionalParameters(row)]
}

function getCategoryTitle(path: string): string {
  return categories.find((category) => category.path === path)?.title ?? ''
}
